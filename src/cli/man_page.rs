//! The manual page of a command. What clap knows is written by `clap_mangen`;
//! the text after the options has a form of its own, which this file reads:
//! paragraphs that begin with `Examples:`, `Reads:` or `Exit codes:`, and others.

use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, italic, roman};

const SECTION: &str = "1";

/// How every part of a page begins: how an apostrophe is written.
const PREAMBLE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// The name of the file that the page of `command` is in.
pub(super) fn file_name(command: &clap::Command) -> String {
    format!("{}.{SECTION}", display_name(command))
}

fn display_name(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The page of `command`, which has to be built. It is a function of the command
/// line and its version alone: no date, no width.
pub(super) fn page(command: &clap::Command) -> String {
    let version = command.get_version().unwrap_or_default();
    // What the short help leaves out for want of room is told here.
    let man = Man::new(command.clone().mut_args(|argument| argument.hide_short_help(false)));
    // The date has a place of its own, which `clap_mangen` loses when there is none.
    let title = display_name(command).to_uppercase();
    let title = format!(".TH \"{title}\" \"{SECTION}\" \"\" \"quintet {version}\" \"Manual of quintet\"\n");
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let told = Told::read(&text);
    let mut parts = vec![
        title,
        part(&man, Man::render_name_section),
        part(&man, Man::render_synopsis_section),
        part(&man, Man::render_description_section),
        told.description(),
        part(&man, Man::render_options_section),
    ];
    if command.has_subcommands() {
        parts.push(part(&man, Man::render_subcommands_section));
    }
    parts.push(told.sections(command));
    let parts = parts.iter().map(|part| part.strip_prefix(PREAMBLE).unwrap_or(part));
    let page: String = std::iter::once(PREAMBLE).chain(parts).collect();
    // Typesetters make accents of these, which nobody can copy into a shell; and
    // an empty line is a space already, so that breaks around it say nothing.
    let page = page.replace('~', "\\(ti").replace('^', "\\(ha").replace('`', "\\(ga").replace(".br\n\n.br\n", ".sp\n");
    page.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn part(man: &Man, write: impl Fn(&Man, &mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(man, &mut bytes).expect("memory takes everything");
    String::from_utf8(bytes).expect("the texts are UTF-8")
}

/// What the text after the options says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told<'a> {
    examples: Vec<&'a str>,
    reads: String,
    writes: String,
    exit_codes: Vec<(char, String)>,
    notes: Vec<String>,
}

impl<'a> Told<'a> {
    fn read(text: &'a str) -> Self {
        let mut told = Self::default();
        for paragraph in text.split("\n\n") {
            if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
                told.examples = examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
            } else if let Some((reads, writes)) =
                paragraph.strip_prefix("Reads: ").and_then(|both| both.split_once("\nWrites: "))
            {
                (told.reads, told.writes) = (one_line(reads), one_line(writes));
            } else if let Some(codes) = paragraph.strip_prefix("Exit codes: ") {
                told.exit_codes = exit_codes(&one_line(codes));
            } else {
                told.notes.push(one_line(paragraph));
            }
        }
        told
    }

    fn description(&self) -> String {
        let mut page = Roff::new();
        for note in self.notes.iter().filter(|note| !note.is_empty()) {
            page.control("PP", []).text([roman(note)]);
        }
        page.render()
    }

    fn sections(&self, command: &clap::Command) -> String {
        let mut page = Roff::new();
        if !self.reads.is_empty() {
            page.control("SH", ["FILES"]);
            for (what, text) in [("Reads", &self.reads), ("Writes", &self.writes)] {
                page.control("TP", []).text([roman(what)]).text([roman(text)]);
            }
        }
        if !self.exit_codes.is_empty() {
            page.control("SH", ["EXIT STATUS"]);
            for (code, meaning) in &self.exit_codes {
                page.control("TP", []).text([roman(code.to_string())]).text([roman(meaning)]);
            }
        }
        if !self.examples.is_empty() {
            page.control("SH", ["EXAMPLES"]).control("nf", []);
            for example in &self.examples {
                page.text([roman(*example)]);
            }
            page.control("fi", []);
        }
        // A command's page leads to the one above it, and that to the others.
        if let Some((above, _)) = display_name(command).rsplit_once('-') {
            let name: [Inline; 2] = [italic(above), roman(format!("({SECTION})"))];
            page.control("SH", ["SEE ALSO"]).text(name);
        }
        page.render()
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `0 clean, 1 findings, or differences` as the codes and what they mean.
fn exit_codes(text: &str) -> Vec<(char, String)> {
    let mut codes: Vec<(char, String)> = Vec::new();
    for part in text.split(", ") {
        let mut letters = part.chars();
        match (letters.next(), letters.as_str().strip_prefix(' '), codes.last_mut()) {
            (Some(code), Some(meaning), _) if code.is_ascii_digit() => codes.push((code, meaning.to_owned())),
            (_, _, Some((_, meaning))) => *meaning += &format!(", {part}"),
            _ => {}
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_after_the_options_is_read_by_paragraph() {
        let told = Told::read(
            "Examples:\n  quintet a\n    | b\n\nMore\nof it.\n\nReads: x\nWrites: y, to\nz\n\nExit codes: 0 done, or not, 2 wrong\nuse",
        );
        let codes = [('0', "done, or not".to_owned()), ('2', "wrong use".to_owned())];
        assert_eq!(told.examples, ["quintet a", "  | b"]);
        assert_eq!((told.reads.as_str(), told.writes.as_str()), ("x", "y, to z"));
        assert_eq!(told.exit_codes, codes);
        assert_eq!(told.notes, ["More of it."]);
    }

    #[test]
    fn what_roff_would_take_for_commands_is_text() {
        let told = Told { examples: vec![".br it's", "'x \\n"], ..Told::default() };
        let page = told.sections(&clap::Command::new("quintet"));
        assert_eq!(page.strip_prefix(PREAMBLE), Some(".SH EXAMPLES\n.nf\n\\&.br it\\*(Aqs\n\\*(Aqx \\\\n\n.fi\n"));
    }
}

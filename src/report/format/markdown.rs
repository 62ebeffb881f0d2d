//! For a pull request: one comment, in the Markdown of GitHub and GitLab.
//!
//! What the input says stands in indented code, a line of the report to a line:
//! nothing in it is markup, a mention or a link, and no text ends it early,
//! because no text has line breaks. The rest are words of ours.
//!
//! The first line is a marker that no page shows. Whoever writes the comment
//! looks for the one that begins with it, and edits that one.

use super::FormatOptions;
use super::groups::{Group, by_check, found};
use super::markup::push;
use crate::finding::Severity;
use crate::report::Report;
use crate::report::cut::one_line;
use crate::report::words::{counted, counts, gone, plain, plain_waived};
use crate::text::SourceMap;

const MARKER: &str = "<!-- quintet: check -->";

/// GitHub takes 65,536 characters and does not say of which kind. There are
/// never more of any kind than bytes of UTF-8, so bytes are counted.
const MOST: usize = 65_000;

/// Room that is kept for the last line.
const LAST_LINE: usize = 500;

pub(super) fn render(report: &Report, sources: &SourceMap, _: &FormatOptions) -> String {
    let groups = by_check(report);
    let found = found(&groups);
    let mut out = head(report);
    out.push_str(&table(&groups));
    let mut sections: Vec<Section> = found.iter().map(|group| of_check(group, report, sources)).collect();
    let waived = report.waived.iter().map(|waived| plain_waived(waived, report, sources));
    sections.extend(folded("waived", waived));
    let known = report.known().iter().map(|finding| plain(finding, report, sources));
    sections.extend(folded("known: it stands in the baseline", known));
    let mut left_out = 0;
    let number = sections.len();
    for (at, section) in sections.iter().enumerate() {
        // One check that finds a flood leaves the others their part.
        let room = MOST.saturating_sub(LAST_LINE + out.len());
        left_out += section.write(&mut out, room / (number - at), room);
    }
    out.push_str(&last_line(left_out));
    out
}

/// The marker, what was found and where was looked.
fn head(report: &Report) -> String {
    let mut out = format!("{MARKER}\n### quintet check: {}\n\n", counts(report));
    let environments = counted(report.environments.len(), "environment");
    push(&mut out, format_args!("Looked at {environments} with quintet {}:\n\n", version(report)));
    out.push_str(&code(&one_line(&report.environments.join(", "))));
    if let Some(gone) = gone(report) {
        push(&mut out, format_args!("\n{gone}.\n"));
    }
    out
}

/// The version, as far as it is one.
fn version(report: &Report) -> String {
    report.version.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+')).take(40).collect()
}

/// How many findings each check has, unless none has any.
fn table(groups: &[Group<'_>]) -> String {
    let mut out = String::new();
    for group in groups {
        let numbers =
            [group.count(Severity::Error), group.count(Severity::Warning), group.waived.len(), group.known.len()];
        if numbers == [0; 4] {
            continue;
        }
        let numbers = numbers.map(|number| number.to_string()).join(" | ");
        push(&mut out, format_args!("| `{}` | {numbers} |\n", group.id));
    }
    if out.is_empty() {
        return out;
    }
    format!("\n| Check | Errors | Warnings | Waived | Known |\n|---|--:|--:|--:|--:|\n{out}")
}

/// A heading, entries, and what comes after them.
struct Section {
    heading: String,
    entries: Vec<String>,
    ending: String,
    /// What may be left out before entries are.
    folded: String,
}

fn of_check(group: &Group<'_>, report: &Report, sources: &SourceMap) -> Section {
    let summary = group.rule.map(|rule| format!(": {}", rule.summary)).unwrap_or_default();
    let docs = group.rule.map_or("", |rule| rule.docs);
    Section {
        heading: format!("\n#### `{}`{summary}\n\n", group.id),
        entries: group.findings.iter().map(|finding| code(&plain(finding, report, sources))).collect(),
        ending: String::new(),
        folded: if docs.is_empty() { String::new() } else { details("Why, and what to do", docs) },
    }
}

/// Findings that fail no run.
fn folded(how: &str, texts: impl ExactSizeIterator<Item = String>) -> Option<Section> {
    let heading = format!("\n<details><summary>{} {how}</summary>\n\n", counted(texts.len(), "finding"));
    let entries: Vec<String> = texts.map(|text| code(&text)).collect();
    let ending = "\n</details>\n".to_owned();
    (!entries.is_empty()).then_some(Section { heading, entries, ending, folded: String::new() })
}

fn details(summary: &str, text: &str) -> String {
    format!("\n<details><summary>{summary}</summary>\n\n{text}\n\n</details>\n")
}

impl Section {
    /// Writes as many entries as fit into `share`, and the first also into
    /// `room`; answers how many do not.
    fn write(&self, out: &mut String, share: usize, room: usize) -> usize {
        const REST: usize = 40;
        let frame = self.heading.len() + self.ending.len() + REST;
        let (mut size, mut number) = (frame, 0);
        for entry in &self.entries {
            size += entry.len();
            if size > share && (number > 0 || size > room) {
                size -= entry.len();
                break;
            }
            number += 1;
        }
        let rest = self.entries.len() - number;
        if number == 0 {
            return rest;
        }
        out.push_str(&self.heading);
        self.entries.iter().take(number).for_each(|entry| out.push_str(entry));
        if rest > 0 {
            push(out, format_args!("    … and {rest} more\n"));
        }
        out.push_str(&self.ending);
        if size + self.folded.len() <= share {
            out.push_str(&self.folded);
        }
        rest
    }
}

/// What the comment lacks, if anything.
fn last_line(left_out: usize) -> String {
    let (findings, are) =
        if left_out == 1 { ("1 finding".to_owned(), "is") } else { (format!("{left_out} findings"), "are") };
    if left_out == 0 {
        return String::new();
    }
    format!(
        "\n**{findings} {are} left out here**, because a comment may have 65,536 characters. \
         The reports text, json, sarif and html have them all.\n"
    )
}

/// Lines as indented code.
fn code(text: &str) -> String {
    text.lines().map(|line| format!("    {}\n", one_line(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{HOSTILE, error, options, report, waived, warning};
    use super::*;
    use crate::finding::{CheckId, Finding, Place, Subject};
    use crate::report::Baselined;

    fn comment(report: &Report) -> String {
        render(report, &SourceMap::new(), &options())
    }

    #[test]
    fn a_clean_run_is_two_lines() {
        assert_eq!(
            comment(&report(Vec::new())),
            "<!-- quintet: check -->\n### quintet check: 0 errors, 0 warnings, 0 waived\n\n\
             Looked at 1 environment with quintet 1.2.3:\n\n    lab\n"
        );
    }

    #[test]
    fn findings_stand_in_code_below_their_check() {
        let baseline = Some(Baselined { known: vec![warning()], gone: 1 });
        let report = Report { waived: vec![waived(error())], baseline, ..report(vec![error()]) };
        assert_eq!(
            comment(&report),
            "<!-- quintet: check -->\n### quintet check: 1 error, 0 warnings, 1 waived, 1 known\n\n\
             Looked at 1 environment with quintet 1.2.3:\n\n    lab\n\n\
             1 finding of the baseline is gone: write it again.\n\n\
             | Check | Errors | Warnings | Waived | Known |\n|---|--:|--:|--:|--:|\n| `a/b` | 1 | 0 | 1 | 1 |\n\n\
             #### `a/b`: b is refused\n\n    error: it is wrong\n      help: set it right\n\n\
             <details><summary>Why, and what to do</summary>\n\nWhat.\n\nWhy.\n\n</details>\n\n\
             <details><summary>1 finding waived</summary>\n\n    error: it is wrong\n      help: set it right\n      \
             waived: reviewed (owner me, until 2027-01-31)\n\n</details>\n\n\
             <details><summary>1 finding known: it stands in the baseline</summary>\n\n    warning: it is wrong\n      \
             help: set it right\n\n</details>\n"
        );
    }

    /// Whether every line with a word of the input is code.
    #[track_caller]
    fn is_contained(comment: &str) {
        for line in comment.lines().filter(|line| line.contains("team") || line.contains("alert")) {
            assert!(line.starts_with("    "), "{line}");
        }
    }

    #[test]
    fn what_the_input_says_is_code() {
        let mut finding = error().at(Place::File(HOSTILE.to_owned())).in_field(HOSTILE);
        (finding.message, finding.help) = (HOSTILE.to_owned(), HOSTILE.to_owned());
        finding.subject = Subject { application: HOSTILE.to_owned(), object: HOSTILE.to_owned() };
        finding.environments = vec![HOSTILE.to_owned()];
        let mut accepted = waived(finding.clone());
        (accepted.reason, accepted.owner) = (HOSTILE.to_owned(), HOSTILE.to_owned());
        let baseline = Some(Baselined { known: vec![finding.clone()], gone: 0 });
        let environments = vec![HOSTILE.to_owned(), "lab".to_owned()];
        let version = HOSTILE.to_owned();
        let mut report = Report { waived: vec![accepted], baseline, environments, ..report(vec![finding]) };
        let comment_of_all = comment(&report);
        is_contained(&comment_of_all);
        assert!(comment_of_all.matches("@team").count() > 10, "{comment_of_all}");
        report.version = version;
        let comment = comment(&report);
        assert!(comment.contains("with quintet scriptimgsrcxonerroralert1team1ahttphbc:\n"), "{comment}");
    }

    #[test]
    fn a_comment_is_never_too_long_and_says_what_it_lacks() {
        let long = |id, character: &str| {
            let mut finding = Finding { id: CheckId::new(id), ..error().in_field(character.repeat(2000)) };
            (finding.message, finding.help) = (character.repeat(2000), character.repeat(2000));
            finding.subject = Subject { application: character.repeat(2000), object: character.repeat(2000) };
            finding.at(Place::File(character.repeat(2000)))
        };
        let mut findings = vec![long("a/b", "𝄞"); 100];
        findings.extend(vec![Finding { severity: Severity::Warning, ..long("z/z", "x") }; 10_000]);
        let all = findings.len();
        let comment = comment(&Report { waived: vec![waived(long("a/b", "é")); 50], ..report(findings) });
        assert!(comment.len() <= MOST && comment.len() > MOST / 2, "{}", comment.len());
        let shown = comment.lines().filter(|line| line.starts_with("    error: ") || line.starts_with("    warning: "));
        let left_out = all + 50 - shown.count();
        assert!(comment.ends_with("text, json, sarif and html have them all.\n"), "{comment}");
        assert!(comment.contains(&format!("**{left_out} findings are left out here**")), "{left_out}");
        assert!(comment.contains("| `z/z` | 0 | 10000 | 0 | 0 |") && comment.contains("#### `z/z`"));
        assert_eq!(comment.matches("<details>").count(), comment.matches("</details>").count());
    }
}

//! What go-yaml v3 makes of a block scalar when it writes and reads it again.
//!
//! kustomize sends every resource through that. Literal blocks come back as
//! they were; folded ones (`>`) may gain empty lines, because libyaml's writer
//! does not print what its reader would need
//! (`yaml_emitter_write_folded_scalar` in go-yaml 3.0.3's emitterc.go).

use super::chars::is_printable;

/// Whether the writer keeps `|` or `>` for this text; otherwise it writes it
/// in double quotes, which keep every text.
pub(super) fn keeps_block_style(text: &str) -> bool {
    !text.is_empty()
        && !text.ends_with(' ')
        && text.chars().all(|character| character == '\t' || is_printable(character))
        && ![" \n", " \u{2028}", " \u{2029}"].iter().any(|end| text.contains(end))
}

/// The value of a folded scalar after it was written and read again.
/// [`keeps_block_style`] must hold.
pub(super) fn rewrite_folded(text: &str) -> String {
    let written = write(text);
    let keep_all = text == "\n" || text.ends_with("\n\n");
    let clip = text.ends_with('\n');
    read(&written, clip, keep_all)
}

/// The lines the writer prints, without indentation.
fn write(text: &str) -> String {
    // The writer looks at the first line of the text where it means the next.
    let first_is_blank = text.trim_start_matches('\n').chars().next().is_none_or(|first| matches!(first, ' ' | '\t'));
    let mut written = String::with_capacity(text.len() + 16);
    let mut line_is_indented = true;
    let mut at_line_start = true;
    for character in text.chars() {
        if character == '\n' {
            if !at_line_start && !line_is_indented && !first_is_blank {
                written.push('\n');
            }
            at_line_start = true;
        } else {
            if at_line_start {
                line_is_indented = matches!(character, ' ' | '\t');
            }
            at_line_start = false;
        }
        written.push(character);
    }
    written
}

/// Folds `written` as `yaml_parser_scan_block_scalar` does.
fn read(written: &str, clip: bool, keep_all: bool) -> String {
    let mut value = String::with_capacity(written.len());
    let mut ended_line = false;
    let mut empty_lines = 0;
    let mut last_was_indented = false;
    for line in written.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        if content.is_empty() {
            empty_lines += 1;
            continue;
        }
        let indented = content.starts_with([' ', '\t']);
        if ended_line {
            if last_was_indented || indented {
                value.push('\n');
            } else if empty_lines == 0 {
                value.push(' ');
            }
        }
        value.extend(std::iter::repeat_n('\n', empty_lines));
        empty_lines = 0;
        value.push_str(content);
        last_was_indented = indented;
        ended_line = line.len() > content.len();
    }
    if clip && ended_line {
        value.push('\n');
    }
    if keep_all {
        value.extend(std::iter::repeat_n('\n', empty_lines));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_texts_gain_lines() {
        // What kustomize prints for blocks with these values.
        for (before, after) in [
            ("a b\nc\n\nd\n", "a b\nc\n\nd\n"),
            ("a b", "a b"),
            ("a b\n\n", "a b\n\n\n"),
            ("a\n  b\nc\n", "a\n\n  b\nc\n"),
            ("a\n\n  b\nc\n", "a\n\n\n  b\nc\n"),
            ("Items:\n  - x\n  - y\nend\n", "Items:\n\n  - x\n  - y\nend\n"),
            ("  b\nc d\ne\n", "  b\nc d e\n"),
            ("\na b\nc\n", "\na b\nc\n"),
            ("a\n\tb\nc\n", "a\n\n\tb\nc\n"),
            ("a\n\nb", "a\n\nb"),
            ("\n", "\n"),
        ] {
            assert!(keeps_block_style(before));
            assert_eq!(rewrite_folded(before), after, "{before:?}");
        }
        for text in ["", "a ", "a \nb", "a\u{1F600}", "a\u{7F}"] {
            assert!(!keeps_block_style(text), "{text:?}");
        }
    }
}

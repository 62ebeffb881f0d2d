//! The last step of kustomize's output: the JSON text of a resource is read by
//! go-yaml v2, as YAML. That refuses some characters JSON allows, and takes
//! U+0085 for a line break, which quoted text folds.

use std::borrow::Cow;

/// Why a string does not survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// go-yaml allows no such character in its input.
    Control(char),
    /// A line that looks like the mark between documents follows U+0085.
    DocumentMark,
}

fn is_refused(character: char) -> bool {
    // Below U+0020 JSON escapes, so the reader does not see them.
    matches!(character, '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}')
}

/// `text` as it comes back from go-yaml v2.
pub(super) fn reread(text: Cow<'_, str>) -> Result<Cow<'_, str>, Refused> {
    // Vectorizes, and nearly every text ends here.
    if text.bytes().fold(true, |plain, byte| plain & (byte < 0x7F)) {
        return Ok(text);
    }
    if let Some(character) = text.chars().find(|&character| is_refused(character)) {
        return Err(Refused::Control(character));
    }
    if text.contains('\u{85}') { fold_next_lines(&text).map(Cow::Owned) } else { Ok(text) }
}

/// Folds U+0085 as quoted scalars fold line breaks: spaces around breaks go,
/// one break is a space, `n` breaks are `n - 1` line feeds.
fn fold_next_lines(text: &str) -> Result<String, Refused> {
    let mut folded = String::with_capacity(text.len());
    let mut lines = text.split('\u{85}');
    folded.push_str(lines.next().unwrap_or_default());
    let mut breaks = 0;
    let mut lines = lines.peekable();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("---").or_else(|| line.strip_prefix("..."))
            && (rest.starts_with(' ') || (rest.is_empty() && lines.peek().is_some()))
        {
            return Err(Refused::DocumentMark);
        }
        if breaks == 0 {
            folded.truncate(folded.trim_end_matches(' ').len());
        }
        breaks += 1;
        let content = line.trim_start_matches(' ');
        if content.is_empty() && lines.peek().is_some() {
            continue;
        }
        if breaks == 1 {
            folded.push(' ');
        } else {
            folded.extend(std::iter::repeat_n('\n', breaks - 1));
        }
        breaks = 0;
        folded.push_str(content);
    }
    Ok(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, Refused>) {
        assert_eq!(reread(Cow::Borrowed(text)), expected.map(Cow::Borrowed), "{text:?}");
    }

    #[test]
    fn control_characters_are_refused_and_next_lines_fold() {
        check("tab\tnul\0 é \u{1F600}\u{FEFF}", Ok("tab\tnul\0 é \u{1F600}\u{FEFF}"));
        check("a\u{7F}", Err(Refused::Control('\u{7F}')));
        check("a\u{9F}", Err(Refused::Control('\u{9F}')));
        check("\u{85}", Ok(" "));
        check("a \u{85} b", Ok("a b"));
        check("a\u{85}\u{85} \u{85}b", Ok("a\n\nb"));
        check("a\u{85}b\u{85}", Ok("a b "));
        check("a\u{85}--- b", Err(Refused::DocumentMark));
        check("a\u{85}---b", Ok("a ---b"));
    }
}

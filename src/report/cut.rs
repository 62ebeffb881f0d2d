//! Texts that come from the input, as reports repeat them.

/// Longer messages and lines are cut: they repeat what stands in the input, and
/// the input may be meant to flood whoever reads the messages.
pub(super) const LONGEST: usize = 1000;

/// Beginning and end of `text`: what is wrong is said before or after what is
/// repeated.
pub(super) fn cut(text: &str) -> String {
    let at = |number| text.char_indices().nth(number).map(|(at, _)| at);
    let Some(end) = at(LONGEST) else { return text.to_owned() };
    let head = at(LONGEST / 2).unwrap_or(end);
    let tail = text.char_indices().rev().nth(LONGEST / 2).map_or(end, |(at, _)| at);
    format!("{} … {}", &text[..head], &text[tail..])
}

/// `text` in one line, [`cut`]: control characters become spaces, because what
/// the input says must neither steer a terminal nor begin a line of a report,
/// nor turn the words around it backwards.
pub(super) fn one_line(text: &str) -> String {
    cut(&text.replace(|c: char| c.is_control() || breaks_line(c) || turns_direction(c), " "))
}

fn breaks_line(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// Explicit directional formatting, UAX #9 §2.
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_their_beginning_and_end() {
        assert_eq!(cut("short"), "short");
        let text = cut(&format!("begin{}end", "é".repeat(5000)));
        assert!(text.starts_with("begin") && text.ends_with("end") && text.contains(" … "));
        assert!(text.chars().count() <= LONGEST + 5, "{}", text.chars().count());
    }

    #[test]
    fn one_line_has_no_control_characters() {
        assert_eq!(one_line("a\r\nb\u{1b}[31m\u{2028}c\u{85}é\u{202e}d"), "a  b [31m c é d");
    }
}

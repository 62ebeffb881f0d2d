//! Which style go-yaml v2 gives a string: `stringv` in go-yaml 2.4.2's
//! encode.go, `yaml_emitter_analyze_scalar` and
//! `yaml_emitter_select_scalar_style` in its emitterc.go.

use crate::yaml::chars::{is_break, is_printable};
use crate::yaml::key::MAX_SIMPLE_KEY;
use crate::yaml::resolve::reads_as_string_in_v2;

/// How a string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Single,
    Double,
    Literal,
}

const SPACE: u8 = 1;
const COLON: u8 = 2;
const HASH: u8 = 4;
const NEW_LINE: u8 = 8;
/// Control characters but line feeds.
const CONTROL: u8 = 16;
const NOT_ASCII: u8 = 32;

/// What each byte means for the style; 0 for most.
static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte {
            0x0A => NEW_LINE,
            0x20 => SPACE,
            0x23 => HASH,
            0x3A => COLON,
            0x00..=0x1F | 0x7F => CONTROL,
            0x80..=0xFF => NOT_ASCII,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

fn seen(text: &str) -> u8 {
    text.bytes().fold(0, |seen, byte| seen | CLASS[byte as usize])
}

/// The form of a value.
pub(super) fn form(text: &str) -> Form {
    choose(text, seen(text), false)
}

/// The form of a key that is written on one line; nothing for keys that need
/// `?`, by their length or their line breaks.
pub(super) fn simple_key_form(text: &str) -> Option<Form> {
    let seen = seen(text);
    if text.len() > MAX_SIMPLE_KEY || (seen & (NEW_LINE | CONTROL | NOT_ASCII) != 0 && text.contains(is_break)) {
        return None;
    }
    Some(choose(text, seen, true))
}

fn choose(text: &str, seen: u8, simple_key: bool) -> Form {
    if seen & NEW_LINE != 0 {
        let special = seen & (CONTROL | NOT_ASCII) != 0 && text.chars().any(|character| !is_printable(character));
        return if special || simple_key || has_space_at_line_end(text) { Form::Double } else { Form::Literal };
    }
    if !reads_as_string_in_v2(text) {
        return Form::Double;
    }
    one_line(text, seen)
}

/// Whether nothing in the text keeps it from being a plain scalar on one line,
/// whatever value it then has.
pub(in crate::yaml) fn can_be_plain(text: &str) -> bool {
    let seen = seen(text);
    !text.is_empty() && seen & NEW_LINE == 0 && one_line(text, seen) == Form::Plain
}

/// The form of a text without line feeds that reads as a string.
fn one_line(text: &str, seen: u8) -> Form {
    if seen == 0 {
        return if starts_like_syntax(text) { Form::Single } else { Form::Plain };
    }
    if seen & (CONTROL | NOT_ASCII) != 0 {
        if text.chars().any(|character| !is_printable(character)) || has_space_at_break(text) {
            return Form::Double;
        }
        if text.contains(is_break) {
            return Form::Single;
        }
    }
    let bytes = text.as_bytes();
    let outer_space = bytes.first() == Some(&b' ') || bytes.last() == Some(&b' ');
    let is_syntax = outer_space
        || starts_like_syntax(text)
        || (seen & COLON != 0 && has_key_mark(bytes))
        || (seen & (HASH | SPACE) == HASH | SPACE && has_comment_mark(bytes));
    if is_syntax { Form::Single } else { Form::Plain }
}

/// A space at the end of a line or of the text.
fn has_space_at_line_end(text: &str) -> bool {
    text.ends_with(' ') || text.contains(" \n") || (!text.is_ascii() && has_space_before_separator(text))
}

fn has_space_before_separator(text: &str) -> bool {
    text.contains(" \u{2028}") || text.contains(" \u{2029}")
}

/// A space beside U+2028 or U+2029, the only breaks in a printable line.
fn has_space_at_break(text: &str) -> bool {
    has_space_before_separator(text) || text.contains("\u{2028} ") || text.contains("\u{2029} ")
}

/// What may not stand at the start of a plain scalar.
fn starts_like_syntax(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(
            b'#' | b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@'
            | b'`',
        ) => true,
        Some(b'-') => bytes.starts_with(b"---") || matches!(bytes.get(1), None | Some(b' ')),
        Some(b'.') => bytes.starts_with(b"..."),
        Some(b'?' | b':') => matches!(bytes.get(1), None | Some(b' ')),
        _ => false,
    }
}

/// A `:` before a space or at the end; what has a tab is quoted anyway.
fn has_key_mark(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b':', bytes).any(|at| matches!(bytes.get(at + 1), None | Some(b' ')))
}

/// A `#` after a space.
fn has_comment_mark(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'#', bytes).any(|at| at > 0 && bytes[at - 1] == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_follows_the_characters() {
        for (text, expected) in [
            ("a", Form::Plain),
            ("a b", Form::Plain),
            ("a:b", Form::Plain),
            ("http://x#y", Form::Plain),
            ("-a", Form::Plain),
            ("?a", Form::Plain),
            ("a  b", Form::Plain),
            ("é", Form::Plain),
            ("=", Form::Plain),
            ("<<", Form::Plain),
            ("", Form::Double),
            ("1", Form::Double),
            ("on", Form::Double),
            ("12:30", Form::Double),
            ("a\tb", Form::Double),
            ("a\rb", Form::Double),
            ("\u{1F600}", Form::Double),
            ("\u{FEFF}a", Form::Double),
            ("a\n", Form::Literal),
            (" a\n", Form::Literal),
            ("a \nb", Form::Double),
            ("a\n ", Form::Double),
            ("a\n\tb", Form::Double),
            ("a\n\u{1F600}", Form::Double),
            ("é\n", Form::Literal),
            (" a", Form::Single),
            ("a ", Form::Single),
            ("- a", Form::Single),
            ("-", Form::Single),
            ("---a", Form::Single),
            ("...", Form::Single),
            ("a: b", Form::Single),
            ("a:", Form::Single),
            (":", Form::Single),
            ("a #b", Form::Single),
            ("#", Form::Single),
            ("{a}", Form::Single),
            ("a\u{2028}b", Form::Single),
            ("a\u{2028} b", Form::Double),
        ] {
            assert_eq!(form(text), expected, "{text:?}");
        }
        assert_eq!(simple_key_form("a\nb"), None);
        assert_eq!(simple_key_form(&"k".repeat(129)), None);
        assert_eq!(simple_key_form(&"k".repeat(128)), Some(Form::Plain));
        assert_eq!(simple_key_form("a\u{2028}b"), None);
        assert_eq!(simple_key_form("a\rb"), None);
        assert_eq!(simple_key_form(""), Some(Form::Double));
    }
}

//! Writing the text of a scalar: `yaml_emitter_write_*_scalar` in go-yaml
//! 2.4.2's emitterc.go.

use super::analysis::Form;
use crate::yaml::chars::{is_break, is_printable};

/// A line is folded at the first space after this many characters.
const WIDTH: usize = 80;

static SPACES: [u8; 64] = [b' '; 64];

/// Where the text goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Where in the output the current line starts.
    pub(super) line_start: usize,
    /// How far continuation lines are indented.
    pub(super) indent: usize,
    /// Whether long lines are folded; not in keys.
    pub(super) fold: bool,
}

#[inline]
pub(super) fn push_spaces(out: &mut Vec<u8>, mut count: usize) {
    while count > SPACES.len() {
        out.extend_from_slice(&SPACES);
        count -= SPACES.len();
    }
    out.extend_from_slice(&SPACES[..count]);
}

/// Appends `text` in `form`. A literal ends with a line feed, the others do not.
pub(super) fn write(out: &mut Vec<u8>, text: &str, form: Form, spot: Spot) {
    match form {
        Form::Plain => write_words(out, text, spot),
        Form::Single => write_single(out, text, spot),
        Form::Double => write_double(out, text, spot),
        Form::Literal => write_literal(out, text, spot.indent),
    }
}

/// The number of characters on the line so far.
fn column(out: &[u8], spot: Spot) -> usize {
    let line = &out[spot.line_start..];
    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Bytes of `text` that `count` characters take.
fn bytes_of(text: &str, count: usize) -> usize {
    if text.as_bytes().iter().take(count).all(u8::is_ascii) {
        return count.min(text.len());
    }
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}

fn break_line(out: &mut Vec<u8>, indent: usize) {
    out.push(b'\n');
    push_spaces(out, indent);
}

/// Text without escapes and breaks: copied, and folded at single spaces that
/// are neither first nor last.
fn write_words(out: &mut Vec<u8>, text: &str, spot: Spot) {
    // As many bytes as characters or more: nothing to count in most texts.
    if !spot.fold || out.len() - spot.line_start + text.len() <= WIDTH + 1 {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let bytes = text.as_bytes();
    let mut column = column(out, spot);
    let mut from = 0;
    loop {
        let late = from + bytes_of(&text[from..], (WIDTH + 1).saturating_sub(column));
        let is_single = |&at: &usize| at > 0 && at + 1 < bytes.len() && bytes[at - 1] != b' ' && bytes[at + 1] != b' ';
        let Some(at) = memchr::memchr_iter(b' ', &bytes[late..]).map(|at| late + at).find(is_single) else {
            out.extend_from_slice(&bytes[from..]);
            return;
        };
        out.extend_from_slice(&bytes[from..at]);
        break_line(out, spot.indent);
        column = spot.indent;
        from = at + 1;
    }
}

fn write_single(out: &mut Vec<u8>, text: &str, spot: Spot) {
    out.push(b'\'');
    if text.contains(['\'', '\u{2028}', '\u{2029}']) {
        write_single_slowly(out, text, spot);
    } else {
        write_words(out, text, spot);
    }
    out.push(b'\'');
}

fn write_single_slowly(out: &mut Vec<u8>, text: &str, spot: Spot) {
    let bytes = text.as_bytes();
    let mut column = column(out, spot);
    let mut after_space = false;
    let mut after_break = false;
    for (at, character) in text.char_indices() {
        if character == ' ' {
            let inside = at > 0 && at + 1 < bytes.len() && bytes[at + 1] != b' ';
            if spot.fold && !after_space && column > WIDTH && inside {
                break_line(out, spot.indent);
                column = spot.indent;
            } else {
                out.push(b' ');
                column += 1;
            }
            after_space = true;
            continue;
        }
        if is_break(character) {
            column = 0;
            after_break = true;
        } else {
            if after_break {
                push_spaces(out, spot.indent);
                column = spot.indent;
            }
            if character == '\'' {
                out.push(b'\'');
                column += 1;
            }
            column += 1;
            (after_space, after_break) = (false, false);
        }
        push_char(out, character);
    }
}

fn push_char(out: &mut Vec<u8>, character: char) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn write_double(out: &mut Vec<u8>, text: &str, spot: Spot) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut column = column(out, spot);
    let mut after_space = false;
    // The writer looks for U+FEFF at the start of the text where it means the
    // current character.
    let escape_all = text.starts_with('\u{FEFF}');
    for (at, character) in text.char_indices() {
        if character == ' ' && !escape_all {
            if spot.fold && !after_space && column > WIDTH && at > 0 && at + 1 < bytes.len() {
                break_line(out, spot.indent);
                column = spot.indent;
                if bytes[at + 1] == b' ' {
                    out.push(b'\\');
                    column += 1;
                }
            } else {
                out.push(b' ');
                column += 1;
            }
            after_space = true;
            continue;
        }
        after_space = false;
        if escape_all || matches!(character, '"' | '\\') || !is_printable(character) || is_break(character) {
            column += push_escape(out, character);
        } else {
            push_char(out, character);
            column += 1;
        }
    }
    out.push(b'"');
}

/// Appends an escape and returns its length.
fn push_escape(out: &mut Vec<u8>, character: char) -> usize {
    let before = out.len();
    let short = match character {
        '\0' => b'0',
        '\u{7}' => b'a',
        '\u{8}' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\u{B}' => b'v',
        '\u{C}' => b'f',
        '\r' => b'r',
        '\u{1B}' => b'e',
        '"' => b'"',
        '\\' => b'\\',
        '\u{85}' => b'N',
        '\u{A0}' => b'_',
        '\u{2028}' => b'L',
        '\u{2029}' => b'P',
        _ => {
            let code = u32::from(character);
            let escape = match code {
                0..=0xFF => format!("\\x{code:02X}"),
                0x100..=0xFFFF => format!("\\u{code:04X}"),
                _ => format!("\\U{code:08X}"),
            };
            out.extend_from_slice(escape.as_bytes());
            return out.len() - before;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
    out.len() - before
}

/// A `|` block, its last line feed included. U+2028 and U+2029 end lines too.
/// A text that ends in one of them gets a line feed, which kustomize forgets:
/// its output has the next key on the same line and is no YAML.
fn write_literal(out: &mut Vec<u8>, text: &str, indent: usize) {
    out.push(b'|');
    if text.starts_with(|first| first == ' ' || is_break(first)) {
        out.push(b'2');
    }
    let mut from_end = text.chars().rev();
    match (from_end.next().is_some_and(is_break), from_end.next()) {
        (false, _) => out.push(b'-'),
        (true, None) => out.push(b'+'),
        (true, Some(before)) if is_break(before) => out.push(b'+'),
        (true, Some(_)) => {}
    }
    out.push(b'\n');
    if !text.is_ascii() && text.contains(['\u{2028}', '\u{2029}']) {
        for line in text.split_inclusive(is_break) {
            write_line(out, line.as_bytes(), is_break(line.chars().next().unwrap_or('\n')), indent);
        }
    } else {
        let bytes = text.as_bytes();
        let mut from = 0;
        for at in memchr::memchr_iter(b'\n', bytes) {
            write_line(out, &bytes[from..=at], from == at, indent);
            from = at + 1;
        }
        write_line(out, &bytes[from..], from == bytes.len(), indent);
    }
    if out.last() != Some(&b'\n') {
        out.push(b'\n');
    }
}

fn write_line(out: &mut Vec<u8>, line: &[u8], is_empty: bool, indent: usize) {
    if !is_empty {
        push_spaces(out, indent);
    }
    out.extend_from_slice(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, form: Form, expected: &str) {
        let mut out = b"k: ".to_vec();
        write(&mut out, text, form, Spot { line_start: 0, indent: 2, fold: true });
        assert_eq!(String::from_utf8_lossy(&out), format!("k: {expected}"));
    }

    #[test]
    fn lines_are_folded_at_the_first_single_space_after_column_80() {
        let word = "x".repeat(78);
        check(&format!("{word} y z"), Form::Plain, &format!("{word}\n  y z"));
        let word = "x".repeat(77);
        check(&format!("{word} y z"), Form::Plain, &format!("{word} y\n  z"));
        let word = "é".repeat(77);
        check(&format!("{word} y z"), Form::Plain, &format!("{word} y\n  z"));
        let word = "x".repeat(90);
        check(&format!("{word}  y z"), Form::Plain, &format!("{word}  y\n  z"));
        check(&format!(" {word} "), Form::Single, &format!("' {word} '"));
        check(&format!("{word}' y z"), Form::Single, &format!("'{word}''\n  y z'"));
        check(&format!("{word}  y z"), Form::Double, &format!("\"{word}\n  \\ y z\""));
        let mut out = Vec::new();
        write(&mut out, &format!("{word} y"), Form::Plain, Spot { line_start: 0, indent: 2, fold: false });
        assert_eq!(out, format!("{word} y").as_bytes());
    }

    #[test]
    fn escapes_and_blocks() {
        check("a\tb\u{1}\u{1F600}\"\\", Form::Double, "\"a\\tb\\x01\\U0001F600\\\"\\\\\"");
        check("\u{FEFF}a ", Form::Double, "\"\\uFEFF\\x61\\x20\"");
        check("a\nb", Form::Literal, "|-\n  a\n  b\n");
        check("a\nb\n", Form::Literal, "|\n  a\n  b\n");
        check("\n a\n\n", Form::Literal, "|2+\n\n   a\n\n");
        check("\n", Form::Literal, "|2+\n\n");
        check("a\u{2028}\u{2028}b", Form::Single, "'a\u{2028}\u{2028}  b'");
    }
}

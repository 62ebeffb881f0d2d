//! Quoted scalars as libyaml reads them.
//!
//! Follows `yaml_parser_scan_flow_scalar` in go-yaml's `scannerc.go` (v3.0.3).
//! The grammar crate reads nearly all of them the same way; this is for the
//! rest: U+0085, U+2028 and U+2029 are line breaks, `\/` is unknown and a
//! surrogate is not a character.

/// A problem and the byte of the raw text it is at.
pub(super) type Problem = (usize, &'static str);

/// Whether `raw`, quotes included, has something the two readers see differently.
pub(super) fn needs_own_reading(raw: &str, double: bool, has_wide_break: bool) -> bool {
    let escape_differs = |(at, _): (usize, &str)| matches!(raw.as_bytes().get(at + 1), Some(b'/' | b'u' | b'U'));
    has_wide_break || (double && raw.match_indices('\\').any(escape_differs))
}

/// The value of `raw`, quotes included.
pub(super) fn decode(raw: &str, double: bool) -> Result<String, Problem> {
    let mut text = String::with_capacity(raw.len());
    let end = raw.len().saturating_sub(1);
    let mut rest = Cursor { raw: &raw[..end], at: 1 };
    while let Some(c) = rest.peek() {
        if is_blank(c) || is_break(c) {
            fold(&mut rest, &mut text, false);
        } else if !double && c == '\'' {
            rest.at += 2;
            text.push('\'');
        } else if double && c == '\\' {
            rest.at += 1;
            if rest.peek().is_some_and(is_break) {
                rest.line_break();
                fold(&mut rest, &mut text, true);
            } else {
                text.push(escape(&mut rest)?);
            }
        } else {
            rest.at += c.len_utf8();
            text.push(c);
        }
    }
    Ok(text)
}

/// Blanks and line breaks between two words; `joined` when an escaped line
/// break came before.
fn fold(rest: &mut Cursor<'_>, text: &mut String, joined: bool) {
    let (mut blanks, mut first, mut more) = (String::new(), None, String::new());
    while let Some(c) = rest.peek() {
        if is_blank(c) {
            if first.is_none() && !joined {
                blanks.push(c);
            }
            rest.at += 1;
        } else if is_break(c) {
            let line_break = rest.line_break();
            if first.is_none() && !joined {
                first = Some(line_break);
            } else {
                more.push(line_break);
            }
        } else {
            break;
        }
    }
    match first {
        None if !joined => text.push_str(&blanks),
        Some('\n') if more.is_empty() => text.push(' '),
        None | Some('\n') => text.push_str(&more),
        Some(kept) => {
            text.push(kept);
            text.push_str(&more);
        }
    }
}

fn escape(rest: &mut Cursor<'_>) -> Result<char, Problem> {
    let at = rest.at - 1;
    let Some(c) = rest.peek() else { return Err((at, "found unexpected end of a quoted scalar")) };
    rest.at += c.len_utf8();
    let digits = match c {
        '0' => return Ok('\0'),
        'a' => return Ok('\x07'),
        'b' => return Ok('\x08'),
        't' | '\t' => return Ok('\t'),
        'n' => return Ok('\n'),
        'v' => return Ok('\x0b'),
        'f' => return Ok('\x0c'),
        'r' => return Ok('\r'),
        'e' => return Ok('\x1b'),
        ' ' | '"' | '\'' | '\\' => return Ok(c),
        'N' => return Ok('\u{85}'),
        '_' => return Ok('\u{a0}'),
        'L' => return Ok('\u{2028}'),
        'P' => return Ok('\u{2029}'),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => return Err((at, "found unknown escape character")),
    };
    let code = rest.raw.get(rest.at..rest.at + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(code) = code else { return Err((at, "did not find expected hexadecimal number")) };
    rest.at += digits;
    char::from_u32(code).ok_or((at, "found invalid Unicode character escape code"))
}

struct Cursor<'r> {
    raw: &'r str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.raw.get(self.at..)?.chars().next()
    }

    /// Steps over a line break; `\r` and U+0085 count as `\n`.
    fn line_break(&mut self) -> char {
        let found = self.peek().unwrap_or('\n');
        self.at += found.len_utf8();
        if found == '\r' && self.peek() == Some('\n') {
            self.at += 1;
        }
        if matches!(found, '\u{2028}' | '\u{2029}') { found } else { '\n' }
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_breaks_fold() {
        assert_eq!(decode("'a\u{85}  b'", false).as_deref(), Ok("a b"));
        assert_eq!(decode("'a \u{2028}    b'", false).as_deref(), Ok("a\u{2028}b"));
        assert_eq!(decode("\"a\u{85}\u{85}b\"", true).as_deref(), Ok("a\nb"));
        assert_eq!(decode("\"a\\\u{2029}  b\"", true).as_deref(), Ok("ab"));
    }

    #[test]
    fn common_texts_read_as_usual() {
        assert_eq!(decode("'it''s  a'", false).as_deref(), Ok("it's  a"));
        assert_eq!(decode("\"a  \n\n  b\\n\\x41\\u00e9\\U0001F600 \"", true).as_deref(), Ok("a\nb\nA\u{e9}\u{1f600} "));
        assert_eq!(decode("\"a \\\n  \\ b\"", true).as_deref(), Ok("a  b"));
        assert_eq!(decode("\"\"", true).as_deref(), Ok(""));
    }

    #[test]
    fn what_libyaml_refuses_is_refused() {
        assert_eq!(decode("\"\\/\"", true), Err((1, "found unknown escape character")));
        assert_eq!(decode("\"\\ud83d\\ude00\"", true), Err((1, "found invalid Unicode character escape code")));
    }
}

//! From the bytes of a file to the pieces that hold one document each.
//!
//! kustomize cuts a manifest file as text, before any YAML is read:
//! `splitDocuments` and `ByteReader.Read` in `kyaml/kio/byteio_reader.go`
//! (5.8.1).

use std::ops::Range;

use memchr::memmem;

/// Bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A byte that is not part of a UTF-8 character.
    #[error("invalid UTF-8 at byte {offset} (line {line})")]
    Utf8 {
        /// The first bad byte.
        offset: usize,
        /// The line it is on, from 1.
        line: usize,
    },
    /// A lone surrogate or half a character in a text with a UTF-16 byte order mark.
    #[error("invalid UTF-16 at byte {offset}")]
    Utf16 {
        /// The first bad byte.
        offset: usize,
    },
}

/// The text of a file: UTF-8, or UTF-16 with a byte order mark; the mark is
/// dropped and `\r\n` becomes `\n`.
///
/// # Errors
/// The first byte that is no text.
pub fn decode_text(bytes: Vec<u8>) -> Result<String, DecodeError> {
    let text = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes)?,
        _ => String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            let line = 1 + memchr::memchr_iter(b'\n', &error.as_bytes()[..offset]).count();
            DecodeError::Utf8 { offset, line }
        })?,
    };
    let has_mark = text.starts_with('\u{feff}');
    if memchr::memchr(b'\r', text.as_bytes()).is_some() && text.contains("\r\n") {
        return Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n"));
    }
    Ok(if has_mark { text['\u{feff}'.len_utf8()..].to_owned() } else { text })
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DecodeError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut offset = 2;
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let character = decoded.map_err(|_| DecodeError::Utf16 { offset })?;
        offset += 2 * character.len_utf16();
        text.push(character);
    }
    if rest.is_empty() { Ok(text) } else { Err(DecodeError::Utf16 { offset }) }
}

/// A line that starts with `---` and says more than a comment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid document separator: {line}")]
pub struct SeparatorError {
    /// The line.
    pub line: String,
    /// Where it is in the text.
    pub range: Range<usize>,
}

/// Cuts a text at its document separators: every match of `\n---.*\n`, looked
/// for from left to right, so a separator that directly follows another one
/// and one without a line break after it stay in the text. Every piece but the
/// last keeps the line break before its separator. An empty text has no pieces.
///
/// # Errors
/// A separator line may hold blanks and a comment, nothing else.
pub fn split_documents(text: &str) -> Result<Vec<Range<usize>>, SeparatorError> {
    let mut pieces = Vec::new();
    if text.is_empty() {
        return Ok(pieces);
    }
    let mut start = 0;
    while let Some(found) = memmem::find(&text.as_bytes()[start..], b"\n---") {
        let line = start + found + 1;
        let Some(length) = memchr::memchr(b'\n', &text.as_bytes()[line..]) else { break };
        let rest = text[line + 3..line + length].trim();
        if !rest.is_empty() && !rest.starts_with('#') {
            let range = line..line + length;
            return Err(SeparatorError { line: text[range.clone()].trim().to_owned(), range });
        }
        pieces.push(start..line);
        start = line + length + 1;
    }
    pieces.push(start..text.len());
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        split_documents(text).unwrap().into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn text_is_cut_at_separator_lines() {
        assert_eq!(pieces(""), Vec::<&str>::new());
        assert_eq!(pieces("a: 1"), ["a: 1"]);
        assert_eq!(pieces("a: 1\n---\nb: 2\n"), ["a: 1\n", "b: 2\n"]);
        assert_eq!(pieces("---\na: 1\n---  # note\n"), ["---\na: 1\n", ""]);
        assert_eq!(pieces("\n---\n---\nb"), ["\n", "---\nb"], "the second one has lost its line break to the first");
        assert_eq!(pieces("a\n---"), ["a\n---"], "no line break after it");
        assert_eq!(pieces("k: |\n  ---\n  x\n"), ["k: |\n  ---\n  x\n"]);
    }

    #[test]
    fn a_separator_line_says_nothing_else() {
        let error = split_documents("a: 1\n--- {b: 2}\n").unwrap_err();
        assert_eq!(error.to_string(), "invalid document separator: --- {b: 2}");
        assert_eq!(error.range, 5..15);
        assert!(split_documents("a\n----\n").is_err());
    }

    #[test]
    fn marks_and_line_ends_are_normalised() {
        let decode = |bytes: &[u8]| decode_text(bytes.to_vec());
        assert_eq!(decode(b"a: 1\r\nb: 2\r").as_deref(), Ok("a: 1\nb: 2\r"));
        assert_eq!(decode("\u{feff}a\r\nb".as_bytes()).as_deref(), Ok("a\nb"));
        assert_eq!(decode("\u{feff}a\u{feff}".as_bytes()).as_deref(), Ok("a\u{feff}"));
        assert_eq!(decode(b"\xff\xfea\0\r\0\n\0").as_deref(), Ok("a\n"));
        assert_eq!(decode(b"\xfe\xff\0a\xd8\x3d\xde\0").as_deref(), Ok("a\u{1f600}"));
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        let decode = |bytes: &[u8]| decode_text(bytes.to_vec()).unwrap_err();
        assert_eq!(decode(b"a\nb\xe9\n"), DecodeError::Utf8 { offset: 3, line: 2 });
        assert_eq!(decode(b"\xff\xfea\0b"), DecodeError::Utf16 { offset: 4 });
        assert_eq!(decode(b"\xff\xfea\0\x3d\xd8"), DecodeError::Utf16 { offset: 4 });
    }
}

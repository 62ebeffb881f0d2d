//! A place in the text, and steps from it.

use std::ops::Range;

use memchr::{memchr, memchr2};

use super::scalar::starts_plain;

use crate::text::{SourceId, Span};

/// Whether a text has none of the characters that need a closer look: tabs and
/// other controls, U+0085 and its like, byte order marks.
pub(super) fn is_usual(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Without early exit, so that the compiler can look at many bytes at once.
    let odd = bytes.iter().fold(false, |odd, &byte| odd | ((byte < b' ') & (byte != b'\n')) | (byte == 0x7f));
    !odd && (text.is_ascii()
        || text.chars().all(|c| {
            !matches!(c, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        }))
}

pub(super) struct Cursor<'s> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    /// A part of a line without its start, up to its end: lines are looked at
    /// several times.
    seen: Range<usize>,
    /// One past the last byte of content.
    content_end: usize,
    /// Start of the line that `next_content` found.
    line_start: usize,
    /// The column of the content on that line, once the line was unread: every
    /// collection that ends above it looks at it again.
    unread: Option<usize>,
    base: usize,
    source: SourceId,
}

impl<'s> Cursor<'s> {
    pub(super) fn new(text: &'s str, base: usize, source: SourceId) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            seen: 0..0,
            content_end: 0,
            line_start: 0,
            unread: None,
            base,
            source,
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn content_end(&self) -> usize {
        self.content_end
    }

    /// Notes that content ends at `at`, and goes there.
    pub(super) fn end_content(&mut self, at: usize) {
        self.at = at;
        self.content_end = at;
    }

    /// Notes where content ended, behind which the cursor is already.
    pub(super) fn end_content_only(&mut self, at: usize) {
        self.content_end = at;
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'s [u8] {
        &self.bytes[range]
    }

    /// Readers cut at ASCII characters.
    pub(super) fn text(&self, range: Range<usize>) -> &'s str {
        self.text.get(range).unwrap_or_default()
    }

    pub(super) fn span(&self, range: Range<usize>) -> Span {
        let offset = |at: usize| u32::try_from(self.base + at).unwrap_or(u32::MAX);
        let start = offset(range.start);
        Span::new(self.source, start, offset(range.end).saturating_sub(start))
    }

    pub(super) fn skip_spaces(&mut self) {
        self.at += leading_spaces(&self.bytes[self.at..]);
    }

    pub(super) fn is_after_space(&self) -> bool {
        self.at == 0 || matches!(self.bytes[self.at - 1], b' ' | b'\n')
    }

    /// The end of the line the cursor is on, without its line break.
    pub(super) fn line_end(&mut self) -> usize {
        if !(self.seen.start..=self.seen.end).contains(&self.at) || self.seen.is_empty() {
            self.seen = self.at..self.line_end_from(self.at);
        }
        self.seen.end
    }

    /// The end of the line that `at` is on, without its line break.
    pub(super) fn line_end_from(&self, at: usize) -> usize {
        memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |length| at + length)
    }

    pub(super) fn skip_line(&mut self) {
        self.at = (self.line_end() + 1).min(self.bytes.len());
    }

    /// Nothing but spaces and a comment may be left on the line.
    pub(super) fn end_of_line(&mut self) -> Option<()> {
        let start = self.at;
        self.skip_spaces();
        match self.peek() {
            None => Some(()),
            Some(b'\n') => {
                self.at += 1;
                Some(())
            }
            Some(b'#') if self.at > start => {
                self.skip_line();
                Some(())
            }
            _ => None,
        }
    }

    /// `---` may stand before the document, and comments before that.
    pub(super) fn skip_document_start(&mut self) -> Option<()> {
        while matches!(self.peek(), Some(b'#' | b'\n')) {
            self.skip_line();
        }
        if self.is_at_marker() {
            if self.peek() == Some(b'.') {
                return None;
            }
            self.at += 3;
            self.end_of_line()?;
        }
        Some(())
    }

    /// Goes to the next line with content and answers its column; nothing at
    /// the end of the text. The outer nothing means that a line is unusual. The
    /// cursor must be at the start of a line.
    pub(super) fn next_content(&mut self) -> Option<Option<usize>> {
        if let Some(column) = self.unread.take()
            && self.at == self.line_start
        {
            self.at += column;
            return Some(Some(column));
        }
        loop {
            self.line_start = self.at;
            self.skip_spaces();
            let column = self.at - self.line_start;
            match self.peek() {
                None => return Some(None),
                Some(b'\n') => self.at += 1,
                Some(b'#') => self.skip_line(),
                Some(b'-' | b'.') if column == 0 && self.is_at_marker() => return None,
                Some(b'%') if column == 0 => return None,
                Some(_) => return Some(Some(column)),
            }
        }
    }

    /// Back to the start of the line that `next_content` found.
    pub(super) fn unread_line(&mut self) {
        self.unread = (self.at < self.bytes.len()).then_some(self.at - self.line_start);
        self.at = self.line_start;
    }

    /// `---` or `...` at the start of a line.
    fn is_at_marker(&self) -> bool {
        let rest = &self.bytes[self.at..];
        (rest.starts_with(b"---") || rest.starts_with(b"...")) && matches!(rest.get(3), None | Some(b' ' | b'\n'))
    }

    pub(super) fn is_at_dash(&self) -> bool {
        self.peek() == Some(b'-') && matches!(self.byte(self.at + 1), None | Some(b' ' | b'\n'))
    }

    /// Goes behind a dash in `column`; answers the column of what follows it on
    /// the line, if anything does.
    pub(super) fn skip_dash(&mut self, column: usize) -> Option<usize> {
        let dash = self.at;
        self.end_content(dash + 1);
        self.skip_spaces();
        match self.peek() {
            None | Some(b'\n' | b'#') => None,
            Some(_) => Some(column + self.at - dash),
        }
    }

    /// Whether the line goes on with a key: a plain or quoted text with `:`
    /// behind it.
    pub(super) fn is_at_key(&mut self) -> bool {
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                let rest = &self.bytes[self.at + 1..];
                let end = memchr2(quote, b'\n', rest).filter(|&end| rest[end] == quote);
                end.is_some_and(|end| rest.get(end + 1) == Some(&b':') && is_blank(rest.get(end + 2)))
            }
            Some(first) => starts_plain(first, self.byte(self.at + 1)) && self.plain_key_end().is_some(),
            None => false,
        }
    }

    /// Where the plain key at the cursor ends: before the first `:` with a blank
    /// behind it.
    pub(super) fn plain_key_end(&mut self) -> Option<usize> {
        let end = self.line_end();
        let line = &self.bytes[self.at..end];
        let mut from = 0;
        while let Some(found) = memchr(b':', &line[from..]) {
            let colon = from + found;
            if is_blank(line.get(colon + 1)) {
                return Some(self.at + colon);
            }
            from = colon + 1;
        }
        None
    }
}

fn leading_spaces(bytes: &[u8]) -> usize {
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut spaces = 0;
    for eight in eights {
        let odd = u64::from_le_bytes(*eight) ^ u64::from_le_bytes([b' '; 8]);
        if odd != 0 {
            return spaces + odd.trailing_zeros() as usize / 8;
        }
        spaces += 8;
    }
    spaces + rest.iter().take_while(|&&byte| byte == b' ').count()
}

fn is_blank(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\n'))
}

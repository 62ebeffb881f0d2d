//! The characters of the text, one after the other: `skip`, `read`, `skip_line`
//! and `read_line` in go-yaml 3.0.3's `scannerc.go`, and its character classes.

use super::scan::{Scanned, Scanner};
use super::token::Problem;

impl Scanner<'_> {
    /// The byte `offset` behind the current one; 0 behind the end.
    pub(super) fn at(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.mark.byte + offset).copied().unwrap_or(0)
    }

    pub(super) fn is_blank(&self, offset: usize) -> bool {
        matches!(self.at(offset), b' ' | b'\t')
    }

    pub(super) fn is_break(&self, offset: usize) -> bool {
        match self.at(offset) {
            b'\r' | b'\n' => true,
            0xC2 => self.at(offset + 1) == 0x85,
            0xE2 => self.at(offset + 1) == 0x80 && matches!(self.at(offset + 2), 0xA8 | 0xA9),
            _ => false,
        }
    }

    pub(super) fn is_break_or_end(&self, offset: usize) -> bool {
        self.at(offset) == 0 || self.is_break(offset)
    }

    pub(super) fn is_blank_or_end(&self, offset: usize) -> bool {
        self.is_blank(offset) || self.is_break_or_end(offset)
    }

    /// Whether `---` or `...` starts here, which counts at a line's start.
    pub(super) fn is_document_mark(&self, mark: u8) -> bool {
        self.mark.column == 0 && (0..3).all(|offset| self.at(offset) == mark) && self.is_blank_or_end(3)
    }

    /// Goes over one character and returns it.
    pub(super) fn skip(&mut self) -> char {
        let rest = self.text.get(self.mark.byte..).unwrap_or_default();
        let character = rest.chars().next().unwrap_or('\0');
        if !matches!(character, ' ' | '\t') {
            self.newlines = 0;
        }
        self.mark.index += 1;
        self.mark.column += 1;
        self.mark.byte += character.len_utf8();
        character
    }

    /// Goes over one line break and returns what it means.
    pub(super) fn skip_line(&mut self) -> Option<char> {
        if !self.is_break(0) {
            return None;
        }
        let newlines = self.newlines;
        let character = self.skip();
        if character == '\r' && self.at(0) == b'\n' {
            self.skip();
        }
        self.newlines = newlines + 1;
        self.mark.column = 0;
        self.mark.line += 1;
        Some(if matches!(character, '\u{2028}' | '\u{2029}') { character } else { '\n' })
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.is_blank(0) {
            self.skip();
        }
    }

    pub(super) fn problem<T>(&self, what: &'static str) -> Scanned<T> {
        Err(Problem { byte: self.mark.byte.min(self.text.len()), what })
    }
}

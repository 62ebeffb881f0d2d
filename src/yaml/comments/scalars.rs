//! The text of scalars: `yaml_parser_scan_block_scalar`, `_flow_scalar` and
//! `_plain_scalar` in go-yaml 3.0.3's `scannerc.go`.

use super::scan::{Scanned, Scanner};
use super::token::{Mark, Token, TokenKind};
use crate::yaml::node::Style;

/// Line breaks between two pieces of text in a plain or quoted scalar.
#[derive(Default)]
struct Folding {
    first: String,
    more: String,
}

impl Folding {
    /// One break is a space, more are one less; U+2028 and U+2029 stay.
    fn append_to(&mut self, text: &mut String) {
        if !self.first.starts_with('\n') {
            text.push_str(&self.first);
        } else if self.more.is_empty() {
            text.push(' ');
        }
        text.push_str(&self.more);
        self.first.clear();
        self.more.clear();
    }
}

impl Scanner<'_> {
    fn scalar(&self, style: Style, start: Mark, end: Mark, value: String) -> Token {
        Token { value, ..Token::new(TokenKind::Scalar(style), start, end) }
    }

    /// Chomping (`-`, `+`) and indentation indicators, in either order.
    fn scan_block_header(&mut self) -> Scanned<(Option<char>, i64)> {
        let (mut chomping, mut increment) = (None, 0);
        for _ in 0..2 {
            match self.at(0) {
                b'+' | b'-' if chomping.is_none() => chomping = Some(self.skip()),
                b'0' if increment == 0 => return self.problem("found an indentation indicator equal to 0"),
                digit @ b'1'..=b'9' if increment == 0 => {
                    increment = i64::from(digit - b'0');
                    self.skip();
                }
                _ => break,
            }
        }
        Ok((chomping, increment))
    }

    pub(super) fn scan_block_scalar(&mut self, style: Style) -> Scanned<Token> {
        let start = self.mark;
        self.skip();
        let (chomping, increment) = self.scan_block_header()?;
        self.skip_blanks();
        if self.at(0) == b'#' {
            self.scan_line_comment(start);
            while !self.is_break_or_end(0) {
                self.skip();
            }
        }
        if !self.is_break_or_end(0) {
            return self.problem("did not find expected comment or line break");
        }
        self.skip_line();
        let mut end = self.mark;
        let mut indent = if increment > 0 { self.indent.max(0) + increment } else { 0 };
        let (mut text, mut first, mut more) = (String::new(), String::new(), String::new());
        self.scan_block_breaks(&mut indent, &mut more, &mut end)?;
        let mut follows_blank = false;
        while self.mark.column == indent && self.at(0) != 0 {
            let is_blank = self.is_blank(0);
            if style == Style::Folded && !follows_blank && !is_blank && first.starts_with('\n') {
                if more.is_empty() {
                    text.push(' ');
                }
            } else {
                text.push_str(&first);
            }
            first.clear();
            text.push_str(&more);
            more.clear();
            follows_blank = is_blank;
            while !self.is_break_or_end(0) {
                text.push(self.skip());
            }
            first.extend(self.skip_line());
            self.scan_block_breaks(&mut indent, &mut more, &mut end)?;
        }
        if chomping != Some('-') {
            text.push_str(&first);
        }
        if chomping == Some('+') {
            text.push_str(&more);
        }
        Ok(self.scalar(style, start, end, text))
    }

    /// Goes over indentation and empty lines; an `indent` of 0 becomes that of
    /// the first line.
    fn scan_block_breaks(&mut self, indent: &mut i64, breaks: &mut String, end: &mut Mark) -> Scanned<()> {
        *end = self.mark;
        let mut widest = 0;
        loop {
            while (*indent == 0 || self.mark.column < *indent) && self.at(0) == b' ' {
                self.skip();
            }
            widest = widest.max(self.mark.column);
            if (*indent == 0 || self.mark.column < *indent) && self.at(0) == b'\t' {
                return self.problem("found a tab character where an indentation space is expected");
            }
            let Some(line_break) = self.skip_line() else { break };
            breaks.push(line_break);
            *end = self.mark;
        }
        if *indent == 0 {
            *indent = widest.max(self.indent + 1).max(1);
        }
        Ok(())
    }

    pub(super) fn scan_flow_scalar(&mut self, single: bool) -> Scanned<Token> {
        let start = self.mark;
        self.skip();
        let quote = if single { b'\'' } else { b'"' };
        let (mut text, mut blanks, mut folding) = (String::new(), String::new(), Folding::default());
        loop {
            if self.is_document_mark(b'-') || self.is_document_mark(b'.') {
                return self.problem("found unexpected document indicator");
            }
            if self.at(0) == 0 {
                return self.problem("found unexpected end of stream");
            }
            let mut ended_line = self.scan_quoted_word(single, &mut text)?;
            if self.at(0) == quote {
                break;
            }
            loop {
                if self.is_blank(0) {
                    let blank = self.skip();
                    if !ended_line {
                        blanks.push(blank);
                    }
                } else if let Some(line_break) = self.skip_line() {
                    if ended_line {
                        folding.more.push(line_break);
                    } else {
                        blanks.clear();
                        folding.first.push(line_break);
                        ended_line = true;
                    }
                } else {
                    break;
                }
            }
            if ended_line {
                folding.append_to(&mut text);
            } else {
                text.push_str(&blanks);
                blanks.clear();
            }
        }
        self.skip();
        let style = if single { Style::SingleQuoted } else { Style::DoubleQuoted };
        Ok(self.scalar(style, start, self.mark, text))
    }

    /// Reads up to a blank, a line break or the end quote; says whether an
    /// escaped line break was the end.
    fn scan_quoted_word(&mut self, single: bool, text: &mut String) -> Scanned<bool> {
        while !self.is_blank_or_end(0) {
            match self.at(0) {
                b'\'' if single => {
                    if self.at(1) != b'\'' {
                        break;
                    }
                    self.skip();
                    text.push(self.skip());
                }
                b'"' if !single => break,
                b'\\' if !single && self.is_break(1) => {
                    self.skip();
                    self.skip_line();
                    return Ok(true);
                }
                b'\\' if !single => text.push(self.scan_escape()?),
                _ => text.push(self.skip()),
            }
        }
        Ok(false)
    }

    fn scan_escape(&mut self) -> Scanned<char> {
        let (character, digits) = match self.at(1) {
            b'0' => ('\0', 0),
            b'a' => ('\u{7}', 0),
            b'b' => ('\u{8}', 0),
            b't' | b'\t' => ('\t', 0),
            b'n' => ('\n', 0),
            b'v' => ('\u{B}', 0),
            b'f' => ('\u{C}', 0),
            b'r' => ('\r', 0),
            b'e' => ('\u{1B}', 0),
            same @ (b' ' | b'"' | b'\'' | b'\\') => (char::from(same), 0),
            b'N' => ('\u{85}', 0),
            b'_' => ('\u{A0}', 0),
            b'L' => ('\u{2028}', 0),
            b'P' => ('\u{2029}', 0),
            b'x' => ('\0', 2),
            b'u' => ('\0', 4),
            b'U' => ('\0', 8),
            _ => return self.problem("found unknown escape character"),
        };
        self.skip();
        self.skip();
        if digits == 0 {
            return Ok(character);
        }
        let mut code = 0_u32;
        for _ in 0..digits {
            let Some(digit) = char::from(self.at(0)).to_digit(16) else {
                return self.problem("did not find expected hexdecimal number");
            };
            code = (code << 4) | digit;
            self.skip();
        }
        match char::from_u32(code) {
            Some(character) => Ok(character),
            None => self.problem("found invalid Unicode character escape code"),
        }
    }

    /// The scalar, and whether it ended with a line break.
    pub(super) fn scan_plain_scalar(&mut self) -> Scanned<(Token, bool)> {
        let start = self.mark;
        let mut end = start;
        let indent = self.indent + 1;
        let (mut text, mut blanks, mut folding) = (String::new(), String::new(), Folding::default());
        let mut ended_line = false;
        loop {
            if self.is_document_mark(b'-') || self.is_document_mark(b'.') || self.at(0) == b'#' {
                break;
            }
            while !self.is_blank_or_end(0) && !self.ends_plain_scalar() {
                if ended_line {
                    folding.append_to(&mut text);
                    ended_line = false;
                } else {
                    text.push_str(&blanks);
                }
                blanks.clear();
                text.push(self.skip());
                end = self.mark;
            }
            if !self.is_blank(0) && !self.is_break(0) {
                break;
            }
            loop {
                if self.is_blank(0) {
                    if ended_line && self.mark.column < indent && self.at(0) == b'\t' {
                        return self.problem("found a tab character that violates indentation");
                    }
                    let blank = self.skip();
                    if !ended_line {
                        blanks.push(blank);
                    }
                } else if let Some(line_break) = self.skip_line() {
                    if ended_line {
                        folding.more.push(line_break);
                    } else {
                        blanks.clear();
                        folding.first.push(line_break);
                        ended_line = true;
                    }
                } else {
                    break;
                }
            }
            if self.flow_level == 0 && self.mark.column < indent {
                break;
            }
        }
        Ok((self.scalar(Style::Plain, start, end, text), ended_line))
    }

    fn ends_plain_scalar(&self) -> bool {
        match self.at(0) {
            b':' => self.is_blank_or_end(1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => self.flow_level > 0,
            _ => false,
        }
    }
}

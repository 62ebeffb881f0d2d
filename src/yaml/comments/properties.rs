//! Anchors, aliases, tags and directives: `yaml_parser_scan_anchor`, `_tag` and
//! `_directive` in go-yaml 3.0.3's `scannerc.go`.

use super::scan::{Scanned, Scanner};
use super::token::{Token, TokenKind};

impl Scanner<'_> {
    fn is_name_character(&self) -> bool {
        self.at(0).is_ascii_alphanumeric() || matches!(self.at(0), b'_' | b'-')
    }

    fn scan_name(&mut self) -> String {
        let mut name = String::new();
        while self.is_name_character() {
            name.push(self.skip());
        }
        name
    }

    pub(super) fn scan_anchor(&mut self, kind: TokenKind) -> Scanned<Token> {
        let start = self.mark;
        self.skip();
        let value = self.scan_name();
        let may_follow = self.is_blank_or_end(0) || b"?:,]}%@`".contains(&self.at(0));
        if value.is_empty() || !may_follow {
            return self.problem("did not find expected alphabetic or numeric character");
        }
        Ok(Token { value, ..Token::new(kind, start, self.mark) })
    }

    pub(super) fn scan_tag(&mut self) -> Scanned<Token> {
        let start = self.mark;
        let (mut handle, suffix);
        if self.at(1) == b'<' {
            self.skip();
            self.skip();
            handle = String::new();
            suffix = self.scan_tag_uri(String::new(), false)?;
            if self.at(0) != b'>' {
                return self.problem("did not find the expected '>'");
            }
            self.skip();
        } else {
            handle = self.scan_tag_handle()?;
            if handle.len() > 1 && handle.ends_with('!') {
                suffix = self.scan_tag_uri(String::new(), false)?;
            } else {
                let rest = self.scan_tag_uri(handle.get(1..).unwrap_or_default().to_owned(), true)?;
                // `!` alone has no handle and is its own suffix.
                (handle, suffix) =
                    if rest.is_empty() { (String::new(), "!".to_owned()) } else { ("!".to_owned(), rest) };
            }
        }
        if !self.is_blank_or_end(0) {
            return self.problem("did not find expected whitespace or line break");
        }
        Ok(Token { value: handle, suffix, ..Token::new(TokenKind::Tag, start, self.mark) })
    }

    fn scan_tag_handle(&mut self) -> Scanned<String> {
        if self.at(0) != b'!' {
            return self.problem("did not find expected '!'");
        }
        let mut handle = String::from(self.skip());
        handle.push_str(&self.scan_name());
        if self.at(0) == b'!' {
            handle.push(self.skip());
        }
        Ok(handle)
    }

    /// Reads a tag from `head` on; it may be empty if something is in front.
    fn scan_tag_uri(&mut self, head: String, may_be_empty: bool) -> Scanned<String> {
        let mut uri = head.into_bytes();
        let mut found = may_be_empty;
        while self.is_name_character() || b";/?:@&=+$,.!~*'()[]%".contains(&self.at(0)) {
            found = true;
            if self.at(0) == b'%' {
                uri.push(self.scan_uri_octet()?);
            } else {
                uri.extend(self.skip().encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        if !found {
            return self.problem("did not find expected tag URI");
        }
        match String::from_utf8(uri) {
            Ok(uri) => Ok(uri),
            Err(_) => self.problem("found an incorrect trailing UTF-8 octet"),
        }
    }

    fn scan_uri_octet(&mut self) -> Scanned<u8> {
        let digit = |offset| char::from(self.at(offset)).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let (Some(high), Some(low)) = (digit(1), digit(2)) else {
            return self.problem("did not find URI escaped octet");
        };
        for _ in 0..3 {
            self.skip();
        }
        Ok((high << 4) | low)
    }

    /// `%YAML` or `%TAG`; the token goes to the list.
    pub(super) fn scan_directive(&mut self) -> Scanned<()> {
        let start = self.mark;
        self.skip();
        let name = self.scan_name();
        if name.is_empty() {
            return self.problem("could not find expected directive name");
        }
        if !self.is_blank_or_end(0) {
            return self.problem("found unexpected non-alphabetical character");
        }
        self.skip_blanks();
        let token = match name.as_str() {
            "YAML" => {
                let major = self.scan_version_number()?;
                if self.at(0) != b'.' {
                    return self.problem("did not find expected digit or '.' character");
                }
                self.skip();
                let minor = self.scan_version_number()?;
                Token { value: major, suffix: minor, ..Token::new(TokenKind::Version, start, self.mark) }
            }
            "TAG" => {
                let handle = self.scan_tag_handle()?;
                if handle != "!" && (handle.len() < 2 || !handle.ends_with('!')) {
                    return self.problem("did not find expected '!'");
                }
                if !self.is_blank(0) {
                    return self.problem("did not find expected whitespace");
                }
                self.skip_blanks();
                let prefix = self.scan_tag_uri(String::new(), false)?;
                if !self.is_blank_or_end(0) {
                    return self.problem("did not find expected whitespace or line break");
                }
                Token { value: handle, suffix: prefix, ..Token::new(TokenKind::TagDirective, start, self.mark) }
            }
            _ => return self.problem("found unknown directive name"),
        };
        self.skip_blanks();
        if self.at(0) == b'#' {
            while !self.is_break_or_end(0) {
                self.skip();
            }
        }
        if !self.is_break_or_end(0) {
            return self.problem("did not find expected comment or line break");
        }
        self.skip_line();
        self.tokens.push(token);
        Ok(())
    }

    fn scan_version_number(&mut self) -> Scanned<String> {
        let mut number = String::new();
        while self.at(0).is_ascii_digit() {
            number.push(self.skip());
            if number.len() > 2 {
                return self.problem("found extremely long version number");
            }
        }
        if number.is_empty() { self.problem("did not find expected version number") } else { Ok(number) }
    }
}

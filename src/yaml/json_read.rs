//! Strict JSON text to a [`Doc`].
//!
//! The grammar is that of Go's encoding/json (RFC 8259 with any top value): no
//! comments, no trailing commas, one value. Of equal names the last counts and
//! half a surrogate pair becomes U+FFFD, as there.

use std::ops::Range;
use std::sync::Arc;

use super::limits::{Limit, Limits};
use super::node::{Doc, Kind, NodeId, Style, Tag};
use super::parse::{ParseError, span_of};
use super::{anchors, resolve};
use crate::text::{Source, Span};

/// Reads the only JSON value of `source`. Strings are `!!str` and double
/// quoted, objects and arrays have flow style, numbers keep their text.
///
/// # Errors
/// What the grammar refuses, and the bounds of `limits`.
pub fn parse_json(source: &Arc<Source>, limits: &Limits) -> Result<Doc, ParseError> {
    let text = source.text();
    let mut reader = Reader { doc: Doc::new(Arc::clone(source)), source, text, at: 0, depth: 0, limits };
    let max = limits.max_text_bytes.min(i32::MAX as usize);
    if text.len() > max {
        return Err(reader.over(Limit::TextBytes(max)));
    }
    reader.skip_blanks();
    let root = reader.value()?;
    reader.skip_blanks();
    if reader.at < text.len() {
        return Err(reader.unexpected("after the top-level value"));
    }
    reader.doc.set_root(root);
    Ok(reader.doc)
}

struct Reader<'s> {
    doc: Doc,
    source: &'s Arc<Source>,
    text: &'s str,
    at: usize,
    depth: usize,
    limits: &'s Limits,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn span(&self, range: Range<usize>) -> Span {
        span_of(self.source.id(), range)
    }

    fn over(&self, limit: Limit) -> ParseError {
        ParseError::Limit { span: self.span(self.at..self.at), limit }
    }

    fn error(&self, range: Range<usize>, problem: impl Into<String>) -> ParseError {
        ParseError::syntax(self.span(range), problem)
    }

    fn unexpected(&self, place: &str) -> ParseError {
        match self.text[self.at..].chars().next() {
            Some(c) => self.error(self.at..self.at + c.len_utf8(), format!("invalid character {c:?} {place}")),
            None => self.error(self.at..self.at, "unexpected end of JSON input"),
        }
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<NodeId, ParseError> {
        if self.doc.node_count() >= self.limits.max_nodes {
            return Err(self.over(Limit::Nodes(self.limits.max_nodes)));
        }
        match self.peek() {
            Some(b'{') => self.collection(Kind::Mapping, b'}'),
            Some(b'[') => self.collection(Kind::Sequence, b']'),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Tag::Bool),
            Some(b'f') => self.word("false", Tag::Bool),
            Some(b'n') => self.word("null", Tag::Null),
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    fn collection(&mut self, kind: Kind, close: u8) -> Result<NodeId, ParseError> {
        if self.depth >= self.limits.max_depth {
            return Err(self.over(Limit::Depth(self.limits.max_depth)));
        }
        self.depth += 1;
        let start = self.at;
        let mut children = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(close) {
            self.at += 1;
        } else {
            loop {
                if kind == Kind::Mapping {
                    children.push(self.name()?);
                }
                children.push(self.value()?);
                self.skip_blanks();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(byte) if byte == close => {
                        self.at += 1;
                        break;
                    }
                    _ if kind == Kind::Mapping => return Err(self.unexpected("after object key:value pair")),
                    _ => return Err(self.unexpected("after array element")),
                }
                self.skip_blanks();
            }
        }
        self.depth -= 1;
        let span = self.span(start..self.at);
        if kind == Kind::Sequence {
            return Ok(self.doc.collection(kind, Tag::Seq, Style::Flow, span, &children));
        }
        if anchors::duplicate_key(&self.doc, &children).is_some() {
            children = anchors::assign_in_order(&self.doc, &children, &[]);
        }
        Ok(self.doc.collection(kind, Tag::Map, Style::Flow, span, &children))
    }

    /// A name and the colon after it.
    fn name(&mut self) -> Result<NodeId, ParseError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        let name = self.string()?;
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.at += 1;
        self.skip_blanks();
        Ok(name)
    }

    fn word(&mut self, word: &str, tag: Tag) -> Result<NodeId, ParseError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.unexpected("looking for beginning of value"));
        }
        let start = self.at;
        self.at += word.len();
        Ok(self.borrowed(start..self.at, tag, Style::Plain, start..self.at))
    }

    fn number(&mut self) -> Result<NodeId, ParseError> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits("in numeric literal")?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits("in exponent of numeric literal")?;
        }
        let range = start..self.at;
        let tag = match resolve(&self.text[range.clone()]).tag() {
            tag @ (Tag::Int | Tag::Float) => tag,
            // A number too large for a float is a string in YAML.
            _ => return Err(self.error(range, "the number is out of range")),
        };
        Ok(self.borrowed(range.clone(), tag, Style::Plain, range))
    }

    fn digits(&mut self, place: &str) -> Result<(), ParseError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.unexpected(place)) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<NodeId, ParseError> {
        let start = self.at;
        self.at += 1;
        let mut owned: Option<String> = None;
        let mut run = self.at;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let text = owned.get_or_insert_with(String::new);
                    text.push_str(&self.text[run..self.at]);
                    let escaped = self.escape()?;
                    owned.get_or_insert_with(String::new).push(escaped);
                    run = self.at;
                }
                None | Some(0..0x20) => return Err(self.unexpected("in string literal")),
                Some(_) => self.at += 1,
            }
        }
        let last = run..self.at;
        self.at += 1;
        let span = self.span(start..self.at);
        Ok(match owned {
            None => self.borrowed(last, Tag::Str, Style::DoubleQuoted, start..self.at),
            Some(mut text) => {
                text.push_str(&self.text[last]);
                self.doc.scalar(&text, Tag::Str, Style::DoubleQuoted, span)
            }
        })
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        self.at += 1;
        let escaped = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.code_point(),
            _ => return Err(self.unexpected("in string escape code")),
        };
        self.at += 1;
        Ok(escaped)
    }

    /// `uXXXX`, with the second half of a surrogate pair if one follows.
    fn code_point(&mut self) -> Result<char, ParseError> {
        let first = self.hex4()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let after_first = self.at;
        if self.text[self.at..].starts_with("\\u") {
            self.at += 1;
            let second = self.hex4()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        self.at = after_first;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u32, ParseError> {
        self.at += 1;
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.unexpected("in \\u hexadecimal character escape")) };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    fn borrowed(&mut self, text: Range<usize>, tag: Tag, style: Style, whole: Range<usize>) -> NodeId {
        let (text, span) = (self.span(text), self.span(whole));
        self.doc.scalar_from_source(text.start, text.len, tag, style, span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceMap;

    fn read(text: &str) -> Result<Doc, ParseError> {
        parse_json(&SourceMap::new().add("f.json", text), &Limits { max_depth: 20, ..Limits::DEFAULT })
    }

    #[test]
    fn values_keep_text_tag_and_style() {
        let doc = read(" {\"a\": [1, -2.50, 1e3, true, null, \"x\"], \"b\": {}} \n").unwrap();
        let list: Vec<_> = doc.top().get("a").unwrap().items().map(|item| (item.text(), item.tag())).collect();
        let expected = [
            ("1", Tag::Int),
            ("-2.50", Tag::Float),
            ("1e3", Tag::Float),
            ("true", Tag::Bool),
            ("null", Tag::Null),
            ("x", Tag::Str),
        ];
        assert_eq!(list, expected);
        let item = doc.top().get("a").unwrap().items().last().unwrap();
        assert_eq!((item.style(), item.span().start, item.span().len), (Style::DoubleQuoted, 35, 3));
        assert!(doc.top().get("b").unwrap().is_empty());
    }

    #[test]
    fn strings_are_unescaped() {
        let text = |text: &str| read(text).map(|doc| doc.top().text().to_owned());
        assert_eq!(text(r#""a\"\\\/\b\f\n\r\t""#).unwrap(), "a\"\\/\u{8}\u{c}\n\r\t");
        assert_eq!(
            text(r#""\u00e9\ud83d\ude00 \ud83dx \ud83d\u0041 \ude00""#).unwrap(),
            "é😀 \u{fffd}x \u{fffd}A \u{fffd}"
        );
        assert_eq!(text("\"\u{7f}é\"").unwrap(), "\u{7f}é");
    }

    #[test]
    fn of_equal_names_the_last_counts() {
        let doc = read("{\"a\": 1, \"b\": 2, \"a\": 3}").unwrap();
        assert_eq!((doc.top().len(), doc.top().get_text("a")), (2, Some("3")));
    }

    #[test]
    fn the_deepest_value_allowed_can_be_read_and_copied() {
        let text = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
        let doc = parse_json(&SourceMap::new().add("f.json", text), &Limits::DEFAULT).unwrap();
        assert_eq!(doc.extract(doc.root()).node_count(), doc.node_count());
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for (text, at, problem) in [
            ("", 0, "unexpected end of JSON input"),
            ("{", 1, "unexpected end of JSON input"),
            ("[1,]", 3, "invalid character ']' looking for beginning of value"),
            ("{\"a\":1,}", 7, "invalid character '}' looking for beginning of object key string"),
            ("{a:1}", 1, "invalid character 'a' looking for beginning of object key string"),
            ("{\"a\" 1}", 5, "invalid character '1' after object key"),
            ("[1 2]", 3, "invalid character '2' after array element"),
            ("01", 1, "invalid character '1' after the top-level value"),
            ("-", 1, "unexpected end of JSON input"),
            ("1.", 2, "unexpected end of JSON input"),
            ("1e400", 0, "the number is out of range"),
            ("nul", 0, "invalid character 'n' looking for beginning of value"),
            ("\"a\nb\"", 2, "invalid character '\\n' in string literal"),
            ("\"\\x\"", 2, "invalid character 'x' in string escape code"),
            ("\"\\u12g4\"", 5, "invalid character 'g' in \\u hexadecimal character escape"),
            ("1 é", 2, "invalid character 'é' after the top-level value"),
            ("# c", 0, "invalid character '#' looking for beginning of value"),
        ] {
            let error = read(text).map(|_| ()).unwrap_err();
            assert_eq!((error.to_string().as_str(), error.span().start), (problem, at), "{text:?}");
        }
        assert!(matches!(read(&"[".repeat(50)), Err(ParseError::Limit { limit: Limit::Depth(20), .. })));
    }
}

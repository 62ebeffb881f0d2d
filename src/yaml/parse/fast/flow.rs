//! Flow collections.

use super::Reader;
use super::scalar::starts_plain;
use crate::yaml::node::{Kind, NodeId, Style, Tag};
use crate::yaml::resolve::plain_tag;

impl Reader<'_> {
    /// The flow collection at the cursor, in the value of a block collection in
    /// `column`. Its further lines are indented deeper.
    pub(super) fn flow(&mut self, column: usize, depth: usize) -> Option<NodeId> {
        if depth > self.max_depth {
            return None;
        }
        let (start, first) = (self.cursor.at(), self.children.len());
        let (kind, tag, close) = match self.cursor.peek()? {
            b'{' => (Kind::Mapping, Tag::Map, b'}'),
            _ => (Kind::Sequence, Tag::Seq, b']'),
        };
        self.cursor.go_to(start + 1);
        self.flow_blanks(column)?;
        while self.cursor.peek()? != close {
            if kind == Kind::Mapping {
                let key = self.flow_key()?;
                if self.is_duplicate(first, key) {
                    return None;
                }
                self.children.push(key);
                self.cursor.skip_spaces();
            }
            let value = self.flow_value(column, depth)?;
            self.children.push(value);
            self.flow_blanks(column)?;
            match self.cursor.peek()? {
                b',' => {
                    self.cursor.go_to(self.cursor.at() + 1);
                    self.flow_blanks(column)?;
                    if self.cursor.peek()? == close {
                        return None;
                    }
                }
                byte if byte == close => {}
                _ => return None,
            }
        }
        self.cursor.end_content(self.cursor.at() + 1);
        let span = self.cursor.span(start..self.cursor.at());
        let node = self.doc.collection(kind, tag, Style::Flow, span, &self.children[first..]);
        self.children.truncate(first);
        Some(node)
    }

    /// Goes over blanks and line breaks. Comments are unusual here.
    fn flow_blanks(&mut self, column: usize) -> Option<()> {
        self.cursor.skip_spaces();
        while self.cursor.peek()? == b'\n' {
            let line = self.cursor.at() + 1;
            self.cursor.go_to(line);
            self.cursor.skip_spaces();
            if self.cursor.peek()? != b'\n' && self.cursor.at() - line <= column {
                return None;
            }
        }
        Some(())
    }

    fn flow_key(&mut self) -> Option<NodeId> {
        let key = match self.cursor.peek()? {
            quote @ (b'"' | b'\'') => self.quoted(quote)?,
            _ => self.flow_plain()?,
        };
        let text = self.doc.text(key);
        let is_usual = text != "<<" && self.doc.tag(key) != Tag::Null && text.len() < 128;
        let at = self.cursor.at();
        if !is_usual || self.cursor.peek() != Some(b':') || self.cursor.byte(at + 1) != Some(b' ') {
            return None;
        }
        self.cursor.go_to(at + 1);
        Some(key)
    }

    fn flow_value(&mut self, column: usize, depth: usize) -> Option<NodeId> {
        match self.cursor.peek()? {
            b'{' | b'[' => self.flow(column, depth + 1),
            quote @ (b'"' | b'\'') => {
                let node = self.quoted(quote)?;
                // A pair without braces, or text right behind a quote.
                matches!(self.cursor.peek(), Some(b' ' | b',' | b']' | b'}' | b'\n')).then_some(node)
            }
            _ => self.flow_plain(),
        }
    }

    /// Whether a plain text cannot go on behind the line break at `at`.
    fn ends_flow_plain(&self, at: usize) -> bool {
        let rest = self.cursor.slice(at..self.cursor.len());
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\n'));
        matches!(next, Some(b',' | b']' | b'}'))
    }

    /// A plain scalar up to a comma, a bracket or `: `.
    fn flow_plain(&mut self) -> Option<NodeId> {
        let start = self.cursor.at();
        let first = self.cursor.peek()?;
        if first == b':' || !starts_plain(first, self.cursor.byte(start + 1)) {
            return None;
        }
        let mut end = start;
        loop {
            match self.cursor.byte(end)? {
                b',' | b']' | b'}' => break,
                b'\n' if self.ends_flow_plain(end) => break,
                b':' if matches!(self.cursor.byte(end + 1), Some(b' ')) => break,
                // Where these may stand is not worth deciding here.
                b':' if matches!(self.cursor.byte(end + 1), None | Some(b'\n' | b',' | b'[' | b']' | b'{' | b'}')) => {
                    return None;
                }
                b'[' | b'{' | b'\n' | b'#' | b'"' | b'\'' | b'?' | b'&' | b'*' | b'!' => return None,
                _ => end += 1,
            }
        }
        while self.cursor.byte(end - 1) == Some(b' ') {
            end -= 1;
        }
        let text = self.cursor.text(start..end);
        let tag = plain_tag(text);
        // Inside flow a timestamp may be cut short, and a dash alone is an error.
        if text == "-" || tag == Tag::Timestamp {
            return None;
        }
        self.cursor.end_content(end);
        let span = self.cursor.span(start..end);
        Some(self.doc.scalar_from_source(span.start, span.len, tag, Style::Plain, span))
    }
}

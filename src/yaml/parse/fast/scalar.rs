//! Keys, plain scalars and quoted scalars.

use memchr::{memchr, memchr2, memmem};

use super::Reader;
use crate::yaml::node::{NodeId, Style, Tag};
use crate::yaml::resolve::plain_tag;

/// libyaml looks this many characters back for the start of a key.
const MAX_KEY: usize = 1000;

/// Whether a plain scalar of the usual kind may start with this byte, if
/// another follows it that is no blank.
pub(super) fn starts_plain(byte: u8, next: Option<u8>) -> bool {
    match byte {
        b'-' | b':' => matches!(next, Some(next) if !matches!(next, b' ' | b'\n')),
        b'?' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%'
        | b'@' | b'`' | b' ' | b'\n' => false,
        _ => true,
    }
}

/// What line breaks inside a scalar stand for: one for a space, of several one
/// is lost.
pub(super) fn fold_breaks(breaks: usize, text: &mut String) {
    match breaks {
        1 => text.push(' '),
        _ => text.extend(std::iter::repeat_n('\n', breaks - 1)),
    }
}

pub(super) fn quote_style(quote: u8) -> Style {
    if quote == b'"' { Style::DoubleQuoted } else { Style::SingleQuoted }
}

impl Reader<'_> {
    /// The key at the cursor; the cursor ends behind its `:`.
    pub(super) fn key(&mut self) -> Option<NodeId> {
        let start = self.cursor.at();
        let node = match self.cursor.peek()? {
            quote @ (b'"' | b'\'') => self.quoted(quote)?,
            first => {
                let end = self.cursor.plain_key_end()?;
                let bytes = self.cursor.slice(start..end);
                let is_usual = starts_plain(first, bytes.get(1).copied())
                    && bytes.last() != Some(&b' ')
                    && !(bytes.contains(&b'#') && memmem::find(bytes, b" #").is_some())
                    && bytes != b"<<";
                if !is_usual {
                    return None;
                }
                let tag = plain_tag(self.cursor.text(start..end));
                if tag == Tag::Null {
                    return None;
                }
                self.cursor.end_content(end);
                self.slice(start, end, tag, Style::Plain)
            }
        };
        let end = self.cursor.at();
        let ends = self.cursor.peek() == Some(b':') && matches!(self.cursor.byte(end + 1), None | Some(b' ' | b'\n'));
        if !ends || end - start > MAX_KEY || self.doc.text(node) == "<<" {
            return None;
        }
        self.cursor.end_content(end + 1);
        Some(node)
    }

    /// A scalar whose text is `start..end` of the piece.
    fn slice(&mut self, start: usize, end: usize, tag: Tag, style: Style) -> NodeId {
        let span = self.cursor.span(start..end);
        self.doc.scalar_from_source(span.start, span.len, tag, style, span)
    }

    /// A quoted scalar on one line, without escapes.
    pub(super) fn quoted(&mut self, quote: u8) -> Option<NodeId> {
        let open = self.cursor.at();
        let end = self.cursor.line_end();
        let rest = self.cursor.slice(open + 1..end);
        let end = memchr(quote, rest)?;
        let doubled = quote == b'\'' && rest.get(end + 1) == Some(&b'\'');
        if doubled || (quote == b'"' && memchr(b'\\', &rest[..end]).is_some()) {
            return None;
        }
        let (start, end) = (open + 1, open + 1 + end);
        self.cursor.end_content(end + 1);
        let style = quote_style(quote);
        let inner = self.cursor.span(start..end);
        let span = self.cursor.span(open..end + 1);
        Some(self.doc.scalar_from_source(inner.start, inner.len, Tag::Str, style, span))
    }

    /// A plain scalar that is the value of a collection in `column`; it may go
    /// on in lines that are indented deeper.
    pub(super) fn plain(&mut self, column: usize) -> Option<NodeId> {
        let start = self.cursor.at();
        if !starts_plain(self.cursor.peek()?, self.cursor.byte(start + 1)) {
            return None;
        }
        let (end, has_comment) = self.plain_line()?;
        self.cursor.skip_line();
        if has_comment {
            // Whatever is indented deeper below a comment is an error.
            self.cursor.end_content_only(end);
            let tag = plain_tag(self.cursor.text(start..end));
            return Some(self.slice(start, end, tag, Style::Plain));
        }
        let mut folded: Option<String> = None;
        let mut last = end;
        while let Some(breaks) = self.continuation(column)? {
            let from = self.cursor.at();
            let (to, has_comment) = self.plain_line()?;
            if has_comment {
                return None;
            }
            let text = folded.get_or_insert_with(|| self.cursor.text(start..end).to_owned());
            fold_breaks(breaks, text);
            text.push_str(self.cursor.text(from..to));
            last = to;
            self.cursor.skip_line();
        }
        self.cursor.end_content_only(last);
        Some(match folded {
            None => {
                let tag = plain_tag(self.cursor.text(start..end));
                self.slice(start, end, tag, Style::Plain)
            }
            Some(text) => {
                let span = self.cursor.span(start..last);
                self.doc.scalar(&text, plain_tag(&text), Style::Plain, span)
            }
        })
    }

    /// The end of the plain text on the cursor's line, and whether a comment
    /// follows it.
    fn plain_line(&mut self) -> Option<(usize, bool)> {
        let start = self.cursor.at();
        let mut end = self.cursor.line_end();
        let line = self.cursor.slice(start..end);
        let mut has_comment = false;
        let mut from = 0;
        while let Some(found) = memchr2(b':', b'#', &line[from..]) {
            let at = from + found;
            if line[at] == b':' && matches!(line.get(at + 1), None | Some(b' ')) {
                return None;
            }
            if line[at] == b'#' && at > 0 && line[at - 1] == b' ' {
                end = start + at;
                has_comment = true;
                break;
            }
            from = at + 1;
        }
        while end > start && self.cursor.byte(end - 1) == Some(b' ') {
            end -= 1;
        }
        Some((end, has_comment))
    }

    /// Whether the next line goes on with the plain scalar of a collection in
    /// `column`: the number of line breaks up to it. The cursor is at the start
    /// of a line; it goes to the continued text, or stays.
    fn continuation(&mut self, column: usize) -> Option<Option<usize>> {
        let start = self.cursor.at();
        let mut breaks = 1;
        loop {
            let line = self.cursor.at();
            self.cursor.skip_spaces();
            let indent = self.cursor.at() - line;
            match self.cursor.peek() {
                Some(b'\n') => {
                    breaks += 1;
                    self.cursor.skip_line();
                }
                Some(b'#') | None => break,
                Some(_) if indent <= column => break,
                // Legal, but nobody means it.
                Some(b'-') if self.cursor.is_at_dash() => return None,
                Some(_) => return Some(Some(breaks)),
            }
        }
        self.cursor.go_to(start);
        Some(None)
    }
}

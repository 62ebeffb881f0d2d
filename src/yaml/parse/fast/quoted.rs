//! Quoted scalars that go on in further lines, or hold escapes.

use super::Reader;
use super::scalar::{fold_breaks, quote_style};
use crate::yaml::node::{NodeId, Tag};

/// How a line of a quoted text ends.
enum LineEnd {
    /// With the closing quote, which is here.
    Closed(usize),
    /// The next line follows behind what its break stands for.
    Folded,
    /// The break is escaped: the next line follows at once.
    Joined,
}

impl Reader<'_> {
    /// The quoted scalar at the cursor, the value of a collection in `column`.
    /// Its further lines are indented deeper.
    pub(super) fn quoted_lines(&mut self, quote: u8, column: usize) -> Option<NodeId> {
        let open = self.cursor.at();
        let mut text = String::new();
        let mut from = open + 1;
        let close = loop {
            let end = self.cursor.line_end_from(from);
            let line_end = self.part(quote, from, end, &mut text)?;
            if let LineEnd::Closed(close) = line_end {
                break close;
            }
            let (breaks, next) = self.next_line(end, column)?;
            match line_end {
                LineEnd::Joined if breaks == 1 => {}
                LineEnd::Joined => return None,
                _ => fold_breaks(breaks, &mut text),
            }
            from = next;
        };
        self.cursor.end_content(close + 1);
        let span = self.cursor.span(open..close + 1);
        Some(self.doc.scalar(&text, Tag::Str, quote_style(quote), span))
    }

    /// Adds what one line holds. Blanks at the end of a folded line are not
    /// content.
    fn part(&self, quote: u8, from: usize, end: usize, text: &mut String) -> Option<LineEnd> {
        let mut start = from;
        let mut at = from;
        while at < end {
            let (byte, next) = (self.cursor.byte(at)?, self.cursor.byte(at + 1));
            let stands_for = match byte {
                b'\'' if quote == b'\'' && next == Some(b'\'') => "'",
                b'\\' if quote == b'"' && at + 1 == end => {
                    text.push_str(self.cursor.text(start..at));
                    return Some(LineEnd::Joined);
                }
                b'\\' if quote == b'"' => match next? {
                    b' ' => " ",
                    b'"' => "\"",
                    b'\\' => "\\",
                    b'n' => "\n",
                    b't' => "\t",
                    // The other escapes are rare.
                    _ => return None,
                },
                byte if byte == quote => {
                    text.push_str(self.cursor.text(start..at));
                    return Some(LineEnd::Closed(at));
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            text.push_str(self.cursor.text(start..at));
            text.push_str(stands_for);
            at += 2;
            start = at;
        }
        text.push_str(self.cursor.text(start..end).trim_end_matches(' '));
        Some(LineEnd::Folded)
    }

    /// The number of line breaks at `end`, and where the text goes on behind
    /// them.
    fn next_line(&self, end: usize, column: usize) -> Option<(usize, usize)> {
        let mut breaks = 0;
        let mut line = end;
        loop {
            if self.cursor.byte(line)? != b'\n' {
                return None;
            }
            breaks += 1;
            let start = line + 1;
            line = start;
            while self.cursor.byte(line)? == b' ' {
                line += 1;
            }
            if self.cursor.byte(line)? == b'\n' {
                continue;
            }
            return (line - start > column).then_some((breaks, line));
        }
    }
}

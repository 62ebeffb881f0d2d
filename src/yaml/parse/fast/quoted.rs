//! Quoted scalars that go on in further lines, or hold escapes.

use super::Reader;
use super::scalar::{fold_breaks, quote_style};
use crate::yaml::node::{NodeId, Tag};

impl Reader<'_> {
    /// The quoted scalar at the cursor, the value of a collection in `column`.
    /// Its further lines are indented deeper.
    pub(super) fn quoted_lines(&mut self, quote: u8, column: usize) -> Option<NodeId> {
        let open = self.cursor.at();
        let mut text = String::new();
        let mut from = open + 1;
        let close = loop {
            let end = self.cursor.line_end_from(from);
            if let Some(close) = self.part(quote, from, end, &mut text)? {
                break close;
            }
            from = self.fold(end, column, &mut text)?;
        };
        self.cursor.end_content(close + 1);
        let span = self.cursor.span(open..close + 1);
        Some(self.doc.scalar(&text, Tag::Str, quote_style(quote), span))
    }

    /// Adds what one line holds; where the closing quote is, if it is there.
    /// Blanks at the end of a line that goes on are not content.
    fn part(&self, quote: u8, from: usize, end: usize, text: &mut String) -> Option<Option<usize>> {
        let mut start = from;
        let mut at = from;
        while at < end {
            let (byte, next) = (self.cursor.byte(at)?, self.cursor.byte(at + 1));
            let stands_for = match byte {
                b'\'' if quote == b'\'' && next == Some(b'\'') => "'",
                b'\\' if quote == b'"' => match next? {
                    b'"' => "\"",
                    b'\\' => "\\",
                    b'n' => "\n",
                    b't' => "\t",
                    // The other escapes are rare, and one of them joins lines.
                    _ => return None,
                },
                byte if byte == quote => {
                    text.push_str(self.cursor.text(start..at));
                    return Some(Some(at));
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
        Some(None)
    }

    /// Goes over the line breaks at `end`. Where the text goes on.
    fn fold(&self, end: usize, column: usize, text: &mut String) -> Option<usize> {
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
            if line - start <= column {
                return None;
            }
            break;
        }
        fold_breaks(breaks, text);
        Some(line)
    }
}

//! Literal blocks.

use super::Reader;
use crate::yaml::node::{NodeId, Style, Tag};

/// What happens to the line breaks at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomp {
    Strip,
    Clip,
    Keep,
}

impl Reader<'_> {
    /// A literal block that is the value of a collection in `column`.
    pub(super) fn literal(&mut self, column: usize) -> Option<NodeId> {
        let header = self.cursor.slice(self.cursor.at() + 1..self.cursor.line_end());
        let chomp = match header {
            b"" => Chomp::Clip,
            b"-" => Chomp::Strip,
            b"+" => Chomp::Keep,
            _ => return None,
        };
        self.cursor.skip_line();
        let (first, indent) = self.first_line(column)?;
        let mut text = String::new();
        // Line breaks since the last line with text.
        let mut breaks = first.blank_lines;
        let (start, mut end) = (first.start + indent, first.start + indent);
        loop {
            let line = self.cursor.at();
            let line_end = self.cursor.line_end();
            self.cursor.skip_spaces();
            let width = self.cursor.at() - line;
            let is_blank = self.cursor.at() == line_end;
            if is_blank && width <= indent {
                if line_end == self.cursor.len() {
                    break;
                }
                breaks += 1;
                self.cursor.skip_line();
                continue;
            }
            if width < indent {
                self.cursor.go_to(line);
                break;
            }
            text.extend(std::iter::repeat_n('\n', breaks));
            text.push_str(self.cursor.text(line + indent..line_end));
            end = line_end;
            if line_end == self.cursor.len() {
                // The text ends without a line break, and so does the scalar.
                breaks = 0;
                self.cursor.go_to(line_end);
                break;
            }
            breaks = 1;
            self.cursor.go_to(line_end + 1);
        }
        match chomp {
            Chomp::Strip => {}
            Chomp::Clip => text.extend((breaks > 0).then_some('\n')),
            Chomp::Keep => text.extend(std::iter::repeat_n('\n', breaks)),
        }
        self.cursor.end_content_only(end);
        let span = self.cursor.span(start..end);
        Some(self.doc.scalar(&text, Tag::Str, Style::Literal, span))
    }

    /// The first line with text and its indentation, which is the block's. The
    /// cursor ends at the start of that line. A block without text is unusual.
    fn first_line(&mut self, column: usize) -> Option<(FirstLine, usize)> {
        let mut blank_lines = 0;
        let mut widest = 0;
        loop {
            let start = self.cursor.at();
            self.cursor.skip_spaces();
            let width = self.cursor.at() - start;
            match self.cursor.peek() {
                None => return None,
                Some(b'\n') => {
                    widest = widest.max(width);
                    blank_lines += 1;
                    self.cursor.skip_line();
                }
                Some(_) if width <= column || widest > width => return None,
                Some(_) => {
                    self.cursor.go_to(start);
                    return Some((FirstLine { start, blank_lines }, width));
                }
            }
        }
    }
}

struct FirstLine {
    start: usize,
    blank_lines: usize,
}

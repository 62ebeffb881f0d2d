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
        let header_end = self.cursor.line_end();
        let header = self.cursor.slice(self.cursor.at() + 1..header_end);
        let (chomp, deeper) = read_header(header)?;
        self.cursor.skip_line();
        let (first, indent) = self.first_line(column, deeper)?;
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

    /// The first line with text and the block's indentation, which is that
    /// line's unless the header says it. The cursor ends at the start of the
    /// line. A block without text is unusual.
    fn first_line(&mut self, column: usize, deeper: Option<usize>) -> Option<(FirstLine, usize)> {
        let mut blank_lines = 0;
        let said = deeper.map(|deeper| column + deeper);
        let mut widest = 0;
        loop {
            let start = self.cursor.at();
            self.cursor.skip_spaces();
            let width = self.cursor.at() - start;
            match self.cursor.peek() {
                None => return None,
                Some(b'\n') if said.is_some_and(|indent| width > indent) => return None,
                Some(b'\n') => {
                    widest = widest.max(width);
                    blank_lines += 1;
                    self.cursor.skip_line();
                }
                Some(_) => {
                    let indent = said.unwrap_or(width);
                    if indent <= column || width < indent || widest > indent {
                        return None;
                    }
                    self.cursor.go_to(start);
                    return Some((FirstLine { start, blank_lines }, indent));
                }
            }
        }
    }
}

/// What stands behind the bar: how the text ends, and how much deeper than its
/// collection it is indented, if that is said.
fn read_header(header: &[u8]) -> Option<(Chomp, Option<usize>)> {
    let chomp = |byte: u8| match byte {
        b'-' => Some(Chomp::Strip),
        b'+' => Some(Chomp::Keep),
        _ => None,
    };
    let deeper = |byte: u8| matches!(byte, b'1'..=b'9').then(|| usize::from(byte - b'0'));
    match *header {
        [] => Some((Chomp::Clip, None)),
        [one] => match deeper(one) {
            Some(deeper) => Some((Chomp::Clip, Some(deeper))),
            None => Some((chomp(one)?, None)),
        },
        [one, two] => match deeper(one) {
            Some(deeper) => Some((chomp(two)?, Some(deeper))),
            None => Some((chomp(one)?, Some(deeper(two)?))),
        },
        _ => None,
    }
}

struct FirstLine {
    start: usize,
    blank_lines: usize,
}

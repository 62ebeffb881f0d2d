//! Which token a comment belongs to, and whether it is its head, line or foot:
//! `yaml_parser_scan_comments` and `yaml_parser_scan_line_comment` in go-yaml
//! 3.0.3's `scannerc.go`.

use super::scan::Scanner;
use super::token::{Comment, Mark, TokenKind};

/// How many blanks and line breaks the scanner looks over for the next comment.
const MAX_LOOK_AHEAD: usize = 512;

/// The offset from one look ahead to the next, in a type marks count in.
fn signed(offset: usize) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}

impl Scanner<'_> {
    /// The comment behind a token on its line.
    pub(super) fn scan_line_comment(&mut self, token: Mark) {
        if self.newlines > 0 {
            return;
        }
        let blanks = (0..MAX_LOOK_AHEAD).find(|&offset| !self.is_blank(offset));
        let Some(blanks) = blanks.filter(|&offset| self.at(offset) == b'#') else { return };
        for _ in 0..blanks {
            self.skip();
        }
        let start = self.mark;
        let line = self.rest_of_line();
        self.comments.push(Comment { token, start, line, ..Comment::default() });
    }

    fn rest_of_line(&mut self) -> String {
        let mut text = String::new();
        while !self.is_break_or_end(0) {
            text.push(self.skip());
        }
        text
    }

    /// `- # comment` before a nested block: the comment is a head, of what
    /// follows if that is on the next line.
    pub(super) fn turn_entry_comment(&mut self) {
        let is_first_entry = matches!(
            self.tokens.as_slice(),
            [.., before, last]
                if before.kind == TokenKind::BlockSequenceStart && last.kind == TokenKind::BlockEntry
        );
        if !is_first_entry || self.is_break(0) {
            return;
        }
        let mark = self.mark;
        if let Some(comment) = self.comments.last_mut().filter(|comment| !comment.line.is_empty()) {
            comment.head = std::mem::take(&mut comment.line);
            if comment.start.line == mark.line - 1 {
                comment.token = mark;
            }
        }
    }

    /// The comment that starts here and all that follow before the next token.
    ///
    /// A comment is the foot of what is before it when an empty line follows,
    /// or when the next thing is further out; else it is a head.
    pub(super) fn scan_comments(&mut self, scan_mark: Mark) {
        let mut block = CommentBlock::new(self, scan_mark);
        let mut next = 0;
        let offset = loop {
            let offset = next;
            if offset == MAX_LOOK_AHEAD {
                break offset;
            }
            next += 1;
            block.column += 1;
            if self.is_blank(offset) {
                continue;
            }
            let closes_flow = self.flow_level > 0 && matches!(self.at(offset), b']' | b'}');
            if closes_flow || self.is_break_or_end(offset) {
                if closes_flow || !block.recent_empty {
                    block.end_of_part(self, offset, closes_flow);
                }
                if !self.is_break(offset) {
                    break offset;
                }
                block.first_empty = false;
                block.recent_empty = true;
                block.column = 0;
                block.line += 1;
                continue;
            }
            if !block.text.is_empty() && block.column - 1 < block.next_indent && block.column != block.start.column {
                // Another column than that of the comment before, further out.
                block.push_foot(self, offset);
            }
            if self.at(offset) != b'#' {
                break offset;
            }
            if block.text.is_empty() {
                block.start = block.here(self, offset);
            } else {
                block.text.push('\n');
            }
            block.recent_empty = false;
            let seen = self.mark.byte + offset;
            while self.mark.byte < seen {
                if self.skip_line().is_none() {
                    self.skip();
                }
            }
            block.text.push_str(&self.rest_of_line());
            // The line break the text ends with is no empty line.
            next = 1;
            block.column = 0;
            block.line = self.mark.line;
            block.next_indent = self.indent.max(0);
        };
        if !block.text.is_empty() {
            let end = Mark { index: self.mark.index + signed(offset) - 1, ..block.here(self, offset) };
            let CommentBlock { scan, start, text, .. } = block;
            self.comments.push(Comment { scan, token: start, start, end, head: text, ..Comment::default() });
        }
    }
}

/// Comment lines without an empty line between them, and where they are.
struct CommentBlock {
    scan: Mark,
    token: Mark,
    start: Mark,
    text: String,
    /// Of the character that is looked at, counted from 1.
    column: i64,
    line: i64,
    next_indent: i64,
    /// No empty line came before.
    first_empty: bool,
    /// The line before is empty.
    recent_empty: bool,
    /// A foot comment starts on this line.
    foot_line: i64,
    follows_colon: bool,
}

impl CommentBlock {
    fn new(scanner: &Scanner<'_>, scan: Mark) -> Self {
        let mut before = scanner.tokens.iter().rev();
        let mut token = before.next();
        if token.is_some_and(|token| token.kind == TokenKind::FlowEntry)
            && let Some(item) = before.next()
        {
            token = Some(item);
        }
        let mut foot_line = -1;
        if scan.line > 0 {
            foot_line = scanner.mark.line - scanner.newlines + 1;
            if scanner.newlines == 0 && scanner.mark.column > 1 {
                foot_line += 1;
            }
        }
        Self {
            scan,
            token: token.map_or(Mark::default(), |token| token.start),
            start: Mark::default(),
            text: String::new(),
            column: scanner.mark.column,
            line: scanner.mark.line,
            next_indent: scanner.indent.max(0),
            first_empty: scanner.newlines <= 1,
            recent_empty: false,
            foot_line,
            follows_colon: token.is_some_and(|token| token.kind == TokenKind::Value),
        }
    }

    fn here(&self, scanner: &Scanner<'_>, offset: usize) -> Mark {
        Mark { index: scanner.mark.index + signed(offset), line: self.line, column: self.column, byte: 0 }
    }

    /// An empty line, the end of the text, or the end of a flow collection.
    fn end_of_part(&mut self, scanner: &mut Scanner<'_>, offset: usize, closes_flow: bool) {
        let is_dedented = self.start.column - 1 < self.next_indent;
        let is_below = self.start.line == self.foot_line && !self.follows_colon;
        if closes_flow || (self.first_empty && (is_below || is_dedented)) {
            if !self.text.is_empty() {
                if is_dedented {
                    self.token = self.start;
                }
                self.push_foot(scanner, offset);
            }
        } else if !self.text.is_empty() && scanner.at(offset) != 0 {
            self.text.push('\n');
        }
    }

    fn push_foot(&mut self, scanner: &mut Scanner<'_>, offset: usize) {
        let end = self.here(scanner, offset);
        scanner.comments.push(Comment {
            scan: self.scan,
            token: self.token,
            start: self.start,
            end,
            foot: std::mem::take(&mut self.text),
            ..Comment::default()
        });
        (self.scan, self.token) = (end, end);
    }
}

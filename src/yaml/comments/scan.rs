//! Text to tokens: go-yaml 3.0.3's `scannerc.go`.
//!
//! Tokens are never dropped from the front of the list, so the number of a
//! token is its place in it.

use std::collections::HashMap;

use super::token::{Comment, Mark, Problem, Token, TokenKind};
use crate::yaml::node::Style;

/// How far `:` may be from the start of its key, in characters.
const MAX_KEY_LENGTH: i64 = 1024;
/// Blocks and flow collections inside each other.
const MAX_LEVEL: usize = 10_000;

pub(super) type Scanned<T> = Result<T, Problem>;

#[derive(Clone, Copy, Default)]
struct SimpleKey {
    possible: bool,
    required: bool,
    token: usize,
    mark: Mark,
}

pub(super) struct Scanner<'s> {
    pub(super) text: &'s str,
    pub(super) mark: Mark,
    /// Line breaks since the last character that is no blank.
    pub(super) newlines: i64,
    pub(super) flow_level: usize,
    /// The column of the innermost block, -1 outside of all.
    pub(super) indent: i64,
    indents: Vec<i64>,
    started: bool,
    simple_key_allowed: bool,
    /// One for each flow level.
    simple_keys: Vec<SimpleKey>,
    /// Which entry of `simple_keys` a token made. Looked up only.
    simple_keys_by_token: HashMap<usize, usize>,
    pub(super) tokens: Vec<Token>,
    /// The next token the parser gets.
    pub(super) head: usize,
    pub(super) comments: Vec<Comment>,
}

impl<'s> Scanner<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        // The mark is no part of the text.
        let byte = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        Self {
            text,
            mark: Mark { byte, ..Mark::default() },
            newlines: 0,
            flow_level: 0,
            indent: -1,
            indents: Vec::new(),
            started: false,
            simple_key_allowed: true,
            simple_keys: vec![SimpleKey::default()],
            simple_keys_by_token: HashMap::new(),
            tokens: Vec::new(),
            head: 0,
            comments: Vec::new(),
        }
    }

    /// Fetches tokens until the next one is certain: a key is one only when its
    /// `:` is found. Comments need two more tokens.
    pub(super) fn fetch_ahead(&mut self) -> Scanned<()> {
        loop {
            if self.head + 2 < self.tokens.len() {
                let Some(&at) = self.simple_keys_by_token.get(&self.head) else { break };
                if !self.is_simple_key_valid(at)? {
                    break;
                }
            }
            self.fetch()?;
        }
        Ok(())
    }

    // ---- keys and levels -----------------------------------------------

    fn is_simple_key_valid(&mut self, at: usize) -> Scanned<bool> {
        let Some(key) = self.simple_keys.get_mut(at).filter(|key| key.possible) else { return Ok(false) };
        if key.mark.line < self.mark.line || key.mark.index + MAX_KEY_LENGTH < self.mark.index {
            if key.required {
                return Err(Problem { byte: key.mark.byte, what: "could not find expected ':'" });
            }
            key.possible = false;
            return Ok(false);
        }
        Ok(true)
    }

    fn save_simple_key(&mut self) -> Scanned<()> {
        if self.simple_key_allowed {
            let required = self.flow_level == 0 && self.indent == self.mark.column;
            self.remove_simple_key()?;
            let key = SimpleKey { possible: true, required, token: self.tokens.len(), mark: self.mark };
            self.simple_keys_by_token.insert(key.token, self.simple_keys.len() - 1);
            if let Some(last) = self.simple_keys.last_mut() {
                *last = key;
            }
        }
        Ok(())
    }

    fn remove_simple_key(&mut self) -> Scanned<()> {
        if let Some(key) = self.simple_keys.last_mut().filter(|key| key.possible) {
            if key.required {
                return Err(Problem { byte: key.mark.byte, what: "could not find expected ':'" });
            }
            key.possible = false;
            self.simple_keys_by_token.remove(&key.token);
        }
        Ok(())
    }

    fn push(&mut self, kind: TokenKind, start: Mark, end: Mark) {
        self.tokens.push(Token::new(kind, start, end));
    }

    /// Opens a block at `column` if that is further in.
    fn roll_indent(&mut self, column: i64, at: usize, kind: TokenKind, mark: Mark) -> Scanned<()> {
        if self.flow_level > 0 || self.indent >= column {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column;
        if self.indents.len() > MAX_LEVEL {
            return self.problem("exceeded max depth of 10000");
        }
        self.tokens.insert(at, Token::new(kind, mark, mark));
        Ok(())
    }

    /// Ends the blocks that are further in than `column`. A block ends before
    /// comments at its own column, so that they go to what is around it.
    fn unroll_indent(&mut self, column: i64, scan_mark: Mark) {
        if self.flow_level > 0 {
            return;
        }
        let mut block_mark = Mark { index: scan_mark.index - 1, ..scan_mark };
        while self.indent > column {
            let mut stop = block_mark.index;
            for comment in self.comments.iter().rev() {
                if comment.end.index < stop {
                    break;
                }
                if comment.start.column == self.indent + 1 {
                    block_mark = comment.start;
                }
                stop = comment.scan.index;
            }
            self.push(TokenKind::BlockEnd, block_mark, block_mark);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    // ---- tokens --------------------------------------------------------

    fn fetch(&mut self) -> Scanned<()> {
        if !self.started {
            self.started = true;
            self.push(TokenKind::StreamStart, self.mark, self.mark);
            return Ok(());
        }
        let scan_mark = self.mark;
        self.scan_to_next_token(scan_mark);
        self.unroll_indent(self.mark.column, scan_mark);
        if self.at(0) == 0 {
            return self.fetch_stream_end();
        }
        if self.mark.column == 0 && self.at(0) == b'%' {
            self.leave_blocks()?;
            return self.scan_directive();
        }
        if self.is_document_mark(b'-') {
            return self.fetch_document_mark(TokenKind::DocumentStart);
        }
        if self.is_document_mark(b'.') {
            return self.fetch_document_mark(TokenKind::DocumentEnd);
        }
        let comment_mark = match (self.tokens.last(), self.at(0), self.flow_level) {
            (Some(last), b':', 0) => last.start,
            (Some(last), b',', 1..) => last.start,
            _ => self.mark,
        };
        self.fetch_content()?;
        if self.tokens.last().is_none_or(|last| last.kind != TokenKind::BlockEntry) {
            self.scan_line_comment(comment_mark);
        }
        Ok(())
    }

    fn fetch_content(&mut self) -> Scanned<()> {
        let in_block = self.flow_level == 0;
        match self.at(0) {
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => {
                self.remove_simple_key()?;
                self.simple_key_allowed = true;
                self.fetch_indicator(TokenKind::FlowEntry)
            }
            b'-' if self.is_blank_or_end(1) => self.fetch_block_entry(),
            b'?' if !in_block || self.is_blank_or_end(1) => self.fetch_key(),
            b':' if !in_block || self.is_blank_or_end(1) => self.fetch_value(),
            b'*' => self.fetch_word(|scanner| scanner.scan_anchor(TokenKind::Alias)),
            b'&' => self.fetch_word(|scanner| scanner.scan_anchor(TokenKind::Anchor)),
            b'!' => self.fetch_word(Self::scan_tag),
            b'|' if in_block => self.fetch_block_scalar(Style::Literal),
            b'>' if in_block => self.fetch_block_scalar(Style::Folded),
            b'\'' => self.fetch_word(|scanner| scanner.scan_flow_scalar(true)),
            b'"' => self.fetch_word(|scanner| scanner.scan_flow_scalar(false)),
            b'-' if !self.is_blank(1) => self.fetch_plain_scalar(),
            b'?' | b':' if in_block => self.fetch_plain_scalar(),
            b'\t' | b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => {
                self.problem("found character that cannot start any token")
            }
            _ => self.fetch_plain_scalar(),
        }
    }

    /// What ends blocks ends keys too.
    fn leave_blocks(&mut self) -> Scanned<()> {
        self.unroll_indent(-1, self.mark);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        Ok(())
    }

    fn fetch_stream_end(&mut self) -> Scanned<()> {
        if self.mark.column != 0 {
            self.mark.column = 0;
            self.mark.line += 1;
        }
        self.leave_blocks()?;
        self.push(TokenKind::StreamEnd, self.mark, self.mark);
        Ok(())
    }

    fn fetch_document_mark(&mut self, kind: TokenKind) -> Scanned<()> {
        self.leave_blocks()?;
        let start = self.mark;
        for _ in 0..3 {
            self.skip();
        }
        self.push(kind, start, self.mark);
        Ok(())
    }

    fn fetch_indicator(&mut self, kind: TokenKind) -> Scanned<()> {
        let start = self.mark;
        self.skip();
        self.push(kind, start, self.mark);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind) -> Scanned<()> {
        self.save_simple_key()?;
        let key = SimpleKey { token: self.tokens.len(), mark: self.mark, ..SimpleKey::default() };
        self.simple_keys.push(key);
        self.flow_level += 1;
        if self.flow_level > MAX_LEVEL {
            return self.problem("exceeded max depth of 10000");
        }
        self.simple_key_allowed = true;
        self.fetch_indicator(kind)
    }

    fn fetch_flow_end(&mut self, kind: TokenKind) -> Scanned<()> {
        self.remove_simple_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            if let Some(key) = self.simple_keys.pop() {
                self.simple_keys_by_token.remove(&key.token);
            }
        }
        self.simple_key_allowed = false;
        self.fetch_indicator(kind)
    }

    fn fetch_block_entry(&mut self) -> Scanned<()> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return self.problem("block sequence entries are not allowed in this context");
            }
            self.roll_indent(self.mark.column, self.tokens.len(), TokenKind::BlockSequenceStart, self.mark)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_indicator(TokenKind::BlockEntry)
    }

    fn fetch_key(&mut self) -> Scanned<()> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return self.problem("mapping keys are not allowed in this context");
            }
            self.roll_indent(self.mark.column, self.tokens.len(), TokenKind::BlockMappingStart, self.mark)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = self.flow_level == 0;
        self.fetch_indicator(TokenKind::Key)
    }

    fn fetch_value(&mut self) -> Scanned<()> {
        let last = self.simple_keys.len() - 1;
        if self.is_simple_key_valid(last)? {
            let SimpleKey { token, mark, .. } = self.simple_keys[last];
            self.tokens.insert(token, Token::new(TokenKind::Key, mark, mark));
            self.roll_indent(mark.column, token, TokenKind::BlockMappingStart, mark)?;
            self.simple_keys[last].possible = false;
            self.simple_keys_by_token.remove(&token);
            self.simple_key_allowed = false;
        } else {
            if self.flow_level == 0 {
                if !self.simple_key_allowed {
                    return self.problem("mapping values are not allowed in this context");
                }
                self.roll_indent(self.mark.column, self.tokens.len(), TokenKind::BlockMappingStart, self.mark)?;
            }
            self.simple_key_allowed = self.flow_level == 0;
        }
        self.fetch_indicator(TokenKind::Value)
    }

    /// Fetches what may be a key, or be in front of one.
    fn fetch_word(&mut self, scan: impl FnOnce(&mut Self) -> Scanned<Token>) -> Scanned<()> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let token = scan(self)?;
        self.tokens.push(token);
        Ok(())
    }

    fn fetch_plain_scalar(&mut self) -> Scanned<()> {
        self.save_simple_key()?;
        let (token, ended_line) = self.scan_plain_scalar()?;
        self.simple_key_allowed = ended_line;
        self.tokens.push(token);
        Ok(())
    }

    fn fetch_block_scalar(&mut self, style: Style) -> Scanned<()> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        let token = self.scan_block_scalar(style)?;
        self.tokens.push(token);
        Ok(())
    }

    /// Goes over blanks, comments and line breaks.
    fn scan_to_next_token(&mut self, scan_mark: Mark) {
        loop {
            while self.at(0) == b' ' || ((self.flow_level > 0 || !self.simple_key_allowed) && self.at(0) == b'\t') {
                self.skip();
            }
            self.turn_entry_comment();
            if self.at(0) == b'#' {
                self.scan_comments(scan_mark);
            }
            if self.skip_line().is_none() {
                return;
            }
            if self.flow_level == 0 {
                self.simple_key_allowed = true;
            }
        }
    }
}

//! The text that is being written: columns, indentation, comments.
//!
//! What go-yaml 3.0.3's emitterc.go keeps in `yaml_emitter_t`, and its
//! functions `yaml_emitter_write_indent`, `write_indicator`, `write_comment`
//! and `process_*_comment`.

use crate::yaml::chars::is_break;

/// Columns per level.
pub(super) const INDENT: isize = 2;

/// Comments that were read with an event and are not written yet.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) head: String,
    pub(super) line: String,
    pub(super) foot: String,
    /// The foot of the entry before this one.
    pub(super) tail: String,
    /// The line comment of a key, which is written after its value.
    pub(super) key_line: String,
}

impl Pending {
    /// Whether something follows the node that a comma has to come before.
    pub(super) fn has_trailing(&self) -> bool {
        !(self.line.is_empty() && self.foot.is_empty() && self.tail.is_empty())
    }
}

pub(super) struct Output {
    text: String,
    /// In characters.
    pub(super) column: isize,
    /// The column of the collection that is written, below 0 outside of all.
    pub(super) indent: isize,
    /// Whether the last character was a space or a line break.
    pub(super) whitespace: bool,
    /// Whether the line so far is indentation, dashes included.
    pub(super) indention: bool,
    /// Where a foot comment ended: an empty line has to follow at this column.
    pub(super) foot_indent: isize,
    pub(super) pending: Pending,
}

impl Output {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            column: 0,
            indent: -1,
            whitespace: true,
            indention: true,
            foot_indent: -1,
            pending: Pending::default(),
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes one character that is no line break.
    pub(super) fn put(&mut self, character: char) {
        self.text.push(character);
        self.column += 1;
    }

    pub(super) fn line_feed(&mut self) {
        self.line_break('\n');
    }

    /// Writes a line break of the text itself.
    pub(super) fn line_break(&mut self, character: char) {
        self.text.push(character);
        self.column = 0;
        self.indention = true;
    }

    /// Goes to a new line unless the current one is indentation up to the
    /// right column.
    pub(super) fn write_indent(&mut self) {
        let indent = self.indent.max(0);
        if !self.indention || self.column > indent || (self.column == indent && !self.whitespace) {
            self.line_feed();
        }
        if self.foot_indent == indent {
            self.line_feed();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.foot_indent = -1;
    }

    /// Writes `-`, `:`, `[` and the like.
    pub(super) fn indicator(&mut self, text: &str, after: Indicator) {
        if after.needs_space && !self.whitespace {
            self.put(' ');
        }
        for character in text.chars() {
            self.put(character);
        }
        self.whitespace = after.is_space;
        self.indention = self.indention && after.is_indention;
    }

    /// A space, if the last character was none.
    pub(super) fn separate(&mut self) {
        if !self.whitespace {
            self.put(' ');
        }
    }

    /// The line now has text that is neither space nor indentation.
    pub(super) fn end_word(&mut self) {
        self.whitespace = false;
        self.indention = false;
    }

    fn comment(&mut self, comment: &str) {
        let (mut breaks, mut pound) = (false, false);
        for character in comment.chars() {
            if is_break(character) {
                self.line_break(character);
                breaks = true;
                pound = false;
                continue;
            }
            if breaks {
                self.write_indent();
            }
            if !pound && character != '#' {
                self.put('#');
                self.put(' ');
            }
            pound = true;
            self.put(character);
            self.indention = false;
            breaks = false;
        }
        if !breaks {
            self.line_feed();
        }
        self.whitespace = true;
    }

    pub(super) fn head_comment(&mut self) {
        let tail = std::mem::take(&mut self.pending.tail);
        if !tail.is_empty() {
            self.write_indent();
            self.comment(&tail);
            self.foot_indent = self.indent.max(0);
        }
        let head = std::mem::take(&mut self.pending.head);
        if !head.is_empty() {
            self.write_indent();
            self.comment(&head);
        }
    }

    pub(super) fn line_comment(&mut self) {
        let line = std::mem::take(&mut self.pending.line);
        if !line.is_empty() {
            self.separate();
            self.comment(&line);
        }
    }

    /// Ends the line of a block scalar's header.
    pub(super) fn line_comment_or_line_feed(&mut self) {
        if self.pending.line.is_empty() {
            self.line_feed();
        } else {
            self.line_comment();
        }
    }

    pub(super) fn foot_comment(&mut self) {
        let foot = std::mem::take(&mut self.pending.foot);
        if !foot.is_empty() {
            self.write_indent();
            self.comment(&foot);
            self.foot_indent = self.indent.max(0);
        }
    }
}

/// How an indicator fits in its line.
#[derive(Clone, Copy, Default)]
pub(super) struct Indicator {
    needs_space: bool,
    is_space: bool,
    is_indention: bool,
}

impl Indicator {
    /// `,` `]` `}` `:` after a simple key, block scalar hints, a closing quote.
    pub(super) const ATTACHED: Self = Self { needs_space: false, is_space: false, is_indention: false };
    /// An opening quote, `|`, `>`, `?` in flow collections.
    pub(super) const WORD: Self = Self { needs_space: true, is_space: false, is_indention: false };
    /// `[` `{`
    pub(super) const OPENING: Self = Self { needs_space: true, is_space: true, is_indention: false };
    /// `-`, `?`, and `:` at the start of a line.
    pub(super) const BLOCK: Self = Self { needs_space: true, is_space: false, is_indention: true };
}

//! What the scanner hands to the parser.

use crate::yaml::node::Style;

/// A place in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// In characters. Signed, because the scanner computes with places before
    /// the first character.
    pub(super) index: i64,
    pub(super) line: i64,
    pub(super) column: i64,
    /// In bytes; not set where only comments are compared.
    pub(super) byte: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    StreamStart,
    StreamEnd,
    /// `%YAML 1.1`
    Version,
    /// `%TAG`
    TagDirective,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar(Style),
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: Mark,
    pub(super) end: Mark,
    /// A scalar's text, an anchor's name, a tag's handle.
    pub(super) value: String,
    /// What follows a tag's handle.
    pub(super) suffix: String,
}

impl Token {
    pub(super) fn new(kind: TokenKind, start: Mark, end: Mark) -> Self {
        Self { kind, start, end, value: String::new(), suffix: String::new() }
    }
}

/// A comment that waits for the token it belongs to.
#[derive(Clone, Debug, Default)]
pub(super) struct Comment {
    /// Where scanning was when the comment was looked for.
    pub(super) scan: Mark,
    /// The token it belongs to starts here, or is the first one after.
    pub(super) token: Mark,
    pub(super) start: Mark,
    pub(super) end: Mark,
    pub(super) head: String,
    pub(super) line: String,
    pub(super) foot: String,
}

/// Why scanning stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    pub(super) byte: usize,
    pub(super) what: &'static str,
}

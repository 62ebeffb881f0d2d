//! Mappings and sequences of the tree: the `yaml_parser_parse_block_*` and
//! `yaml_parser_parse_flow_*` functions of go-yaml 3.0.3's `parserc.go`,
//! `mapping` and `sequence` in its `decode.go`.

use super::token::{Mark, TokenKind};
use super::tree::{Pending, Properties, TreeReader};
use crate::yaml::node::{Kind, NodeId, Style};
use crate::yaml::parse::ParseError;

/// How the items of a sequence are marked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocks {
    /// Further in than what is around them.
    Block,
    /// At the column of their key.
    Indentless,
    Flow,
}

impl TreeReader<'_> {
    /// The head of a block: that of the list item it is.
    fn take_stem(&mut self) -> Pending {
        Pending { head: std::mem::take(&mut self.pending.stem), ..Pending::default() }
    }

    pub(super) fn sequence(
        &mut self,
        blocks: Blocks,
        properties: Properties,
        start: Mark,
        depth: usize,
    ) -> Result<NodeId, ParseError> {
        let style = if blocks == Blocks::Flow { Style::Flow } else { Style::Plain };
        let node = self.open((Kind::Sequence, style), start, properties, depth)?;
        let comments = match blocks {
            Blocks::Flow => self.event_comments(),
            Blocks::Block => self.take_stem(),
            Blocks::Indentless => Pending::default(),
        };
        self.set_comments(node, comments);
        if blocks != Blocks::Indentless {
            self.peek()?;
            self.skip();
        }
        let mut children = Vec::new();
        let comments = match blocks {
            Blocks::Flow => self.flow_items(&mut children, depth)?,
            Blocks::Block | Blocks::Indentless => self.block_items(&mut children, blocks, depth)?,
        };
        self.close(node, &children, comments);
        Ok(node)
    }

    fn block_items(&mut self, children: &mut Vec<NodeId>, blocks: Blocks, depth: usize) -> Result<Pending, ParseError> {
        loop {
            let (kind, start) = self.peek()?;
            if kind != TokenKind::BlockEntry {
                return match (blocks, kind) {
                    (Blocks::Indentless, _) => Ok(Pending::default()),
                    (_, TokenKind::BlockEnd) => {
                        self.skip();
                        Ok(Pending::default())
                    }
                    _ => self.syntax(start, "did not find expected '-' indicator"),
                };
            }
            let mark = self.scanner.tokens[self.scanner.head].end;
            let head_before = self.pending.head.len();
            self.skip();
            self.split_stem(head_before)?;
            let is_missing = match self.peek()?.0 {
                TokenKind::BlockEntry | TokenKind::BlockEnd => true,
                TokenKind::Key | TokenKind::Value => blocks == Blocks::Indentless,
                _ => false,
            };
            let item = if is_missing { self.empty_scalar(mark) } else { self.node(true, false, depth + 1)? };
            children.push(item);
        }
    }

    /// A head comment before `-` goes to the block that follows as a whole, not
    /// to its first entry.
    fn split_stem(&mut self, head_before: usize) -> Result<(), ParseError> {
        if head_before == 0 {
            return Ok(());
        }
        if !matches!(self.peek()?.0, TokenKind::BlockSequenceStart | TokenKind::BlockMappingStart) {
            return Ok(());
        }
        let head = std::mem::take(&mut self.pending.head);
        let (stem, rest) = head.split_at(head_before);
        stem.clone_into(&mut self.pending.stem);
        // Between the two is a line feed.
        rest.get(1..).unwrap_or_default().clone_into(&mut self.pending.head);
        Ok(())
    }

    pub(super) fn block_mapping(
        &mut self,
        properties: Properties,
        start: Mark,
        depth: usize,
    ) -> Result<NodeId, ParseError> {
        let node = self.open((Kind::Mapping, Style::Plain), start, properties, depth)?;
        let comments = self.take_stem();
        self.set_comments(node, comments);
        self.peek()?;
        self.skip();
        let mut children = Vec::new();
        let comments = loop {
            let (kind, start) = self.peek()?;
            match kind {
                TokenKind::Key => {}
                TokenKind::BlockEnd => {
                    let comments = self.event_comments();
                    self.skip();
                    break comments;
                }
                _ => return self.syntax(start, "did not find expected key"),
            }
            let key = self.entry_part(depth)?;
            self.move_foot_to_entry_before(&children, key);
            let (kind, start) = self.peek()?;
            let value = if kind == TokenKind::Value { self.entry_part(depth)? } else { self.empty_scalar(start) };
            self.move_foot_to_key(key, value);
            children.extend([key, value]);
        };
        self.close(node, &children, comments);
        // The foot of a block is that of its last entry.
        if let [.., key, _] = children[..]
            && let Some(notes) = self.comments.nodes.get_mut(&node).filter(|notes| !notes.foot.is_empty())
        {
            let foot = std::mem::take(&mut notes.foot);
            self.comments.notes(key).foot = foot;
        }
        Ok(node)
    }

    /// What follows a key or value token of a block.
    fn entry_part(&mut self, depth: usize) -> Result<NodeId, ParseError> {
        let mark = self.scanner.tokens[self.scanner.head].end;
        self.skip();
        match self.peek()?.0 {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => Ok(self.empty_scalar(mark)),
            _ => self.node(true, true, depth + 1),
        }
    }

    fn take_foot(&mut self, node: NodeId) -> Option<String> {
        let notes = self.comments.nodes.get_mut(&node)?;
        (!notes.foot.is_empty()).then(|| std::mem::take(&mut notes.foot))
    }

    /// A foot that was read with a key belongs to the value before it.
    fn move_foot_to_entry_before(&mut self, children: &[NodeId], key: NodeId) {
        if let [.., before, _] = *children
            && let Some(foot) = self.take_foot(key)
        {
            self.comments.notes(before).foot = foot;
        }
    }

    fn move_foot_to_key(&mut self, key: NodeId, value: NodeId) {
        if self.comments.get(key).is_none_or(|notes| notes.foot.is_empty())
            && let Some(foot) = self.take_foot(value)
        {
            self.comments.notes(key).foot = foot;
        }
    }

    pub(super) fn flow_mapping(
        &mut self,
        properties: Properties,
        start: Mark,
        depth: usize,
    ) -> Result<NodeId, ParseError> {
        let node = self.open((Kind::Mapping, Style::Flow), start, properties, depth)?;
        let comments = self.event_comments();
        self.set_comments(node, comments);
        self.peek()?;
        self.skip();
        let mut children = Vec::new();
        let mut first = true;
        loop {
            let (mut kind, mut start) = self.peek()?;
            if kind != TokenKind::FlowMappingEnd && !first {
                if kind != TokenKind::FlowEntry {
                    return self.syntax(start, "did not find expected ',' or '}'");
                }
                self.skip();
                (kind, start) = self.peek()?;
            }
            first = false;
            let (key, value) = match kind {
                TokenKind::FlowMappingEnd => break,
                TokenKind::Key => {
                    self.skip();
                    let key = match self.peek()? {
                        (TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd, start) => {
                            self.empty_scalar(start)
                        }
                        _ => self.node(false, false, depth + 1)?,
                    };
                    (key, self.flow_value(TokenKind::FlowMappingEnd, depth)?)
                }
                _ => {
                    let key = self.node(false, false, depth + 1)?;
                    self.peek()?;
                    (key, self.empty_scalar(start))
                }
            };
            self.move_foot_to_key(key, value);
            children.extend([key, value]);
        }
        let comments = self.event_comments();
        self.skip();
        self.close(node, &children, comments);
        Ok(node)
    }

    /// The value of a key in a flow collection that `end` ends.
    fn flow_value(&mut self, end: TokenKind, depth: usize) -> Result<NodeId, ParseError> {
        let (mut kind, mut start) = self.peek()?;
        if kind == TokenKind::Value {
            self.skip();
            (kind, start) = self.peek()?;
            if kind != TokenKind::FlowEntry && kind != end {
                return self.node(false, false, depth + 1);
            }
        }
        Ok(self.empty_scalar(start))
    }

    fn flow_items(&mut self, children: &mut Vec<NodeId>, depth: usize) -> Result<Pending, ParseError> {
        let mut first = true;
        loop {
            let (mut kind, mut start) = self.peek()?;
            if kind != TokenKind::FlowSequenceEnd && !first {
                if kind != TokenKind::FlowEntry {
                    return self.syntax(start, "did not find expected ',' or ']'");
                }
                self.skip();
                (kind, start) = self.peek()?;
            }
            first = false;
            match kind {
                TokenKind::FlowSequenceEnd => break,
                TokenKind::Key => {
                    self.skip();
                    let pair = self.flow_pair(start, depth + 1)?;
                    children.push(pair);
                }
                _ => {
                    let item = self.node(false, false, depth + 1)?;
                    children.push(item);
                }
            }
        }
        let comments = self.event_comments();
        self.skip();
        Ok(comments)
    }

    /// `[key: value]`, a mapping with one entry.
    fn flow_pair(&mut self, start: Mark, depth: usize) -> Result<NodeId, ParseError> {
        let node = self.open((Kind::Mapping, Style::Flow), start, Properties::default(), depth)?;
        let key = match self.peek()?.0 {
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                let mark = self.scanner.tokens[self.scanner.head].end;
                self.skip();
                self.empty_scalar(mark)
            }
            _ => self.node(false, false, depth + 1)?,
        };
        let value = self.flow_value(TokenKind::FlowSequenceEnd, depth)?;
        self.peek()?;
        self.move_foot_to_key(key, value);
        self.close(node, &[key, value], Pending::default());
        Ok(node)
    }
}

//! Collections: go-yaml 3.0.3's emitter, told what to write by `node` in its
//! encode.go.
//!
//! The emitter works on events and keeps a queue of them; here a node is
//! written in two steps instead. `start` writes what its first event writes,
//! `finish` the rest, and between the two the caller places comments, as
//! the emitter's states do.

use super::output::{INDENT, Indicator, Output};
use super::scalar::{self, Analysis};
use crate::yaml::comments::{Comments, Notes};
use crate::yaml::key::MAX_SIMPLE_KEY;
use crate::yaml::limits::Limits;
use crate::yaml::node::{Doc, Kind, NodeId, Style, Tag};
use crate::yaml::resolve::resolve;
use crate::yaml::value_error::ValueError;

pub(super) struct Writer<'d> {
    pub(super) doc: &'d Doc,
    comments: &'d Comments,
    pub(super) out: Output,
    pub(super) flow_level: usize,
    /// The node that started last is a key or a value.
    in_mapping: bool,
}

/// What a node is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parent {
    Document,
    BlockSequence,
    FlowSequence,
    /// A key without `?`.
    SimpleKey,
    /// Any other key, and values.
    Mapping,
}

impl<'d> Writer<'d> {
    pub(super) fn new(doc: &'d Doc, comments: &'d Comments) -> Self {
        Self { doc, comments, out: Output::new(), flow_level: 0, in_mapping: false }
    }

    /// Writes `id` as a document.
    pub(super) fn document(mut self, id: NodeId) -> Result<String, ValueError> {
        let (head, foot) = if id == self.doc.root() { self.comments.of_document() } else { ("", "") };
        if !head.is_empty() {
            head.clone_into(&mut self.out.pending.head);
            self.out.head_comment();
            self.out.line_feed();
        }
        self.read_start(id, "");
        self.out.head_comment();
        self.node(id, Parent::Document, 0)?;
        if !foot.is_empty() {
            foot.clone_into(&mut self.out.pending.foot);
        }
        // An empty line sets the foot of a document off.
        self.out.foot_indent = 0;
        self.out.foot_comment();
        self.out.foot_indent = -1;
        self.out.write_indent();
        Ok(self.out.into_text())
    }

    fn notes(&self, id: NodeId) -> Option<&'d Notes> {
        self.comments.get(id)
    }

    /// The comments of the event that starts `id`.
    pub(super) fn read_start(&mut self, id: NodeId, tail: &str) {
        let kind = self.doc.kind(id);
        let is_alias = self.alias(id).is_some();
        let pending = &mut self.out.pending;
        if let Some(notes) = self.comments.get(id) {
            take_over(&mut pending.head, &notes.head);
            if kind == Kind::Scalar {
                take_over(&mut pending.line, &notes.line);
                take_over(&mut pending.foot, &notes.foot);
            }
        }
        // The encoder hands the foot of the entry before to scalar and mapping
        // keys only, and forgets it at others.
        if kind != Kind::Sequence && !is_alias {
            take_over(&mut pending.tail, tail);
        }
    }

    /// The comments of the event that ends `id`.
    pub(super) fn read_end(&mut self, id: NodeId, tail: &str) {
        let pending = &mut self.out.pending;
        take_over(&mut pending.tail, tail);
        if let Some(notes) = self.comments.get(id) {
            take_over(&mut pending.line, &notes.line);
            take_over(&mut pending.foot, &notes.foot);
        }
    }

    /// The name behind `*`, if the node is still the alias that was read.
    fn alias(&self, id: NodeId) -> Option<&'d str> {
        let name = self.notes(id)?.alias.as_deref()?;
        (self.doc.text(id).strip_prefix('*') == Some(name)).then_some(name)
    }

    fn is_empty_collection(&self, id: NodeId) -> bool {
        self.doc.kind(id) != Kind::Scalar && self.doc.children(id).is_empty()
    }

    /// The tag as it is written, and whether the text needs quotes instead.
    fn tag(&self, id: NodeId) -> (Option<String>, bool) {
        let (doc, tag) = (self.doc, self.doc.tag(id));
        if tag == Tag::None || self.alias(id).is_some() {
            return (None, false);
        }
        let written = || {
            let other = self.notes(id).and_then(|notes| notes.tag.as_deref());
            tag_text(tag, other).map(str::to_owned)
        };
        if doc.is_explicitly_tagged(id) {
            return (written(), false);
        }
        let implied = match doc.kind(id) {
            Kind::Mapping => Tag::Map,
            Kind::Sequence => Tag::Seq,
            Kind::Scalar if tag == Tag::Str && doc.style(id).is_quoted_or_block() => Tag::Str,
            Kind::Scalar => resolve(doc.text(id)).tag(),
        };
        match tag {
            _ if tag == implied => (None, false),
            Tag::Str if doc.kind(id) == Kind::Scalar => (None, true),
            _ => (written(), false),
        }
    }

    /// Writes a node whose first event was read: start, comments, finish.
    fn node(&mut self, id: NodeId, parent: Parent, depth: usize) -> Result<(), ValueError> {
        self.start(id, parent);
        self.out.line_comment();
        self.out.foot_comment();
        self.finish(id, parent, depth)
    }

    pub(super) fn start(&mut self, id: NodeId, parent: Parent) {
        self.in_mapping = matches!(parent, Parent::SimpleKey | Parent::Mapping);
        if let Some(name) = self.alias(id) {
            self.out.indicator("*", Indicator::WORD);
            name.chars().for_each(|character| self.out.put(character));
            self.out.end_word();
            return;
        }
        if let Some(anchor) = self.notes(id).and_then(|notes| notes.anchor.as_deref()) {
            self.out.indicator("&", Indicator::WORD);
            anchor.chars().for_each(|character| self.out.put(character));
            self.out.end_word();
        }
        let (tag, force_quotes) = self.tag(id);
        if let Some(tag) = tag {
            self.out.separate();
            tag.chars().for_each(|character| self.out.put(character));
            self.out.end_word();
        }
        if self.doc.kind(id) == Kind::Scalar {
            let text = self.doc.text(id);
            let wanted = match self.doc.style(id) {
                Style::Plain | Style::Flow if text.contains('\n') => Style::Literal,
                Style::Plain | Style::Flow if force_quotes => Style::DoubleQuoted,
                style => style,
            };
            let style = Analysis::of(text).style(text, wanted, self.flow_level > 0, parent == Parent::SimpleKey);
            let before = self.out.indent;
            self.increase_indent(parent, true, false);
            scalar::write(&mut self.out, text, style);
            self.out.indent = before;
        }
    }

    pub(super) fn finish(&mut self, id: NodeId, parent: Parent, depth: usize) -> Result<(), ValueError> {
        if self.doc.kind(id) == Kind::Scalar {
            return Ok(());
        }
        if depth >= Limits::DEFAULT.max_depth {
            return Err(ValueError::TooDeep { span: self.doc.span(id) });
        }
        let is_flow = self.flow_level > 0 || self.doc.style(id) == Style::Flow || self.is_empty_collection(id);
        let before = self.out.indent;
        match (self.doc.kind(id), is_flow) {
            (Kind::Mapping, false) => self.block_mapping(id, parent, depth),
            (Kind::Mapping, true) => self.flow_mapping(id, parent, depth, before),
            (_, false) => self.block_sequence(id, parent, depth),
            (_, true) => self.flow_sequence(id, parent, depth, before),
        }?;
        self.out.indent = before;
        Ok(())
    }

    pub(super) fn increase_indent(&mut self, parent: Parent, flow: bool, compact: bool) {
        let indent = &mut self.out.indent;
        *indent = match *indent {
            ..0 if flow => INDENT,
            ..0 => 0,
            // The dash and the space after it.
            indent if parent == Parent::BlockSequence => indent + 2,
            indent => INDENT * ((indent + INDENT) / INDENT) - if compact { 2 } else { 0 },
        };
    }

    fn block_sequence(&mut self, id: NodeId, parent: Parent, depth: usize) -> Result<(), ValueError> {
        for (at, &item) in self.doc.children(id).iter().enumerate() {
            self.read_start(item, "");
            if at == 0 {
                let compact = self.in_mapping && (self.out.column == 0 || !self.out.indention);
                self.increase_indent(parent, false, compact);
            }
            self.out.head_comment();
            self.out.write_indent();
            self.out.indicator("-", Indicator::BLOCK);
            self.node(item, Parent::BlockSequence, depth + 1)?;
        }
        self.read_end(id, "");
        Ok(())
    }

    fn block_mapping(&mut self, id: NodeId, parent: Parent, depth: usize) -> Result<(), ValueError> {
        let doc = self.doc;
        let mut tail = "";
        for (at, (key, value)) in doc.entries(id).enumerate() {
            self.read_key(key, tail);
            if at == 0 {
                self.increase_indent(parent, false, false);
            }
            self.out.head_comment();
            self.out.write_indent();
            let pending = &mut self.out.pending;
            if !pending.line.is_empty() {
                pending.key_line = std::mem::take(&mut pending.line);
            }
            let simple = self.is_simple_key(key);
            if simple {
                self.start(key, Parent::SimpleKey);
                self.finish(key, Parent::SimpleKey, depth + 1)?;
            } else {
                self.out.indicator("?", Indicator::BLOCK);
                self.start(key, Parent::Mapping);
                self.finish(key, Parent::Mapping, depth + 1)?;
            }
            tail = self.foot(key);
            self.read_start(value, "");
            if simple {
                self.out.indicator(":", Indicator::ATTACHED);
            } else {
                self.out.write_indent();
                self.out.indicator(":", Indicator::BLOCK);
            }
            self.key_line_comment(value);
            self.node(value, Parent::Mapping, depth + 1)?;
        }
        self.read_end(id, tail);
        self.out.head_comment();
        Ok(())
    }

    /// The comment on the line of a key whose value has more lines.
    fn key_line_comment(&mut self, value: NodeId) {
        let is_alias = self.alias(value).is_some();
        let pending = &mut self.out.pending;
        if pending.key_line.is_empty() || is_alias {
            return;
        }
        if self.doc.kind(value) == Kind::Scalar {
            // A scalar with a comment of its own leaves the key's for a later one.
            if pending.line.is_empty() {
                pending.line = std::mem::take(&mut pending.key_line);
            }
        } else if self.doc.style(value) != Style::Flow {
            std::mem::swap(&mut pending.line, &mut pending.key_line);
            self.out.line_comment();
            let pending = &mut self.out.pending;
            std::mem::swap(&mut pending.line, &mut pending.key_line);
        }
    }

    /// A key's foot is written after its value, so not with the key.
    pub(super) fn read_key(&mut self, key: NodeId, tail: &str) {
        let foot = std::mem::take(&mut self.out.pending.foot);
        self.read_start(key, tail);
        self.out.pending.foot = foot;
    }

    pub(super) fn foot(&self, key: NodeId) -> &'d str {
        self.notes(key).map_or("", |notes| &notes.foot)
    }

    pub(super) fn is_simple_key(&self, key: NodeId) -> bool {
        let notes = self.notes(key);
        let text = self.doc.text(key);
        if let Some(name) = self.alias(key) {
            return name.len() <= MAX_SIMPLE_KEY;
        }
        let is_candidate = match self.doc.kind(key) {
            Kind::Scalar => !Analysis::of(text).multiline,
            _ => self.is_empty_collection(key),
        };
        let anchor = notes.and_then(|notes| notes.anchor.as_ref()).map_or(0, String::len);
        let tag = self.tag(key).0.map_or(0, |tag| tag.len());
        is_candidate && anchor + tag + text.len() <= MAX_SIMPLE_KEY
    }
}

fn take_over(pending: &mut String, comment: &str) {
    if !comment.is_empty() {
        comment.clone_into(pending);
    }
}

/// The short form of a tag; `other` is the text of one without a meaning.
fn tag_text(tag: Tag, other: Option<&str>) -> Option<&str> {
    Some(match tag {
        Tag::None => return None,
        Tag::Str => "!!str",
        Tag::Int => "!!int",
        Tag::Float => "!!float",
        Tag::Bool => "!!bool",
        Tag::Null => "!!null",
        Tag::Timestamp => "!!timestamp",
        Tag::Binary => "!!binary",
        Tag::Merge => "!!merge",
        Tag::Map => "!!map",
        Tag::Seq => "!!seq",
        Tag::Other => return other,
    })
}

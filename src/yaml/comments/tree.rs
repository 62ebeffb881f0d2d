//! Tokens to nodes: go-yaml 3.0.3's `parserc.go` and the `parser` of its
//! `decode.go` in one.
//!
//! Which comments a node gets depends on the order in which tokens are looked
//! at, so the functions look at them where the originals do. Those are state
//! machines that make events, these make nodes and call each other.

use std::collections::HashSet;
use std::sync::Arc;

use super::Comments;
use super::collections::Blocks;
use super::scan::Scanner;
use super::tags::{CORE_PREFIX, core_tag, written_tag};
use super::token::{Mark, Problem, TokenKind};
use crate::text::{Source, Span};
use crate::yaml::limits::{Limit, Limits};
use crate::yaml::node::{Doc, Kind, NodeId, Style, Tag};
use crate::yaml::parse::ParseError;
use crate::yaml::resolve::plain_tag;

/// Comments that go to the next event.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) head: String,
    pub(super) line: String,
    pub(super) foot: String,
    /// The head of a list item that is a block itself.
    pub(super) stem: String,
}

/// A tag and an anchor before a node.
#[derive(Default)]
pub(super) struct Properties {
    anchor: Option<String>,
    /// The long form.
    tag: Option<String>,
}

impl Properties {
    fn is_none(&self) -> bool {
        self.anchor.is_none() && self.tag.is_none()
    }
}

pub(super) struct TreeReader<'s> {
    pub(super) scanner: Scanner<'s>,
    doc: Doc,
    pub(super) comments: Comments,
    source: &'s Arc<Source>,
    limits: &'s Limits,
    pub(super) pending: Pending,
    /// The first comment of the scanner that is not taken over.
    next_comment: usize,
    is_fetched: bool,
    /// Handles of tags and what they stand for.
    handles: Vec<(String, String)>,
    /// Looked up only.
    anchors: HashSet<String>,
}

impl<'s> TreeReader<'s> {
    pub(super) fn new(source: &'s Arc<Source>, limits: &'s Limits) -> Result<Self, ParseError> {
        let text = source.text();
        if let Some((at, control)) = text.char_indices().find(|&(_, character)| is_refused(character)) {
            let span = span(source, at, at + control.len_utf8());
            return Err(ParseError::syntax(span, "control characters are not allowed"));
        }
        Ok(Self {
            scanner: Scanner::new(text),
            doc: Doc::new(Arc::clone(source)),
            comments: Comments::default(),
            source,
            limits,
            pending: Pending::default(),
            next_comment: 0,
            is_fetched: false,
            handles: Vec::new(),
            anchors: HashSet::new(),
        })
    }

    // ---- tokens --------------------------------------------------------

    /// The next token, after the comments before it were taken over.
    pub(super) fn peek(&mut self) -> Result<(TokenKind, Mark), ParseError> {
        if !self.is_fetched {
            let fetched = self.scanner.fetch_ahead();
            fetched.map_err(|Problem { byte, what }| ParseError::syntax(span(self.source, byte, byte), what))?;
            self.is_fetched = true;
        }
        let token = &self.scanner.tokens[self.scanner.head];
        let next = (token.kind, token.start);
        self.take_comments(next.0, next.1);
        Ok(next)
    }

    /// `yaml_parser_unfold_comments`
    fn take_comments(&mut self, kind: TokenKind, start: Mark) {
        while let Some(comment) = self.scanner.comments.get_mut(self.next_comment) {
            // No heads on ends: the next token may have a use for them.
            let is_for_later = !comment.head.is_empty() && kind == TokenKind::BlockEnd;
            if start.index < comment.token.index || is_for_later {
                break;
            }
            let taken = std::mem::take(comment);
            for (pending, text) in [
                (&mut self.pending.head, taken.head),
                (&mut self.pending.foot, taken.foot),
                (&mut self.pending.line, taken.line),
            ] {
                if !text.is_empty() {
                    if !pending.is_empty() {
                        pending.push('\n');
                    }
                    pending.push_str(&text);
                }
            }
            self.next_comment += 1;
        }
    }

    pub(super) fn skip(&mut self) {
        self.is_fetched = false;
        self.scanner.head += 1;
    }

    /// Takes the text of the current token and goes on.
    fn take(&mut self) -> (String, String) {
        let token = &mut self.scanner.tokens[self.scanner.head];
        let texts = (std::mem::take(&mut token.value), std::mem::take(&mut token.suffix));
        self.skip();
        texts
    }

    /// The comments of an event: all that wait.
    pub(super) fn event_comments(&mut self) -> Pending {
        std::mem::take(&mut self.pending)
    }

    pub(super) fn syntax<T>(&self, at: Mark, problem: &'static str) -> Result<T, ParseError> {
        Err(ParseError::syntax(span(self.source, at.byte, at.byte), problem))
    }

    // ---- document ------------------------------------------------------

    pub(super) fn document(mut self) -> Result<Option<(Doc, Comments)>, ParseError> {
        self.peek()?;
        self.skip();
        let root = match self.peek()?.0 {
            TokenKind::StreamEnd => return Ok(None),
            TokenKind::Version | TokenKind::TagDirective | TokenKind::DocumentStart => {
                self.directives()?;
                let (kind, start) = self.peek()?;
                if kind != TokenKind::DocumentStart {
                    return self.syntax(start, "did not find expected <document start>");
                }
                self.skip();
                match self.peek()? {
                    (
                        TokenKind::Version
                        | TokenKind::TagDirective
                        | TokenKind::DocumentStart
                        | TokenKind::DocumentEnd
                        | TokenKind::StreamEnd,
                        start,
                    ) => self.empty_scalar(start),
                    _ => self.node(true, false, 0)?,
                }
            }
            _ => {
                self.directives()?;
                self.comments.head = self.document_head();
                self.node(true, false, 0)?
            }
        };
        if self.peek()?.0 == TokenKind::DocumentEnd {
            self.skip();
        }
        let Pending { head, foot, .. } = self.event_comments();
        self.comments.foot = if foot.is_empty() { head } else { foot };
        self.doc.set_root(root);
        Ok(Some((self.doc, self.comments)))
    }

    /// The part of the head comment before its last empty line.
    fn document_head(&mut self) -> String {
        let head = &self.pending.head;
        let bytes = head.as_bytes();
        let split =
            (1..bytes.len()).rev().find(|&at| bytes[at] == b'\n' && (at + 1 == bytes.len() || bytes[at - 1] == b'\n'));
        let Some(at) = split else { return String::new() };
        let end = if at + 1 == bytes.len() { at } else { at - 1 };
        let (document, rest) = (head[..end].to_owned(), head[at + 1..].to_owned());
        self.pending.head = rest;
        document
    }

    fn directives(&mut self) -> Result<(), ParseError> {
        let mut has_version = false;
        loop {
            let (kind, start) = self.peek()?;
            match kind {
                TokenKind::Version => {
                    let (major, minor) = self.take();
                    if has_version {
                        return self.syntax(start, "found duplicate %YAML directive");
                    }
                    if [&major, &minor].iter().any(|number| number.trim_start_matches('0') != "1") {
                        return self.syntax(start, "found incompatible YAML document");
                    }
                    has_version = true;
                }
                TokenKind::TagDirective => {
                    let directive = self.take();
                    if self.handles.iter().any(|(handle, _)| *handle == directive.0) {
                        return self.syntax(start, "found duplicate %TAG directive");
                    }
                    self.handles.push(directive);
                }
                _ => break,
            }
        }
        for (handle, prefix) in [("!", "!"), ("!!", CORE_PREFIX)] {
            if !self.handles.iter().any(|(known, _)| known == handle) {
                self.handles.push((handle.to_owned(), prefix.to_owned()));
            }
        }
        Ok(())
    }

    // ---- nodes ---------------------------------------------------------

    pub(super) fn node(&mut self, block: bool, indentless: bool, depth: usize) -> Result<NodeId, ParseError> {
        let (_, start) = self.peek()?;
        if self.doc.node_count() > self.limits.max_nodes {
            return Err(self.over(start, Limit::Nodes(self.limits.max_nodes)));
        }
        if self.peek()?.0 == TokenKind::Alias {
            return self.alias();
        }
        let properties = self.properties()?;
        let (kind, at) = self.peek()?;
        match kind {
            TokenKind::BlockEntry if indentless => self.sequence(Blocks::Indentless, properties, start, depth),
            TokenKind::Scalar(style) => Ok(self.scalar(style, properties)),
            TokenKind::FlowSequenceStart => self.sequence(Blocks::Flow, properties, start, depth),
            TokenKind::FlowMappingStart => self.flow_mapping(properties, start, depth),
            TokenKind::BlockSequenceStart if block => self.sequence(Blocks::Block, properties, start, depth),
            TokenKind::BlockMappingStart if block => self.block_mapping(properties, start, depth),
            _ if !properties.is_none() => {
                let node = self.empty_scalar(start);
                self.set_properties(node, properties, Tag::Null);
                Ok(node)
            }
            _ => self.syntax(at, "did not find expected node content"),
        }
    }

    fn over(&self, at: Mark, limit: Limit) -> ParseError {
        ParseError::Limit { span: span(self.source, at.byte, at.byte), limit }
    }

    fn alias(&mut self) -> Result<NodeId, ParseError> {
        let token = &self.scanner.tokens[self.scanner.head];
        let span = span(self.source, token.start.byte, token.end.byte);
        let comments = self.event_comments();
        let (name, _) = self.take();
        if !self.anchors.contains(&name) {
            return Err(ParseError::UnknownAnchor { span, name });
        }
        let node = self.doc.scalar(&format!("*{name}"), Tag::Str, Style::Plain, span);
        self.set_comments(node, comments);
        self.comments.notes(node).alias = Some(name);
        Ok(node)
    }

    fn properties(&mut self) -> Result<Properties, ParseError> {
        let mut properties = Properties::default();
        loop {
            match self.peek()? {
                (TokenKind::Anchor, _) if properties.anchor.is_none() => {
                    let (name, _) = self.take();
                    properties.anchor = Some(name);
                }
                (TokenKind::Tag, start) if properties.tag.is_none() => {
                    let (handle, suffix) = self.take();
                    properties.tag = Some(if handle.is_empty() {
                        suffix
                    } else {
                        match self.handles.iter().find(|(known, _)| *known == handle) {
                            Some((_, prefix)) => format!("{prefix}{suffix}"),
                            None => return self.syntax(start, "found undefined tag handle"),
                        }
                    });
                }
                _ => return Ok(properties),
            }
        }
    }

    pub(super) fn set_comments(&mut self, node: NodeId, comments: Pending) {
        let Pending { head, line, foot, .. } = comments;
        if !(head.is_empty() && line.is_empty() && foot.is_empty()) {
            let notes = self.comments.notes(node);
            (notes.head, notes.line, notes.foot) = (head, line, foot);
        }
    }

    fn set_properties(&mut self, node: NodeId, properties: Properties, implied: Tag) {
        let Properties { anchor, tag } = properties;
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.clone());
            self.comments.notes(node).anchor = Some(anchor);
        }
        let tag = tag.filter(|tag| tag != "!");
        let Some(long) = tag else {
            self.doc.set_tag(node, implied);
            return;
        };
        let core = long.strip_prefix(CORE_PREFIX);
        let tag = core.map_or(Tag::Other, core_tag);
        self.doc.set_tag(node, tag);
        self.doc.set_explicitly_tagged(node);
        if tag == Tag::Other {
            self.comments.notes(node).tag = Some(written_tag(&long));
        }
    }

    pub(super) fn empty_scalar(&mut self, at: Mark) -> NodeId {
        self.doc.scalar("", Tag::Null, Style::Plain, span(self.source, at.byte, at.byte))
    }

    fn scalar(&mut self, style: Style, properties: Properties) -> NodeId {
        let token = &self.scanner.tokens[self.scanner.head];
        let (start, end) = (token.start.byte, token.end.byte);
        let span = span(self.source, start, end);
        let comments = self.event_comments();
        let (text, _) = self.take();
        let implied = if style == Style::Plain { plain_tag(&text) } else { Tag::Str };
        let from = start + usize::from(matches!(style, Style::SingleQuoted | Style::DoubleQuoted));
        let node = if self.source.text().get(from..).is_some_and(|rest| rest.starts_with(&text)) {
            self.doc.scalar_from_source(as_u32(from), as_u32(text.len()), implied, style, span)
        } else {
            self.doc.scalar(&text, implied, style, span)
        };
        self.set_comments(node, comments);
        self.set_properties(node, properties, implied);
        node
    }

    pub(super) fn open(
        &mut self,
        (kind, style): (Kind, Style),
        start: Mark,
        properties: Properties,
        depth: usize,
    ) -> Result<NodeId, ParseError> {
        if depth >= self.limits.max_depth {
            return Err(self.over(start, Limit::Depth(self.limits.max_depth)));
        }
        let tag = if kind == Kind::Mapping { Tag::Map } else { Tag::Seq };
        let node = self.doc.collection(kind, tag, style, span(self.source, start.byte, start.byte), &[]);
        self.set_properties(node, properties, tag);
        Ok(node)
    }

    /// What the end of a collection adds: its children, its line and foot.
    pub(super) fn close(&mut self, node: NodeId, children: &[NodeId], comments: Pending) {
        self.doc.set_children(node, children);
        let start = self.doc.span(node).start;
        let end = children.last().map_or(start, |&last| self.doc.span(last).end());
        self.doc.set_span(node, Span::new(self.source.id(), start, end.saturating_sub(start)));
        let Pending { line, foot, .. } = comments;
        if self.comments.get(node).is_some() || !line.is_empty() || !foot.is_empty() {
            let notes = self.comments.notes(node);
            (notes.line, notes.foot) = (line, foot);
        }
    }
}

/// What go-yaml's reader takes for no text.
fn is_refused(character: char) -> bool {
    !matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..
    )
}

fn span(source: &Source, start: usize, end: usize) -> Span {
    Span::new(source.id(), as_u32(start), as_u32(end.saturating_sub(start)))
}

/// Texts are below 2 GiB, [`super::parse_text_with_comments`] checks that.
fn as_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

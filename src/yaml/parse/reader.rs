//! Parser events to a [`Doc`].

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StructureStyle};

use super::dialect::{self, Oddities};
use super::{Keys, ParseError, quoted, span_of};
use crate::text::{Source, Span};
use crate::yaml::anchors::{self, Anchors, Merge, Size};
use crate::yaml::limits::{Limit, Limits};
use crate::yaml::node::{Doc, Kind, NodeId, Style, Tag};
use crate::yaml::resolve::plain_tag;

/// The first document in `range` of `source`, and where it ends.
pub(super) fn read(
    source: &Arc<Source>,
    range: Range<usize>,
    limits: &Limits,
    keys: Keys,
) -> Result<Option<(Doc, usize)>, ParseError> {
    let text = &source.text()[range.clone()];
    if let Some(at) = memchr::memchr(0, text.as_bytes()) {
        let span = span_of(source.id(), range.start + at..range.start + at + 1);
        return Err(ParseError::syntax(span, "control characters are not allowed"));
    }
    let reader = |scanned| Reader::new(source, range.clone(), scanned, limits, keys);
    match reader(text).read() {
        Err(Failure::TabInFlow(_)) => {
            let scanned = dialect::without_leading_tabs(text);
            reader(&scanned).read().map_err(Failure::into_error)
        }
        result => result.map_err(Failure::into_error),
    }
}

/// Why a document could not be read.
enum Failure {
    Final(ParseError),
    /// Leading tabs inside a flow collection may be all that is wrong.
    TabInFlow(ParseError),
}

impl Failure {
    fn into_error(self) -> ParseError {
        match self {
            Self::Final(error) | Self::TabInFlow(error) => error,
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Final(error)
    }
}

/// A collection that has begun.
struct Frame {
    kind: Kind,
    tag: Tag,
    is_tagged: bool,
    style: Style,
    anchor: usize,
    start: usize,
    /// Where its children begin in `Reader::children`.
    children: usize,
    /// Where its merges begin in `Reader::merges`.
    merges: usize,
    /// The `<<` key whose value is next.
    merge_key: Option<Span>,
    size: Size,
}

struct Reader<'s> {
    doc: Doc,
    source: &'s Arc<Source>,
    /// The text as written.
    text: &'s str,
    /// What the grammar crate sees: `text`, or the same bytes with spaces for
    /// some tabs.
    scanned: &'s str,
    /// Where `text` begins in the source.
    base: usize,
    limits: &'s Limits,
    keys: Keys,
    oddities: Oddities,
    anchors: Anchors,
    frames: Vec<Frame>,
    /// Children of all open collections.
    children: Vec<NodeId>,
    /// Merges of all open mappings.
    merges: Vec<Merge>,
    /// One past the last byte read as content.
    end: usize,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Arc<Source>, range: Range<usize>, scanned: &'s str, limits: &'s Limits, keys: Keys) -> Self {
        let text = &source.text()[range.clone()];
        let mut doc = Doc::new(Arc::clone(source));
        // Manifests have a node per 15 to 25 bytes.
        doc.reserve((text.len() / 16).min(limits.max_nodes));
        Self {
            doc,
            source,
            text,
            scanned,
            base: range.start,
            limits,
            keys,
            oddities: Oddities::of(text),
            anchors: Anchors::default(),
            frames: Vec::new(),
            children: Vec::new(),
            merges: Vec::new(),
            end: 0,
        }
    }

    fn read(mut self) -> Result<Option<(Doc, usize)>, Failure> {
        let options = granit_parser::options! {
            bom_inside_document_as_content: true,
            block_scalar_eof_without_line_feed: true,
            emit_comments: false,
            emit_unresolved_aliases: true,
            flow_nesting_limit: self.limits.max_depth,
            block_nesting_limit: self.limits.max_depth,
        };
        let mut found = false;
        let mut parser = Parser::new_from_str_with_options(self.scanned, options);
        while let Some(next) = parser.next() {
            let (event, span) = next.map_err(|error| self.scan_error(&error))?;
            let start = span.start.byte_offset().unwrap_or(0);
            let end = span.end.byte_offset().unwrap_or(start);
            match event {
                Event::DocumentStart(..) => found = true,
                Event::DocumentEnd => {
                    self.end = self.end.max(start);
                    // A line further out than the first ends the document, as the
                    // end of a flow collection does. kustomize then drops the
                    // rest of the file without a word.
                    if let Some(Err(error)) = parser.next()
                        && *error.kind() == ErrorKind::ExpectedDocumentStart
                    {
                        return Err(self.scan_error(&error));
                    }
                    break;
                }
                event => self.event(event, start..end)?,
            }
        }
        if let Some(&at) = self.oddities.wide_breaks.first().filter(|&&at| at < self.end) {
            let problem = "U+0085, U+2028 and U+2029 are line breaks and may only stand in quoted text";
            return Err(ParseError::syntax(self.span(at..at + 1), problem).into());
        }
        Ok(found.then_some((self.doc, self.base + self.end)))
    }

    fn span(&self, range: Range<usize>) -> Span {
        span_of(self.source.id(), self.base + range.start..self.base + range.end)
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) -> Result<(), ParseError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.check_tabs(range.start)?;
                self.end = range.end;
                let node = self.scalar(text, style, tag.as_deref(), range)?;
                let size = Size::scalar(self.doc.text(node).len());
                self.anchors.open(anchor);
                self.anchors.close(anchor, node, size);
                self.add(node, size, None)
            }
            Event::Alias(anchor) => {
                self.check_tabs(range.start)?;
                self.end = range.end;
                let span = self.span(range);
                let (node, size) = self.anchors.expand(&mut self.doc, anchor, span, self.frames.len(), self.limits)?;
                self.add(node, size, Some(span))
            }
            Event::UnresolvedAlias(name) => {
                Err(ParseError::UnknownAnchor { span: self.span(range), name: name.into_owned() })
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.begin(Kind::Sequence, style, anchor, tag.as_deref(), range.start)
            }
            Event::MappingStart(style, anchor, tag) => {
                self.begin(Kind::Mapping, style, anchor, tag.as_deref(), range.start)
            }
            Event::SequenceEnd | Event::MappingEnd => self.finish(range.end),
            _ => Ok(()),
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ScalarStyle,
        tag: Option<&granit_parser::Tag>,
        range: Range<usize>,
    ) -> Result<NodeId, ParseError> {
        let (style, text) = match style {
            // The parser says `~` for a scalar that is not there.
            ScalarStyle::Plain if range.is_empty() => (Style::Plain, Cow::Borrowed("")),
            ScalarStyle::Plain => {
                if self.oddities.tabs
                    && let Some(at) = self.text[range.clone()].find("\n\t")
                {
                    let span = self.span(range.start + at + 1..range.start + at + 2);
                    return Err(ParseError::syntax(span, "found a tab character that violates indentation"));
                }
                (Style::Plain, text)
            }
            ScalarStyle::SingleQuoted => (Style::SingleQuoted, self.quoted(text, false, &range)?),
            ScalarStyle::DoubleQuoted => (Style::DoubleQuoted, self.quoted(text, true, &range)?),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                if self.oddities.tabs && dialect::tab_in_block_indent(self.text, range.start) {
                    let span = self.span(range.start..range.start + 1);
                    let problem = "found a tab character where an indentation space is expected";
                    return Err(ParseError::syntax(span, problem));
                }
                (if style == ScalarStyle::Literal { Style::Literal } else { Style::Folded }, text)
            }
        };
        let explicit = tag.and_then(explicit_tag);
        let tag = match explicit {
            Some(tag) => tag,
            None if style != Style::Plain => Tag::Str,
            None => plain_tag(&text),
        };
        let span = self.span(range.clone());
        let node = match slice_of(self.text, self.scanned, &text, &range) {
            Some(at) => {
                let (at, len) = (super::offset(self.base + at), super::offset(text.len()));
                self.doc.scalar_from_source(at, len, tag, style, span)
            }
            None => self.doc.scalar(&text, tag, style, span),
        };
        if explicit.is_some() {
            self.doc.set_explicitly_tagged(node);
        }
        Ok(node)
    }

    fn quoted<'t>(
        &mut self,
        text: Cow<'t, str>,
        double: bool,
        range: &Range<usize>,
    ) -> Result<Cow<'t, str>, ParseError> {
        let has_wide_break = self.oddities.take_breaks(range.clone());
        let raw = &self.text[range.clone()];
        if matches!(text, Cow::Borrowed(_)) && !has_wide_break
            || !quoted::needs_own_reading(raw, double, has_wide_break)
        {
            return Ok(text);
        }
        quoted::decode(raw, double)
            .map(Cow::Owned)
            .map_err(|(at, problem)| ParseError::syntax(self.span(range.start + at..range.start + at + 2), problem))
    }

    fn check_tabs(&self, start: usize) -> Result<(), ParseError> {
        let in_flow = self.frames.last().is_some_and(|frame| frame.style == Style::Flow);
        if self.oddities.tabs
            && !in_flow
            && let Some(at) = dialect::tab_before_node(self.text, start)
        {
            return Err(ParseError::syntax(self.span(at..at + 1), "found a tab where only spaces may separate"));
        }
        Ok(())
    }

    fn begin(
        &mut self,
        kind: Kind,
        style: StructureStyle,
        anchor: usize,
        tag: Option<&granit_parser::Tag>,
        start: usize,
    ) -> Result<(), ParseError> {
        self.check_tabs(start)?;
        if self.frames.len() >= self.limits.max_depth {
            return Err(self.over(start, Limit::Depth(self.limits.max_depth)));
        }
        self.anchors.open(anchor);
        let explicit = tag.and_then(explicit_tag);
        self.frames.push(Frame {
            kind,
            tag: explicit.unwrap_or(if kind == Kind::Mapping { Tag::Map } else { Tag::Seq }),
            is_tagged: explicit.is_some(),
            style: if style == StructureStyle::Flow { Style::Flow } else { Style::Plain },
            anchor,
            start,
            children: self.children.len(),
            merges: self.merges.len(),
            merge_key: None,
            size: Size::default(),
        });
        Ok(())
    }

    fn finish(&mut self, end: usize) -> Result<(), ParseError> {
        let frame = self.frames.pop().expect("the parser ends only what it began");
        if frame.style == Style::Flow {
            self.end = end;
        }
        let span = self.span(frame.start..self.end.max(frame.start));
        let own = &self.children[frame.children..];
        let merged = if frame.kind == Kind::Mapping { self.assemble(own, &self.merges[frame.merges..])? } else { None };
        let children = merged.as_deref().unwrap_or(own);
        let node = self.doc.collection(frame.kind, frame.tag, frame.style, span, children);
        self.children.truncate(frame.children);
        self.merges.truncate(frame.merges);
        if frame.is_tagged {
            self.doc.set_explicitly_tagged(node);
        }
        let mut size = frame.size;
        size.nodes += 1;
        size.height += 1;
        self.anchors.close(frame.anchor, node, size);
        self.add(node, size, None)
    }

    /// The children of a mapping when they are not just what was written.
    fn assemble(&self, own: &[NodeId], merges: &[Merge]) -> Result<Option<Vec<NodeId>>, ParseError> {
        let duplicate = anchors::duplicate_key(&self.doc, own);
        if self.keys == Keys::LastWins {
            let changed = duplicate.is_some() || !merges.is_empty();
            return Ok(changed.then(|| anchors::assign_in_order(&self.doc, own, merges)));
        }
        if let Some((earlier, later)) = duplicate {
            let first = self.doc.span(earlier);
            return Err(ParseError::DuplicateKey {
                span: self.doc.span(later),
                first,
                first_line: self.source.line_column(first.start).line,
                key: self.doc.text(later).to_owned(),
            });
        }
        match merges {
            [] => Ok(None),
            [merge] => Ok(Some(anchors::merge_into(&self.doc, own, merge))),
            [_, second, ..] => Err(ParseError::Merge { span: second.key, problem: "duplicate merge key" }),
        }
    }

    /// Puts a finished node where it belongs; `alias` is the place of the alias
    /// it is a copy for.
    fn add(&mut self, node: NodeId, size: Size, alias: Option<Span>) -> Result<(), ParseError> {
        if self.doc.node_count() > self.limits.max_nodes {
            return Err(self.over(self.end, Limit::Nodes(self.limits.max_nodes)));
        }
        let Some(frame) = self.frames.last_mut() else {
            self.doc.set_root(node);
            return Ok(());
        };
        frame.size.add(size);
        if frame.kind == Kind::Mapping {
            let position = self.children.len() - frame.children;
            if let Some(key) = frame.merge_key.take() {
                self.merges.push(Merge::new(&self.doc, position, key, node, alias.is_some())?);
                return Ok(());
            }
            if position.is_multiple_of(2) {
                let span = alias.unwrap_or_else(|| self.doc.span(node));
                if self.doc.text(node) == "<<" {
                    if self.doc.tag(node) == Tag::Merge {
                        frame.merge_key = Some(span);
                        return Ok(());
                    }
                    if self.keys == Keys::Unique {
                        // kustomize drops such a key and its value without a word.
                        let problem = "a quoted `<<` key is no merge, and kustomize drops it; rename the key";
                        return Err(ParseError::Merge { span, problem });
                    }
                }
                if let Some(found) = not_a_key(&self.doc, node) {
                    return Err(ParseError::Key { span, found });
                }
            }
        }
        self.children.push(node);
        Ok(())
    }

    fn over(&self, at: usize, limit: Limit) -> ParseError {
        ParseError::Limit { span: self.span(at..at), limit }
    }

    fn scan_error(&self, error: &ScanError) -> Failure {
        let at = error.marker().byte_offset().unwrap_or(0).min(self.text.len());
        let syntax = || ParseError::syntax(self.span(at..at), error.info());
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => self.over(at, Limit::Depth(self.limits.max_depth)).into(),
            ErrorKind::TabInBlockIndentation => Failure::TabInFlow(syntax()),
            _ => syntax().into(),
        }
    }
}

/// What makes a node impossible as a key. go-yaml refuses collections; a null
/// key doubles when kustomize expands anchors, which then is an error.
fn not_a_key(doc: &Doc, node: NodeId) -> Option<&'static str> {
    match (doc.kind(node), doc.tag(node)) {
        (Kind::Mapping, _) => Some("a mapping"),
        (Kind::Sequence, _) => Some("a sequence"),
        (Kind::Scalar, Tag::Null) => Some("null"),
        (Kind::Scalar, _) => None,
    }
}

/// The tag as written; nothing for `!`, which leaves the decision to the style.
fn explicit_tag(tag: &granit_parser::Tag) -> Option<Tag> {
    let Some(name) = tag.suffix_in_namespace("tag:yaml.org,2002:") else {
        let (handle, suffix) = tag.parts();
        let is_unspecific = matches!((handle, suffix), ("!", "") | ("", "!"));
        return (!is_unspecific).then_some(Tag::Other);
    };
    Some(match name.as_ref() {
        "str" => Tag::Str,
        "int" => Tag::Int,
        "float" => Tag::Float,
        "bool" => Tag::Bool,
        "null" => Tag::Null,
        "timestamp" => Tag::Timestamp,
        "binary" => Tag::Binary,
        "merge" => Tag::Merge,
        "map" => Tag::Map,
        "seq" => Tag::Seq,
        _ => Tag::Other,
    })
}

/// Where in `source` the text of a scalar at `range` stands verbatim; `scanned`
/// is what it was read from, at the same offsets.
fn slice_of(source: &str, scanned: &str, text: &str, range: &Range<usize>) -> Option<usize> {
    if text.is_empty() {
        return Some(range.start);
    }
    let at = text.as_ptr().addr().wrapping_sub(scanned.as_ptr().addr());
    let at = if at < scanned.len() { at } else { range.start };
    // Comparing costs little next to scanning, and a wrong guess is harmless.
    source.get(at..)?.starts_with(text).then_some(at)
}

//! A reader for the YAML that manifests are written in: block mappings and
//! sequences, plain and quoted scalars, literal blocks, flow collections,
//! comments.
//!
//! It stands in front of the general reader and hands over, by answering
//! nothing, whatever is unusual: tabs, anchors, tags, folded blocks, complex
//! keys, duplicate keys, errors of any kind. So it decides nothing that the
//! general reader might decide otherwise; a test runs both over every document
//! there is and compares.

mod block_scalar;
mod cursor;
mod flow;
mod quoted;
mod scalar;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use cursor::Cursor;

use crate::text::Source;
use crate::yaml::limits::Limits;
use crate::yaml::node::{Doc, Kind, NodeId, Style, Tag};

/// Collections inside each other; what is deeper is unusual.
const MAX_DEPTH: usize = 64;

/// The document in `range` of `source`, if it is of the usual kind.
pub(super) fn read(source: &Arc<Source>, range: Range<usize>, limits: &Limits) -> Option<Doc> {
    let text = &source.text()[range.clone()];
    if !cursor::is_usual(text) {
        return None;
    }
    let mut doc = Doc::new(Arc::clone(source));
    // Manifests have a node per 15 to 25 bytes.
    doc.reserve((text.len() / 16).min(limits.max_nodes));
    let cursor = Cursor::new(text, range.start, source.id());
    let mut reader = Reader {
        doc,
        cursor,
        children: Vec::new(),
        max_nodes: limits.max_nodes,
        max_depth: MAX_DEPTH.min(limits.max_depth),
    };
    reader.document()?;
    Some(reader.doc)
}

struct Reader<'s> {
    doc: Doc,
    cursor: Cursor<'s>,
    /// Children of all open collections.
    children: Vec<NodeId>,
    max_nodes: usize,
    max_depth: usize,
}

impl Reader<'_> {
    fn document(&mut self) -> Option<()> {
        self.cursor.skip_document_start()?;
        let column = self.cursor.next_content()??;
        let root = self.block_node(column, 1)?;
        // Something that belongs to no collection follows.
        if self.cursor.next_content()?.is_some() || self.doc.node_count() > self.max_nodes {
            return None;
        }
        self.doc.set_root(root);
        Some(())
    }

    /// The collection that starts at the cursor, in `column`.
    fn block_node(&mut self, column: usize, depth: usize) -> Option<NodeId> {
        if depth > self.max_depth {
            return None;
        }
        if self.cursor.is_at_dash() {
            self.sequence(column, depth)
        } else if self.cursor.is_at_key() {
            self.mapping(column, depth)
        } else {
            None
        }
    }

    fn is_at_collection(&mut self) -> bool {
        self.cursor.is_at_dash() || self.cursor.is_at_key()
    }

    /// The plain or quoted value of a collection in `column`, on a line of its
    /// own.
    fn scalar_below(&mut self, column: usize) -> Option<NodeId> {
        match self.cursor.peek()? {
            quote @ (b'"' | b'\'') => self.quoted_value(quote, column),
            _ => self.plain(column),
        }
    }

    /// A quoted value and what may follow it on its last line.
    fn quoted_value(&mut self, quote: u8, column: usize) -> Option<NodeId> {
        let node = match self.quoted(quote) {
            Some(node) => node,
            None => self.quoted_lines(quote, column)?,
        };
        self.cursor.end_of_line()?;
        Some(node)
    }

    fn mapping(&mut self, column: usize, depth: usize) -> Option<NodeId> {
        let (start, first) = (self.cursor.at(), self.children.len());
        let mut sorted = true;
        loop {
            let key = self.key()?;
            if let Some(&before) = self.children.get(first..).and_then(|own| own.iter().rev().nth(1)) {
                sorted = sorted && self.doc.text(before) < self.doc.text(key);
                if !sorted && self.is_duplicate(first, key) {
                    return None;
                }
            }
            self.children.push(key);
            let value = self.value(column, true, depth)?;
            self.children.push(value);
            match self.cursor.next_content()? {
                Some(next) if next == column && !self.cursor.is_at_dash() => {}
                Some(next) if next >= column => return None,
                _ => {
                    self.cursor.unread_line();
                    break;
                }
            }
        }
        Some(self.close(Kind::Mapping, Tag::Map, start, first))
    }

    /// Few keys are unsorted, so looking at all of them is cheap enough; very
    /// many of them are unusual.
    fn is_duplicate(&self, first: usize, key: NodeId) -> bool {
        const MANY: usize = 512;
        let own = &self.children[first..];
        let text = self.doc.text(key);
        own.len() > MANY || own.iter().step_by(2).any(|&other| self.doc.text(other) == text)
    }

    fn sequence(&mut self, column: usize, depth: usize) -> Option<NodeId> {
        let (start, first) = (self.cursor.at(), self.children.len());
        loop {
            let item_column = self.cursor.skip_dash(column);
            let item = match item_column {
                // A collection may start on the line of its dash.
                Some(inner) if self.is_at_collection() => self.block_node(inner, depth + 1)?,
                _ => self.value(column, false, depth)?,
            };
            self.children.push(item);
            match self.cursor.next_content()? {
                Some(next) if next == column && self.cursor.is_at_dash() => {}
                Some(next) if next > column => return None,
                _ => {
                    self.cursor.unread_line();
                    break;
                }
            }
        }
        Some(self.close(Kind::Sequence, Tag::Seq, start, first))
    }

    fn close(&mut self, kind: Kind, tag: Tag, start: usize, first: usize) -> NodeId {
        let span = self.cursor.span(start..self.cursor.content_end());
        let node = self.doc.collection(kind, tag, Style::Plain, span, &self.children[first..]);
        self.children.truncate(first);
        node
    }

    /// What follows a key or a dash of a collection in `column`.
    fn value(&mut self, column: usize, of_mapping: bool, depth: usize) -> Option<NodeId> {
        if self.doc.node_count() > self.max_nodes {
            return None;
        }
        self.cursor.skip_spaces();
        match self.cursor.peek() {
            None | Some(b'\n') => self.value_below(column, of_mapping, depth),
            Some(b'#') if self.cursor.is_after_space() => self.value_below(column, of_mapping, depth),
            Some(b'|') => self.literal(column),
            Some(b'{' | b'[') => {
                let node = self.flow(column, depth + 1)?;
                self.cursor.end_of_line()?;
                Some(node)
            }
            Some(quote @ (b'"' | b'\'')) => self.quoted_value(quote, column),
            Some(_) => self.plain(column),
        }
    }

    /// The value is on the lines below, or there is none.
    fn value_below(&mut self, column: usize, of_mapping: bool, depth: usize) -> Option<NodeId> {
        let here = self.cursor.at();
        self.cursor.skip_line();
        let before = self.cursor.at();
        match self.cursor.next_content()? {
            Some(inner) if inner > column && self.is_at_collection() => self.block_node(inner, depth + 1),
            Some(inner) if inner > column => self.scalar_below(column),
            // A sequence may stand in the column of its key.
            Some(inner) if of_mapping && inner == column && self.cursor.is_at_dash() => {
                self.block_node(inner, depth + 1)
            }
            _ => {
                self.cursor.go_to(before);
                let span = self.cursor.span(here..here);
                Some(self.doc.scalar_from_source(span.start, 0, Tag::Null, Style::Plain, span))
            }
        }
    }
}

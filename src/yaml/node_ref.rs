//! Reading a node together with its document.

use super::{Doc, Kind, NodeId, Style, Tag};
use crate::text::Span;

/// A node with its document, for reading.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    doc: &'a Doc,
    id: NodeId,
}

impl<'a> NodeRef<'a> {
    pub(super) fn new(doc: &'a Doc, id: NodeId) -> Self {
        Self { doc, id }
    }

    /// The document.
    #[must_use]
    pub fn doc(self) -> &'a Doc {
        self.doc
    }

    /// The node's number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// What the node is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.doc.kind(self.id)
    }

    /// Whether the node is a mapping.
    #[must_use]
    pub fn is_mapping(self) -> bool {
        self.kind() == Kind::Mapping
    }

    /// Whether the node is a sequence.
    #[must_use]
    pub fn is_sequence(self) -> bool {
        self.kind() == Kind::Sequence
    }

    /// Whether the node is a scalar.
    #[must_use]
    pub fn is_scalar(self) -> bool {
        self.kind() == Kind::Scalar
    }

    /// Tagged `!!null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.doc.is_null(self.id)
    }

    /// Null or a collection without children.
    #[must_use]
    pub fn is_null_or_empty(self) -> bool {
        self.doc.is_null_or_empty(self.id)
    }

    /// The node's tag.
    #[must_use]
    pub fn tag(self) -> Tag {
        self.doc.tag(self.id)
    }

    /// The node's style.
    #[must_use]
    pub fn style(self) -> Style {
        self.doc.style(self.id)
    }

    /// Where the node was written.
    #[must_use]
    pub fn span(self) -> Span {
        self.doc.span(self.id)
    }

    /// The text of a scalar; empty for collections.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.doc.text(self.id)
    }

    /// The value of the first key that reads `key`.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.doc.get(self.id, key).map(|id| self.doc.at(id))
    }

    /// The text of the scalar under `key`.
    #[must_use]
    pub fn get_text(self, key: &str) -> Option<&'a str> {
        self.get(key).filter(|node| node.is_scalar()).map(Self::text)
    }

    /// Keys and values of a mapping; nothing for other kinds.
    pub fn entries(self) -> impl DoubleEndedIterator<Item = (NodeRef<'a>, NodeRef<'a>)> + 'a {
        let doc = self.doc;
        doc.entries(self.id).map(move |(key, value)| (doc.at(key), doc.at(value)))
    }

    /// Items of a sequence; nothing for other kinds.
    pub fn items(self) -> impl DoubleEndedIterator<Item = NodeRef<'a>> + ExactSizeIterator + 'a {
        let doc = self.doc;
        let children: &'a [NodeId] = if self.is_sequence() { doc.children(self.id) } else { &[] };
        children.iter().map(move |&id| doc.at(id))
    }

    /// Number of entries or items.
    #[must_use]
    pub fn len(self) -> usize {
        let children = self.doc.children(self.id).len();
        if self.is_mapping() { children / 2 } else { children }
    }

    /// Whether there are no entries or items.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

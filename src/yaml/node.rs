//! The document tree: one flat vector of nodes, one pool of child lists, texts
//! borrowed from the source where nobody changed them.
//!
//! The tree has the semantics of the node tree kustomize 5.8.1 works on
//! (go-yaml v3 nodes): a scalar keeps its text, its tag and its style, and only
//! reading or writing decides what value that is. Children are node numbers, so
//! two collections may hold the *same* node, and a change to it shows in both,
//! exactly as with kustomize's shared pointers.

use std::sync::Arc;

use super::NodeRef;
use crate::text::{Source, Span};

/// The number of a node in its [`Doc`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// What a node is. Aliases are expanded when a document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A text, number, truth value or null.
    Scalar,
    /// Keys and values, alternating in the child list.
    Mapping,
    /// Items.
    Sequence,
}

/// The tag of a node as go-yaml v3 holds it: resolved when the node was read,
/// [`Tag::None`] on many nodes that kustomize makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// No tag: plain text decides when it is read or written.
    None,
    /// `!!str`
    Str,
    /// `!!int`
    Int,
    /// `!!float`
    Float,
    /// `!!bool`
    Bool,
    /// `!!null`
    Null,
    /// `!!timestamp`
    Timestamp,
    /// `!!binary`
    Binary,
    /// `!!merge`, the tag of a plain `<<` key
    Merge,
    /// `!!map`
    Map,
    /// `!!seq`
    Seq,
    /// Any other tag; it has no meaning and is dropped on output.
    Other,
}

/// How a node was written, or how it is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Plain scalar, block collection.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// `{…}`, `[…]`
    Flow,
}

impl Style {
    /// Whether the style alone makes a `!!str` scalar a string.
    #[must_use]
    pub fn is_quoted_or_block(self) -> bool {
        matches!(self, Self::SingleQuoted | Self::DoubleQuoted | Self::Literal | Self::Folded)
    }
}

/// Set in `Node::start` when the text is in `Doc::own`, not in the source.
const OWN: u32 = 1 << 31;

/// Scalars use `start` and `len` as a text range, collections as a range of the
/// pool with `capacity` entries reserved.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    tag: Tag,
    style: Style,
    tagged: bool,
    start: u32,
    len: u32,
    capacity: u32,
    span: Span,
}

/// One YAML document.
#[derive(Clone, Debug)]
pub struct Doc {
    nodes: Vec<Node>,
    pool: Vec<NodeId>,
    own: String,
    /// Where `own` ends at the latest while somebody watches it grow.
    room: Option<usize>,
    is_full: bool,
    source: Arc<Source>,
    root: NodeId,
}

fn index(value: usize) -> u32 {
    // Readers refuse documents far below this; see `yaml::Limits`.
    u32::try_from(value).expect("a document has fewer than 2^31 nodes and bytes, its reader checks that")
}

impl Doc {
    /// A document whose texts come from `source`; its root is a null until
    /// [`Doc::set_root`].
    #[must_use]
    pub fn new(source: Arc<Source>) -> Self {
        let mut doc = Self {
            nodes: Vec::new(),
            pool: Vec::new(),
            own: String::new(),
            room: None,
            is_full: false,
            source,
            root: NodeId(0),
        };
        doc.root = doc.null();
        doc
    }

    /// A document that no file holds, with an empty mapping as root.
    #[must_use]
    pub fn empty_mapping() -> Self {
        let mut doc = Self::new(Source::detached(""));
        doc.root = doc.mapping();
        doc
    }

    /// Reserves room for `nodes` nodes, when a reader knows how many follow.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.pool.reserve(nodes);
    }

    /// The source the document was read from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The top node.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Makes `id` the top node.
    pub fn set_root(&mut self, id: NodeId) {
        self.root = id;
    }

    /// The number of nodes ever made, dropped ones included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Leaves room for so many more bytes of text that no source holds, until
    /// [`Doc::end_room`]. A text that finds none is not kept.
    pub fn set_room(&mut self, bytes: usize) {
        self.room = Some(self.own.len().saturating_add(bytes).min(OWN as usize - 1));
    }

    /// Ends what [`Doc::set_room`] began. When the document [is full](Doc::is_full),
    /// it is of no use any more: texts are missing in it.
    pub fn end_room(&mut self) {
        self.room = None;
    }

    /// The bytes of text that no source holds, of dropped nodes too.
    #[must_use]
    pub fn own_bytes(&self) -> usize {
        self.own.len()
    }

    /// Whether a text found no room: see [`Doc::set_room`]. Whoever sets many
    /// texts asks, so as not to go on.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// A reader at the top node.
    #[must_use]
    pub fn top(&self) -> NodeRef<'_> {
        NodeRef::new(self, self.root)
    }

    /// A reader at `id`.
    #[must_use]
    pub fn at(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef::new(self, id)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    // ---- reading -------------------------------------------------------

    /// What the node is.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// The node's tag.
    #[must_use]
    pub fn tag(&self, id: NodeId) -> Tag {
        self.node(id).tag
    }

    /// The node's style.
    #[must_use]
    pub fn style(&self, id: NodeId) -> Style {
        self.node(id).style
    }

    /// Whether the tag was written out (`!!int "5"`), so that it stays.
    #[must_use]
    pub fn is_explicitly_tagged(&self, id: NodeId) -> bool {
        self.node(id).tagged
    }

    /// Where the node was written.
    #[must_use]
    pub fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// The text of a scalar; empty for collections.
    #[must_use]
    pub fn text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        if node.kind != Kind::Scalar {
            return "";
        }
        let from = (node.start & !OWN) as usize;
        let range = from..from + node.len as usize;
        if node.start & OWN == 0 { &self.source.text()[range] } else { &self.own[range] }
    }

    /// Child nodes: items of a sequence; keys and values, alternating, of a
    /// mapping; none of a scalar.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        let node = self.node(id);
        if node.kind == Kind::Scalar {
            return &[];
        }
        &self.pool[node.start as usize..(node.start + node.len) as usize]
    }

    /// The keys and values of a mapping, in order; nothing for other kinds.
    pub fn entries(&self, id: NodeId) -> impl DoubleEndedIterator<Item = (NodeId, NodeId)> + '_ {
        let children = if self.kind(id) == Kind::Mapping { self.children(id) } else { &[] };
        children.as_chunks::<2>().0.iter().map(|pair| (pair[0], pair[1]))
    }

    /// The value of the first key that reads `key`.
    #[must_use]
    pub fn get(&self, mapping: NodeId, key: &str) -> Option<NodeId> {
        self.entries(mapping).find(|&(name, _)| self.reads(name, key)).map(|(_, value)| value)
    }

    /// Whether the text of `id` is `text`. Most texts differ in their length.
    fn reads(&self, id: NodeId, text: &str) -> bool {
        let node = self.node(id);
        (node.kind != Kind::Scalar || node.len as usize == text.len()) && self.text(id) == text
    }

    /// Follows `keys` through mappings.
    #[must_use]
    pub fn get_path(&self, from: NodeId, keys: &[&str]) -> Option<NodeId> {
        keys.iter().try_fold(from, |node, key| self.get(node, key))
    }

    /// Tagged `!!null`, as kustomize's `IsTaggedNull`.
    #[must_use]
    pub fn is_null(&self, id: NodeId) -> bool {
        self.tag(id) == Tag::Null
    }

    /// Null or a collection without children, as kustomize's `IsNilOrEmpty`.
    #[must_use]
    pub fn is_null_or_empty(&self, id: NodeId) -> bool {
        self.is_null(id) || (self.kind(id) != Kind::Scalar && self.node(id).len == 0)
    }

    /// A scalar tagged `!!str` or not at all, as kustomize's `IsYNodeString`.
    #[must_use]
    pub fn is_string(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Scalar && matches!(self.tag(id), Tag::Str | Tag::None)
    }

    // ---- making --------------------------------------------------------

    fn push_node(&mut self, node: Node) -> NodeId {
        let id = NodeId(index(self.nodes.len()));
        self.nodes.push(node);
        id
    }

    fn own_text(&mut self, text: &str) -> (u32, u32) {
        let start = index(self.own.len()) | OWN;
        if self.room.is_some_and(|room| self.own.len() + text.len() > room) {
            self.is_full = true;
            return (start, 0);
        }
        self.own.push_str(text);
        (start, index(text.len()))
    }

    /// A scalar whose text is copied into the document.
    pub fn scalar(&mut self, text: &str, tag: Tag, style: Style, span: Span) -> NodeId {
        let (start, len) = self.own_text(text);
        self.push_node(Node { kind: Kind::Scalar, tag, style, tagged: false, start, len, capacity: 0, span })
    }

    /// A scalar whose text is `source[start..start + len]`.
    pub fn scalar_from_source(&mut self, start: u32, len: u32, tag: Tag, style: Style, span: Span) -> NodeId {
        debug_assert!(self.source.text().get(start as usize..(start + len) as usize).is_some());
        self.push_node(Node { kind: Kind::Scalar, tag, style, tagged: false, start, len, capacity: 0, span })
    }

    /// A plain scalar tagged `!!str`, kustomize's `NewStringRNode`.
    pub fn string(&mut self, text: &str) -> NodeId {
        self.scalar(text, Tag::Str, Style::Plain, Span::NONE)
    }

    /// A plain scalar without a tag, kustomize's `NewScalarRNode`: what it is
    /// depends on how its text resolves.
    pub fn untagged(&mut self, text: &str) -> NodeId {
        self.scalar(text, Tag::None, Style::Plain, Span::NONE)
    }

    /// A null.
    pub fn null(&mut self) -> NodeId {
        self.scalar("null", Tag::Null, Style::Plain, Span::NONE)
    }

    /// An empty mapping, tagged `!!map`.
    pub fn mapping(&mut self) -> NodeId {
        self.collection(Kind::Mapping, Tag::Map, Style::Plain, Span::NONE, &[])
    }

    /// An empty sequence, tagged `!!seq`.
    pub fn sequence(&mut self) -> NodeId {
        self.collection(Kind::Sequence, Tag::Seq, Style::Plain, Span::NONE, &[])
    }

    /// A collection with `children` (keys and values alternating for mappings).
    pub fn collection(&mut self, kind: Kind, tag: Tag, style: Style, span: Span, children: &[NodeId]) -> NodeId {
        debug_assert!(kind != Kind::Mapping || children.len().is_multiple_of(2));
        let start = index(self.pool.len());
        self.pool.extend_from_slice(children);
        let len = index(children.len());
        self.push_node(Node { kind, tag, style, tagged: false, start, len, capacity: len, span })
    }

    // ---- changing ------------------------------------------------------

    /// Replaces the text of a scalar; tag and style stay.
    pub fn set_text(&mut self, id: NodeId, text: &str) {
        let (start, len) = self.own_text(text);
        let node = self.node_mut(id);
        debug_assert_eq!(node.kind, Kind::Scalar);
        (node.start, node.len) = (start, len);
    }

    /// Changes the tag; it counts as not written out.
    pub fn set_tag(&mut self, id: NodeId, tag: Tag) {
        let node = self.node_mut(id);
        node.tag = tag;
        node.tagged = false;
    }

    /// Marks the tag as written out, so that it outlives a change of the text.
    pub fn set_explicitly_tagged(&mut self, id: NodeId) {
        self.node_mut(id).tagged = true;
    }

    /// Changes the style.
    pub fn set_style(&mut self, id: NodeId, style: Style) {
        self.node_mut(id).style = style;
    }

    /// Gives the node the style of another, and whether its tag is written out:
    /// both are one field of go-yaml's nodes.
    pub fn copy_style(&mut self, to: NodeId, from: NodeId) {
        let Node { style, tagged, .. } = *self.node(from);
        let node = self.node_mut(to);
        (node.style, node.tagged) = (style, tagged);
    }

    /// Changes the place.
    pub fn set_span(&mut self, id: NodeId, span: Span) {
        self.node_mut(id).span = span;
    }

    /// Turns the node into an empty collection of `kind`, keeping its place.
    pub fn make_collection(&mut self, id: NodeId, kind: Kind, tag: Tag) {
        debug_assert_ne!(kind, Kind::Scalar);
        let start = index(self.pool.len());
        let node = self.node_mut(id);
        *node = Node { kind, tag, style: node.style, tagged: false, start, len: 0, capacity: 0, span: node.span };
    }

    /// Makes node `to` what node `from` is, children shared: `*to = *from`.
    pub fn assign(&mut self, to: NodeId, from: NodeId) {
        *self.node_mut(to) = *self.node(from);
    }

    /// Appends `child` to a collection.
    pub fn push(&mut self, collection: NodeId, child: NodeId) {
        let Node { start, len, capacity, .. } = *self.node(collection);
        debug_assert_ne!(self.kind(collection), Kind::Scalar);
        if len < capacity {
            self.pool[(start + len) as usize] = child;
        } else if (start + len) as usize == self.pool.len() {
            self.pool.push(child);
            self.node_mut(collection).capacity += 1;
        } else {
            let moved = index(self.pool.len());
            let spare = len.max(2);
            self.pool.extend_from_within(start as usize..(start + len) as usize);
            self.pool.push(child);
            self.pool.extend(std::iter::repeat_n(child, spare as usize - 1));
            let node = self.node_mut(collection);
            (node.start, node.capacity) = (moved, len + spare);
        }
        self.node_mut(collection).len += 1;
    }

    /// Appends `key: value` to a mapping, without looking for the key.
    pub fn push_entry(&mut self, mapping: NodeId, key: NodeId, value: NodeId) {
        self.push(mapping, key);
        self.push(mapping, value);
    }

    /// Replaces all children of a collection.
    pub fn set_children(&mut self, collection: NodeId, children: &[NodeId]) {
        let start = index(self.pool.len());
        self.pool.extend_from_slice(children);
        let len = index(children.len());
        let node = self.node_mut(collection);
        (node.start, node.len, node.capacity) = (start, len, len);
    }

    /// Replaces child number `at`.
    pub fn set_child(&mut self, collection: NodeId, at: usize, child: NodeId) {
        let Node { start, len, .. } = *self.node(collection);
        assert!(at < len as usize, "child {at} of {len}");
        self.pool[start as usize + at] = child;
    }

    /// Removes the first entry whose key reads `key`, and says what its value was.
    pub fn remove(&mut self, mapping: NodeId, key: &str) -> Option<NodeId> {
        if self.kind(mapping) != Kind::Mapping {
            return None;
        }
        let at = self.entries(mapping).position(|(name, _)| self.text(name) == key)?;
        let mut children = self.children(mapping).to_vec();
        let value = children[2 * at + 1];
        children.drain(2 * at..2 * at + 2);
        self.set_children(mapping, &children);
        Some(value)
    }

    /// Copies a node and all below it within the document.
    pub fn copy(&mut self, id: NodeId) -> NodeId {
        let node = *self.node(id);
        let copy = self.push_node(node);
        if node.kind != Kind::Scalar {
            let children: Vec<NodeId> = self.children(id).to_vec();
            let children: Vec<NodeId> = children.into_iter().map(|child| self.copy(child)).collect();
            self.set_children(copy, &children);
        }
        copy
    }

    /// Copies a node and all below it from another document; places stay those
    /// of the other document's source.
    pub fn import(&mut self, other: &Self, id: NodeId) -> NodeId {
        let mut node = *other.node(id);
        if node.kind == Kind::Scalar {
            if node.start & OWN != 0 || !Arc::ptr_eq(&self.source, &other.source) {
                (node.start, node.len) = self.own_text(other.text(id));
            }
            return self.push_node(node);
        }
        let copy = self.push_node(node);
        let children: Vec<NodeId> = other.children(id).iter().map(|&child| self.import(other, child)).collect();
        self.set_children(copy, &children);
        copy
    }

    /// A document of its own that holds the node and all below it.
    #[must_use]
    pub fn extract(&self, id: NodeId) -> Self {
        let mut doc = Self::new(Arc::clone(&self.source));
        doc.root = doc.import(self, id);
        doc
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(doc: &Doc, id: NodeId) -> Vec<&str> {
        doc.children(id).iter().map(|&child| doc.text(child)).collect()
    }

    #[test]
    fn appending_moves_a_full_child_list_and_keeps_the_others() {
        let mut doc = Doc::empty_mapping();
        let (first, second) = (doc.sequence(), doc.sequence());
        for text in ["a", "b", "c", "d", "e"] {
            let node = doc.string(text);
            doc.push(first, node);
            let node = doc.string(text);
            doc.push(second, node);
        }
        assert_eq!(texts(&doc, first), ["a", "b", "c", "d", "e"]);
        assert_eq!(texts(&doc, second), ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn a_shared_node_changes_in_both_places() {
        let mut doc = Doc::empty_mapping();
        let (left, right, shared) = (doc.sequence(), doc.sequence(), doc.string("old"));
        doc.push(left, shared);
        doc.push(right, shared);
        doc.set_text(shared, "new");
        assert_eq!(texts(&doc, left), ["new"]);
        assert_eq!(texts(&doc, right), ["new"]);
        let copy = doc.copy(left);
        doc.set_text(shared, "newer");
        assert_eq!(texts(&doc, copy), ["new"]);
    }

    #[test]
    fn entries_are_found_and_removed_by_the_text_of_the_key() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        for name in ["a", "b", "c"] {
            let (key, value) = (doc.string(name), doc.string(&name.to_uppercase()));
            doc.push_entry(root, key, value);
        }
        let removed = doc.remove(root, "b").expect("it is there");
        assert_eq!(doc.text(removed), "B");
        assert_eq!(doc.remove(root, "b"), None);
        assert_eq!(texts(&doc, root), ["a", "A", "c", "C"]);
        assert_eq!(doc.top().get_text("c"), Some("C"));
        assert_eq!(doc.get(root, "b"), None);
    }

    #[test]
    fn a_node_copied_to_another_document_keeps_text_and_place() {
        let map = crate::text::SourceMap::new();
        let source = map.add("f", "k: value");
        let mut from = Doc::new(Arc::clone(&source));
        let scalar = from.scalar_from_source(3, 5, Tag::Str, Style::Plain, Span::new(source.id(), 3, 5));
        from.set_root(scalar);
        let mut to = Doc::empty_mapping();
        let copy = to.import(&from, scalar);
        assert_eq!(to.text(copy), "value");
        assert_eq!(to.span(copy), Span::new(source.id(), 3, 5));
        assert_eq!(from.extract(scalar).top().text(), "value");
    }

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node>() <= 32, "{}", size_of::<Node>());
    }
}

//! Anchors, aliases and merge keys, expanded while a document is read.
//!
//! Same values as kustomize's `deAnchor`, `removeMergeTags` and `mergeAll`
//! (`kyaml/yaml/rnode.go`, `kyaml/yaml/alias.go`, 5.8.1), which run after
//! reading: an alias is a copy of its target; of merged mappings the first
//! listed wins, and the mapping's own keys win over all of them. Unlike there,
//! expansion has a budget and a value that contains itself is an error.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::limits::{Limit, Limits};
use super::node::{Doc, Kind, NodeId};
use super::parse::ParseError;
use crate::text::Span;

/// What a node and all below it amount to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    pub(crate) nodes: usize,
    pub(crate) bytes: usize,
    /// Collections inside each other, 0 for a scalar.
    pub(crate) height: usize,
}

impl Size {
    pub(crate) fn scalar(bytes: usize) -> Self {
        Self { nodes: 1, bytes, height: 0 }
    }

    /// Counts `child` in as part of this collection.
    pub(crate) fn add(&mut self, child: Self) {
        self.nodes = self.nodes.saturating_add(child.nodes);
        self.bytes = self.bytes.saturating_add(child.bytes);
        self.height = self.height.max(child.height);
    }
}

#[derive(Clone, Copy, Debug)]
enum Target {
    /// The value is still being read.
    Open,
    Read(NodeId, Size),
}

/// The anchors of one document and the budget of its aliases.
#[derive(Debug, Default)]
pub(crate) struct Anchors {
    /// By the number the parser gives each anchor, from 1; 0 is "no anchor".
    targets: Vec<Target>,
    nodes: usize,
    bytes: usize,
}

impl Anchors {
    /// A node with this anchor begins.
    pub(crate) fn open(&mut self, anchor: usize) {
        if anchor != 0 {
            if self.targets.len() <= anchor {
                self.targets.resize(anchor + 1, Target::Open);
            }
            self.targets[anchor] = Target::Open;
        }
    }

    /// The node with this anchor has been read.
    pub(crate) fn close(&mut self, anchor: usize, node: NodeId, size: Size) {
        if anchor != 0 {
            self.targets[anchor] = Target::Read(node, size);
        }
    }

    /// A copy of the anchor's node, for an alias inside `depth` collections.
    pub(crate) fn expand(
        &mut self,
        doc: &mut Doc,
        anchor: usize,
        span: Span,
        depth: usize,
        limits: &Limits,
    ) -> Result<(NodeId, Size), ParseError> {
        let Some(&Target::Read(node, size)) = self.targets.get(anchor) else {
            return Err(ParseError::SelfAlias { span });
        };
        self.nodes = self.nodes.saturating_add(size.nodes);
        self.bytes = self.bytes.saturating_add(size.bytes);
        let limit = if depth + size.height > limits.max_depth {
            Limit::Depth(limits.max_depth)
        } else if self.nodes > limits.max_alias_nodes {
            Limit::AliasNodes(limits.max_alias_nodes)
        } else if self.bytes > limits.max_alias_bytes {
            Limit::AliasBytes(limits.max_alias_bytes)
        } else {
            return Ok((doc.copy(node), size));
        };
        Err(ParseError::Limit { span, limit })
    }
}

/// The value of one `<<` key.
#[derive(Debug)]
pub(crate) struct Merge {
    /// How many children its mapping had before it.
    pub(crate) at: usize,
    /// The `<<` key.
    pub(crate) key: Span,
    /// Mappings to merge, in the order they are listed.
    pub(crate) maps: Vec<NodeId>,
}

impl Merge {
    /// Reads the value of a `<<` key: a mapping, an alias of one, or a list of those.
    pub(crate) fn new(doc: &Doc, at: usize, key: Span, value: NodeId, is_alias: bool) -> Result<Self, ParseError> {
        let error = |problem| Err(ParseError::Merge { span: key, problem });
        match doc.kind(value) {
            Kind::Mapping => Ok(Self { at, key, maps: vec![value] }),
            _ if is_alias => error("invalid map merge: received alias for a non-map value"),
            Kind::Scalar => error("map merge requires map or sequence of maps as the value"),
            Kind::Sequence => {
                let maps = doc.children(value).to_vec();
                if maps.iter().all(|&item| doc.kind(item) == Kind::Mapping) {
                    Ok(Self { at, key, maps })
                } else {
                    error("map merge requires every item of the sequence to be a map")
                }
            }
        }
    }
}

/// The children of a mapping with keys that are all different: its own, then
/// those its merge adds.
pub(crate) fn merge_into(doc: &Doc, own: &[NodeId], merge: &Merge) -> Vec<NodeId> {
    let mut entries = Assigned::new(doc, own.len());
    for (key, value) in pairs(own) {
        entries.set(key, value);
    }
    let fixed = entries.children.len();
    for &map in merge.maps.iter().rev() {
        for (key, value) in doc.entries(map) {
            if entries.position(key).is_none_or(|at| at >= fixed) {
                entries.set(key, value);
            }
        }
    }
    entries.children
}

/// The children of a mapping whose keys and merges are assigned one after the
/// other, each replacing what was there: go-yaml v2's `mapping` and `merge`.
pub(crate) fn assign_in_order(doc: &Doc, own: &[NodeId], merges: &[Merge]) -> Vec<NodeId> {
    let mut entries = Assigned::new(doc, own.len());
    let mut merges = merges.iter().peekable();
    for at in (0..=own.len()).step_by(2) {
        while let Some(merge) = merges.next_if(|merge| merge.at == at) {
            for &map in merge.maps.iter().rev() {
                for (key, value) in doc.entries(map) {
                    entries.set(key, value);
                }
            }
        }
        if let Some(&[key, value]) = own.get(at..at + 2) {
            entries.set(key, value);
        }
    }
    entries.children
}

/// The first key whose text an earlier key has too: (earlier, later).
pub(crate) fn duplicate_key(doc: &Doc, children: &[NodeId]) -> Option<(NodeId, NodeId)> {
    /// Up to this many keys comparing all pairs is faster than hashing.
    const FEW: usize = 12;
    let keys = || pairs(children).map(|(key, _)| key);
    if keys().zip(keys().skip(1)).all(|(left, right)| doc.text(left) < doc.text(right)) {
        return None;
    }
    if children.len() <= 2 * FEW {
        return keys().enumerate().skip(1).find_map(|(at, later)| {
            keys().take(at).find(|&earlier| doc.text(earlier) == doc.text(later)).map(|earlier| (earlier, later))
        });
    }
    let mut seen = HashMap::with_capacity(children.len() / 2);
    keys().find_map(|later| match seen.entry(doc.text(later)) {
        Entry::Occupied(earlier) => Some((*earlier.get(), later)),
        Entry::Vacant(slot) => {
            slot.insert(later);
            None
        }
    })
}

fn pairs(children: &[NodeId]) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    children.as_chunks::<2>().0.iter().map(|&[key, value]| (key, value))
}

/// Entries in the order their keys came first; setting a key again replaces it.
struct Assigned<'d> {
    doc: &'d Doc,
    children: Vec<NodeId>,
    /// Looked up only, so its order does not matter.
    positions: HashMap<&'d str, usize>,
}

impl<'d> Assigned<'d> {
    fn new(doc: &'d Doc, capacity: usize) -> Self {
        Self { doc, children: Vec::with_capacity(capacity), positions: HashMap::with_capacity(capacity / 2) }
    }

    fn position(&self, key: NodeId) -> Option<usize> {
        self.positions.get(self.doc.text(key)).copied()
    }

    fn set(&mut self, key: NodeId, value: NodeId) {
        match self.positions.entry(self.doc.text(key)) {
            Entry::Occupied(at) => self.children[*at.get()..*at.get() + 2].copy_from_slice(&[key, value]),
            Entry::Vacant(slot) => {
                slot.insert(self.children.len());
                self.children.extend([key, value]);
            }
        }
    }
}

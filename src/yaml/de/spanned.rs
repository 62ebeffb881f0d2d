//! Types that see more than the value: its place, or the tree itself.
//!
//! Serde has no channel for either, so these types ask for a newtype with a
//! reserved name, and the deserializer of this room answers by leaving the
//! place or the tree in a slot of the thread just before it hands over. With any
//! other deserializer the slot is empty.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::text::{Span, Spanned};
use crate::yaml::{Doc, NodeRef};

pub(super) const SPANNED: &str = "$quintet::Spanned";
pub(super) const RAW_NODE: &str = "$quintet::RawNode";

thread_local! {
    static PLACE: Cell<Option<Span>> = const { Cell::new(None) };
    static TREE: RefCell<Option<Doc>> = const { RefCell::new(None) };
}

/// Leaves the place for the [`Spanned`] that asked.
pub(super) fn hand_over_place(span: Span) {
    PLACE.set(Some(span));
}

/// Leaves the tree for the [`RawNode`] that asked.
pub(super) fn hand_over_tree(node: NodeRef<'_>) {
    TREE.set(Some(node.doc().extract(node.id())));
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PlaceVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for PlaceVisitor<T> {
            type Value = Spanned<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
                let span = PLACE.take().unwrap_or(Span::NONE);
                Ok(Spanned::new(T::deserialize(deserializer)?, span))
            }
        }

        deserializer.deserialize_newtype_struct(SPANNED, PlaceVisitor(PhantomData))
    }
}

/// A part of a file that is kept as a tree, in a document of its own.
#[derive(Clone, Debug)]
pub struct RawNode(Doc);

impl RawNode {
    /// The tree; its root is the node that was read.
    #[must_use]
    pub fn doc(&self) -> &Doc {
        &self.0
    }

    /// The tree, owned.
    #[must_use]
    pub fn into_doc(self) -> Doc {
        self.0
    }

    /// A reader at the node.
    #[must_use]
    pub fn top(&self) -> NodeRef<'_> {
        self.0.top()
    }
}

impl Default for RawNode {
    /// A null.
    fn default() -> Self {
        let mut doc = Doc::empty_mapping();
        let null = doc.null();
        doc.set_root(null);
        Self(doc)
    }
}

impl<'de> Deserialize<'de> for RawNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TreeVisitor;

        impl Visitor<'_> for TreeVisitor {
            type Value = RawNode;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a tree")
            }

            fn visit_unit<E: Error>(self) -> Result<RawNode, E> {
                TREE.take().map(RawNode).ok_or_else(|| E::custom("only YAML trees can be kept as they are"))
            }
        }

        deserializer.deserialize_newtype_struct(RAW_NODE, TreeVisitor)
    }
}

//! A value of the object that is looked at.

use std::borrow::Cow;

use super::number::Number;
use crate::text::Span;
use crate::yaml::{Kind, NodeRef, Scalar, Style, Surroundings, scalar_in};

/// What a node comes to in the output of the build.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'a, str>),
    List,
    Map,
}

impl<'a> Value<'a> {
    /// Nothing for what cannot be written, which the build refused before.
    pub(super) fn read(node: NodeRef<'a>, flow: bool) -> Option<Self> {
        Some(match node.kind() {
            Kind::Mapping => Self::Map,
            Kind::Sequence => Self::List,
            Kind::Scalar => match scalar_in(node.doc(), node.id(), Surroundings::new(flow)).ok()? {
                Scalar::Null => Self::Null,
                Scalar::Bool(value) => Self::Bool(value),
                Scalar::Int(value) => Self::Number(Number::Int(value.into())),
                Scalar::Uint(value) => Self::Number(Number::Int(value.into())),
                Scalar::Float(value) => Self::Number(Number::Float(value)),
                Scalar::Str(text) => Self::Text(text),
            },
        })
    }

    /// What people call it. The value itself may be secret.
    pub(super) fn description(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Number(Number::Int(_)) => "an integer",
            Self::Number(Number::Float(_)) => "a number with a fraction",
            Self::Text(_) => "a text",
            Self::List => "a list",
            Self::Map => "a mapping",
        }
    }
}

/// A node, whether a flow collection is around it, and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub(super) node: NodeRef<'a>,
    pub(super) flow: bool,
    pub(super) place: Span,
}

impl<'a> Given<'a> {
    /// The top of an object.
    pub(super) fn top(node: NodeRef<'a>) -> Self {
        Self { node, flow: false, place: place_of(node, Span::NONE) }
    }

    pub(super) fn read(self) -> Option<Value<'a>> {
        Value::read(self.node, self.flow)
    }

    fn below(self, node: NodeRef<'a>, near: Span) -> Self {
        Self { node, flow: self.is_flow(), place: place_of(node, near) }
    }

    fn is_flow(self) -> bool {
        self.flow || self.node.style() == Style::Flow
    }

    /// Fields of a mapping, with their names. A value that is a collection has
    /// the place of its name.
    pub(super) fn fields(self) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        self.node.entries().map(move |(name, value)| {
            let near = if name.span().is_none() { self.place } else { name.span() };
            let below = if value.is_scalar() {
                self.below(value, near)
            } else {
                Self { node: value, flow: self.is_flow(), place: near }
            };
            (name.text(), below)
        })
    }

    /// Items of a list.
    pub(super) fn items(self) -> impl Iterator<Item = Self> + use<'a> {
        self.node.items().map(move |item| self.below(item, self.place))
    }
}

/// Where a node was written: a collection at the first thing in it. `near` is
/// the place of what no file wrote.
pub(in crate::check::schema) fn place_of(node: NodeRef<'_>, near: Span) -> Span {
    let first = match node.kind() {
        Kind::Scalar => Some(node),
        Kind::Mapping => node.entries().next().map(|(name, _)| name),
        Kind::Sequence => node.items().next().filter(|item| item.is_scalar()),
    };
    [first, Some(node)].into_iter().flatten().map(NodeRef::span).find(|span| !span.is_none()).unwrap_or(near)
}

//! What a scalar is to a typed reader.

use std::borrow::Cow;

use serde::de::{Error, Unexpected};

use super::{DeError, Words};
use crate::yaml::binary;
use crate::yaml::number::{Integer, float_as_integer, push_float};
use crate::yaml::resolve::{Resolved, resolve, resolve_v2};
use crate::yaml::{NodeRef, Style, Tag};

/// A scalar's value. Timestamps are texts: sigs.k8s.io/yaml hands them on as written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Text(Cow<'a, str>),
}

impl<'a> Scalar<'a> {
    /// Reads the scalar `node`.
    pub(super) fn of(node: NodeRef<'a>, words: Words) -> Result<Self, DeError> {
        let text = node.text();
        let resolved = || match words {
            Words::V2 => resolve_v2(text),
            Words::V3 => resolve(text),
        };
        let is_plain = node.style() == Style::Plain;
        // The tags of parsed plain scalars are go-yaml v3's.
        let retag = words == Words::V2 && is_plain && !node.span().is_none();
        let is_explicit = node.doc().is_explicitly_tagged(node.id());
        let tag = match node.tag() {
            _ if retag && !is_explicit => return Ok(Self::from_resolved(resolved(), text)),
            Tag::None if is_plain => return Ok(Self::from_resolved(resolved(), text)),
            Tag::Binary => {
                let bytes = binary::decode(text).ok_or_else(|| DeError::new("invalid base64 in a !!binary value"))?;
                return Ok(Self::Text(Cow::Owned(binary::text(&bytes))));
            }
            tag @ (Tag::Null | Tag::Bool | Tag::Int | Tag::Float) => tag,
            _ => return Ok(Self::Text(Cow::Borrowed(text))),
        };
        let value = resolved();
        match (tag, value) {
            (Tag::Float, Resolved::Int(value)) => Ok(Self::Float(value as f64)),
            (tag, value) if value.tag() == tag => Ok(Self::from_resolved(value, text)),
            _ => Err(DeError::new(format!("cannot read {text:?} as {}", name_of(tag)))),
        }
    }

    fn from_resolved(value: Resolved, text: &'a str) -> Self {
        match value {
            Resolved::Null => Self::Null,
            Resolved::Bool(value) => Self::Bool(value),
            Resolved::Int(value) => Self::Int(value),
            Resolved::Uint(value) => Self::Uint(value),
            // JSON has one kind of number: what prints without a fraction is whole.
            Resolved::Float(value) => match float_as_integer(value) {
                Some(Integer::Signed(value)) => Self::Int(value),
                Some(Integer::Unsigned(value)) => Self::Uint(value),
                None => Self::Float(value),
            },
            Resolved::Timestamp(_) | Resolved::Str => Self::Text(Cow::Borrowed(text)),
        }
    }

    /// The name this scalar is as a key of a JSON object.
    pub(super) fn into_key(self) -> Result<String, DeError> {
        Ok(match self {
            Self::Text(text) => text.into_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Uint(value) => value.to_string(),
            Self::Float(value) => {
                let mut text = Vec::new();
                push_float(&mut text, value);
                String::from_utf8_lossy(&text).into_owned()
            }
            Self::Null => return Err(DeError::invalid_type(Unexpected::Unit, &"a key")),
        })
    }

    /// For messages of what was not expected.
    pub(super) fn unexpected(&self) -> Unexpected<'_> {
        match *self {
            Self::Null => Unexpected::Other("null"),
            Self::Bool(value) => Unexpected::Bool(value),
            Self::Int(value) => Unexpected::Signed(value),
            Self::Uint(value) => Unexpected::Unsigned(value),
            Self::Float(value) => Unexpected::Float(value),
            Self::Text(ref text) => Unexpected::Str(text),
        }
    }
}

fn name_of(tag: Tag) -> &'static str {
    match tag {
        Tag::Null => "!!null",
        Tag::Bool => "!!bool",
        Tag::Int => "!!int",
        _ => "!!float",
    }
}

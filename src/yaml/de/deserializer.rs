//! The serde deserializer at one node.

use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, Error, IntoDeserializer, Unexpected, Visitor};

use super::access::{Entries, Fields, Items, OneEntry};
use super::scalar::Scalar;
use super::{DeError, Dialect, spanned};
use crate::yaml::{Kind, NodeRef};

/// The way from the top to a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'p> {
    Top,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Top => String::new(),
            Self::Key(Self::Top, key) => (*key).to_owned(),
            Self::Key(parent, key) => format!("{}.{key}", parent.text()),
            Self::Index(parent, index) => format!("{}[{index}]", parent.text()),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct NodeDeserializer<'a, 'p> {
    pub(super) node: NodeRef<'a>,
    pub(super) dialect: Dialect,
    pub(super) path: &'p Path<'p>,
}

/// A node by what serde may ask for.
enum Found<'a> {
    Scalar(Scalar<'a>),
    Mapping,
    Sequence,
}

impl<'a> NodeDeserializer<'a, '_> {
    fn found(&self) -> Result<Found<'a>, DeError> {
        Ok(match self.node.kind() {
            Kind::Mapping => Found::Mapping,
            Kind::Sequence => Found::Sequence,
            Kind::Scalar => {
                Found::Scalar(Scalar::of(self.node, self.dialect.words).map_err(|error| self.place(error))?)
            }
        })
    }

    pub(super) fn place(&self, error: DeError) -> DeError {
        error.at(self.node.span(), || self.path.text())
    }

    fn wrong<T>(&self, found: &Found<'a>, expected: &dyn serde::de::Expected) -> Result<T, DeError> {
        let found = match found {
            Found::Scalar(scalar) => scalar.unexpected(),
            Found::Mapping => Unexpected::Map,
            Found::Sequence => Unexpected::Seq,
        };
        Err(self.place(DeError::invalid_type(found, expected)))
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Null) if self.dialect.null_is_empty => visitor.visit_u64(0),
            Found::Scalar(Scalar::Int(value)) => visitor.visit_i64(value),
            Found::Scalar(Scalar::Uint(value)) => visitor.visit_u64(value),
            Found::Scalar(Scalar::Float(value)) => visitor.visit_f64(value),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            self.number(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for NodeDeserializer<'_, '_> {
    type Error = DeError;

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Null) => visitor.visit_unit(),
            Found::Scalar(Scalar::Bool(value)) => visitor.visit_bool(value),
            Found::Scalar(Scalar::Text(text)) => visitor.visit_str(&text),
            Found::Scalar(_) => self.number(visitor),
            Found::Mapping => visitor.visit_map(Entries::new(self)),
            Found::Sequence => visitor.visit_seq(Items::new(self)),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Null) if self.dialect.null_is_empty => visitor.visit_bool(false),
            Found::Scalar(Scalar::Bool(value)) => visitor.visit_bool(value),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Null) if self.dialect.null_is_empty => visitor.visit_str(""),
            Found::Scalar(Scalar::Text(text)) => visitor.visit_str(&text),
            Found::Scalar(scalar) if self.dialect.spells_out => visitor.visit_str(&scalar.into_key()?),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Null) => visitor.visit_unit(),
            found => self.wrong(&found, &visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, DeError> {
        if name == spanned::RAW_NODE {
            spanned::hand_over_tree(self.node);
            return visitor.visit_unit();
        }
        if name == spanned::SPANNED {
            spanned::hand_over_place(self.node.span());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Sequence | Found::Scalar(Scalar::Null) => visitor.visit_seq(Items::new(self)),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Mapping | Found::Scalar(Scalar::Null) => visitor.visit_map(Entries::new(self)),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Mapping | Found::Scalar(Scalar::Null) => visitor.visit_map(Fields::new(self, fields)?),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        match self.found()? {
            Found::Scalar(Scalar::Text(text)) => {
                let variant: StrDeserializer<'_, DeError> = (&*text).into_deserializer();
                visitor.visit_enum(variant)
            }
            Found::Mapping if self.node.len() == 1 => visitor.visit_enum(OneEntry(self)),
            found => return self.wrong(&found, &visitor),
        }
        .map_err(|error| self.place(error))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf }
}

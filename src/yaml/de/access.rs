//! Children of a node, for serde.

use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::DeError;
use super::deserializer::{NodeDeserializer, Path};
use super::scalar::Scalar;
use crate::yaml::{Kind, NodeRef};

/// Items of a sequence; none of a null.
pub(super) struct Items<'a, 'p> {
    parent: NodeDeserializer<'a, 'p>,
    items: Vec<NodeRef<'a>>,
    next: usize,
}

impl<'a, 'p> Items<'a, 'p> {
    pub(super) fn new(parent: NodeDeserializer<'a, 'p>) -> Self {
        Self { parent, items: parent.node.items().collect(), next: 0 }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = DeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DeError> {
        let Some(&node) = self.items.get(self.next) else { return Ok(None) };
        let path = Path::Index(self.parent.path, self.next);
        self.next += 1;
        let item = NodeDeserializer { node, path: &path, ..self.parent };
        seed.deserialize(item).map(Some).map_err(|error| item.place(error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

/// Entries of a map with any keys; none of a null.
pub(super) struct Entries<'a, 'p> {
    parent: NodeDeserializer<'a, 'p>,
    entries: Vec<(NodeRef<'a>, NodeRef<'a>)>,
    next: usize,
    key: String,
}

impl<'a, 'p> Entries<'a, 'p> {
    pub(super) fn new(parent: NodeDeserializer<'a, 'p>) -> Self {
        Self { parent, entries: parent.node.entries().collect(), next: 0, key: String::new() }
    }
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeError> {
        let Some(&(node, _)) = self.entries.get(self.next) else { return Ok(None) };
        let key = NodeDeserializer { node, ..self.parent };
        self.key = key_text(key)?;
        let text: StringDeserializer<DeError> = self.key.clone().into_deserializer();
        seed.deserialize(text).map(Some).map_err(|error| key.place(error))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        let (_, node) = self.entries[self.next];
        self.next += 1;
        let path = Path::Key(self.parent.path, &self.key);
        let value = NodeDeserializer { node, path: &path, ..self.parent };
        seed.deserialize(value).map_err(|error| value.place(error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len() - self.next)
    }
}

fn key_text(key: NodeDeserializer<'_, '_>) -> Result<String, DeError> {
    if key.node.kind() != Kind::Scalar {
        return Err(key.place(DeError::new("a mapping key is a text")));
    }
    Scalar::of(key.node, key.dialect.words).and_then(Scalar::into_key).map_err(|error| key.place(error))
}

/// Entries of a mapping by the fields of a struct.
pub(super) struct Fields<'a, 'p> {
    parent: NodeDeserializer<'a, 'p>,
    /// In the order of the fields' names in the file.
    found: Vec<(&'static str, NodeRef<'a>)>,
    next: usize,
}

impl<'a, 'p> Fields<'a, 'p> {
    /// Finds the field of each key. Null values count as not written; of several
    /// spellings of one name the last in byte order counts, because that is the
    /// order sigs.k8s.io/yaml writes the JSON object in.
    pub(super) fn new(parent: NodeDeserializer<'a, 'p>, fields: &'static [&'static str]) -> Result<Self, DeError> {
        let mut found: Vec<(&'static str, String, NodeRef<'a>)> = Vec::new();
        for (key, value) in parent.node.entries() {
            let name = key_text(NodeDeserializer { node: key, ..parent })?;
            let Some(field) = field_of(&name, fields, parent.dialect.folds_case) else {
                if parent.dialect.refuses_unknown {
                    return Err(DeError::unknown_field(&name, fields).at(key.span(), || parent.path.text()));
                }
                continue;
            };
            if value.kind() == Kind::Scalar && matches!(Scalar::of(value, parent.dialect.words), Ok(Scalar::Null)) {
                continue;
            }
            match found.iter_mut().find(|(known, ..)| *known == field) {
                Some(known) if known.1 < name => *known = (field, name, value),
                Some(_) => {}
                None => found.push((field, name, value)),
            }
        }
        let found = found.into_iter().map(|(field, _, value)| (field, value)).collect();
        Ok(Self { parent, found, next: 0 })
    }
}

/// The field a key names: exactly, or else in another case as Go's
/// encoding/json has it.
fn field_of(name: &str, fields: &'static [&'static str], folds_case: bool) -> Option<&'static str> {
    let exact = fields.iter().find(|field| **field == name);
    let folded = || fields.iter().filter(|_| folds_case).find(|field| is_same_folded(field, name));
    exact.or_else(folded).copied()
}

/// Unicode simple folding; of all characters only these two fold to an ASCII letter.
fn is_same_folded(field: &str, name: &str) -> bool {
    let fold = |c: char| match c {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        c => c.to_ascii_lowercase(),
    };
    field.chars().map(fold).eq(name.chars().map(fold))
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeError> {
        let Some(&(field, _)) = self.found.get(self.next) else { return Ok(None) };
        let field: StrDeserializer<'_, DeError> = field.into_deserializer();
        seed.deserialize(field).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        let (field, node) = self.found[self.next];
        self.next += 1;
        let path = Path::Key(self.parent.path, field);
        let value = NodeDeserializer { node, path: &path, ..self.parent };
        seed.deserialize(value).map_err(|error| value.place(error))
    }
}

/// `variant: value`
pub(super) struct OneEntry<'a, 'p>(pub(super) NodeDeserializer<'a, 'p>);

impl<'a, 'de, 'p> EnumAccess<'de> for OneEntry<'a, 'p> {
    type Error = DeError;
    type Variant = NodeDeserializer<'a, 'p>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), DeError> {
        let Some((key, value)) = self.0.node.entries().next() else {
            return Err(self.0.place(DeError::new("expected one entry")));
        };
        let key = NodeDeserializer { node: key, ..self.0 };
        let name: StringDeserializer<DeError> = key_text(key)?.into_deserializer();
        let variant = seed.deserialize(name).map_err(|error| key.place(error))?;
        Ok((variant, NodeDeserializer { node: value, ..self.0 }))
    }
}

impl<'de> VariantAccess<'de> for NodeDeserializer<'_, '_> {
    type Error = DeError;

    fn unit_variant(self) -> Result<(), DeError> {
        serde::Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, DeError> {
        serde::Deserializer::deserialize_seq(self, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, DeError> {
        serde::Deserializer::deserialize_struct(self, "", fields, visitor)
    }
}

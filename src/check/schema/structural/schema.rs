//! Reading a schema where it stands in its definition.

use super::given::{Given, Value};
use super::number::Number;
use crate::yaml::NodeRef;

/// A schema or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schema<'a>(NodeRef<'a>);

impl<'a> Schema<'a> {
    pub(super) fn new(node: NodeRef<'a>) -> Self {
        Self(node)
    }

    /// The schema under `keyword`; nothing when there is none, or no mapping.
    pub(super) fn get(self, keyword: &str) -> Option<Self> {
        self.0.get(keyword).filter(|node| node.is_mapping()).map(Self)
    }

    /// The text under `keyword`; nothing when it is empty, as Go has it.
    pub(super) fn text(self, keyword: &str) -> Option<&'a str> {
        self.0.get_text(keyword).filter(|text| !text.is_empty())
    }

    /// Whether `keyword` says `true`.
    pub(super) fn says(self, keyword: &str) -> bool {
        let value = self.0.get(keyword).and_then(|node| Value::read(node, false));
        matches!(value, Some(Value::Bool(true)))
    }

    /// The number under `keyword`.
    pub(super) fn number(self, keyword: &str) -> Option<Number> {
        match Value::read(self.0.get(keyword)?, false)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The size under `keyword`.
    pub(super) fn size(self, keyword: &str) -> Option<usize> {
        match self.number(keyword)? {
            Number::Int(size) => usize::try_from(size).ok(),
            Number::Float(_) => None,
        }
    }

    /// The items under `keyword`; nothing when there is no list.
    pub(super) fn list(self, keyword: &str) -> Option<impl ExactSizeIterator<Item = NodeRef<'a>> + use<'a>> {
        self.0.get(keyword).filter(|node| node.is_sequence()).map(NodeRef::items)
    }

    /// The texts under `keyword`.
    pub(super) fn texts(self, keyword: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.list(keyword).into_iter().flatten().filter(|node| node.is_scalar()).map(NodeRef::text)
    }

    /// The schemas under `keyword`.
    pub(super) fn schemas(self, keyword: &str) -> Option<Vec<Self>> {
        self.list(keyword).map(|items| items.map(Self).collect())
    }

    /// The schema of the field `name`.
    pub(super) fn property(self, name: &str) -> Option<Self> {
        self.get("properties")?.get(name)
    }

    /// The names of the fields that have a schema.
    pub(super) fn property_names(self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.get("properties").into_iter().flat_map(|properties| properties.0.entries()).map(|(name, _)| name.text())
    }

    /// What the API server fills in where nothing is written.
    pub(super) fn default_value(self) -> Option<Given<'a>> {
        self.0.get("default").map(Given::top)
    }

    /// Whether the API server leaves out a null in a field with this schema.
    pub(super) fn drops_null(self) -> bool {
        !self.says("nullable")
    }
}

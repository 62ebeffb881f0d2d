//! A value together with the way to it.

use crate::text::Span;
use crate::yaml::NodeRef;

/// A value of an object and its path.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) node: NodeRef<'a>,
    path: String,
}

impl<'a> Field<'a> {
    pub(super) fn top(node: NodeRef<'a>) -> Self {
        Self { node, path: String::new() }
    }

    fn below(&self, name: &str, node: NodeRef<'a>) -> Self {
        // A key with dots in it stands in brackets, so that the path can be read.
        let path = match (self.path.is_empty(), name.contains('.')) {
            (_, true) => format!("{}[{name}]", self.path),
            (true, false) => name.to_owned(),
            (false, false) => format!("{}.{name}", self.path),
        };
        Self { node, path }
    }

    pub(super) fn get(&self, name: &str) -> Option<Self> {
        self.node.get(name).map(|node| self.below(name, node))
    }

    pub(super) fn at(&self, names: &[&str]) -> Option<Self> {
        names.iter().try_fold(self.clone(), |field, name| field.get(name))
    }

    pub(super) fn items(&self) -> impl Iterator<Item = Self> + '_ {
        self.node.items().enumerate().map(|(at, node)| Self { node, path: format!("{}[{at}]", self.path) })
    }

    /// The items of the list under `name`.
    pub(super) fn list(&self, name: &str) -> Vec<Self> {
        self.get(name).map(|list| list.items().collect()).unwrap_or_default()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Self> + '_ {
        self.node.entries().map(|(key, value)| self.below(key.text(), value))
    }

    /// The text of a scalar that says something.
    pub(super) fn text(&self) -> Option<&'a str> {
        (self.node.is_scalar() && !self.node.is_null()).then(|| self.node.text()).filter(|text| !text.is_empty())
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        self.node.get_text(name) == Some("true")
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn span(&self) -> Span {
        self.node.span()
    }
}

//! Definitions of custom resources (`apiextensions.k8s.io/v1`).

use std::collections::BTreeMap;

use crate::resource::Resource;
use crate::yaml::NodeRef;

/// A version of a definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version<'a>(NodeRef<'a>);

impl<'a> Version<'a> {
    pub(super) fn name(self) -> &'a str {
        self.0.get_text("name").unwrap_or_default()
    }

    pub(super) fn is_served(self) -> bool {
        self.0.get_text("served") == Some("true")
    }

    pub(super) fn is_stored(self) -> bool {
        self.0.get_text("storage") == Some("true")
    }

    /// Its `openAPIV3Schema`.
    pub(super) fn schema(self) -> Option<NodeRef<'a>> {
        self.0.get("schema")?.get("openAPIV3Schema").filter(|schema| schema.is_mapping())
    }

    /// Whether the status is a subresource.
    pub(super) fn has_status(self) -> bool {
        self.0.get("subresources").is_some_and(|subresources| subresources.get("status").is_some())
    }
}

/// A definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition<'a> {
    pub(super) object: &'a Resource,
}

impl<'a> Definition<'a> {
    /// Nothing for any other object, and for definitions of `v1beta1`.
    pub(super) fn of(object: &'a Resource) -> Option<Self> {
        let gvk = &object.id().gvk;
        let is_one =
            gvk.kind == "CustomResourceDefinition" && gvk.group == "apiextensions.k8s.io" && gvk.version == "v1";
        is_one.then_some(Self { object })
    }

    /// A text of `spec`, or of a mapping in it.
    pub(super) fn text(self, path: &[&str]) -> &'a str {
        let spec = self.object.top().get("spec");
        let found = spec.and_then(|spec| path.iter().try_fold(spec, |node, name| node.get(name)));
        found.filter(|node| node.is_scalar()).map(NodeRef::text).unwrap_or_default()
    }

    pub(super) fn versions(self) -> impl Iterator<Item = Version<'a>> {
        self.object
            .top()
            .get("spec")
            .and_then(|spec| spec.get("versions"))
            .into_iter()
            .flat_map(NodeRef::items)
            .map(Version)
    }

    pub(super) fn version(self, name: &str) -> Option<Version<'a>> {
        self.versions().find(|version| version.name() == name)
    }
}

/// The definitions of one render, by group and kind of what they define.
pub(super) type Definitions<'a> = BTreeMap<(&'a str, &'a str), Definition<'a>>;

/// The definitions among `objects`. Of two for one kind the first counts.
pub(super) fn definitions<'a>(objects: impl Iterator<Item = &'a Resource>) -> Definitions<'a> {
    let mut definitions = Definitions::new();
    for definition in objects.filter_map(Definition::of) {
        let names = (definition.text(&["group"]), definition.text(&["names", "kind"]));
        definitions.entry(names).or_insert(definition);
    }
    definitions
}

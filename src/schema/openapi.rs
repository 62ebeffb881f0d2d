//! A user's OpenAPI v2 document, as far as merging and scopes need it.
//!
//! Mirrors `parse`, `AddDefinitions` and `findNamespaceability` of kustomize's
//! `kyaml/openapi/openapi.go` (v0.21.1). Where a name has several definitions of
//! one kind kustomize picks any of them; here the last in the document counts.

use std::collections::{BTreeMap, HashMap};

use super::type_ref::Position;
use super::value::Schema;
use crate::text::Span;
use crate::yaml::{NodeId, NodeRef};

/// References followed in a row before a chain counts as broken; kustomize
/// never returns from a circle.
const MAX_REFERENCES: usize = 64;

/// Why a document is no schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// The document is a list or a scalar.
    #[error("an OpenAPI document must be a mapping with `definitions`")]
    NotAMapping {
        /// The document.
        span: Span,
    },
    /// A part of the document that must be a mapping is none.
    #[error("`{field}` of an OpenAPI document must be a mapping")]
    FieldNotAMapping {
        /// The name of the part.
        field: &'static str,
        /// The value.
        span: Span,
    },
}

impl SchemaError {
    /// The place of the offending value.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::NotAMapping { span } | Self::FieldNotAMapping { span, .. } => *span,
        }
    }
}

/// `apiVersion` and `kind`.
type TypeMeta = (Box<str>, Box<str>);

/// The document: definitions as nodes that refer to each other by number.
#[derive(Debug, Default)]
pub(super) struct OpenApi {
    nodes: Vec<SchemaNode>,
    definitions: BTreeMap<Box<str>, u32>,
    kinds: BTreeMap<TypeMeta, u32>,
    namespaced: BTreeMap<TypeMeta, bool>,
}

#[derive(Debug, Default)]
struct SchemaNode {
    is_array: bool,
    reference: Option<Box<str>>,
    properties: BTreeMap<Box<str>, u32>,
    additional: Option<u32>,
    items: Option<u32>,
    strategy: Option<Box<str>>,
    keys: Vec<Box<str>>,
}

impl OpenApi {
    pub(super) fn read(document: NodeRef<'_>) -> Result<Self, SchemaError> {
        if !document.is_mapping() {
            return Err(SchemaError::NotAMapping { span: document.span() });
        }
        let part = |field: &'static str| match document.get(field) {
            Some(node) if node.is_mapping() => Ok(Some(node)),
            Some(node) if !node.is_null() => Err(SchemaError::FieldNotAMapping { field, span: node.span() }),
            _ => Ok(None),
        };
        let mut this = Self::default();
        if let Some(definitions) = part("definitions")? {
            this.read_definitions(definitions);
        }
        if let Some(paths) = part("paths")? {
            this.read_paths(paths);
        }
        Ok(this)
    }

    fn read_definitions(&mut self, definitions: NodeRef<'_>) {
        let mut reader = Reader { nodes: &mut self.nodes, seen: HashMap::new(), waiting: Vec::new() };
        for (name, definition) in definitions.entries() {
            let number = reader.number_of(definition);
            self.definitions.insert(name.text().into(), number);
            let kinds = definition.get("x-kubernetes-group-version-kind");
            for meta in kinds.into_iter().flat_map(NodeRef::items).filter_map(type_meta) {
                self.kinds.insert(meta, number);
            }
        }
        reader.finish();
    }

    /// A kind is namespaced when any path that gets it names a namespace.
    fn read_paths(&mut self, paths: NodeRef<'_>) {
        for (path, operations) in paths.entries().filter(|(path, _)| path.text().starts_with('/')) {
            let kind = operations.get("get").and_then(|get| get.get("x-kubernetes-group-version-kind"));
            if let Some(meta) = kind.and_then(type_meta) {
                let namespaced = path.text().contains("namespaces/{namespace}");
                *self.namespaced.entry(meta).or_default() |= namespaced;
            }
        }
    }

    pub(super) fn is_namespaced(&self, api_version: &str, kind: &str) -> Option<bool> {
        self.namespaced.get(&(api_version.into(), kind.into())).copied()
    }

    pub(super) fn for_kind(&self, api_version: &str, kind: &str) -> Option<u32> {
        self.kinds.get(&(api_version.into(), kind.into())).copied()
    }

    pub(super) fn definition(&self, name: &str) -> Option<u32> {
        self.definitions.get(name).copied()
    }

    fn node(&self, number: u32) -> &SchemaNode {
        &self.nodes[number as usize]
    }
}

/// Reads each YAML node once, without recursion: aliases may make the document
/// a graph, and its depth is the author's choice.
struct Reader<'a, 'n> {
    nodes: &'n mut Vec<SchemaNode>,
    seen: HashMap<NodeId, u32>,
    waiting: Vec<(u32, NodeRef<'a>)>,
}

impl<'a> Reader<'a, '_> {
    fn number_of(&mut self, node: NodeRef<'a>) -> u32 {
        *self.seen.entry(node.id()).or_insert_with(|| {
            let number = u32::try_from(self.nodes.len()).expect("a document has fewer than 2^32 nodes");
            self.nodes.push(SchemaNode::default());
            self.waiting.push((number, node));
            number
        })
    }

    fn finish(mut self) {
        while let Some((number, node)) = self.waiting.pop() {
            let read = self.schema_node(node);
            self.nodes[number as usize] = read;
        }
    }

    fn schema_node(&mut self, node: NodeRef<'a>) -> SchemaNode {
        let text = |key: &str| node.get_text(key).map(Box::from);
        let keys = match node.get("x-kubernetes-list-map-keys") {
            Some(list) => list.items().map(|key| key.text().into()).collect(),
            None => text("x-kubernetes-patch-merge-key").into_iter().collect(),
        };
        let mut schema =
            |key: &str| node.get(key).filter(|value| value.is_mapping()).map(|value| self.number_of(value));
        SchemaNode {
            is_array: is_array(node),
            reference: node.get_text("$ref").filter(|reference| !reference.is_empty()).map(Box::from),
            additional: schema("additionalProperties"),
            items: schema("items"),
            properties: node
                .get("properties")
                .into_iter()
                .flat_map(NodeRef::entries)
                .map(|(name, value)| (name.text().into(), self.number_of(value)))
                .collect(),
            strategy: text("x-kubernetes-patch-strategy"),
            keys,
        }
    }
}

/// `type: array`, or a list of types that holds nothing else.
fn is_array(node: NodeRef<'_>) -> bool {
    node.get("type").is_some_and(|kind| {
        let mut names = kind.items();
        kind.text() == "array" || (names.len() == 1 && names.all(|name| name.text() == "array"))
    })
}

/// A `{group, version, kind}` as `apiVersion` and `kind`.
fn type_meta(node: NodeRef<'_>) -> Option<TypeMeta> {
    let (version, kind) = (node.get_text("version")?, node.get_text("kind")?);
    let api_version = match node.get_text("group") {
        Some(group) if !group.is_empty() => format!("{group}/{version}"),
        _ => version.to_owned(),
    };
    Some((api_version.into(), kind.into()))
}

/// The steps down in the user's document. References are looked up in the whole
/// schema, because a document beside the built-in one may refer to its names.
impl Schema {
    fn own(&self, number: u32) -> Option<&SchemaNode> {
        Some(self.document.as_ref()?.node(number))
    }

    pub(super) fn field_of(&self, number: u32, name: &str) -> Option<Position> {
        let node = self.own(number)?;
        self.resolved(node.properties.get(name).copied().or(node.additional)?)
    }

    pub(super) fn items_of(&self, number: u32) -> Option<Position> {
        let node = self.own(number)?;
        self.resolved(node.items.filter(|_| node.is_array)?)
    }

    pub(super) fn strategy_of(&self, number: u32) -> (&str, Vec<&str>) {
        let Some(node) = self.own(number) else { return ("", Vec::new()) };
        match &node.strategy {
            Some(strategy) => (strategy, node.keys.iter().map(AsRef::as_ref).collect()),
            None => ("", Vec::new()),
        }
    }

    fn resolved(&self, mut number: u32) -> Option<Position> {
        for _ in 0..MAX_REFERENCES {
            let Some(reference) = &self.own(number)?.reference else { return Some(Position::Own(number)) };
            match self.referent(reference)? {
                Position::Own(next) => number = next,
                built_in => return Some(built_in),
            }
        }
        None
    }

    /// What `#/definitions/NAME`, or a place below it, points at. Only the part
    /// after `#` counts, as in kustomize: no other document is ever read.
    fn referent(&self, reference: &str) -> Option<Position> {
        let (_, pointer) = reference.split_once('#')?;
        let mut steps =
            pointer.strip_prefix("/definitions/")?.split('/').map(|step| step.replace("~1", "/").replace("~0", "~"));
        let mut at = self.definition(&steps.next()?)?;
        while let Some(step) = steps.next() {
            let Position::Own(number) = at else { return None };
            let node = self.own(number)?;
            at = Position::Own(match step.as_str() {
                "properties" => *node.properties.get(steps.next()?.as_str())?,
                "items" => node.items?,
                "additionalProperties" => node.additional?,
                _ => return None,
            });
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Layer, TypeRef};
    use super::*;
    use crate::yaml::{Doc, Kind, Style, Tag};
    use serde_json::Value;

    fn add(doc: &mut Doc, value: &Value) -> NodeId {
        match value {
            Value::Object(entries) => {
                let children: Vec<_> =
                    entries.iter().flat_map(|(key, value)| [doc.string(key), add(doc, value)]).collect();
                doc.collection(Kind::Mapping, Tag::Map, Style::Flow, Span::NONE, &children)
            }
            Value::Array(items) => {
                let children: Vec<_> = items.iter().map(|item| add(doc, item)).collect();
                doc.collection(Kind::Sequence, Tag::Seq, Style::Flow, Span::NONE, &children)
            }
            Value::String(text) => doc.string(text),
            Value::Null => doc.null(),
            other => doc.untagged(&other.to_string()),
        }
    }

    fn schema(json: &str, layer: Layer) -> Result<Schema, SchemaError> {
        let mut doc = Doc::empty_mapping();
        let root = add(&mut doc, &serde_json::from_str(json).unwrap());
        doc.set_root(root);
        Schema::from_openapi(doc.top(), layer)
    }

    fn thing<'a>(schema: &'a Schema, path: &str) -> Option<TypeRef<'a>> {
        let start = schema.for_kind("example.com/v1", "Thing")?;
        path.split('.').try_fold(start, |here, step| match step {
            "[]" => here.elements(),
            name => here.field(name),
        })
    }

    #[track_caller]
    fn check(schema: &Schema, path: &str, expected: Option<(&str, &[&str])>) {
        let found = thing(schema, path).map(TypeRef::patch_strategy_and_keys);
        assert_eq!(found, expected.map(|(strategy, keys)| (strategy, keys.to_vec())), "{path}");
    }

    const THING: &str = r##"{
      "definitions": {
        "Thing": {
          "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Thing"}],
          "type": "object",
          "properties": {
            "metadata": {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
            "parts": {"type": "array", "items": {"$ref": "#/definitions/a~1Part"},
                      "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "id"},
            "tags": {"type": ["array"], "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"},
            "pairs": {"type": "array", "x-kubernetes-list-map-keys": ["a", "b"],
                      "x-kubernetes-patch-merge-key": "a", "x-kubernetes-patch-strategy": "merge"},
            "keysOnly": {"type": "array", "x-kubernetes-list-map-keys": ["a"]},
            "map": {"type": "object", "additionalProperties": {"$ref": "#/definitions/a~1Part/properties/inner"}},
            "loop": {"$ref": "#/definitions/Loop"},
            "untyped": {"items": {"type": "string"}},
            "named": {"$ref": "#/definitions/List", "x-kubernetes-patch-strategy": "replace"}
          }
        },
        "a/Part": {"properties": {"inner": {"$ref": "#/definitions/List"}}},
        "List": {"type": "array", "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "k"},
        "Loop": {"$ref": "#/definitions/Loop"}
      },
      "paths": {
        "/apis/example.com/v1/things": {"get": {"x-kubernetes-group-version-kind":
          {"group": "example.com", "version": "v1", "kind": "Thing"}}},
        "/apis/example.com/v1/namespaces/{namespace}/things/{name}": {"get": {"x-kubernetes-group-version-kind":
          {"group": "example.com", "version": "v1", "kind": "Thing"}}},
        "/apis/example.com/v1/globes": {"get": {"x-kubernetes-group-version-kind":
          {"group": "example.com", "version": "v1", "kind": "Globe"}}},
        "/api/v1/pods": {"get": {"x-kubernetes-group-version-kind": {"version": "v1", "kind": "Pod"}}}
      }
    }"##;

    #[test]
    fn positions_follow_properties_maps_items_and_references() {
        let schema = schema(THING, Layer::Alone).unwrap();
        check(&schema, "parts", Some(("merge", &["id"])));
        check(&schema, "parts.[]", Some(("", &[])));
        check(&schema, "parts.[].inner", Some(("merge", &["k"])));
        check(&schema, "parts.[].other", None);
        check(&schema, "tags", Some(("merge", &[])));
        check(&schema, "pairs", Some(("merge", &["a", "b"])));
        check(&schema, "keysOnly", Some(("", &[])));
        check(&schema, "map.anything", Some(("merge", &["k"])));
        check(&schema, "named", Some(("merge", &["k"])));
        check(&schema, "untyped.[]", None);
        check(&schema, "loop", None);
        assert!(thing(&schema, "parts").is_some_and(TypeRef::merges_items));
        assert!(!thing(&schema, "keysOnly").is_some_and(TypeRef::merges_items));
    }

    #[test]
    fn a_document_replaces_or_joins_the_built_in_schema_by_its_layer() {
        let alone = schema(THING, Layer::Alone).unwrap();
        check(&alone, "metadata", None);
        assert!(alone.for_kind("v1", "Pod").is_none());
        assert!(alone.for_kind("kustomize.config.k8s.io/v1beta1", "Kustomization").is_some());
        for layer in [Layer::OverBuiltIn, Layer::UnderBuiltIn] {
            let both = schema(THING, layer).unwrap();
            check(&both, "metadata.ownerReferences", Some(("merge", &["uid"])));
            assert!(both.for_kind("v1", "Pod").is_some());
        }
    }

    #[test]
    fn a_definition_over_the_built_in_one_of_its_name_is_seen_from_built_in_kinds() {
        let document = r#"{"definitions": {"io.k8s.api.core.v1.PodSpec": {"properties": {"containers":
            {"type": "array", "x-kubernetes-patch-strategy": "replace"}}}}}"#;
        let containers = |schema: &Schema| {
            let pod = schema.for_kind("v1", "Pod").unwrap();
            pod.field("spec").unwrap().field("containers").unwrap().patch_strategy_and_keys().0.to_owned()
        };
        assert_eq!(containers(&schema(document, Layer::OverBuiltIn).unwrap()), "replace");
        assert_eq!(containers(&schema(document, Layer::UnderBuiltIn).unwrap()), "merge");
    }

    #[test]
    fn scopes_come_from_get_paths_and_the_built_in_table_stays() {
        let schema = schema(THING, Layer::Alone).unwrap();
        assert_eq!(schema.is_namespaced("example.com/v1", "Thing"), Some(true));
        assert_eq!(schema.is_namespaced("example.com/v1", "Globe"), Some(false));
        assert_eq!(schema.is_namespaced("example.com/v1", "Other"), None);
        // The document says otherwise, the table counts.
        assert_eq!(schema.is_namespaced("v1", "Pod"), Some(true));
    }

    #[test]
    fn what_is_no_document_is_an_error_and_broken_parts_are_absent() {
        let error = |json| schema(json, Layer::Alone).unwrap_err();
        assert_eq!(error("[]"), SchemaError::NotAMapping { span: Span::NONE });
        assert_eq!(
            error(r#"{"definitions": []}"#),
            SchemaError::FieldNotAMapping { field: "definitions", span: Span::NONE }
        );
        assert!(schema(r#"{"definitions": {"A": 1, "B": {"properties": []}}, "paths": null}"#, Layer::Alone).is_ok());
    }
}

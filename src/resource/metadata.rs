//! One object: its document, its identity and its bookkeeping.

use std::collections::BTreeMap;

use super::{Bookkeeping, Gvk, PreviousId, ResId, Scopes};
use crate::yaml::edit::{self, EditError};
use crate::yaml::{Doc, Kind, NodeId, NodeRef, Tag, route};

/// A Kubernetes object within a build.
///
/// The identity is kept beside the document. Whoever changes the document
/// through [`Resource::doc_mut`] ends with [`Resource::refresh`]; reading a
/// stale identity is refused in debug builds.
#[derive(Clone, Debug)]
pub struct Resource {
    doc: Doc,
    id: ResId,
    stale: bool,
    /// What the build remembers about the object.
    pub book: Bookkeeping,
}

impl Resource {
    /// An object from its document. Build annotations in it become
    /// bookkeeping.
    #[must_use]
    pub fn new(doc: Doc, scopes: &dyn Scopes) -> Self {
        let mut resource = Self { doc, id: ResId::default(), stale: true, book: Bookkeeping::default() };
        resource.absorb_build_annotations();
        resource.refresh(scopes);
        resource
    }

    fn absorb_build_annotations(&mut self) {
        let has_any = self
            .metadata_map("annotations")
            .is_some_and(|map| map.entries().any(|(key, _)| Bookkeeping::is_build_annotation(key.text())));
        if has_any {
            let mut annotations = self.annotations();
            self.book.absorb(&mut annotations);
            // The object has a metadata mapping, or it would have no annotations.
            let _ = self.set_metadata_map("annotations", &annotations);
        }
    }

    /// The document, for reading.
    #[must_use]
    pub fn doc(&self) -> &Doc {
        &self.doc
    }

    /// The document, for changing; call [`Resource::refresh`] afterwards.
    pub fn doc_mut(&mut self) -> &mut Doc {
        self.stale = true;
        &mut self.doc
    }

    /// Leaves room for so many more bytes of text in the document, or any number:
    /// see [`Doc::set_room`].
    pub fn set_text_room(&mut self, bytes: Option<usize>) {
        match bytes {
            Some(bytes) => self.doc.set_room(bytes),
            None => self.doc.end_room(),
        }
    }

    /// A reader at the top of the document.
    #[must_use]
    pub fn top(&self) -> NodeRef<'_> {
        self.doc.top()
    }

    /// Reads the identity from the document again.
    pub fn refresh(&mut self, scopes: &dyn Scopes) {
        if !self.stale {
            return;
        }
        let (api_version, kind) = (self.api_version(), self.kind());
        let cluster_scoped = scopes.is_cluster_scoped(api_version, kind);
        let (name, namespace) = (self.name(), self.namespace());
        // Hardly any change of a document changes its identity.
        let old = &self.id;
        let is_same = old.name == name
            && old.namespace == namespace
            && old.gvk.kind == kind
            && Gvk::split_api_version(api_version) == (&old.gvk.group, &old.gvk.version);
        if is_same {
            self.id.cluster_scoped = cluster_scoped;
        } else {
            let gvk = Gvk::from_api_version(api_version, kind);
            self.id = ResId { gvk, name: name.to_owned(), namespace: namespace.to_owned(), cluster_scoped };
        }
        self.stale = false;
    }

    /// The current identity.
    #[must_use]
    pub fn id(&self) -> &ResId {
        debug_assert!(!self.stale, "refresh() after doc_mut()");
        &self.id
    }

    /// The first identity the object had.
    #[must_use]
    pub fn original_id(&self) -> ResId {
        self.previous_ids().next().unwrap_or_else(|| self.id().clone())
    }

    /// Earlier identities, oldest first.
    pub fn previous_ids(&self) -> impl Iterator<Item = ResId> + '_ {
        self.book.previous_ids(&self.id().gvk)
    }

    /// Whether an earlier or the current identity has this name.
    #[must_use]
    pub fn was_ever_named(&self, name: &str) -> bool {
        self.id().name == name || self.book.previous.iter().any(|previous| previous.name == name)
    }

    /// Whether an earlier or the current identity satisfies `matches`.
    pub fn any_id(&self, mut matches: impl FnMut(&ResId) -> bool) -> bool {
        self.previous_ids().any(|id| matches(&id)) || matches(self.id())
    }

    /// Remembers the current identity before a change of name or namespace.
    pub fn store_previous_id(&mut self) {
        let id = self.id();
        let previous = PreviousId {
            namespace: id.effective_namespace().to_owned(),
            name: id.name.clone(),
            kind: id.gvk.kind.clone(),
        };
        self.book.previous.push(previous);
    }

    /// `apiVersion` as written.
    #[must_use]
    pub fn api_version(&self) -> &str {
        self.top().get_text("apiVersion").unwrap_or("")
    }

    /// `kind` as written.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.top().get_text("kind").unwrap_or("")
    }

    /// `metadata.name`, empty when absent or null.
    #[must_use]
    pub fn name(&self) -> &str {
        self.metadata_text("name")
    }

    /// `metadata.namespace`, empty when absent or null.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.metadata_text("namespace")
    }

    fn metadata(&self) -> Option<NodeRef<'_>> {
        self.top().get("metadata").filter(|metadata| !metadata.is_null_or_empty())
    }

    fn metadata_text(&self, field: &str) -> &str {
        let node = self.metadata().and_then(|metadata| metadata.get(field));
        node.filter(|node| !node.is_null_or_empty()).map_or("", NodeRef::text)
    }

    fn metadata_map(&self, field: &str) -> Option<NodeRef<'_>> {
        self.metadata()?.get(field).filter(|map| map.is_mapping())
    }

    /// `metadata.labels`, values as written.
    #[must_use]
    pub fn labels(&self) -> BTreeMap<String, String> {
        self.texts("labels")
    }

    /// `metadata.annotations`, values as written.
    #[must_use]
    pub fn annotations(&self) -> BTreeMap<String, String> {
        self.texts("annotations")
    }

    fn texts(&self, field: &str) -> BTreeMap<String, String> {
        self.metadata_map(field)
            .map(|map| map.entries().map(|(key, value)| (key.text().to_owned(), value.text().to_owned())).collect())
            .unwrap_or_default()
    }

    /// The value of one annotation.
    #[must_use]
    pub fn annotation(&self, name: &str) -> Option<&str> {
        self.annotation_node(name).map(|node| node.text())
    }

    /// Where one annotation is written.
    #[must_use]
    pub fn annotation_node(&self, name: &str) -> Option<NodeRef<'_>> {
        self.metadata_map("annotations")?.get(name)
    }

    /// Replaces `metadata.labels`; an empty map removes the field.
    ///
    /// # Errors
    /// When `metadata` is no mapping.
    pub fn set_labels(&mut self, labels: &BTreeMap<String, String>) -> Result<(), EditError> {
        self.set_metadata_map("labels", labels)
    }

    /// Replaces `metadata.annotations`; an empty map removes the field.
    ///
    /// # Errors
    /// When `metadata` is no mapping.
    pub fn set_annotations(&mut self, annotations: &BTreeMap<String, String>) -> Result<(), EditError> {
        self.set_metadata_map("annotations", annotations)
    }

    fn set_metadata_map(&mut self, field: &str, map: &BTreeMap<String, String>) -> Result<(), EditError> {
        // Labels and annotations are no part of the identity.
        let doc = &mut self.doc;
        let root = doc.root();
        let Some(metadata) = route::lookup_or_create(doc, root, &["metadata"], Kind::Mapping)? else {
            return Ok(());
        };
        edit::set_field(doc, metadata, field, None)?;
        if map.is_empty() {
            return Ok(());
        }
        let Some(node) = route::lookup_or_create(doc, metadata, &[field], Kind::Mapping)? else {
            return Ok(());
        };
        for (key, value) in map {
            let value = doc.string(value);
            edit::set_field(doc, node, key, Some(value))?;
        }
        Ok(())
    }

    /// Sets `metadata.name`.
    ///
    /// # Errors
    /// When `metadata` is no mapping.
    pub fn set_name(&mut self, name: &str) -> Result<(), EditError> {
        self.set_text(&["metadata", "name"], name)
    }

    /// Sets `metadata.namespace`; an empty one removes the field.
    ///
    /// # Errors
    /// When `metadata` is no mapping.
    pub fn set_namespace(&mut self, namespace: &str) -> Result<(), EditError> {
        if !namespace.is_empty() {
            return self.set_text(&["metadata", "namespace"], namespace);
        }
        let doc = self.doc_mut();
        let root = doc.root();
        if let Some(metadata) = route::find(doc, root, &["metadata"])? {
            edit::set_field(doc, metadata, "namespace", None)?;
        }
        Ok(())
    }

    /// Sets `kind`.
    ///
    /// # Errors
    /// When the document is no mapping.
    pub fn set_kind(&mut self, kind: &str) -> Result<(), EditError> {
        self.set_text(&["kind"], kind)
    }

    /// Sets `apiVersion`.
    ///
    /// # Errors
    /// When the document is no mapping.
    pub fn set_api_version(&mut self, api_version: &str) -> Result<(), EditError> {
        self.set_text(&["apiVersion"], api_version)
    }

    fn set_text(&mut self, path: &[&str], text: &str) -> Result<(), EditError> {
        let doc = self.doc_mut();
        let root = doc.root();
        let Some((field, parents)) = path.split_last() else { return Ok(()) };
        let Some(parent) = route::lookup_or_create(doc, root, parents, Kind::Mapping)? else {
            return Ok(());
        };
        let value = doc.untagged(text);
        edit::set_field(doc, parent, field, Some(value))?;
        Ok(())
    }

    /// `data` or `binaryData` as texts; a null is empty.
    #[must_use]
    pub fn data(&self, field: &str) -> BTreeMap<String, String> {
        let map = self.top().get(field);
        let text = |node: NodeRef<'_>| if node.is_null() { String::new() } else { node.text().to_owned() };
        map.map(|map| map.entries().map(|(key, value)| (text(key), text(value))).collect()).unwrap_or_default()
    }

    /// Makes `metadata.annotations` a mapping, as kustomize's own annotations
    /// do; whatever else without content stands there goes away.
    ///
    /// # Errors
    /// When `metadata` is no mapping, or the annotations are a list with items.
    pub fn ensure_annotations(&mut self) -> Result<(), EditError> {
        self.clear_empty_annotations()?;
        let doc = &mut self.doc;
        let root = doc.root();
        route::lookup_or_create(doc, root, &["metadata", "annotations"], Kind::Mapping).map(drop)
    }

    /// Sets one annotation.
    ///
    /// # Errors
    /// As [`Resource::ensure_annotations`].
    pub fn set_annotation(&mut self, name: &str, text: &str) -> Result<(), EditError> {
        self.ensure_annotations()?;
        let doc = &mut self.doc;
        let root = doc.root();
        if let Some(annotations) = doc.get_path(root, &["metadata", "annotations"]) {
            let value = doc.string(text);
            edit::set_field(doc, annotations, name, Some(value))?;
        }
        Ok(())
    }

    /// Removes one annotation.
    ///
    /// # Errors
    /// When the annotations are no mapping.
    pub fn remove_annotation(&mut self, name: &str) -> Result<(), EditError> {
        let doc = &mut self.doc;
        let root = doc.root();
        if let Some(annotations) = doc.get_path(root, &["metadata", "annotations"]) {
            edit::set_field(doc, annotations, name, None)?;
        }
        Ok(())
    }

    /// Removes annotations when the field is null or `{}`, and metadata when
    /// that leaves it empty, as kustomize's annotation setter does first.
    ///
    /// # Errors
    /// When `metadata` is no mapping.
    fn clear_empty_annotations(&mut self) -> Result<(), EditError> {
        let doc = &mut self.doc;
        let root = doc.root();
        if let Some(metadata) = route::find(doc, root, &["metadata"])? {
            edit::expect_kind(doc, metadata, Kind::Mapping)?;
            if doc.get(metadata, "annotations").is_some_and(|node| has_no_content(doc, node)) {
                doc.remove(metadata, "annotations");
            }
            if has_no_content(doc, metadata) {
                doc.remove(root, "metadata");
            }
        }
        Ok(())
    }

    /// Whether nothing is left of the object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let root = self.doc.root();
        self.doc.is_null_or_empty(root) || self.doc.tag(root) == Tag::Null
    }
}

fn has_no_content(doc: &Doc, node: NodeId) -> bool {
    doc.children(node).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Namespaced;
    impl Scopes for Namespaced {
        fn is_cluster_scoped(&self, _: &str, kind: &str) -> bool {
            kind == "Node"
        }
    }

    fn object(fields: &[(&[&str], &str)]) -> Resource {
        let mut doc = Doc::empty_mapping();
        for (path, text) in fields {
            let root = doc.root();
            let node = route::lookup_or_create(&mut doc, root, path, Kind::Scalar).expect("fits").expect("made");
            let value = doc.string(text);
            edit::set_scalar(&mut doc, node, value).expect("a scalar");
        }
        Resource::new(doc, &Namespaced)
    }

    #[test]
    fn the_identity_follows_the_document() {
        let mut resource =
            object(&[(&["apiVersion"], "apps/v1"), (&["kind"], "Deployment"), (&["metadata", "name"], "web")]);
        assert_eq!(resource.id().to_string(), "Deployment.v1.apps/web.[noNs]");
        resource.store_previous_id();
        resource.set_name("prod-web").expect("a mapping");
        resource.set_namespace("shop").expect("a mapping");
        resource.refresh(&Namespaced);
        assert_eq!(resource.id().to_string(), "Deployment.v1.apps/prod-web.shop");
        assert_eq!(resource.original_id().name, "web");
        assert!(resource.any_id(|id| id.name == "web"));
    }

    #[test]
    fn maps_are_replaced_sorted_and_as_strings() {
        let mut resource = object(&[(&["kind"], "Node"), (&["metadata", "labels", "b"], "x")]);
        let labels = [("z".to_owned(), "1".to_owned()), ("a".to_owned(), "true".to_owned())].into();
        resource.set_labels(&labels).expect("a mapping");
        assert_eq!(resource.labels(), labels);
        resource.set_labels(&BTreeMap::new()).expect("a mapping");
        assert!(resource.top().get("metadata").expect("stays").is_empty());
    }
}

//! Field specs: which field of which kinds a transformer works on.
//!
//! Follows api v0.21.1 `filters/fieldspec/fieldspec.go` and
//! `types/fieldspec.go`.

use std::borrow::Cow;

use super::error::{Cause, EditContext, Failure, Result};
use crate::resource::{Gvk, Resource};
use crate::yaml::{Doc, Kind, Limit, Limits, NodeId, Tag, edit, route};

/// A field path, the kinds it applies to, and whether missing fields are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSpec {
    /// Empty parts apply to all.
    pub(crate) gvk: Gvk,
    /// Parts separated by `/`; `\/` is a slash in a part, `[]` marks a list.
    pub(crate) path: String,
    /// Whether missing fields are made.
    pub(crate) create: bool,
}

impl FieldSpec {
    /// For every kind.
    pub(crate) fn for_all(path: &str, create: bool) -> Self {
        Self { gvk: Gvk::default(), path: path.to_owned(), create }
    }

    fn applies_to(&self, resource: &Resource) -> bool {
        let fits = |wanted: &str, have: &str| wanted.is_empty() || wanted == have;
        if !fits(&self.gvk.kind, resource.kind()) {
            return false;
        }
        if self.gvk.group.is_empty() && self.gvk.version.is_empty() {
            return true;
        }
        let (group, version) = Gvk::split_api_version(resource.api_version());
        fits(&self.gvk.group, group) && fits(&self.gvk.version, version)
    }
}

/// Two specs for the same field disagree about making it.
fn conflict(spec: &FieldSpec) -> Failure {
    Cause::invalid_with_help(
        "kustomize::conflicting-field-specs",
        format!("two field specs for `{}` of {} differ in `create`", spec.path, spec.gvk),
        "write the same `create` in both, or remove one",
    )
    .into()
}

/// Adds `spec` unless an equal one, or one for more specific kinds, is there.
///
/// # Errors
/// When the one that is there differs in `create`.
pub(crate) fn merge_one(specs: &mut Vec<FieldSpec>, spec: &FieldSpec) -> Result<()> {
    if !has(specs, spec)? {
        specs.push(spec.clone());
    }
    Ok(())
}

/// Whether `specs` has `spec`, or one for more specific kinds.
///
/// # Errors
/// As [`merge_one`].
pub(crate) fn has(specs: &[FieldSpec], spec: &FieldSpec) -> Result<bool> {
    match specs.iter().find(|present| present.path == spec.path && present.gvk.is_selected(&spec.gvk)) {
        Some(present) if present.create != spec.create => Err(conflict(spec)),
        present => Ok(present.is_some()),
    }
}

/// Adds all of `incoming`, in order.
///
/// # Errors
/// As [`merge_one`].
pub(crate) fn merge_all(specs: &mut Vec<FieldSpec>, incoming: &[FieldSpec]) -> Result<()> {
    incoming.iter().try_for_each(|spec| merge_one(specs, spec))
}

/// What a missing or null field becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Create {
    pub(crate) kind: Kind,
    pub(crate) tag: Tag,
}

/// What is done to each field found.
pub(crate) type SetValue<'a> = dyn FnMut(&mut Doc, NodeId) -> Result<()> + 'a;

/// Calls `set` on every field of `resource` that `spec` leads to.
///
/// # Errors
/// When the path meets a value it cannot go through, or `set` fails.
pub(crate) fn apply(
    resource: &mut Resource,
    spec: &FieldSpec,
    create: Option<Create>,
    set: &mut SetValue<'_>,
) -> Result<()> {
    if spec.applies_to(resource) {
        apply_path(resource, &spec.path, spec.create.then_some(create).flatten(), set)
    } else {
        Ok(())
    }
}

/// As [`apply`], whatever the kind of `resource` is.
///
/// # Errors
/// As [`apply`].
pub(crate) fn apply_path(
    resource: &mut Resource,
    path: &str,
    create: Option<Create>,
    set: &mut SetValue<'_>,
) -> Result<()> {
    let deepest = Limits::DEFAULT.max_depth;
    if path.len() > deepest && path.split('/').count() > deepest {
        return Err(Cause::Limit(Limit::Depth(deepest)).into());
    }
    let inside = path.strip_prefix('/').unwrap_or(path);
    let below = inside.strip_prefix("metadata/annotations");
    if below.is_some_and(|below| below.is_empty() || below.starts_with('/')) && resource.book.leaves_annotations() {
        // kustomize's own annotations are there, so the field is found.
        resource.ensure_annotations().doing(|| "looking at annotations".to_owned())?;
    }
    let doc = resource.doc_mut();
    let root = doc.root();
    visit(doc, root, Some(inside), create, set)
        .map_err(|failure| failure.during(crate::text::Span::NONE, format!("setting field `{path}`")))
}

/// Ends a change of many fields when the texts find no room any more.
/// [`Context::change`](super::Context::change) says how much room there was.
///
/// # Errors
/// When the document is full.
pub(crate) fn go_on(doc: &Doc) -> Result<()> {
    if doc.is_full() { Err(Cause::Limit(Limit::GainedBytes(0)).into()) } else { Ok(()) }
}

/// The first part of a path, and what is left of it. A slash after a backslash
/// belongs to the part.
fn split_first(path: &str) -> (Cow<'_, str>, Option<&str>) {
    let bytes = path.as_bytes();
    let is_end = |&at: &usize| bytes[at] == b'/' && (at == 0 || bytes[at - 1] != b'\\');
    match (0..bytes.len()).find(is_end) {
        Some(at) => (unescape(&path[..at]), Some(&path[at + 1..])),
        None => (unescape(path), None),
    }
}

fn unescape(part: &str) -> Cow<'_, str> {
    if part.as_bytes().contains(&b'\\') { Cow::Owned(part.replace("\\/", "/")) } else { Cow::Borrowed(part) }
}

fn visit(doc: &mut Doc, at: NodeId, path: Option<&str>, create: Option<Create>, set: &mut SetValue<'_>) -> Result<()> {
    let Some(left) = path else { return set(doc, at).and_then(|()| go_on(doc)) };
    let (part, rest) = split_first(left);
    if doc.is_null(at) {
        return Ok(());
    }
    match doc.kind(at) {
        Kind::Sequence => {
            let elements = doc.children(at).to_vec();
            elements.into_iter().try_for_each(|element| visit(doc, element, path, create, set))
        }
        Kind::Mapping => match enter(doc, at, &part, rest.is_none(), create)? {
            Some(field) => visit(doc, field, rest, create, set),
            None => Ok(()),
        },
        Kind::Scalar => Err(Failure::from(Cause::invalid(
            "kustomize::wrong-kind-of-value",
            format!("expected a mapping or a sequence with `{part}`, found a scalar"),
        ))
        .at(doc.span(at))),
    }
}

/// The field `part` of the mapping `at`, made if that is asked for. A null
/// becomes an empty value of the kind that belongs there.
fn enter(doc: &mut Doc, at: NodeId, part: &str, is_last: bool, create: Option<Create>) -> Result<Option<NodeId>> {
    let (name, is_list) = part.strip_suffix("[]").map_or((part, false), |name| (name, true));
    if name.is_empty() {
        return Err(Cause::invalid("kustomize::empty-field-name", "a field spec has an empty part in its path").into());
    }
    let doing = || format!("looking for `{name}`");
    let (field, becomes) = match create {
        Some(_) if is_list => (route::find(doc, at, &[name]), Some((Kind::Sequence, Tag::None))),
        None => (route::find(doc, at, &[name]), is_list.then_some((Kind::Sequence, Tag::None))),
        Some(Create { kind, tag }) if is_last => (route::lookup_or_create(doc, at, &[name], kind), Some((kind, tag))),
        Some(_) => (route::lookup_or_create(doc, at, &[name], Kind::Mapping), Some((Kind::Mapping, Tag::Map))),
    };
    let Some(field) = field.doing(doing)? else { return Ok(None) };
    if let Some((kind, tag)) = becomes.filter(|_| doc.is_null(field)) {
        match kind {
            Kind::Scalar => doc.set_tag(field, tag),
            _ => doc.make_collection(field, kind, tag),
        }
    }
    Ok(Some(field))
}

/// A value that is set in several places of one object. kustomize hangs one
/// node into all places that did not have the field, so a later change of one
/// shows in all; so do we.
pub(crate) struct SharedEntry<'a> {
    key: &'a str,
    text: &'a str,
    node: Option<NodeId>,
}

impl<'a> SharedEntry<'a> {
    pub(crate) fn new(key: &'a str, text: &'a str) -> Self {
        Self { key, text, node: None }
    }

    /// Sets the entry in `mapping`.
    ///
    /// # Errors
    /// When `mapping` is none.
    pub(crate) fn set(&mut self, doc: &mut Doc, mapping: NodeId) -> Result<()> {
        let node = *self.node.get_or_insert_with(|| doc.string(self.text));
        edit::set_field(doc, mapping, self.key, Some(node)).doing(|| format!("setting `{}`", self.key))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(kind: &str, path: &str, create: bool) -> FieldSpec {
        FieldSpec { gvk: Gvk::new("", "", kind), path: path.to_owned(), create }
    }

    #[test]
    fn a_spec_is_merged_once_and_must_agree() {
        let mut specs = vec![spec("Job", "a/b", true)];
        merge_one(&mut specs, &spec("Job", "a/b", true)).expect("equal");
        merge_one(&mut specs, &spec("", "a/b", true)).expect("covered: the present one is more specific");
        assert_eq!(specs.len(), 1);
        merge_one(&mut specs, &spec("Pod", "a/b", false)).expect("another kind");
        assert_eq!(specs.len(), 2);
        assert!(merge_one(&mut specs, &spec("Job", "a/b", false)).is_err());
    }
}

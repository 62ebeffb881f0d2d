//! Changes to a document with the exact effects of kustomize's own: which
//! style and tag a set value takes decides what it is on output.
//!
//! Follows kyaml v0.21.1 `yaml/fns.go` (`FieldSetter`, `FieldClearer`,
//! `ElementSetter`, `ElementMatcher`).

use std::fmt;

use super::yaml11::is_yaml11_non_string;
use super::{Doc, Kind, NodeId, Style, Tag};
use crate::text::Span;

/// Why a change does not fit the document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Another kind of node stands there.
    #[error("expected a {expected}, found a {found}")]
    WrongKind {
        /// What the change needs.
        expected: KindName,
        /// What is there.
        found: KindName,
        /// Where it stands.
        span: Span,
    },
    /// A list selector without `=`.
    #[error("`{part}` must have the form `[field=value]`")]
    BadSelector {
        /// The path part.
        part: String,
    },
    /// A negative list index.
    #[error("list index `{part}` is negative")]
    BadIndex {
        /// The path part.
        part: String,
    },
    /// `*` in a path that must lead to one place.
    #[error("`*` is not possible here: the path must lead to one place")]
    Wildcard,
}

impl EditError {
    /// The place the change did not fit, where there is one.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::WrongKind { span, .. } => *span,
            _ => Span::NONE,
        }
    }
}

/// A [`Kind`] in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindName(pub Kind);

impl fmt::Display for KindName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.0 {
            Kind::Scalar => "scalar",
            Kind::Mapping => "mapping",
            Kind::Sequence => "sequence",
        })
    }
}

/// Refuses a node of another kind; a null fits everywhere.
///
/// # Errors
/// [`EditError::WrongKind`].
pub fn expect_kind(doc: &Doc, id: NodeId, kind: Kind) -> Result<(), EditError> {
    let found = doc.kind(id);
    if doc.is_null(id) || found == kind {
        return Ok(());
    }
    Err(EditError::WrongKind { expected: KindName(kind), found: KindName(found), span: doc.span(id) })
}

/// An empty node without a tag, to be filled.
pub fn blank(doc: &mut Doc, kind: Kind) -> NodeId {
    match kind {
        Kind::Scalar => doc.untagged(""),
        _ => doc.collection(kind, Tag::None, Style::Plain, Span::NONE, &[]),
    }
}

/// A plain string that YAML 1.1 would read as something else gets quotes, as
/// kustomize's setters do.
pub fn quote_if_ambiguous(doc: &mut Doc, value: NodeId) {
    if doc.is_string(value) && doc.style(value) == Style::Plain && is_yaml11_non_string(doc.text(value)) {
        doc.set_style(value, Style::DoubleQuoted);
    }
}

/// Sets `name` in `mapping`. A field that exists keeps its style; nothing, or a
/// null, removes it. Answers the node that now holds the value.
///
/// # Errors
/// When `mapping` is none.
pub fn set_field(
    doc: &mut Doc,
    mapping: NodeId,
    name: &str,
    value: Option<NodeId>,
) -> Result<Option<NodeId>, EditError> {
    set_field_as(doc, mapping, name, value, FieldForm { keep_null: false, key_style: Style::Plain })
}

/// How [`set_field_as`] treats a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldForm {
    /// A null is meant and stays.
    pub keep_null: bool,
    /// The style of the key, if the field is new. A plain key may read as a
    /// number.
    pub key_style: Style,
}

/// [`set_field`] with a say in the form of the field.
///
/// # Errors
/// When `mapping` is none, or `name` is empty: kustomize takes that for the
/// mapping itself.
pub fn set_field_as(
    doc: &mut Doc,
    mapping: NodeId,
    name: &str,
    value: Option<NodeId>,
    form: FieldForm,
) -> Result<Option<NodeId>, EditError> {
    if let Some(value) = value {
        quote_if_ambiguous(doc, value);
    }
    if name.is_empty() {
        expect_kind(doc, mapping, Kind::Scalar)?;
    }
    let Some(value) = value.filter(|&value| form.keep_null || !doc.is_null(value)) else {
        expect_kind(doc, mapping, Kind::Mapping)?;
        return Ok(doc.remove(mapping, name));
    };
    expect_kind(doc, mapping, Kind::Mapping)?;
    if doc.kind(mapping) != Kind::Mapping {
        // A null: kustomize hangs the entry on it, where nothing ever writes it.
        return Ok(Some(value));
    }
    if let Some(field) = doc.get(mapping, name) {
        doc.copy_style(value, field);
        doc.assign(field, value);
        return Ok(Some(field));
    }
    let key = doc.untagged(name);
    doc.set_style(key, form.key_style);
    doc.push_entry(mapping, key, value);
    Ok(Some(value))
}

/// Makes the scalar `at` say what `value` says, in the style `at` has.
///
/// # Errors
/// When `at` is a collection.
pub fn set_scalar(doc: &mut Doc, at: NodeId, value: NodeId) -> Result<(), EditError> {
    quote_if_ambiguous(doc, value);
    expect_kind(doc, at, Kind::Scalar)?;
    if doc.is_null(value) {
        return Ok(());
    }
    doc.copy_style(value, at);
    doc.assign(at, value);
    Ok(())
}

/// Appends to a sequence.
///
/// # Errors
/// When `sequence` is none.
pub fn append(doc: &mut Doc, sequence: NodeId, element: NodeId) -> Result<(), EditError> {
    expect_kind(doc, sequence, Kind::Sequence)?;
    if doc.kind(sequence) == Kind::Sequence {
        doc.push(sequence, element);
    }
    Ok(())
}

/// The first element whose `keys` have `values`; with the one key `""`, the
/// first element that is the scalar `values[0]`.
///
/// # Errors
/// When `sequence` is none.
pub fn find_element<S: AsRef<str>>(
    doc: &Doc,
    sequence: NodeId,
    keys: &[S],
    values: &[S],
) -> Result<Option<NodeId>, EditError> {
    expect_kind(doc, sequence, Kind::Sequence)?;
    let elements = doc.children(sequence).iter().copied();
    if keys.first().is_none_or(|key| key.as_ref().is_empty()) {
        let wanted = values.first().map_or("", AsRef::as_ref);
        return Ok(elements.into_iter().find(|&element| doc.text(element) == wanted));
    }
    let mut mappings = elements.into_iter().filter(|&element| doc.kind(element) == Kind::Mapping);
    Ok(mappings.find(|&element| {
        keys.iter()
            .zip(values)
            .all(|(key, value)| doc.get(element, key.as_ref()).is_some_and(|field| doc.text(field) == value.as_ref()))
    }))
}

/// Puts `element` in place of every element whose `keys` have `values`, or at
/// the end; nothing removes them. Nulls and empty mappings in the list go away,
/// and without `values` everything else does: kustomize does so.
///
/// # Errors
/// When `sequence` is none, or a key `""` meets an element that is no scalar.
pub fn set_element<S: AsRef<str>>(
    doc: &mut Doc,
    sequence: NodeId,
    element: Option<NodeId>,
    keys: &[S],
    values: &[S],
) -> Result<(), EditError> {
    expect_kind(doc, sequence, Kind::Sequence)?;
    let key_of = |at: usize| keys.get(at).map_or("", AsRef::as_ref);
    let key_count = keys.len().max(1);
    let by_field = keys.first().is_some_and(|key| !key.as_ref().is_empty())
        && values.first().is_some_and(|value| !value.as_ref().is_empty());
    let mut kept = Vec::with_capacity(doc.children(sequence).len() + 1);
    let mut placed = false;
    for &candidate in doc.children(sequence) {
        if doc.is_null(candidate) || is_empty_mapping(doc, candidate) {
            continue;
        }
        if by_field && doc.kind(candidate) != Kind::Mapping {
            kept.push(candidate);
            continue;
        }
        let mut matches = true;
        let mut last = false;
        for at in 0..key_count {
            if let Some(value) = values.get(at) {
                last = element_matches(doc, candidate, key_of(at), value.as_ref())?;
            }
            if !last {
                matches = false;
                break;
            }
        }
        if !matches {
            if !values.is_empty() {
                kept.push(candidate);
            }
            continue;
        }
        placed = true;
        kept.extend(element);
    }
    if let Some(element) = element.filter(|&element| !placed && !doc.is_null(element)) {
        kept.push(element);
    }
    if doc.kind(sequence) == Kind::Sequence {
        doc.set_children(sequence, &kept);
    }
    Ok(())
}

/// An empty value asks only that the field exists.
fn element_matches(doc: &Doc, element: NodeId, key: &str, value: &str) -> Result<bool, EditError> {
    if key.is_empty() {
        expect_kind(doc, element, Kind::Scalar)?;
        return Ok(doc.text(element) == value);
    }
    expect_kind(doc, element, Kind::Mapping)?;
    Ok(doc.get(element, key).is_some_and(|field| value.is_empty() || doc.text(field) == value))
}

/// Whether the node is `{}`.
#[must_use]
pub fn is_empty_mapping(doc: &Doc, id: NodeId) -> bool {
    doc.kind(id) == Kind::Mapping && doc.children(id).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(doc: &mut Doc, names: &[&str]) -> NodeId {
        let list = doc.sequence();
        for name in names {
            let (item, key, value) = (doc.mapping(), doc.string("name"), doc.string(name));
            doc.push_entry(item, key, value);
            doc.push(list, item);
        }
        list
    }

    fn names(doc: &Doc, list: NodeId) -> Vec<&str> {
        doc.at(list).items().filter_map(|item| item.get_text("name")).collect()
    }

    #[test]
    fn a_set_field_keeps_the_style_it_had_and_a_new_one_is_quoted_when_ambiguous() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let value = doc.untagged("12");
        let made = set_field(&mut doc, root, "a", Some(value)).expect("mapping").expect("set");
        assert_eq!(doc.style(made), Style::DoubleQuoted);
        doc.set_style(made, Style::Plain);
        let value = doc.untagged("13");
        let again = set_field(&mut doc, root, "a", Some(value)).expect("mapping").expect("set");
        assert_eq!((doc.text(again), doc.style(again)), ("13", Style::Plain));
        let null = doc.null();
        set_field(&mut doc, root, "a", Some(null)).expect("mapping");
        assert!(doc.top().is_empty());
    }

    #[test]
    fn elements_are_replaced_in_place_appended_or_removed() {
        let mut doc = Doc::empty_mapping();
        let list_id = list(&mut doc, &["a", "b"]);
        let other = list(&mut doc, &["b", "c"]);
        let (b, c) = (doc.children(other)[0], doc.children(other)[1]);
        set_element(&mut doc, list_id, Some(b), &["name"], &["b"]).expect("list");
        assert_eq!(doc.children(list_id)[1], b);
        set_element(&mut doc, list_id, Some(c), &["name"], &["c"]).expect("list");
        set_element(&mut doc, list_id, None, &["name"], &["a"]).expect("list");
        assert_eq!(names(&doc, list_id), ["b", "c"]);
        assert_eq!(find_element(&doc, list_id, &["name"], &["c"]).expect("list"), Some(c));
    }
}

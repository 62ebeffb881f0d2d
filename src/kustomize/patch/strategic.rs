//! Strategic merge of a patch into an object.
//!
//! Follows kyaml v0.21.1 `yaml/merge2` and `yaml/walk`, with list items
//! prepended as kustomize asks for. Both documents are one tree here: the patch
//! is brought into the target's document first, so parts of it can be taken
//! over as they are.

use std::collections::BTreeSet;

use super::super::error::{Cause, EditContext, Failure, Result};
use super::comment_schema::CommentSchemas;
use crate::schema::{Schema, TypeRef};
use crate::yaml::edit::{self, FieldForm, is_empty_mapping};
use crate::yaml::{Doc, Kind, NodeId, Style, Tag};

/// Merges `patch` into `target`. The answer is `false` when the patch deletes
/// the whole object.
///
/// # Errors
/// When the patch does not fit the object, or holds an unknown directive.
pub(crate) fn merge(target: &mut Doc, patch: &Doc, schema: &Schema) -> Result<bool> {
    let origin = target.import(patch, patch.root());
    let dest = target.root();
    let comments = CommentSchemas::of(target, [dest, origin], patch)?;
    let merged = Walker { schema, comments: &comments }.walk(target, None, Some(dest), Some(origin))?;
    Ok(merged.is_some())
}

/// What `$patch` says about the mapping or list it stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    Merge,
    Replace,
    Delete,
}

const DIRECTIVE: &str = "$patch";

struct Walker<'s> {
    schema: &'s Schema,
    comments: &'s CommentSchemas,
}

/// A merged value, and whether a null in it is meant to stay.
#[derive(Clone, Copy)]
struct Merged {
    node: NodeId,
    keep_null: bool,
}

impl Merged {
    fn plain(node: NodeId) -> Self {
        Self { node, keep_null: false }
    }
}

fn is_missing(doc: &Doc, node: Option<NodeId>) -> bool {
    node.is_none_or(|node| doc.is_null(node))
}

impl<'s> Walker<'s> {
    fn walk(
        &self,
        doc: &mut Doc,
        schema: Option<TypeRef<'s>>,
        dest: Option<NodeId>,
        origin: Option<NodeId>,
    ) -> Result<Option<Merged>> {
        let sources = [dest, origin];
        let schema = schema.or_else(|| sources.into_iter().flatten().find_map(|node| self.schema_of(doc, node)));
        let present = sources.into_iter().flatten().find(|&node| !doc.is_null(node));
        let kind = present.map_or(Kind::Mapping, |node| doc.kind(node));
        if present.is_some() {
            for node in sources.into_iter().flatten() {
                edit::expect_kind(doc, node, kind).doing(|| "merging a patch".to_owned())?;
            }
        }
        if let (Some(dest), Some(origin)) = (dest, origin) {
            // What an empty `[]` or `{}` is filled with is written in block style again.
            if doc.kind(dest) != Kind::Scalar && doc.children(dest).is_empty() {
                doc.set_style(dest, doc.style(origin));
            }
        }
        match kind {
            Kind::Mapping => self.walk_mapping(doc, schema, dest, origin),
            Kind::Sequence if schema.is_some_and(TypeRef::merges_items) => {
                Ok(self.walk_merged_list(doc, schema, dest, origin)?.map(Merged::plain))
            }
            Kind::Sequence | Kind::Scalar => Ok(origin.or(dest).map(Merged::plain)),
        }
    }

    /// The schema of a value that says what it is, at any depth.
    fn schema_of(&self, doc: &Doc, node: NodeId) -> Option<TypeRef<'s>> {
        if doc.kind(node) != Kind::Mapping {
            return None;
        }
        let (kind, api_version) = (doc.at(node).get_text("kind")?, doc.at(node).get_text("apiVersion")?);
        if kind.is_empty() || api_version.is_empty() {
            return None;
        }
        self.schema.for_kind(api_version, kind)
    }

    fn walk_mapping(
        &self,
        doc: &mut Doc,
        schema: Option<TypeRef<'s>>,
        dest: Option<NodeId>,
        origin: Option<NodeId>,
    ) -> Result<Option<Merged>> {
        let Some(merged) = choose_mapping(doc, dest, origin)? else { return Ok(None) };
        let dest = merged.node;
        let mut names = BTreeSet::new();
        for node in [Some(dest), origin].into_iter().flatten() {
            names.extend(doc.entries(node).map(|(key, _)| doc.text(key).to_owned()));
        }
        for name in names {
            let entry = |node: NodeId| doc.entries(node).find(|&(key, _)| doc.text(key) == name);
            let (field, patch) = (entry(dest), origin.and_then(entry));
            let own_schema = [field, patch].into_iter().flatten().find_map(|(key, _)| self.comments.get(key));
            let field_schema = own_schema.or_else(|| schema.and_then(|schema| schema.field(&name)));
            let values = (field.map(|(_, value)| value), patch.map(|(_, value)| value));
            let value = self.walk(doc, field_schema, values.0, values.1)?;
            // A field that is taken over whole keeps the quotes of its key.
            let taken = patch.filter(|&(_, patch)| value.is_some_and(|value| value.node == patch));
            let form = FieldForm {
                keep_null: value.is_some_and(|value| value.keep_null),
                key_style: taken.map_or(Style::Plain, |(key, _)| doc.style(key)),
            };
            edit::set_field_as(doc, dest, &name, value.map(|value| value.node), form)
                .doing(|| format!("merging `{name}`"))?;
        }
        Ok(Some(merged))
    }

    fn walk_merged_list(
        &self,
        doc: &mut Doc,
        schema: Option<TypeRef<'s>>,
        dest: Option<NodeId>,
        origin: Option<NodeId>,
    ) -> Result<Option<NodeId>> {
        let Some(dest) = choose_list(doc, dest, origin)? else { return Ok(None) };
        let keys: Vec<&str> = schema.map(|schema| schema.patch_strategy_and_keys().1).unwrap_or_default();
        // The patch's items come first: kustomize prepends.
        let order = [origin, Some(dest)];
        let values: Vec<Vec<String>> =
            distinct(order.into_iter().flatten().flat_map(|list| key_values(doc, list, &keys)));
        if !values.is_empty() || !keys.is_empty() {
            return self.merge_items(doc, schema, dest, origin, values, &keys).map(Some);
        }
        let scalars = distinct(order.into_iter().flatten().flat_map(|list| {
            doc.children(list).iter().map(|&item| vec![doc.text(item).to_owned()]).collect::<Vec<_>>()
        }));
        self.merge_items(doc, schema, dest, origin, scalars, &[""]).map(Some)
    }

    fn merge_items(
        &self,
        doc: &mut Doc,
        schema: Option<TypeRef<'s>>,
        dest: NodeId,
        origin: Option<NodeId>,
        mut wanted: Vec<Vec<String>>,
        keys: &[&str],
    ) -> Result<NodeId> {
        let doing = || "merging list items".to_owned();
        let merged = doc.sequence();
        let element_schema = schema.and_then(TypeRef::elements);
        if keys.len() > 1 {
            unify(&mut wanted);
        }
        let mut used_keys = Vec::new();
        for values in wanted.iter().filter(|values| !values.is_empty()) {
            let (valid_keys, valid_values) = valid_part(&wanted, values, keys);
            let item = {
                let (keys, values) = valid_part(std::slice::from_ref(&valid_values), &valid_values, &valid_keys);
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                let find = |doc: &Doc, list: NodeId| edit::find_element(doc, list, &keys, &values).ok().flatten();
                let (old, new) = (find(doc, dest), origin.and_then(|origin| find(doc, origin)));
                self.walk(doc, element_schema, old, new)?.map(|merged| merged.node)
            };
            let value_refs: Vec<&str> = valid_values.iter().map(String::as_str).collect();
            let kept = item.filter(|&item| !doc.is_null(item) && !is_empty_mapping(doc, item));
            if let Some(item) = kept {
                for (key, value) in valid_keys.iter().zip(&valid_values) {
                    name_item(doc, item, key, value).doing(doing)?;
                }
                edit::set_element(doc, merged, Some(item), &valid_keys, &value_refs).doing(doing)?;
            } else if !valid_keys.is_empty() {
                edit::set_element(doc, dest, None, &valid_keys, &value_refs).doing(doing)?;
            }
            used_keys = valid_keys;
        }
        if wanted.is_empty() {
            return Ok(dest);
        }
        append_rest(doc, merged, dest, &used_keys).doing(doing)?;
        Ok(merged)
    }
}

/// Gives a merged item the key it was found by, where it lacks it; a scalar
/// item is written again, which drops its tag.
fn name_item(doc: &mut Doc, item: NodeId, key: &str, value: &str) -> Result<(), edit::EditError> {
    if value.is_empty() || (doc.kind(item) == Kind::Mapping && doc.get(item, key).is_some()) {
        return Ok(());
    }
    let node = doc.untagged(value);
    if key.is_empty() {
        return edit::set_scalar(doc, item, node);
    }
    edit::set_field(doc, item, key, Some(node)).map(|_| ())
}

/// Puts the items of `rest` into `list` by their keys.
fn append_rest(doc: &mut Doc, list: NodeId, rest: NodeId, keys: &[&str]) -> Result<(), edit::EditError> {
    let by_value = keys.first().is_none_or(|key| key.is_empty());
    for item in doc.children(rest).to_vec() {
        if by_value {
            let text = doc.text(item).to_owned();
            edit::set_element(doc, list, Some(item), &[""], &[text.as_str()])?;
            continue;
        }
        let mut values: Vec<String> = Vec::new();
        for key in keys {
            edit::expect_kind(doc, item, Kind::Mapping)?;
            match doc.get(item, key) {
                Some(value) => values.push(doc.text(value).to_owned()),
                None => edit::append(doc, list, item)?,
            }
        }
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        if keys.len() > 1 {
            edit::set_element(doc, list, None, keys, &values)?;
        }
        edit::set_element(doc, list, Some(item), keys, &values)?;
    }
    Ok(())
}

/// The key values of every item; an absent key is an empty value.
fn key_values(doc: &Doc, list: NodeId, keys: &[&str]) -> Vec<Vec<String>> {
    let value = |item: NodeId, key: &str| {
        let field = doc.get(item, key).filter(|&field| !doc.is_null_or_empty(field));
        field.map_or_else(String::new, |field| doc.text(field).to_owned())
    };
    if keys.is_empty() {
        return Vec::new();
    }
    doc.children(list).iter().map(|&item| keys.iter().map(|key| value(item, key)).collect()).collect()
}

fn distinct(values: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let mut seen = BTreeSet::new();
    values.filter(|value| seen.insert(value.clone())).collect()
}

/// Items that agree in one key and do not contradict in the others are one
/// item: each gets the values the other has.
fn unify(wanted: &mut [Vec<String>]) {
    for left in 0..wanted.len() {
        // The values at the start of the turn count for all of it.
        let own = wanted[left].clone();
        for right in 0..wanted.len() {
            if let Some(joined) = join(&own, &wanted[right]) {
                wanted[left].clone_from(&joined);
                wanted[right] = joined;
            }
        }
    }
}

fn join(left: &[String], right: &[String]) -> Option<Vec<String>> {
    if left.len() != right.len() {
        return None;
    }
    let mut agree = false;
    let mut joined = Vec::with_capacity(left.len());
    for (one, other) in left.iter().zip(right) {
        if one == other {
            agree = true;
        } else if !one.is_empty() && !other.is_empty() {
            return None;
        }
        joined.push(if one.is_empty() { other.clone() } else { one.clone() });
    }
    agree.then_some(joined)
}

/// The keys that any item has a value for, and this item's values for them. If
/// no item has any, all keys count.
fn valid_part<'k>(all: &[Vec<String>], values: &[String], keys: &[&'k str]) -> (Vec<&'k str>, Vec<String>) {
    let in_use = |at: usize| {
        let key = keys.get(at);
        all.iter()
            .any(|values| values.iter().enumerate().any(|(other, value)| !value.is_empty() && keys.get(other) == key))
    };
    if all.iter().all(|values| values.iter().all(String::is_empty)) {
        return (keys.to_vec(), values.to_vec());
    }
    let valid_keys = keys.iter().enumerate().filter(|&(at, _)| in_use(at)).map(|(_, key)| *key).collect();
    let valid_values = values.iter().enumerate().filter(|&(at, _)| in_use(at)).map(|(_, value)| value.clone());
    (valid_keys, valid_values.collect())
}

fn choose_mapping(doc: &mut Doc, dest: Option<NodeId>, origin: Option<NodeId>) -> Result<Option<Merged>> {
    if is_missing(doc, dest) {
        if let Some(origin) = origin {
            // An unknown directive is kept here: kustomize ignores the error.
            return Ok(match take_directive(doc, origin) {
                Ok(Directive::Delete) => None,
                _ => Some(Merged::plain(origin)),
            });
        }
        // A null that was spelled out stays; an empty value goes away.
        let spelled = dest.map(|dest| doc.text(dest).to_owned()).filter(|text| !text.is_empty());
        return Ok(spelled.map(|text| {
            let span = dest.map_or(crate::text::Span::NONE, |dest| doc.span(dest));
            Merged { node: doc.scalar(&text, Tag::Null, Style::Plain, span), keep_null: true }
        }));
    }
    choose(doc, dest, origin).map(|chosen| chosen.map(Merged::plain))
}

fn choose_list(doc: &mut Doc, dest: Option<NodeId>, origin: Option<NodeId>) -> Result<Option<NodeId>> {
    if is_missing(doc, dest) { Ok(origin) } else { choose(doc, dest, origin) }
}

fn choose(doc: &mut Doc, dest: Option<NodeId>, origin: Option<NodeId>) -> Result<Option<NodeId>> {
    let Some(origin) = origin else { return Ok(dest) };
    if doc.is_null(origin) {
        return Ok(None);
    }
    Ok(match take_directive(doc, origin)? {
        Directive::Delete => None,
        Directive::Replace => Some(origin),
        Directive::Merge => dest,
    })
}

/// Reads the directive of a mapping or list of the patch and removes it.
fn take_directive(doc: &mut Doc, patch: NodeId) -> Result<Directive> {
    match doc.kind(patch) {
        Kind::Mapping => {
            let Some(value) = doc.get(patch, DIRECTIVE) else { return Ok(Directive::Merge) };
            let directive = read_directive(doc, value)?;
            doc.remove(patch, DIRECTIVE);
            Ok(directive)
        }
        Kind::Sequence => {
            let item = doc.children(patch).iter().copied().find(|&item| doc.get(item, DIRECTIVE).is_some());
            let Some(item) = item.filter(|&item| doc.children(item).len() <= 2) else {
                return Ok(Directive::Merge);
            };
            let Some(value) = doc.get(item, DIRECTIVE) else { return Ok(Directive::Merge) };
            let directive = read_directive(doc, value)?;
            let word = doc.text(value).to_owned();
            edit::set_element(doc, patch, None, &[DIRECTIVE], &[word.as_str()])
                .doing(|| "removing `$patch`".to_owned())?;
            Ok(directive)
        }
        Kind::Scalar => Err(Failure::from(Cause::invalid(
            "kustomize::wrong-kind-of-value",
            "a patch has a scalar where the object has a mapping or a list",
        ))
        .at(doc.span(patch))),
    }
}

fn read_directive(doc: &Doc, value: NodeId) -> Result<Directive> {
    match doc.text(value) {
        "merge" => Ok(Directive::Merge),
        "replace" => Ok(Directive::Replace),
        "delete" => Ok(Directive::Delete),
        other => Err(Failure::from(Cause::invalid_with_help(
            "kustomize::unknown-patch-directive",
            format!("unknown patch directive `{other}`"),
            "write `$patch: merge`, `replace` or `delete`",
        ))
        .at(doc.span(value))),
    }
}

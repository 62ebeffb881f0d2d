//! Adding generated objects: they may replace, or be merged into, those of
//! the same id.
//!
//! Follows `appendReplaceOrMerge` of api v0.21.1 `resmap/reswrangler.go` and
//! `CopyMergeMetaDataFieldsFrom` of `resource/resource.go`.

use std::collections::BTreeMap;

use crate::kustomize::Context;
use crate::kustomize::error::{Cause, EditContext, Result};
use crate::resource::{Behavior, ResMap, Resource};
use crate::yaml::edit::{self, EditError};
use crate::yaml::{Kind, Style, route};

/// Adds the objects of `generated` to `map`.
///
/// # Errors
/// When an object says it replaces or merges and there is none, or the other
/// way round.
pub(crate) fn absorb(map: &mut ResMap, generated: ResMap, context: &Context<'_>) -> Result<()> {
    generated.into_iter().try_for_each(|resource| {
        let span = resource.top().span();
        absorb_one(map, resource, context).map_err(|failure| failure.at(span))
    })
}

fn absorb_one(map: &mut ResMap, mut resource: Resource, context: &Context<'_>) -> Result<()> {
    let doing = || "merging a generated object".to_owned();
    let id = resource.id().clone();
    let behavior = resource.book.behavior;
    let found = map.find_by_any_id(&id.name, |other| id.equals(other));
    match (found.as_slice(), behavior) {
        ([], Behavior::Merge | Behavior::Replace) => Err(Cause::invalid_with_help(
            "kustomize::nothing-to-merge",
            format!("there is no {id} to {}", behavior.word()),
            "remove `behavior`, or add the base that has the object",
        )
        .into()),
        ([], _) => Ok(map.append(resource)?),
        (&[at], Behavior::Merge | Behavior::Replace) => {
            let Some(old) = map.get_mut(at) else { return Ok(()) };
            let origin = old.book.origin.clone();
            take_metadata(&mut resource, old).doing(doing)?;
            if behavior == Behavior::Merge {
                for field in ["data", "binaryData"] {
                    let mut merged = old.data(field);
                    merged.extend(resource.data(field));
                    set_data(&mut resource, field, &merged).doing(doing)?;
                }
                if origin.is_some() {
                    resource.book.origin = origin;
                }
            }
            resource.refresh(context);
            *old = resource;
            Ok(())
        }
        ([_], _) => Err(Cause::invalid_with_help(
            "kustomize::duplicate-id",
            format!("{id} is there already"),
            "write `behavior: merge` or `behavior: replace`, or choose another name",
        )
        .into()),
        _ => Err(Cause::invalid("kustomize::ambiguous-merge", format!("several objects are or were {id}")).into()),
    }
}

/// Labels and annotations of both, name and namespace of the old object, and
/// what the build remembers of it.
fn take_metadata(new: &mut Resource, old: &Resource) -> Result<(), EditError> {
    let merged = |old: BTreeMap<String, String>, new: BTreeMap<String, String>| {
        let mut merged = old;
        merged.extend(new);
        merged
    };
    new.set_labels(&merged(old.labels(), new.labels()))?;
    new.set_annotations(&merged(old.annotations(), new.annotations()))?;
    new.set_name(old.name())?;
    new.set_namespace(old.namespace())?;
    let needs_hash = new.book.needs_hash && old.book.needs_hash;
    let origin = new.book.origin.take().or_else(|| old.book.origin.clone());
    new.book = old.book.clone();
    new.book.needs_hash = needs_hash;
    new.book.origin = origin;
    Ok(())
}

/// Replaces `data` or `binaryData`; an empty map removes the field.
fn set_data(resource: &mut Resource, field: &str, data: &BTreeMap<String, String>) -> Result<(), EditError> {
    let doc = resource.doc_mut();
    let root = doc.root();
    edit::set_field(doc, root, field, None)?;
    if data.is_empty() {
        return Ok(());
    }
    let Some(mapping) = route::lookup_or_create(doc, root, &[field], Kind::Mapping)? else { return Ok(()) };
    for (key, text) in data {
        let value = doc.string(text);
        if text.contains('\n') {
            doc.set_style(value, Style::Literal);
        }
        edit::set_field(doc, mapping, key, Some(value))?;
    }
    Ok(())
}

//! Texts to objects.
//!
//! Follows api v0.21.1 `resource/factory.go` and kyaml v0.21.1
//! `kio/byteio_reader.go`.

use std::sync::Arc;

use super::Context;
use super::error::{Cause, Failure, Result};
use crate::resource::{ResMap, Resource};
use crate::text::Source;
use crate::yaml::{self, Doc, Kind, NodeRef};

/// The objects in a text, lists expanded. Empty documents are dropped.
///
/// # Errors
/// When the text is no YAML, or a document is no object with kind and name.
pub(crate) fn objects(source: &Arc<Source>, context: &Context<'_>) -> Result<Vec<Resource>> {
    let documents = documents(source, context)?;
    let mut documents: std::collections::VecDeque<Doc> = documents.into();
    let mut objects = Vec::with_capacity(documents.len());
    // The items of an inner list go to the end of the line, as in kustomize.
    while let Some(document) = documents.pop_front() {
        let is_list = document.top().get_text("kind").is_some_and(|kind| kind.ends_with("List"));
        let items = document.top().get("items").filter(|_| is_list);
        let Some(items) = items else {
            objects.push(Resource::new(document, context));
            continue;
        };
        if items.is_null() {
            continue;
        }
        if !items.is_sequence() {
            let failure = Failure::from(Cause::invalid("kustomize::invalid-list", "`items` of a list is no sequence"));
            return Err(failure.at(items.span()));
        }
        for item in items.items() {
            let item = through_json(item, context)?;
            if !item.top().is_null_or_empty() {
                check(item.top())?;
                documents.push_back(item);
            }
        }
    }
    Ok(objects)
}

/// [`objects`] as a map.
///
/// # Errors
/// As [`objects`], and when two have the same id.
pub(crate) fn res_map(source: &Arc<Source>, context: &Context<'_>) -> Result<ResMap> {
    let mut map = ResMap::new();
    for object in objects(source, context)? {
        let span = object.top().span();
        map.append(object).map_err(|duplicate| Failure::from(duplicate).at(span))?;
    }
    Ok(map)
}

fn documents(source: &Arc<Source>, context: &Context<'_>) -> Result<Vec<Doc>> {
    let limits = &context.options.limits;
    let pieces = yaml::split_documents(source.text()).map_err(|error| {
        let (start, len) = (error.range.start, error.range.len());
        let span = crate::text::Span::new(
            source.id(),
            u32::try_from(start).unwrap_or(u32::MAX),
            u32::try_from(len).unwrap_or(u32::MAX),
        );
        Failure::from(Cause::invalid("kustomize::invalid-separator", error.to_string())).at(span)
    })?;
    let is_single = pieces.len() == 1;
    let mut documents = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let Some(document) = yaml::parse_piece(source, piece, limits)? else { continue };
        let top = document.top();
        if top.is_null() {
            continue;
        }
        let wraps = is_single && matches!(top.get_text("kind"), Some("List" | "ResourceList"));
        if wraps && (top.get("items").is_some() || top.get("functionConfig").is_some()) {
            for item in top.get("items").into_iter().flat_map(|items| document.children(items.id())) {
                let item = document.extract(*item);
                if !item.top().is_null_or_empty() {
                    check(item.top())?;
                    documents.push(item);
                }
            }
            continue;
        }
        if top.is_null_or_empty() {
            continue;
        }
        check(top)?;
        documents.push(document);
    }
    Ok(documents)
}

/// kustomize expands inner lists by way of JSON.
fn through_json(item: NodeRef<'_>, context: &Context<'_>) -> Result<Doc> {
    if item.is_null() {
        return Ok(item.doc().extract(item.id()));
    }
    refuse_odd_keys(item)?;
    let text = yaml::to_json(item.doc(), item.id())?;
    let place = context.sources.locate(item.span()).unwrap_or_default();
    let source = context.sources.add(format!("<item of the list at {place}>"), text);
    Ok(yaml::parse_json(&source, &context.options.limits)?)
}

/// Go cannot write maps with other keys than texts as JSON.
fn refuse_odd_keys(node: NodeRef<'_>) -> Result<()> {
    for (key, value) in node.entries() {
        if !node.doc().is_string(key.id()) {
            let cause = Cause::invalid("kustomize::invalid-value", format!("the key `{}` is no text", key.text()));
            return Err(Failure::from(cause).at(key.span()));
        }
        refuse_odd_keys(value)?;
    }
    node.items().try_for_each(refuse_odd_keys)
}

/// Refuses what is no object.
fn check(top: NodeRef<'_>) -> Result<()> {
    let invalid = |message: String, help: &str| {
        Err(Failure::from(Cause::invalid_with_help("kustomize::no-object", message, help)).at(top.span()))
    };
    if top.kind() != Kind::Mapping {
        return invalid(
            "expected a Kubernetes object, found something else".to_owned(),
            "a resource file holds mappings with apiVersion, kind and metadata",
        );
    }
    let kind = top.get("kind").filter(|kind| !kind.is_null_or_empty()).map_or("", NodeRef::text);
    if kind.is_empty() {
        return invalid("the object has no `kind`".to_owned(), "add `kind`, or remove the file from `resources`");
    }
    if kind.ends_with("List") {
        return Ok(());
    }
    let name = top.get("metadata").and_then(|metadata| metadata.get("name"));
    if name.filter(|name| !name.is_null_or_empty()).is_none_or(|name| name.text().is_empty()) {
        return invalid(format!("the {kind} has no `metadata.name`"), "kustomize needs a name for every object");
    }
    Ok(())
}

/// Refuses an object that lost its kind or name during the build.
///
/// # Errors
/// When one of the two is missing.
pub(crate) fn check_object(resource: &Resource) -> Result<()> {
    check(resource.top())
}

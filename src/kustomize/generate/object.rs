//! What generated ConfigMaps and Secrets have in common.
//!
//! Follows api v0.21.1 `internal/generators` and `types/generatoroptions.go`.

use std::collections::BTreeMap;

use super::key_values::KeyValues;
use crate::kustomize::Context;
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::kustomization::{GeneratorArgs, GeneratorOptions};
use crate::resource::{Behavior, Resource};
use crate::text::Span;
use crate::yaml::edit::{self, EditError};
use crate::yaml::{Doc, Kind, NodeId, Style, Tag, route};

/// An entry with the options of the whole kustomization worked in.
pub(super) fn with_global_options(args: &GeneratorArgs, global: Option<&GeneratorOptions>) -> GeneratorArgs {
    let mut args = args.clone();
    let Some(global) = global else { return args };
    let options = args.options.get_or_insert_default();
    let fill = |local: &mut BTreeMap<String, String>, global: &BTreeMap<String, String>| {
        for (key, value) in global {
            local.entry(key.clone()).or_insert_with(|| value.clone());
        }
    };
    fill(&mut options.labels, &global.labels);
    fill(&mut options.annotations, &global.annotations);
    options.disable_name_suffix_hash |= global.disable_name_suffix_hash;
    options.immutable |= global.immutable;
    args
}

/// The object of an entry, filled by `fill`.
///
/// # Errors
/// When the entry has no name or a value cannot be set.
pub(super) fn build(
    kind: &str,
    args: &GeneratorArgs,
    span: Span,
    context: &Context<'_>,
    fill: impl FnOnce(&mut Doc) -> Result<(), EditError>,
) -> Result<Resource> {
    if args.name.is_empty() {
        let cause = Cause::invalid("kustomize::generator-without-name", format!("a generated {kind} needs a `name`"));
        return Err(Failure::from(cause).at(span));
    }
    let doc = make(kind, args, span, fill).doing(|| format!("generating the {kind} `{}`", args.name))?;
    let mut resource = Resource::new(doc, context);
    let keeps_name = args.options.as_ref().is_some_and(|options| options.disable_name_suffix_hash);
    resource.book.needs_hash = !keeps_name;
    resource.book.behavior = Behavior::from_word(&args.behavior);
    Ok(resource)
}

fn make(
    kind: &str,
    args: &GeneratorArgs,
    span: Span,
    fill: impl FnOnce(&mut Doc) -> Result<(), EditError>,
) -> Result<Doc, EditError> {
    let mut doc = Doc::empty_mapping();
    let root = doc.root();
    doc.set_span(root, span);
    set_text(&mut doc, &["apiVersion"], "v1")?;
    set_text(&mut doc, &["kind"], kind)?;
    set_text(&mut doc, &["metadata", "name"], &args.name)?;
    if !args.namespace.is_empty() {
        set_text(&mut doc, &["metadata", "namespace"], &args.namespace)?;
    }
    fill(&mut doc)?;
    if let Some(options) = &args.options {
        for (field, map) in [("labels", &options.labels), ("annotations", &options.annotations)] {
            for (key, value) in map {
                set_text(&mut doc, &["metadata", field, key], value)?;
            }
        }
        if options.immutable {
            let value = doc.scalar("true", Tag::Bool, Style::Plain, span);
            edit::set_field(&mut doc, root, "immutable", Some(value))?;
        }
    }
    Ok(doc)
}

/// Sets a string, making the mappings on the way.
pub(super) fn set_text(doc: &mut Doc, path: &[&str], text: &str) -> Result<(), EditError> {
    let Some((field, parents)) = path.split_last() else { return Ok(()) };
    let mut mapping = doc.root();
    for parent in parents {
        mapping = child_mapping(doc, mapping, parent)?;
    }
    let value = doc.string(text);
    edit::set_field(doc, mapping, field, Some(value))?;
    Ok(())
}

/// The mapping under `name`, made when it is missing.
pub(super) fn child_mapping(doc: &mut Doc, parent: NodeId, name: &str) -> Result<NodeId, EditError> {
    let found = route::lookup_or_create(doc, parent, &[name], Kind::Mapping)?;
    Ok(found.unwrap_or(parent))
}

/// Adds a value under a key the mapping does not have; one that spans lines is
/// a block. Looking for the key each time would take time squared.
pub(super) fn add_value(doc: &mut Doc, mapping: NodeId, key: &str, text: &str, span: Span) {
    let style = if text.contains('\n') { Style::Literal } else { Style::Plain };
    let value = doc.scalar(text, Tag::Str, style, span);
    edit::quote_if_ambiguous(doc, value);
    let key = doc.untagged(key);
    doc.push_entry(mapping, key, value);
}

/// Keys in order, each once.
///
/// # Errors
/// When a key comes twice.
pub(super) fn unique(pairs: KeyValues, name: &str) -> Result<BTreeMap<String, (Vec<u8>, Span)>> {
    let mut unique = BTreeMap::new();
    for pair in pairs {
        if unique.contains_key(&pair.key) {
            return Err(Failure::from(Cause::invalid_with_help(
                "kustomize::duplicate-key",
                format!("`{name}` gets the key `{}` twice", pair.key),
                "every key of a generated object has one source",
            ))
            .at(pair.span));
        }
        unique.insert(pair.key, (pair.value, pair.span));
    }
    Ok(unique)
}

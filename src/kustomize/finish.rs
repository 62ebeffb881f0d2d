//! The end of a build: hashes, references, vars and order.
//!
//! Follows `makeCustomizedResMap` of api v0.21.1 `internal/target/kusttarget.go`
//! and `krusty/kustomizer.go`.

use std::collections::BTreeMap;
use std::path::Path;

use super::accumulate::{Accumulator, Target};
use super::error::{EditContext, Result};
use super::fieldspec::FieldSpec;
use super::loader::Loader;
use super::transform::{LabelTransformer, Transform, add_hashes, fix_name_references, resolve_vars};
use super::{Context, order, read};
use crate::resource::{ORIGIN_ANNOTATION, ResMap, Resource, TRANSFORMATIONS_ANNOTATION};
use crate::text::Span;
use crate::vfs::Tree;

/// Objects with this annotation, unless it says `false`, are not written.
const LOCAL_CONFIG: &str = "config.kubernetes.io/local-config";
const MANAGED_BY: (&str, &str) = ("app.kubernetes.io/managed-by", "kustomize-v5.8.1");

/// The objects of a target, in output order.
///
/// # Errors
/// The first thing that is wrong.
pub(crate) fn build(tree: &dyn Tree, target: &Path, context: &Context<'_>) -> Result<ResMap> {
    let loader = Loader::for_target(tree, target, context)?;
    let mut target = Target::load(loader, context)?;
    if !target.loaded().kustomization.build_metadata.is_empty() {
        target.note_origins();
    }
    let Accumulator { mut map, config, vars } = target.accumulate(Accumulator::default(), context)?;
    let kustomization = &target.loaded().kustomization;
    add_hashes(&mut map, context)?;
    fix_name_references(&mut map, &config, context)?;
    resolve_vars(&mut map, &vars, &config, context)?;
    drop_local(&mut map)?;
    let options = kustomization.sort_options.as_ref();
    order::sort(&mut map, options.map(|options| &options.value))
        .map_err(|failure| failure.at(options.map_or(Span::NONE, |options| options.span)))?;
    if kustomization.wants_metadata("managedByLabel") {
        let (key, value) = MANAGED_BY;
        let labels = BTreeMap::from([(key.to_owned(), value.to_owned())]);
        let specs = vec![FieldSpec::for_all("metadata/labels", true)];
        LabelTransformer { labels, specs: specs.into() }.apply(&mut map, context)?;
    }
    let origins = kustomization.wants_metadata("originAnnotations");
    let transformations = kustomization.wants_metadata("transformerAnnotations");
    for resource in map.iter_mut() {
        context.change(resource, |resource| settle_annotations(resource, origins, transformations))?;
        resource.refresh(context);
    }
    Ok(map)
}

fn drop_local(map: &mut ResMap) -> Result<()> {
    for resource in map.iter().filter(|resource| !resource.is_empty()) {
        read::check_object(resource)?;
    }
    let is_local = |resource: &Resource| resource.annotation(LOCAL_CONFIG).is_some_and(|value| value != "false");
    if map.iter().any(|resource| resource.is_empty() || is_local(resource)) {
        map.resources_mut().retain(|resource| !resource.is_empty() && !is_local(resource));
    }
    Ok(())
}

/// kustomize takes its own annotations off at the end, and in doing so writes
/// all others as texts and drops an empty field.
fn settle_annotations(resource: &mut Resource, origins: bool, transformations: bool) -> Result<()> {
    let node = resource.top().get("metadata").and_then(|metadata| metadata.get("annotations"));
    let is_tracked = (origins || transformations) && resource.book.origin.is_some();
    if node.is_none() && !is_tracked && resource.top().get("metadata").is_some() {
        return Ok(());
    }
    let mut annotations = resource.annotations();
    if annotations.is_empty() && origins && transformations && !is_tracked {
        return Ok(());
    }
    annotations.retain(|name, _| {
        (origins || name != ORIGIN_ANNOTATION) && (transformations || name != TRANSFORMATIONS_ANNOTATION)
    });
    if let Some(text) = resource.book.origin_text().filter(|_| origins) {
        annotations.insert(ORIGIN_ANNOTATION.to_owned(), text);
    }
    if let Some(text) = resource.book.transformations_text().filter(|_| transformations) {
        annotations.insert(TRANSFORMATIONS_ANNOTATION.to_owned(), text);
    }
    resource.set_annotations(&annotations).doing(|| "settling annotations".to_owned())
}

//! `patches`
//!
//! Follows api v0.21.1 `internal/builtins/PatchTransformer.go` and the parts of
//! `resmap/reswrangler.go` and `resource/resource.go` it uses.

use serde::Deserialize;

use super::effect::{Count, Entry, patch_in_words};
use super::{Builtin, Context, Transform};
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::kustomization::{Patch, PatchOptions};
use crate::kustomize::loader::{Loader, inline_text};
use crate::kustomize::observer::Effect;
use crate::kustomize::patch::{json::JsonPatch, strategic};
use crate::kustomize::read;
use crate::resource::{
    ORIGIN_ANNOTATION, ResId, ResMap, Resource, Selector, SelectorRegex, TRANSFORMATIONS_ANNOTATION,
};
use crate::text::{Source, Span, Spanned};
use crate::yaml;

use std::collections::HashSet;
use std::sync::Arc;

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "PatchTransformer",
    from_fields: |fields| {
        let patches = fields.kustomization.patches.iter().map(|patch| {
            let loaded = load(&patch.value, fields.loader, fields.context);
            let loaded = loaded.map_err(|failure| failure.at(patch.span))?;
            let documents = if let Kind::Strategic(documents) = &loaded.kind { documents.as_slice() } else { &[] };
            let name = || patch_in_words(&patch.path, patch.target.as_ref(), documents);
            let entry = Entry::new(fields, "patches", patch.span, name);
            Ok(Box::new(PatchTransformer { loaded, span: patch.span, entry }) as Box<dyn Transform>)
        });
        patches.collect()
    },
    from_file: |config| {
        let file: File = config.read()?;
        let patch = Patch { path: file.path, patch: file.patch, target: file.target, options: file.options };
        let loaded = load(&patch, config.loader, config.context)?;
        Ok(Box::new(PatchTransformer { loaded, span: Span::NONE, entry: None }))
    },
};

#[derive(Default, Deserialize)]
#[serde(default)]
struct File {
    path: Spanned<String>,
    patch: Spanned<String>,
    target: Option<Selector>,
    options: Option<PatchOptions>,
}

/// What an entry turned out to be.
enum Kind {
    Strategic(Vec<Resource>),
    Json(JsonPatch),
    /// Only comments, or an empty list: kustomize does nothing then.
    Nothing,
}

struct Loaded {
    kind: Kind,
    target: Option<SelectorRegex>,
}

struct PatchTransformer {
    loaded: Loaded,
    span: Span,
    entry: Option<Entry>,
}

fn invalid(message: impl Into<String>) -> Failure {
    Cause::invalid("kustomize::invalid-patch", message).into()
}

fn load(patch: &Patch, loader: &Loader<'_>, context: &Context<'_>) -> Result<Loaded> {
    let inline = patch.patch.value.trim();
    let source = match (inline.is_empty(), patch.path.value.is_empty()) {
        (true, true) => return Err(invalid("a patch needs `path` or `patch`")),
        (false, false) => return Err(invalid("a patch has `path` or `patch`, not both")),
        (false, true) => inline_text(inline, patch.patch.span, "patch", context),
        (true, false) => loader.load_text(&patch.path, context).map_err(|failure| failure.at(patch.path.span))?,
    };
    let kind = read_patch(&source, patch.options.unwrap_or_default(), context)?;
    let target = patch.target.as_ref().map(SelectorRegex::new).transpose()?;
    Ok(Loaded { kind, target })
}

/// Decides between the two kinds of patch as kustomize does: by what the text
/// can be read as.
fn read_patch(source: &Arc<Source>, options: PatchOptions, context: &Context<'_>) -> Result<Kind> {
    let strategic = read::objects(source, context);
    let json = read_json_patch(source, context);
    match (strategic, json) {
        (Ok(objects), Ok(json)) if !objects.is_empty() && !json.is_empty() => {
            Err(invalid("the text can be read both as a strategic merge patch and as a JSON patch"))
        }
        (Err(strategic), Err(json)) => {
            // A list can only have been meant as a JSON patch.
            let starts_list = source.text().trim_start().starts_with(['[', '-']);
            Err(if starts_list { json } else { strategic })
        }
        (Ok(objects), _) if objects.is_empty() => Ok(Kind::Nothing),
        (Ok(mut objects), _) => {
            for object in &mut objects {
                object.book.allow_name_change |= options.allow_name_change;
                object.book.allow_kind_change |= options.allow_kind_change;
            }
            Ok(Kind::Strategic(objects))
        }
        (Err(_), Ok(json)) if json.is_empty() => Ok(Kind::Nothing),
        (Err(_), Ok(json)) => Ok(Kind::Json(json)),
    }
}

/// Reads operations: as JSON when the text starts with a bracket, else as YAML.
///
/// # Errors
/// When the text is no list of operations.
pub(super) fn read_json_patch(source: &Arc<Source>, context: &Context<'_>) -> Result<JsonPatch> {
    let limits = &context.options.limits;
    if source.text().is_empty() {
        return Err(invalid("the patch is empty"));
    }
    if source.text().starts_with('[') {
        return JsonPatch::from_document(&yaml::parse_json(source, limits)?);
    }
    match yaml::parse_text(source, limits)? {
        Some(document) => JsonPatch::from_document(&yaml::to_json_tree_v2(&document, document.root())?),
        None => JsonPatch::from_document(&yaml::Doc::new(Arc::clone(source))),
    }
}

impl Transform for PatchTransformer {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        self.apply_loaded(map, context).map_err(|failure| failure.at(self.span))
    }
}

impl PatchTransformer {
    fn apply_loaded(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        let entry = self.entry.as_ref();
        let mut count = Count::new(entry);
        let mut parts = Vec::new();
        match (&self.loaded.kind, &self.loaded.target) {
            (Kind::Nothing, _) => {}
            (Kind::Strategic(patches), Some(target)) => {
                let [patch] = patches.as_slice() else {
                    return Err(invalid("an entry with a `target` holds one strategic merge patch, not several"));
                };
                let mut selected = Vec::new();
                for resource in map.iter() {
                    if target.selects(resource)? {
                        selected.push(resource.id().clone());
                    }
                }
                merge_into_all(map, &selected, patch, &mut count, context)?;
            }
            (Kind::Strategic(patches), None) => {
                for patch in patches {
                    let mut part = Count::new(entry);
                    let at = find_target(map, patch)?;
                    if let Some(resource) = map.get_mut(at) {
                        let before = part.before(resource);
                        merge_into(resource, patch, context)?;
                        part.after(&before, resource);
                    }
                    count.add(&part);
                    parts.extend(entry.map(|entry| document(entry, patch, &part)));
                }
            }
            (Kind::Json(_), None) => {
                return Err(Cause::invalid_with_help(
                    "kustomize::json-patch-without-target",
                    "a JSON patch needs a `target`",
                    "add `target:` with the kind and name of the object",
                )
                .into());
            }
            (Kind::Json(patch), Some(target)) => {
                let mut changes = vec![0; entry.map_or(0, |_| patch.operations().len())];
                for resource in map.iter_mut() {
                    if target.selects(resource)? {
                        let before = count.before(resource);
                        resource.store_previous_id();
                        apply_json(resource, patch, &mut changes, context)?;
                        // kustomize overlooks an error here: annotations with an empty name are lost.
                        context.change(resource, |resource| {
                            let _ = rewrite_annotations(resource);
                            Ok(())
                        })?;
                        count.after(&before, resource);
                    }
                }
                parts.extend(entry.into_iter().flat_map(|entry| entry.operations(patch, &changes, &count)));
            }
        }
        if let Some(entry) = entry {
            entry.tell(&count, &parts, context);
        }
        Ok(())
    }
}

/// One of several strategic merge patches of an entry.
pub(super) fn document(entry: &Entry, patch: &Resource, count: &Count) -> Effect {
    entry.part(patch.top().span(), &format!("the document for {}", patch.original_id()), count)
}

/// The one object that has, or had, the id of a patch.
///
/// # Errors
/// When there is none or more than one.
pub(super) fn find_target(map: &ResMap, patch: &Resource) -> Result<usize> {
    let wanted = patch.original_id();
    let found = map.find_by_any_id(&wanted.name, |id| wanted.equals(id));
    let found: Vec<usize> = found.into_iter().filter(|&at| !map.as_slice()[at].is_empty()).collect();
    let span = patch.top().span();
    match found.as_slice() {
        [at] => Ok(*at),
        [] => Err(Failure::from(Cause::invalid_with_help(
            "kustomize::no-patch-target",
            format!("no object is {wanted}, which the patch is for"),
            "a patch without `target` names its object exactly: apiVersion, kind, name and namespace",
        ))
        .at(span)),
        _ => Err(Failure::from(Cause::invalid_with_help(
            "kustomize::ambiguous-patch-target",
            format!("several objects are or were {wanted}, which the patch is for"),
            "use `target:` to say which one is meant",
        ))
        .at(span)),
    }
}

/// Merges a patch into the objects with the ids `selected`; those it deletes
/// go away.
///
/// # Errors
/// When the patch does not fit, or gives two objects one id.
pub(super) fn merge_into_all(
    map: &mut ResMap,
    selected: &[ResId],
    patch: &Resource,
    count: &mut Count,
    context: &Context<'_>,
) -> Result<()> {
    let selected: HashSet<&ResId> = selected.iter().collect();
    for resource in map.iter_mut() {
        if selected.contains(resource.id()) {
            let before = count.before(resource);
            let patch = for_target(patch, resource, context)?;
            merge_into(resource, &patch, context)?;
            count.after(&before, resource);
        }
    }
    let resources = std::mem::take(map.resources_mut());
    for resource in resources.into_iter().filter(|resource| !resource.is_empty()) {
        map.append(resource)?;
    }
    Ok(())
}

/// A copy of the patch with the target's group and version. kustomize rewrites
/// its metadata on the way: labels and annotations become texts, so a null in
/// them does not delete.
fn for_target(patch: &Resource, target: &Resource, context: &Context<'_>) -> Result<Resource> {
    let doing = || "preparing a patch".to_owned();
    let mut copy = patch.clone();
    let (labels, annotations) = (patch.labels(), patch.annotations());
    copy.set_labels(&labels).doing(doing)?;
    copy.set_annotations(&annotations).doing(doing)?;
    copy.set_name(patch.name()).doing(doing)?;
    copy.set_namespace(patch.namespace()).doing(doing)?;
    copy.set_kind(patch.kind()).doing(doing)?;
    copy.set_api_version(&target.id().gvk.api_version()).doing(doing)?;
    copy.refresh(context);
    Ok(copy)
}

/// Merges a patch into one object, which keeps its name and kind unless the
/// patch may change them, and its namespace always. A deleting patch leaves the
/// object empty.
///
/// # Errors
/// When the patch does not fit.
fn merge_into(resource: &mut Resource, patch: &Resource, context: &Context<'_>) -> Result<()> {
    let doing = || "keeping the identity of a patched object".to_owned();
    let id = resource.id().clone();
    let (may_rename, may_change_kind) = (patch.book.allow_name_change, patch.book.allow_kind_change);
    if may_rename || may_change_kind {
        resource.store_previous_id();
    }
    if wipes_annotations(patch) {
        resource.book.wipe();
    }
    let schema = context.schema()?;
    let mut survives = true;
    let merged = context.change(resource, |resource| {
        survives = strategic::merge(resource.doc_mut(), patch.doc(), &schema)?;
        Ok(())
    });
    if let Err(failure) = merged {
        resource.refresh(context);
        return Err(failure);
    }
    if !survives {
        let doc = resource.doc_mut();
        let null = doc.null();
        doc.set_root(null);
        resource.refresh(context);
        return Ok(());
    }
    if resource.is_empty() {
        resource.refresh(context);
        return Ok(());
    }
    if !may_change_kind {
        resource.set_kind(&id.gvk.kind).doing(doing)?;
    }
    if !may_rename {
        resource.set_name(&id.name).doing(doing)?;
    }
    resource.set_namespace(&id.namespace).doing(doing)?;
    resource.refresh(context);
    Ok(())
}

/// Whether the patch removes or replaces all annotations; kustomize's notes on
/// the object are among them.
fn wipes_annotations(patch: &Resource) -> bool {
    let Some(metadata) = patch.top().get("metadata") else { return false };
    let replaces = |directive: Option<&str>| matches!(directive, Some("replace" | "delete"));
    if metadata.is_null() || replaces(metadata.get_text("$patch")) {
        return true;
    }
    metadata
        .get("annotations")
        .is_some_and(|annotations| annotations.is_null() || replaces(annotations.get_text("$patch")))
}

/// Applies a JSON patch to one object, and counts in `changes` as
/// [`JsonPatch::apply`] does. kustomize's notes on an object are
/// annotations, so a patch finds `metadata.annotations` whenever there are any.
///
/// # Errors
/// When an operation does not apply.
pub(super) fn apply_json(
    resource: &mut Resource,
    patch: &JsonPatch,
    changes: &mut [usize],
    context: &Context<'_>,
) -> Result<()> {
    let doing = || "applying a JSON patch".to_owned();
    let tracked = [
        (ORIGIN_ANNOTATION, resource.book.origin_text()),
        (TRANSFORMATIONS_ANNOTATION, resource.book.transformations_text()),
    ];
    if resource.book.leaves_annotations() {
        resource.ensure_annotations().doing(doing)?;
    }
    for (name, text) in &tracked {
        if let Some(text) = text {
            resource.set_annotation(name, text).doing(doing)?;
        }
    }
    resource.refresh(context);
    context.change(resource, |resource| {
        *resource.doc_mut() = patch.apply(resource.doc(), &context.options.limits, changes)?;
        Ok(())
    })?;
    // What the patch took away is gone for good.
    for (name, text) in &tracked {
        let is_lost = text.is_some() && resource.annotation(name).is_none();
        match *name {
            ORIGIN_ANNOTATION if is_lost => resource.book.origin = None,
            TRANSFORMATIONS_ANNOTATION if is_lost => resource.book.transformations.clear(),
            _ => {}
        }
        if text.is_some() {
            resource.remove_annotation(name).doing(doing)?;
        }
    }
    resource.refresh(context);
    Ok(())
}

/// Writes all annotations as texts, as kustomize does when it puts its own
/// back after a patch.
///
/// # Errors
/// When an annotation has no name.
pub(crate) fn rewrite_annotations(resource: &mut Resource) -> Result<()> {
    let annotations = resource.annotations();
    resource.set_annotations(&annotations).doing(|| "rewriting annotations".to_owned())
}

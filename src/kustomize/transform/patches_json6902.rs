//! `patchesJson6902`
//!
//! Follows api v0.21.1 `internal/builtins/PatchJson6902Transformer.go`.

use serde::Deserialize;

use super::effect::{Count, Entry, patch_in_words};
use super::patches::{apply_json, read_json_patch, rewrite_annotations};
use super::{Builtin, Context, Transform};
use crate::kustomize::error::{Cause, Failure, Result};
use crate::kustomize::loader::{Loader, inline_text};
use crate::kustomize::patch::json::JsonPatch;
use crate::resource::{ResMap, Selector, SelectorRegex};
use crate::text::{Span, Spanned};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "PatchJson6902Transformer",
    from_fields: |fields| {
        let entries = fields.kustomization.patches_json6902.iter().map(|entry| {
            let file = File { target: entry.target.clone(), path: entry.path.clone(), json_op: entry.patch.clone() };
            let loaded = load(file, entry.span, fields.loader, fields.context);
            let loaded = loaded.map_err(|failure| failure.at(entry.span))?;
            let name = || patch_in_words(&entry.path, entry.target.as_ref(), &[]);
            let entry = Entry::new(fields, "patchesJson6902", entry.span, name);
            Ok(Box::new(PatchJson6902 { entry, ..loaded }) as Box<dyn Transform>)
        });
        entries.collect()
    },
    from_file: |config| Ok(Box::new(load(config.read()?, Span::NONE, config.loader, config.context)?)),
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    target: Option<Selector>,
    path: Spanned<String>,
    json_op: Spanned<String>,
}

struct PatchJson6902 {
    patch: JsonPatch,
    target: SelectorRegex,
    span: Span,
    entry: Option<Entry>,
}

fn invalid(message: &str) -> Failure {
    Cause::invalid("kustomize::invalid-patch", message).into()
}

fn load(file: File, span: Span, loader: &Loader<'_>, context: &Context<'_>) -> Result<PatchJson6902> {
    let Some(target) = file.target.filter(|target| !target.name.is_empty()) else {
        return Err(invalid("an entry of `patchesJson6902` needs the name of its target"));
    };
    let source = match (file.path.value.is_empty(), file.json_op.value.is_empty()) {
        (true, true) => return Err(invalid("an entry of `patchesJson6902` needs `path` or `patch`")),
        (false, false) => return Err(invalid("an entry of `patchesJson6902` has `path` or `patch`, not both")),
        (true, false) => inline_text(&file.json_op, file.json_op.span, "patch", context),
        (false, true) => loader.load_text(&file.path, context).map_err(|failure| failure.at(file.path.span))?,
    };
    let patch = read_json_patch(&source, context)?;
    if patch.is_empty() {
        return Err(invalid("the patch has no operations"));
    }
    Ok(PatchJson6902 { patch, target: SelectorRegex::new(&target)?, span, entry: None })
}

impl Transform for PatchJson6902 {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        let mut count = Count::new(self.entry.as_ref());
        let mut changes = vec![0; self.entry.as_ref().map_or(0, |_| self.patch.operations().len())];
        for resource in map.iter_mut() {
            if self.target.selects(resource)? {
                let before = count.before(resource);
                apply_json(resource, &self.patch, &mut changes, context)
                    .and_then(|()| context.change(resource, rewrite_annotations))
                    .map_err(|failure| failure.at(self.span))?;
                count.after(&before, resource);
            }
        }
        if let Some(entry) = &self.entry {
            entry.tell(&count, &entry.operations(&self.patch, &changes, &count), context);
        }
        Ok(())
    }
}

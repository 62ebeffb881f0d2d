//! `patchesStrategicMerge`
//!
//! Follows api v0.21.1 `internal/builtins/PatchStrategicMergeTransformer.go`.

use serde::Deserialize;

use super::effect::{Count, Entry, patch_in_words};
use super::patches::{document, find_target, merge_into_all};
use super::{Builtin, Context, Transform};
use crate::kustomize::error::{Cause, Result};
use crate::kustomize::loader::{Loader, inline_text};
use crate::kustomize::read;
use crate::resource::{ResMap, Resource};
use crate::text::Spanned;

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "PatchStrategicMergeTransformer",
    from_fields: |fields| {
        let entries = &fields.kustomization.patches_strategic_merge;
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let file = File { paths: entries.clone(), patches: Spanned::default() };
        let mut loaded = load(&file, fields.loader, fields.context)?;
        for (Patches { patches, path, entry }, written) in loaded.entries.iter_mut().zip(entries) {
            let name = || patch_in_words(path, None, patches);
            *entry = Entry::new(fields, "patchesStrategicMerge", written.span, name);
        }
        Ok(vec![Box::new(loaded)])
    },
    from_file: |config| Ok(Box::new(load(&config.read()?, config.loader, config.context)?)),
};

#[derive(Default, Deserialize)]
#[serde(default)]
struct File {
    paths: Vec<Spanned<String>>,
    patches: Spanned<String>,
}

struct PatchesStrategicMerge {
    entries: Vec<Patches>,
}

/// The patches of one entry.
struct Patches {
    patches: Vec<Resource>,
    /// The file they are in; empty when the entry is a patch itself.
    path: String,
    entry: Option<Entry>,
}

fn load(file: &File, loader: &Loader<'_>, context: &Context<'_>) -> Result<PatchesStrategicMerge> {
    let mut entries = Vec::new();
    for entry in &file.paths {
        // An entry is a patch if it can be read as one, else the path of a file.
        let inline = inline_text(entry, entry.span, "patch", context);
        let (patches, path) = match read::objects(&inline, context) {
            Ok(objects) => (objects, String::new()),
            Err(inline) => match loader.load_text(entry, context) {
                Ok(source) => (read::objects(&source, context)?, entry.value.clone()),
                Err(file) => {
                    let failure = if entry.value.contains('\n') { inline } else { file };
                    return Err(failure.at(entry.span));
                }
            },
        };
        entries.push(Patches { patches, path, entry: None });
    }
    if !file.patches.value.is_empty() {
        let patches = read::objects(&inline_text(&file.patches, file.patches.span, "patch", context), context)?;
        entries.push(Patches { patches, path: String::new(), entry: None });
    }
    if entries.iter().all(|entry| entry.patches.is_empty()) {
        return Err(Cause::invalid("kustomize::invalid-patch", "there is no patch in `patchesStrategicMerge`").into());
    }
    Ok(PatchesStrategicMerge { entries })
}

impl Transform for PatchesStrategicMerge {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        for Patches { patches, entry, .. } in &self.entries {
            let entry = entry.as_ref();
            let mut count = Count::new(entry);
            let mut parts = Vec::new();
            for patch in patches {
                let mut part = Count::new(entry);
                let at = find_target(map, patch)?;
                let target = map.as_slice()[at].id().clone();
                merge_into_all(map, &[target], patch, &mut part, context)?;
                count.add(&part);
                parts.extend(entry.map(|entry| document(entry, patch, &part)));
            }
            if let Some(entry) = entry {
                entry.tell(&count, &parts, context);
            }
        }
        Ok(())
    }
}

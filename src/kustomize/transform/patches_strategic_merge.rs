//! `patchesStrategicMerge`
//!
//! Follows api v0.21.1 `internal/builtins/PatchStrategicMergeTransformer.go`.

use serde::Deserialize;

use super::patches::{find_target, merge_into_all};
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
        Ok(vec![Box::new(load(&file, fields.loader, fields.context)?)])
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
    patches: Vec<Resource>,
}

fn load(file: &File, loader: &Loader<'_>, context: &Context<'_>) -> Result<PatchesStrategicMerge> {
    let mut patches = Vec::new();
    for entry in &file.paths {
        // An entry is a patch if it can be read as one, else the path of a file.
        let inline = inline_text(entry, entry.span, "patch", context);
        let loaded = match read::objects(&inline, context) {
            Ok(objects) => objects,
            Err(inline) => match loader.load_text(entry, context) {
                Ok(source) => read::objects(&source, context)?,
                Err(file) => {
                    let failure = if entry.value.contains('\n') { inline } else { file };
                    return Err(failure.at(entry.span));
                }
            },
        };
        patches.extend(loaded);
    }
    if !file.patches.value.is_empty() {
        patches.extend(read::objects(&inline_text(&file.patches, file.patches.span, "patch", context), context)?);
    }
    if patches.is_empty() {
        return Err(Cause::invalid("kustomize::invalid-patch", "there is no patch in `patchesStrategicMerge`").into());
    }
    Ok(PatchesStrategicMerge { patches })
}

impl Transform for PatchesStrategicMerge {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        for patch in &self.patches {
            let at = find_target(map, patch)?;
            let target = map.as_slice()[at].id().clone();
            merge_into_all(map, &[target], patch, context)?;
        }
        Ok(())
    }
}

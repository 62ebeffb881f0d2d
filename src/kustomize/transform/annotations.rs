//! `commonAnnotations`
//!
//! Follows api v0.21.1 `filters/annotations`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::labels::set_entries;
use super::{Builtin, Context, Transform};
use crate::kustomize::config::{FieldSpecEntry, Specs, field_specs};
use crate::kustomize::error::Result;
use crate::resource::ResMap;

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "AnnotationsTransformer",
    from_fields: |fields| {
        let annotations = &fields.kustomization.common_annotations;
        if annotations.is_empty() {
            return Ok(Vec::new());
        }
        let specs = fields.config.common_annotations.clone();
        Ok(vec![Box::new(AnnotationsTransformer { annotations: annotations.clone(), specs })])
    },
    from_file: |config| {
        let file: File = config.read()?;
        let specs = field_specs(file.field_specs);
        Ok(Box::new(AnnotationsTransformer { annotations: file.annotations, specs }))
    },
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    annotations: BTreeMap<String, String>,
    field_specs: Vec<FieldSpecEntry>,
}

struct AnnotationsTransformer {
    annotations: BTreeMap<String, String>,
    specs: Specs,
}

impl Transform for AnnotationsTransformer {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        set_entries(map, &self.annotations, &self.specs, context)
    }
}

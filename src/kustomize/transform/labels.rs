//! `labels` and `commonLabels`
//!
//! Follows api v0.21.1 `filters/labels` and, for the field specs of a `labels`
//! entry, `internal/target/kusttarget_configplugin.go`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::{Builtin, Context, Fields, Transform, Transforms};
use crate::kustomize::config::{FieldSpecEntry, Specs, field_specs};
use crate::kustomize::error::Result;
use crate::kustomize::fieldspec::{self, Create, FieldSpec, SharedEntry, merge_all, merge_one};
use crate::resource::ResMap;
use crate::yaml::{Kind, Tag};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "LabelTransformer",
    from_fields,
    from_file: |config| {
        let file: File = config.read()?;
        Ok(Box::new(LabelTransformer { labels: file.labels, specs: field_specs(file.field_specs) }))
    },
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    labels: BTreeMap<String, String>,
    field_specs: Vec<FieldSpecEntry>,
}

/// Sets labels in the fields the specs name.
pub(crate) struct LabelTransformer {
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) specs: Specs,
}

fn from_fields(fields: &Fields<'_, '_>) -> Result<Transforms> {
    let (kustomization, config) = (fields.kustomization, fields.config);
    let mut transforms: Transforms = Vec::new();
    for label in &kustomization.labels {
        let mut shared = field_specs(label.fields.clone());
        let specs = Arc::make_mut(&mut shared);
        let merged = merge_all(specs, &config.labels).and_then(|()| {
            if label.include_selectors {
                return merge_all(specs, &config.common_labels);
            }
            if label.include_templates {
                merge_all(specs, &config.template_labels)?;
            }
            merge_one(specs, &FieldSpec::for_all("metadata/labels", true))
        });
        merged.map_err(|failure| failure.at(label.span))?;
        transforms.push(Box::new(LabelTransformer { labels: label.pairs.clone(), specs: shared }));
    }
    if !kustomization.labels.is_empty() || !kustomization.common_labels.is_empty() {
        let labels = kustomization.common_labels.clone();
        transforms.push(Box::new(LabelTransformer { labels, specs: config.common_labels.clone() }));
    }
    Ok(transforms)
}

impl Transform for LabelTransformer {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        set_entries(map, &self.labels, &self.specs, context)
    }
}

/// Sets every entry in the mappings that the specs lead to, making them where
/// the specs say so.
pub(super) fn set_entries(
    map: &mut ResMap,
    entries: &BTreeMap<String, String>,
    specs: &[FieldSpec],
    context: &Context<'_>,
) -> Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let create = Create { kind: Kind::Mapping, tag: Tag::Map };
    for resource in map.iter_mut() {
        context.change(resource, |resource| {
            for (key, value) in entries {
                let mut entry = SharedEntry::new(key, value);
                for spec in specs {
                    fieldspec::apply(resource, spec, Some(create), &mut |doc, node| entry.set(doc, node))?;
                }
            }
            Ok(())
        })?;
        resource.refresh(context);
    }
    Ok(())
}

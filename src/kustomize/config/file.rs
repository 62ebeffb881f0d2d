//! `configurations:` files.

use serde::Deserialize;

use super::{NameReference, Specs, TransformerConfig};
use crate::kustomize::error::Result;
use crate::kustomize::fieldspec::FieldSpec;
use crate::resource::Gvk;
use crate::yaml::{Dialect, Doc, from_node};

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ConfigFile {
    name_prefix: Vec<FieldSpecEntry>,
    name_suffix: Vec<FieldSpecEntry>,
    namespace: Vec<FieldSpecEntry>,
    common_labels: Vec<FieldSpecEntry>,
    labels: Vec<FieldSpecEntry>,
    template_labels: Vec<FieldSpecEntry>,
    common_annotations: Vec<FieldSpecEntry>,
    name_reference: Vec<NameReferenceEntry>,
    var_reference: Vec<FieldSpecEntry>,
    images: Vec<FieldSpecEntry>,
    replicas: Vec<FieldSpecEntry>,
}

/// A field spec as files write it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FieldSpecEntry {
    group: String,
    version: String,
    kind: String,
    path: String,
    create: bool,
}

impl From<FieldSpecEntry> for FieldSpec {
    fn from(entry: FieldSpecEntry) -> Self {
        Self {
            gvk: Gvk { group: entry.group, version: entry.version, kind: entry.kind },
            path: entry.path,
            create: entry.create,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct NameReferenceEntry {
    group: String,
    version: String,
    kind: String,
    field_specs: Vec<FieldSpecEntry>,
}

/// Field specs as lists of the engine's own type.
pub(crate) fn field_specs(entries: Vec<FieldSpecEntry>) -> Specs {
    Specs::new(entries.into_iter().map(FieldSpec::from).collect())
}

/// Reads a configuration file.
///
/// # Errors
/// When a field is unknown or has a wrong type.
pub(crate) fn config_from_file(document: &Doc) -> Result<TransformerConfig> {
    let file: ConfigFile = from_node(document.top(), Dialect::KUSTOMIZATION.spelling_out())?;
    let mut config = TransformerConfig {
        name_prefix: field_specs(file.name_prefix),
        name_suffix: field_specs(file.name_suffix),
        namespace: field_specs(file.namespace),
        common_labels: field_specs(file.common_labels),
        labels: field_specs(file.labels),
        template_labels: field_specs(file.template_labels),
        common_annotations: field_specs(file.common_annotations),
        name_reference: file.name_reference.into_iter().map(NameReference::from).collect::<Vec<_>>().into(),
        var_reference: field_specs(file.var_reference),
        images: field_specs(file.images),
        replicas: field_specs(file.replicas),
    };
    config.sort();
    Ok(config)
}

impl From<NameReferenceEntry> for NameReference {
    fn from(entry: NameReferenceEntry) -> Self {
        Self {
            gvk: Gvk { group: entry.group, version: entry.version, kind: entry.kind },
            referrers: field_specs(entry.field_specs),
        }
    }
}

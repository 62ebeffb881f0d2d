//! `crds:` files: OpenAPI definitions whose extensions say where names,
//! labels and annotations stand in custom resources.
//!
//! Follows api v0.21.1 `internal/accumulator/loadconfigfromcrds.go`.

use std::sync::Arc;

use super::{NameReference, TransformerConfig};
use crate::kustomize::error::{Cause, Failure, Result};
use crate::kustomize::fieldspec::{FieldSpec, merge_one};
use crate::resource::Gvk;
use crate::yaml::{Doc, NodeRef};

/// References between definitions that are followed in a row.
const MAX_DEPTH: usize = 64;

/// Reads the field specs out of a file of OpenAPI definitions.
///
/// # Errors
/// When the file is no mapping of definitions, or definitions refer to
/// themselves without end.
pub(crate) fn config_from_crds(document: &Doc) -> Result<TransformerConfig> {
    let definitions = document.top();
    let mut config = TransformerConfig::default();
    if definitions.is_null() {
        return Ok(config);
    }
    if !definitions.is_mapping() {
        return Err(
            Cause::invalid("kustomize::invalid-crds", "a `crds` file is a mapping of OpenAPI definitions").into()
        );
    }
    for (name, definition) in definitions.entries() {
        if !definition.is_mapping() && !definition.is_null() {
            let message = format!("`{}` is no OpenAPI definition", name.text());
            return Err(Failure::from(Cause::invalid("kustomize::invalid-crds", message)).at(definition.span()));
        }
        let Some(properties) = properties(definition) else { continue };
        if ["kind", "apiVersion", "metadata"].iter().all(|field| properties.get(field).is_some()) {
            let kind = name.text().rsplit('.').next().unwrap_or_default();
            let mut found = TransformerConfig::default();
            let reader = Reader { definitions, gvk: Gvk::new("", "", kind) };
            reader.read(definition, &mut Vec::new(), &mut found)?;
            config.merge(&found)?;
        }
    }
    Ok(config)
}

/// Field names of Go structs are matched without regard to case.
fn get_any_case<'a>(node: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
    node.get(name)
        .or_else(|| node.entries().find(|(key, _)| key.text().eq_ignore_ascii_case(name)).map(|(_, value)| value))
}

fn properties(definition: NodeRef<'_>) -> Option<NodeRef<'_>> {
    get_any_case(definition, "Schema")?.get("properties")
}

struct Reader<'a> {
    definitions: NodeRef<'a>,
    gvk: Gvk,
}

impl Reader<'_> {
    fn read(&self, definition: NodeRef<'_>, path: &mut Vec<String>, config: &mut TransformerConfig) -> Result<()> {
        if path.len() > MAX_DEPTH {
            let message = format!("the OpenAPI definition of {} refers to itself", self.gvk.kind);
            return Err(Cause::invalid("kustomize::invalid-crds", message).into());
        }
        let Some(properties) = properties(definition) else { return Ok(()) };
        for (name, property) in properties.entries() {
            path.push(name.text().to_owned());
            self.read_property(property, path, config)?;
            path.pop();
        }
        Ok(())
    }

    fn read_property(
        &self,
        property: NodeRef<'_>,
        path: &mut Vec<String>,
        config: &mut TransformerConfig,
    ) -> Result<()> {
        let spec = |path: &[String]| FieldSpec { gvk: self.gvk.clone(), path: path.join("/"), create: false };
        if property.get_text("x-kubernetes-annotation").is_some() {
            merge_one(Arc::make_mut(&mut config.common_annotations), &spec(path))?;
        }
        if property.get_text("x-kubernetes-label-selector").is_some() {
            merge_one(Arc::make_mut(&mut config.common_labels), &spec(path))?;
        }
        if property.get_text("x-kubernetes-identity").is_some() {
            merge_one(Arc::make_mut(&mut config.name_prefix), &spec(path))?;
        }
        if let (Some(version), Some(kind)) = (
            property.get_text("x-kubernetes-object-ref-api-version"),
            property.get_text("x-kubernetes-object-ref-kind"),
        ) {
            let key = property.get_text("x-kubernetes-object-ref-name-key").unwrap_or("name");
            path.push(key.to_owned());
            let reference = NameReference { gvk: Gvk::new("", version, kind), referrers: vec![spec(path)].into() };
            path.pop();
            config.merge_name_reference(&reference)?;
        }
        match property.get_text("$ref").and_then(|name| self.definitions.get(name)) {
            Some(definition) => self.read(definition, path, config),
            None => Ok(()),
        }
    }
}

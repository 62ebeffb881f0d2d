//! Content hashes in the names of generated objects.
//!
//! Follows api v0.21.1 `internal/builtins/HashTransformer.go` and
//! `hasher/hasher.go`.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Builtin, Context, Transform, only_from_a_file};
use crate::kustomize::error::{Cause, EditContext, Result};
use crate::resource::{ResMap, Resource};
use crate::yaml::{self, Kind};

pub(super) const BUILTIN: Builtin =
    Builtin { kind: "HashTransformer", from_fields: only_from_a_file, from_file: |_| Ok(Box::new(HashTransformer)) };

struct HashTransformer;

impl Transform for HashTransformer {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        add_hashes(map, context)
    }
}

/// Appends the content hash to the name of every object that asked for it.
///
/// # Errors
/// When such an object is no ConfigMap or Secret, or its content has no JSON
/// form.
pub(crate) fn add_hashes(map: &mut ResMap, context: &Context<'_>) -> Result<()> {
    for resource in map.iter_mut().filter(|resource| resource.book.needs_hash) {
        let hash = content_hash(resource).map_err(|failure| context.in_object(failure, resource))?;
        resource.store_previous_id();
        let name = format!("{}-{hash}", resource.name());
        resource.set_name(&name).doing(|| "adding a content hash".to_owned())?;
        resource.refresh(context);
    }
    Ok(())
}

/// The hash of what kustomize counts as content: the name is always empty in
/// it, and annotations and labels do not count.
fn content_hash(resource: &Resource) -> Result<String> {
    let text = match resource.kind() {
        "ConfigMap" => {
            let binary = json_if_mapping(resource, "binaryData")?;
            let binary = binary.map(|json| format!("\"binaryData\":{json},")).unwrap_or_default();
            format!("{{{binary}\"data\":{},\"kind\":\"ConfigMap\",\"name\":\"\"}}", json_or_text(resource, "data")?)
        }
        "Secret" => {
            let texts = json_if_mapping(resource, "stringData")?;
            let texts = texts.map(|json| format!("\"stringData\":{json},")).unwrap_or_default();
            let data = json_or_text(resource, "data")?;
            format!(
                "{{\"data\":{data},\"kind\":\"Secret\",\"name\":\"\",{texts}\"type\":{}}}",
                json_or_text(resource, "type")?
            )
        }
        other => {
            let message = format!("a content hash in the name of a {other} is not possible");
            return Err(Cause::invalid("kustomize::cannot-hash", message).into());
        }
    };
    let digest = Sha256::digest(text.as_bytes());
    let hex = digest.iter().take(5).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    Ok(hex.chars().map(without_vowels).collect())
}

/// Letters and digits that could spell a word or be misread are replaced.
fn without_vowels(digit: char) -> char {
    match digit {
        '0' => 'g',
        '1' => 'h',
        '3' => 'k',
        'a' => 'm',
        'e' => 't',
        other => other,
    }
}

fn json_if_mapping(resource: &Resource, field: &str) -> Result<Option<String>> {
    let node = resource.top().get(field).filter(|node| node.kind() == Kind::Mapping);
    node.map(|node| yaml::to_json(node.doc(), node.id()).map_err(Into::into)).transpose()
}

fn json_or_text(resource: &Resource, field: &str) -> Result<String> {
    match resource.top().get(field) {
        Some(node) if !node.is_scalar() => Ok(yaml::to_json(node.doc(), node.id())?),
        scalar => {
            let mut text = String::new();
            yaml::write_json_string(&mut text, scalar.map_or("", |node| node.text()));
            Ok(text)
        }
    }
}

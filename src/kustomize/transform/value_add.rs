//! `ValueAddTransformer`, which only a file under `transformers:` can ask for.
//!
//! Follows api v0.21.1 `internal/builtins/ValueAddTransformer.go`,
//! `filters/valueadd` and kyaml `filesys/util.go`.

use serde::Deserialize;

use super::namespace::NamespaceTransformer;
use super::{Builtin, Context, FileConfig, Transform, only_from_a_file};
use crate::kustomize::error::{Cause, EditContext, Result};
use crate::resource::{ResMap, Resource, Selector, SelectorRegex};
use crate::yaml::{self, Dialect, Kind, edit, route};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "ValueAddTransformer",
    from_fields: only_from_a_file,
    from_file: |config| Ok(Box::new(from_file(config)?)),
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    value: String,
    targets: Vec<Target>,
    target_file_path: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TargetFile {
    targets: Vec<Target>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Target {
    selector: Option<Selector>,
    field_path: String,
    file_path_position: i64,
}

struct ValueAdd {
    value: String,
    targets: Vec<Target>,
}

fn from_file(config: &FileConfig<'_, '_>) -> Result<ValueAdd> {
    let mut file: File = config.read()?;
    let mut value = file.value.trim().to_owned();
    if value.is_empty() {
        let name = config.loader.root().file_name();
        value = name.map_or_else(|| "/".to_owned(), |name| name.to_string_lossy().into_owned());
    }
    if !file.target_file_path.is_empty() {
        let source = config.loader.load_text(&file.target_file_path, config.context)?;
        if let Some(document) = yaml::parse_text(&source, &config.context.options.limits)? {
            let more: TargetFile = yaml::from_node(document.top(), Dialect::KUSTOMIZATION.lenient().spelling_out())?;
            file.targets.extend(more.targets);
        }
    }
    let invalid = |message: &str| Err(Cause::invalid("kustomize::invalid-value-add", message).into());
    if file.targets.is_empty() {
        return invalid("a ValueAddTransformer needs at least one target");
    }
    if file.targets.iter().any(|target| target.field_path.is_empty()) {
        return invalid("a target of a ValueAddTransformer needs `fieldPath`");
    }
    if file.targets.iter().any(|target| target.file_path_position < 0) {
        return invalid("`filePathPosition` cannot be negative");
    }
    Ok(ValueAdd { value, targets: file.targets })
}

impl ValueAdd {
    fn add(&self, target: &Target, resource: &mut Resource) -> Result<()> {
        if target.field_path == "metadata/namespace" {
            return NamespaceTransformer::of_metadata(&self.value).set_in(resource);
        }
        let path = split(&target.field_path);
        let doing = || format!("adding a value at `{}`", target.field_path);
        let doc = resource.doc_mut();
        let root = doc.root();
        let Some(node) = route::lookup_or_create(doc, root, &path, Kind::Scalar).doing(doing)? else {
            return Ok(());
        };
        edit::expect_kind(doc, node, Kind::Scalar).doing(doing)?;
        let text = match usize::try_from(target.file_path_position) {
            Ok(position @ 1..) => insert_path_part(doc.text(node), position - 1, &self.value),
            _ => self.value.clone(),
        };
        let value = doc.untagged(&text);
        edit::set_scalar(doc, node, value).doing(doing)
    }
}

/// Unlike other paths, a leading slash makes an empty part here.
fn split(path: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for piece in path.split('/') {
        match parts.last_mut() {
            Some(last) if last.ends_with('\\') => {
                last.pop();
                last.push('/');
                last.push_str(piece);
            }
            _ => parts.push(piece.to_owned()),
        }
    }
    parts
}

/// Puts `part` at place `position` of a file path; a leading slash stays in
/// front.
fn insert_path_part(path: &str, position: usize, part: &str) -> String {
    if part.is_empty() {
        return path.to_owned();
    }
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    parts.insert(position.min(parts.len()), part);
    let joined = parts.join("/");
    if is_absolute { format!("/{joined}") } else { joined }
}

impl Transform for ValueAdd {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        for target in &self.targets {
            let selector = target.selector.as_ref().map(SelectorRegex::new).transpose()?;
            for resource in map.iter_mut() {
                let is_selected = selector.as_ref().map_or(Ok(true), |selector| selector.selects(resource))?;
                if is_selected {
                    context.change(resource, |resource| self.add(target, resource))?;
                    resource.refresh(context);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_goes_into_a_path() {
        assert_eq!(insert_path_part("/a/b", 0, "x"), "/x/a/b");
        assert_eq!(insert_path_part("a/b", 1, "x"), "a/x/b");
        assert_eq!(insert_path_part("a/b", 9, "x"), "a/b/x");
        assert_eq!(insert_path_part("", 0, "x"), "x");
    }
}

//! The paths a kustomization file names: for those who move files.

use std::sync::Arc;

use super::Kustomization;
use super::load::FILE_NAMES;
use crate::text::{Source, Spanned};
use crate::yaml::{self, Dialect, Limits};

/// What the path of a field may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    /// A file, here or at a URL; else a folder, here or in a repository.
    FileOrFolder,
    /// A folder, here or in a repository.
    Folder,
    /// A file, here or at a URL.
    File,
}

/// A path in a kustomization file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// The whole entry.
    pub entry: Spanned<String>,
    /// The path in it.
    pub path: String,
    /// The key the file gets, where the entry decides it: what stands before
    /// the path, or follows from it.
    pub key: Option<String>,
    /// What it may lead to.
    pub leads_to: LeadsTo,
}

/// Whether a file of this name is what makes a folder a kustomization.
#[must_use]
pub fn is_kustomization_file(name: &str) -> bool {
    FILE_NAMES.contains(&name)
}

/// Every entry of the kustomization file `source` that may be a path, local or
/// remote, in no particular order; some are texts of other kinds, such as inline
/// patches. Charts are left out. Nothing when the file is no kustomization.
#[must_use]
pub fn named_paths(source: &Arc<Source>) -> Option<Vec<NamedPath>> {
    let document = yaml::parse_text(source, &Limits::DEFAULT).ok()??;
    let mut file: Kustomization = yaml::from_node(document.top(), Dialect::KUSTOMIZATION).ok()?;
    file.fix();
    let path =
        |leads_to| move |entry: Spanned<String>| NamedPath { path: entry.value.clone(), key: None, entry, leads_to };
    let either = [file.resources, file.generators, file.transformers, file.validators];
    let mut named: Vec<NamedPath> = either.into_iter().flatten().map(path(LeadsTo::FileOrFolder)).collect();
    named.extend(file.components.into_iter().map(path(LeadsTo::Folder)));
    let lists = [file.crds, file.configurations, file.patches_strategic_merge];
    let patches = file.patches.into_iter().chain(file.patches_json6902).map(|patch| patch.value.path);
    let replacements = file.replacements.into_iter().map(|replacement| replacement.value.path);
    let schema = file.openapi.into_iter().filter(|(key, _)| key == "path").map(|(_, path)| path);
    let files = lists.into_iter().flatten().chain(patches).chain(replacements).chain(schema);
    named.extend(files.map(path(LeadsTo::File)));
    for args in file.config_map_generator.into_iter().chain(file.secret_generator) {
        named.extend(args.value.envs.into_iter().map(path(LeadsTo::File)));
        named.extend(args.value.files.into_iter().map(keyed));
    }
    named.retain(|named| !named.path.is_empty());
    Some(named)
}

/// `path`, or `key=path`.
fn keyed(entry: Spanned<String>) -> NamedPath {
    let whole = entry.value.as_str();
    let (key, path) = whole.split_once('=').unwrap_or_else(|| (whole.rsplit('/').next().unwrap_or(whole), whole));
    NamedPath { path: path.to_owned(), key: Some(key.to_owned()), entry, leads_to: LeadsTo::File }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceMap;

    fn paths(text: &str) -> Option<Vec<(String, LeadsTo)>> {
        let source = SourceMap::new().add("kustomization.yaml", text);
        Some(named_paths(&source)?.into_iter().map(|named| (named.path, named.leads_to)).collect())
    }

    #[test]
    fn every_field_that_names_files_is_seen() {
        let text = "\
resources: [a]
bases: [b]
generators: [c]
transformers: [d]
validators: [e]
components: [f]
crds: [g]
configurations: [h]
patchesStrategicMerge: [i]
patches: [{path: j}, {patch: '{}'}]
patchesJson6902: [{path: k}]
replacements: [{path: l}]
openapi: {path: m}
configMapGenerator: [{name: x, envs: [env], env: o, files: [key=p, q/r], literals: [s=t]}]
secretGenerator: [{name: x, files: [u]}]
";
        let expected: Vec<(String, LeadsTo)> = [
            (LeadsTo::FileOrFolder, "a b c d e"),
            (LeadsTo::Folder, "f"),
            (LeadsTo::File, "g h i j k l m env o p q/r u"),
        ]
        .into_iter()
        .flat_map(|(leads_to, names)| names.split(' ').map(move |name| (name.to_owned(), leads_to)))
        .collect();
        assert_eq!(paths(text), Some(expected));
    }

    #[test]
    fn a_generated_file_keeps_its_key() {
        let source = SourceMap::new().add("k", "configMapGenerator: [{files: [key=a/b, c/d]}]\n");
        let keys: Vec<_> = named_paths(&source).unwrap().into_iter().map(|named| named.key.unwrap()).collect();
        assert_eq!(keys, ["key", "d"]);
    }

    #[test]
    fn other_files_name_nothing() {
        for text in ["", "a: [", "resources: {a: b}\n", "- a\n"] {
            assert_eq!(paths(text), None, "{text:?}");
        }
    }
}

//! `policies/closed-set.yaml`: what the composition must be, reviewed apart
//! from it.

use std::path::Path;

use serde::Deserialize;

use super::{Glob, PolicyError};
use crate::text::{SourceMap, Spanned};
use crate::vfs::{Tree, read_platform_file};

/// The closed set.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClosedSet {
    #[serde(rename = "apiVersion")]
    _api_version: String,
    #[serde(rename = "kind")]
    _kind: String,
    /// The one upstream.
    pub upstream: ExpectedUpstream,
    /// The Applications.
    pub applications: Vec<ExpectedApplication>,
    /// What makes an Argo CD Application one of Kubeflow's.
    pub recognise: Recognise,
    /// What is never rendered.
    #[serde(default)]
    pub excluded_components: Vec<ExcludedComponent>,
    /// Folders whose manifests do not count.
    #[serde(default)]
    pub excluded_folders: Vec<ExcludedFolder>,
}

/// The pin that was reviewed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedUpstream {
    /// As it is cloned.
    pub repository: Spanned<String>,
    /// The full commit.
    pub commit: Spanned<String>,
}

/// One Application of the closed set.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedApplication {
    /// Its name.
    pub name: Spanned<String>,
    /// The namespace it is synced to.
    pub namespace: Spanned<String>,
    /// The upstream folders it brings together, in order.
    pub entries: Vec<Spanned<String>>,
}

/// What makes an Argo CD Application one of Kubeflow's: any of these is enough.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Recognise {
    /// Upstream repositories, as `host/org/name`; spellings do not matter.
    #[serde(default)]
    pub repositories: Vec<Spanned<String>>,
    /// Names of Applications.
    #[serde(default)]
    pub names: Vec<Glob>,
    /// Paths in a repository.
    #[serde(default)]
    pub paths: Vec<Glob>,
    /// Namespaces synced to.
    #[serde(default)]
    pub namespaces: Vec<String>,
}

/// A component that is never rendered: recognised by API group, image or
/// namespace and never by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExcludedComponent {
    /// What people call it.
    pub name: Spanned<String>,
    /// Why it is not installed.
    pub reason: String,
    /// API groups.
    #[serde(default)]
    pub groups: Vec<Glob>,
    /// Images, without tag and digest.
    #[serde(default)]
    pub images: Vec<Glob>,
    /// Namespaces.
    #[serde(default)]
    pub namespaces: Vec<Glob>,
}

/// A folder of the repository whose manifests do not count.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExcludedFolder {
    /// From the platform root.
    pub path: Spanned<String>,
    /// Why.
    pub reason: String,
    /// Who answers for it.
    pub owner: String,
}

impl ClosedSet {
    /// Where the file is, from the platform root.
    pub const PATH: &'static str = "policies/closed-set.yaml";

    /// Reads the file of the platform at `root`.
    ///
    /// # Errors
    /// When it cannot be read or has another form.
    pub fn load(tree: &dyn Tree, root: &Path, sources: &SourceMap) -> Result<Self, PolicyError> {
        let path = root.join(Self::PATH);
        let failed = |error| PolicyError::File { path: tree.display(&path), source: Box::new(error) };
        let (policy, _) = read_platform_file::<Self>(tree, &path, "ClosedSet", sources).map_err(failed)?;
        let folder = |folder: &&ExcludedFolder| {
            let path = &folder.path.value;
            path.is_empty() || path.split('/').any(|part| matches!(part, "" | "." | ".."))
        };
        match policy.excluded_folders.iter().find(folder) {
            Some(folder) => Err(PolicyError::Value {
                key: "path",
                form: "a folder of the platform, without `.`, `..` and slashes at its ends",
                span: folder.path.span,
            }),
            None => Ok(policy),
        }
    }

    /// Whether the file `path`, from the platform root, is in an excluded
    /// folder.
    #[must_use]
    pub fn excludes(&self, path: &str) -> bool {
        self.excluded_folders.iter().any(|folder| {
            path.strip_prefix(folder.path.value.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

//! `policies/closed-set.yaml`: what the composition must be, reviewed apart
//! from it.

use std::path::Path;

use serde::Deserialize;

use super::{Glob, PolicyError};
use crate::text::{SourceMap, Spanned};
#[cfg(feature = "json-schema")]
use crate::vfs::PLAIN_PATH_PATTERN;
use crate::vfs::{Tree, is_plain_path, read_platform_file};

const KIND: &str = "ClosedSet";

/// The closed set.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClosedSet {
    /// The version of the form of this file.
    #[serde(rename = "apiVersion")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = crate::vfs::API_VERSION)))]
    _api_version: String,
    /// What this file is.
    #[serde(rename = "kind")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
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
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedUpstream {
    /// The repository, as it is cloned.
    pub repository: Spanned<String>,
    /// The full commit.
    pub commit: Spanned<String>,
}

/// One Application of the closed set.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExcludedFolder {
    /// From the platform root.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = PLAIN_PATH_PATTERN)))]
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
        let (policy, _) = read_platform_file::<Self>(tree, &path, KIND, sources).map_err(failed)?;
        match policy.excluded_folders.iter().find(|folder| !is_plain_path(&folder.path.value)) {
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

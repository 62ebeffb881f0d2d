//! How Argo CD gets at the composition.

use serde::Deserialize;

use super::ComposeError;
#[cfg(feature = "json-schema")]
use super::composition::NAME_PATTERN;
use super::composition::is_name;
use crate::text::Spanned;
#[cfg(feature = "json-schema")]
use crate::vfs::PLAIN_PATH_PATTERN;
use crate::vfs::is_plain_path;

/// Where Argo CD finds the platform repository, and under which names.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Delivery {
    /// The platform repository.
    pub repository: Spanned<String>,
    /// The branch the parent follows.
    pub branch: Spanned<String>,
    /// The name of the parent Application.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub parent: Spanned<String>,
    /// The namespace of Argo CD.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub namespace: Spanned<String>,
    /// The name of the AppProject.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub project: Spanned<String>,
    /// Who renders.
    #[serde(default)]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<DeliveryMode>"))]
    pub mode: DeliveryMode,
    /// The folder of the platform repository below which manifests are committed:
    /// `<renderedPath>/<environment>/<application>`. The mode `rendered` needs it.
    #[serde(default)]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = PLAIN_PATH_PATTERN)))]
    pub rendered_path: Option<Spanned<String>>,
}

/// Who renders the manifests that Argo CD applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DeliveryMode {
    /// Argo CD does, through our plugin.
    #[default]
    Plugin,
    /// Somebody did before: Argo CD takes committed manifests as they are.
    Rendered,
}

impl Delivery {
    pub(super) fn validate(&self) -> Result<(), ComposeError> {
        let names = [(&self.parent, "parent"), (&self.namespace, "namespace"), (&self.project, "project")];
        for (name, key) in names {
            let form = "a Kubernetes name: lower-case letters, digits and hyphens";
            ComposeError::unless(name, key, form, is_name(&name.value))?;
        }
        match &self.rendered_path {
            Some(path) => {
                let form = "a folder of the platform repository, without `.` and `..`";
                ComposeError::unless(path, "renderedPath", form, is_plain_path(&path.value))
            }
            None if self.mode == DeliveryMode::Rendered => Err(ComposeError::Value {
                key: "renderedPath",
                form: "there for `mode: rendered`",
                span: self.repository.span,
            }),
            None => Ok(()),
        }
    }
}

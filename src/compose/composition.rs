//! The composition file: what is installed, from where, in which order.

use serde::Deserialize;

use super::ComposeError;
use crate::text::Spanned;
use crate::vfs::is_hex;

/// Where the file is, from the platform root.
pub const PATH: &str = "compositions/kubeflow.yaml";
pub(super) const KIND: &str = "Composition";

/// The closed set: name, pin, Applications, waves.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Composition {
    #[serde(rename = "apiVersion")]
    _api_version: String,
    #[serde(rename = "kind")]
    _kind: String,
    /// What it is called.
    pub name: Spanned<String>,
    /// The release people speak of: a label, the commit decides.
    pub version: Spanned<String>,
    /// The one pinned upstream.
    pub upstream: Pin,
    /// How Argo CD gets at it.
    pub delivery: Delivery,
    /// The Applications, in the order they are installed.
    pub applications: Vec<Application>,
}

/// A repository at one commit.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pin {
    /// As it is cloned.
    pub repository: Spanned<String>,
    /// 40 lower-case hexadecimal digits.
    pub commit: Spanned<String>,
}

/// Where Argo CD finds the platform repository, and under which names.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Delivery {
    /// The platform repository.
    pub repository: Spanned<String>,
    /// The branch the parent follows.
    pub branch: Spanned<String>,
    /// The name of the parent Application.
    pub parent: Spanned<String>,
    /// The namespace of Argo CD.
    pub namespace: Spanned<String>,
    /// The name of the AppProject.
    pub project: Spanned<String>,
}

/// One Application.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Application {
    /// Its name, and that of its overlay below `patches/`.
    pub name: Spanned<String>,
    /// Its place in the install order.
    pub wave: Spanned<i32>,
    /// The namespace it is synced to.
    pub namespace: Spanned<String>,
    /// The upstream folders its overlay brings together, in this order.
    pub entries: Vec<Spanned<String>>,
}

impl Application {
    /// The folder of its overlay, from the platform root.
    #[must_use]
    pub fn overlay(&self) -> String {
        format!("patches/{}", self.name.value)
    }
}

impl Composition {
    /// The Application called `name`.
    #[must_use]
    pub fn application(&self, name: &str) -> Option<&Application> {
        self.applications.iter().find(|application| application.name.value == name)
    }

    /// Holds what no render could do without. Whether the set is the right one
    /// is for the checks to say.
    pub(super) fn validate(&self) -> Result<(), ComposeError> {
        let value = ComposeError::unless;
        let commit = &self.upstream.commit;
        value(commit, "commit", "a full commit: 40 lower-case hexadecimal digits", is_commit(&commit.value))?;
        let names = [(&self.name, "name"), (&self.delivery.parent, "parent"), (&self.delivery.project, "project")];
        for (name, key) in names {
            value(name, key, "a Kubernetes name: lower-case letters, digits and hyphens", is_name(&name.value))?;
        }
        for application in &self.applications {
            for (name, key) in [(&application.name, "name"), (&application.namespace, "namespace")] {
                value(name, key, "a Kubernetes name: lower-case letters, digits and hyphens", is_name(&name.value))?;
            }
            for entry in &application.entries {
                let is_inside =
                    !entry.value.is_empty() && !entry.value.split('/').any(|part| matches!(part, "" | "." | ".."));
                value(entry, "entries", "folders of the upstream, without `.` and `..`", is_inside)?;
            }
        }
        Ok(())
    }
}

/// 40 lower-case hexadecimal digits.
#[must_use]
pub fn is_commit(text: &str) -> bool {
    is_hex(text, 40)
}

/// A DNS label as RFC 1123 has it, the form of names of Applications and
/// namespaces.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= 63 && text.bytes().all(is_inner) && !text.starts_with('-') && !text.ends_with('-')
}

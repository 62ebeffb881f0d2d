//! The composition file: what is installed, from where, in which order.

use serde::Deserialize;

use super::{ComposeError, Delivery, Retired};
use crate::text::Spanned;
#[cfg(feature = "json-schema")]
use crate::vfs::PLAIN_PATH_PATTERN;
use crate::vfs::{is_hex, is_plain_path};

/// Where the file is, from the platform root.
pub const PATH: &str = "compositions/kubeflow.yaml";
pub(super) const KIND: &str = "Composition";

/// The closed set: name, pin, Applications, waves.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Composition {
    /// The version of the form of this file.
    #[serde(rename = "apiVersion")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = crate::vfs::API_VERSION)))]
    _api_version: String,
    /// What this file is.
    #[serde(rename = "kind")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
    _kind: String,
    /// What it is called.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub name: Spanned<String>,
    /// The release people speak of: a label, the commit decides.
    pub version: Spanned<String>,
    /// The one pinned upstream.
    pub upstream: Pin,
    /// How Argo CD gets at it.
    pub delivery: Delivery,
    /// The Applications, in the order they are installed.
    pub applications: Vec<Application>,
    /// What the release before rendered and this one does not.
    #[serde(default)]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<Retired>"))]
    pub retired: Retired,
}

/// A repository at one commit.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pin {
    /// The repository, as it is cloned.
    pub repository: Spanned<String>,
    /// The full commit: 40 lower-case hexadecimal digits.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = COMMIT_PATTERN)))]
    pub commit: Spanned<String>,
}

/// One Application.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Application {
    /// Its name, and that of its overlay below `patches/`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub name: Spanned<String>,
    /// Its place in the install order.
    pub wave: Spanned<i32>,
    /// The namespace it is synced to.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub namespace: Spanned<String>,
    /// The upstream folders its overlay brings together, in this order.
    #[cfg_attr(feature = "json-schema", schemars(inner(regex(pattern = PLAIN_PATH_PATTERN))))]
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
        let form = "a Kubernetes name: lower-case letters, digits and hyphens";
        value(&self.name, "name", form, is_name(&self.name.value))?;
        self.delivery.validate()?;
        self.retired.validate()?;
        for application in &self.applications {
            for (name, key) in [(&application.name, "name"), (&application.namespace, "namespace")] {
                value(name, key, form, is_name(&name.value))?;
            }
            for entry in &application.entries {
                let form = "folders of the upstream, without `.` and `..`";
                value(entry, "entries", form, is_plain_path(&entry.value))?;
            }
        }
        Ok(())
    }
}

/// The texts that [`is_commit`] accepts, for the file's schema.
#[cfg(any(test, feature = "json-schema"))]
pub(super) const COMMIT_PATTERN: &str = "^[0-9a-f]{40}$";

/// 40 lower-case hexadecimal digits.
#[must_use]
pub fn is_commit(text: &str) -> bool {
    is_hex(text, 40)
}

/// The texts that [`is_name`] accepts, for the file's schema.
#[cfg(any(test, feature = "json-schema"))]
pub(super) const NAME_PATTERN: &str = "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$";

/// A DNS label as RFC 1123 has it, the form of names of Applications and
/// namespaces.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= 63 && text.bytes().all(is_inner) && !text.starts_with('-') && !text.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `holds` says is what the pattern says.
    fn agree(pattern: &str, holds: impl Fn(&str) -> bool, samples: &[&str]) {
        let pattern = regex::Regex::new(pattern).unwrap();
        assert!(samples.iter().any(|sample| holds(sample)));
        for sample in samples {
            assert_eq!(pattern.is_match(sample), holds(sample), "{sample:?}");
        }
    }

    #[test]
    fn schemas_know_the_forms() {
        let (commit, name) = ("a1".repeat(20), "n".repeat(63));
        let (upper, long) = (commit.to_uppercase(), format!("{name}n"));
        agree(COMMIT_PATTERN, is_commit, &[&commit, &commit[1..], &format!("{commit}0"), &upper, "", "main"]);
        let names = [&name, &long, "a", "-", "a-", "-a", "a-b", "A", "a.b", "", "1", "kubeflow-core"];
        agree(NAME_PATTERN, is_name, &names);
    }
}

//! The lock: every remote a render touches, and what it must be.

use serde::Deserialize;

use super::ComposeError;
#[cfg(feature = "json-schema")]
use super::composition::COMMIT_PATTERN;
use super::composition::is_commit;
use crate::text::{Span, Spanned};
#[cfg(feature = "json-schema")]
use crate::vfs::SHA256_PATTERN;
use crate::vfs::{file_name, is_hex, repository_name};

/// Where the file is, from the platform root.
pub const PATH: &str = "compositions/upstream.lock.yaml";
pub(super) const KIND: &str = "Lock";

/// The pins of every remote.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lock {
    /// The version of the form of this file.
    #[serde(rename = "apiVersion")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = crate::vfs::API_VERSION)))]
    _api_version: String,
    /// What this file is.
    #[serde(rename = "kind")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
    _kind: String,
    /// The git repositories.
    #[serde(default)]
    pub repositories: Vec<LockedRepository>,
    /// The files of web servers.
    #[serde(default)]
    pub files: Vec<LockedFile>,
}

/// A git repository at one commit.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LockedRepository {
    /// The repository, as it is cloned.
    pub url: Spanned<String>,
    /// The revision as kustomizations write it.
    #[serde(rename = "ref")]
    #[cfg_attr(feature = "json-schema", schemars(length(min = 1)))]
    pub reference: Spanned<String>,
    /// The commit it is.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = COMMIT_PATTERN)))]
    pub commit: Spanned<String>,
    /// The tree of that commit.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = COMMIT_PATTERN)))]
    pub tree: Spanned<String>,
}

/// A file of a web server.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LockedFile {
    /// Its address.
    pub url: Spanned<String>,
    /// The SHA-256 of its bytes.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = SHA256_PATTERN)))]
    pub sha256: Spanned<String>,
    /// The number of its bytes.
    pub size: Spanned<u64>,
}

/// `host/org/repo at ref`
pub(super) fn revision_name(url: &str, reference: &str) -> String {
    format!("{} at {reference}", repository_name(url))
}

impl LockedRepository {
    /// What it is called: `host/org/repo at ref`.
    #[must_use]
    pub fn name(&self) -> String {
        revision_name(&self.url.value, &self.reference.value)
    }
}

impl LockedFile {
    /// What it is called: `host/path`.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(&self.url.value)
    }
}

impl Lock {
    /// The names of all remotes, and where they are written.
    pub fn entries(&self) -> impl Iterator<Item = (String, Span)> + '_ {
        let repositories = self.repositories.iter().map(|locked| (locked.name(), locked.url.span));
        repositories.chain(self.files.iter().map(|locked| (locked.name(), locked.url.span)))
    }

    /// The repository at `url`, whatever the spelling, at `reference`: its ref
    /// or its commit.
    #[must_use]
    pub fn repository(&self, url: &str, reference: &str) -> Option<&LockedRepository> {
        let name = repository_name(url);
        self.repositories.iter().find(|locked| {
            repository_name(&locked.url.value) == name
                && (locked.reference.value == reference || locked.commit.value == reference)
        })
    }

    /// The file at `url`.
    #[must_use]
    pub fn file(&self, url: &str) -> Option<&LockedFile> {
        let name = file_name(url);
        self.files.iter().find(|locked| file_name(&locked.url.value) == name)
    }

    pub(super) fn validate(&self) -> Result<(), ComposeError> {
        let value = ComposeError::unless;
        let addresses =
            self.repositories.iter().map(|locked| &locked.url).chain(self.files.iter().map(|locked| &locked.url));
        for (number, url) in addresses.enumerate() {
            if has_credentials(&url.value) {
                return Err(ComposeError::Credentials { number: number + 1 });
            }
            let form = "an address: https, http, ssh, git or file before `://`, or none as in git@host:path";
            value(url, "url", form, has_known_scheme(&url.value))?;
        }
        for locked in &self.repositories {
            for (id, key) in [(&locked.commit, "commit"), (&locked.tree, "tree")] {
                value(id, key, "40 lower-case hexadecimal digits", is_commit(&id.value))?;
            }
            let reference = &locked.reference.value;
            value(&locked.reference, "ref", "the name of a revision", !reference.is_empty())?;
            let is_itself = !is_commit(reference) || *reference == locked.commit.value;
            value(&locked.reference, "ref", "the commit, when it is one in full", is_itself)?;
        }
        for locked in &self.files {
            value(&locked.sha256, "sha256", "64 lower-case hexadecimal digits", is_hex(&locked.sha256.value, 64))?;
        }
        let names: Vec<(String, Span)> = self.entries().collect();
        for (number, (name, span)) in names.iter().enumerate() {
            if let Some((_, first)) = names[..number].iter().find(|(other, _)| other == name) {
                return Err(ComposeError::LockedTwice { name: name.clone(), first: *first, span: *span });
            }
        }
        Ok(())
    }
}

/// Whether an address says how it is reached, in a way that is known. Names are
/// compared without it.
fn has_known_scheme(url: &str) -> bool {
    let url = url.strip_prefix("git::").unwrap_or(url);
    url.split_once("://").is_none_or(|(scheme, _)| ["https", "http", "ssh", "git", "file"].contains(&scheme))
}

/// Whether something stands before the host of a web address.
fn has_credentials(url: &str) -> bool {
    let rest = url
        .split_once("://")
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http"));
    rest.is_some_and(|(_, rest)| rest.split(['/', '?', '#']).next().is_some_and(|host| host.contains('@')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_known() {
        for url in ["https://host/a", "git::https://host/a", "git@host:a", "ssh://git@host/a", "file:///a", "host/a"] {
            assert!(has_known_scheme(url), "{url}");
        }
        assert!(!has_known_scheme("httus://host/a"));
    }

    #[test]
    fn credentials_stand_before_the_host() {
        for url in ["https://a:b@host/c", "https://token@host", "HTTP://a@host/"] {
            assert!(has_credentials(url), "{url}");
        }
        for url in ["https://host/a@b", "https://host?a=@", "git@host:a/b", "ssh://git@host/a"] {
            assert!(!has_credentials(url), "{url}");
        }
    }
}

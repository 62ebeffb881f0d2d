//! What a mirror file says, entry by entry.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::TreeError;
#[cfg(feature = "json-schema")]
use super::digest::SHA256_PATTERN;
use super::digest::is_hex;
use super::spelling::{file_name, repository_name};
use crate::text::{Span, Spanned};
use crate::yaml::{DeError, DecodeError, ParseError};

const API_VERSION: &str = "quintet/v1alpha1";
const KIND: &str = "Mirrors";

/// A mirror file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// The file itself cannot be read.
    #[error(transparent)]
    Read(#[from] TreeError),
    /// Its bytes are no text.
    #[error("{path} is no text")]
    NotText {
        /// The mirror file.
        path: String,
        /// Which byte is none.
        #[source]
        source: DecodeError,
    },
    /// Its text is not YAML.
    #[error(transparent)]
    Yaml(#[from] ParseError),
    /// Its YAML has other keys or types.
    #[error(transparent)]
    Shape(#[from] DeError),
    /// It holds nothing.
    #[error("a mirror file must not be empty")]
    Empty {
        /// Its start.
        span: Span,
    },
    /// `apiVersion` or `kind` is another one.
    #[error("{key} must be {expected}")]
    Header {
        /// Where it is written.
        span: Span,
        /// The key.
        key: &'static str,
        /// Its only value.
        expected: &'static str,
    },
    /// A value is not of its form.
    #[error("{key} must be {form}")]
    Value {
        /// Where it is written.
        span: Span,
        /// The key.
        key: &'static str,
        /// What it has to be.
        form: &'static str,
    },
    /// An entry has keys of a file and keys of a repository.
    #[error("an entry with `sha256` is a file, and has neither `ref` nor `commit`")]
    FileWithRevision {
        /// The digest.
        span: Span,
    },
    /// The same remote is listed twice.
    #[error("{what} is listed already")]
    Duplicate {
        /// The second entry's URL.
        span: Span,
        /// The first entry's URL.
        first: Span,
        /// What both stand for.
        what: String,
    },
}

impl MirrorError {
    /// The place in the mirror file; [`Span::NONE`] when the file has no text.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Read(_) | Self::NotText { .. } => Span::NONE,
            Self::Yaml(error) => error.span(),
            Self::Shape(error) => error.span,
            Self::Empty { span }
            | Self::Header { span, .. }
            | Self::Value { span, .. }
            | Self::FileWithRevision { span }
            | Self::Duplicate { span, .. } => *span,
        }
    }
}

/// Which folder or file of this machine stands for which remote repository or
/// file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MirrorDocument {
    /// The version of the form of this file.
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = API_VERSION)))]
    api_version: Spanned<String>,
    /// What this file is.
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
    kind: Spanned<String>,
    /// The remotes that are on this machine.
    mirrors: Vec<MirrorEntry>,
}

/// The schema of a mirror file.
#[cfg(feature = "json-schema")]
#[must_use]
pub fn mirrors_schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<MirrorDocument>()
}

/// A remote and what stands for it on this machine.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "json-schema",
    schemars(extend(
        "if" = {"required": ["sha256"], "properties": {"sha256": {"type": "string"}}},
        "then" = {"properties": {"ref": {"type": "null"}, "commit": {"type": "null"}}},
        "else" = {"properties": {"url": {"not": {"pattern": r"\?"}}}},
    ))
)]
pub struct MirrorEntry {
    /// A repository as it would be cloned, or a file on a web server.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = r"^\S+$")))]
    pub url: Spanned<String>,
    /// The revision by name: a branch, a tag, or a commit.
    #[serde(rename = "ref")]
    #[cfg_attr(feature = "json-schema", schemars(length(min = 1)))]
    pub reference: Option<Spanned<String>>,
    /// The full commit that is. Of a plain folder this is a claim.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = "^([0-9a-f]{40}|[0-9a-f]{64})$")))]
    pub commit: Option<Spanned<String>>,
    /// The folder or file, from the mirror file's folder.
    #[cfg_attr(feature = "json-schema", schemars(length(min = 1)))]
    pub path: Spanned<PathBuf>,
    /// The SHA-256 of a file; a repository has none.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = SHA256_PATTERN)))]
    pub sha256: Option<Spanned<String>>,
    /// Whether the bytes are known to be those of the remote: a remark for people.
    pub exact: Option<bool>,
}

impl MirrorEntry {
    /// Whether it stands for the file at `url`, whatever the spelling.
    #[must_use]
    pub fn is_file_at(&self, url: &str) -> bool {
        self.may_be_file() && file_name(&self.url.value) == file_name(url)
    }

    /// Whether it stands for some revision of the repository at `url`, whatever
    /// the spelling.
    #[must_use]
    pub fn is_repository_at(&self, url: &str) -> bool {
        self.may_be_repository() && repository_name(&self.url.value) == repository_name(url)
    }

    /// Whether its revision is called `reference`, exactly. An empty one is the
    /// default branch, which an entry without `ref` stands for.
    #[must_use]
    pub fn has_revision(&self, reference: &str) -> bool {
        self.revisions().any(|revision| revision == reference)
    }

    /// The name of its revision: the ref, or else the commit.
    #[must_use]
    pub fn revision(&self) -> Option<&str> {
        self.reference.as_ref().or(self.commit.as_ref()).map(|revision| revision.value.as_str())
    }

    fn revisions(&self) -> impl Iterator<Item = &str> {
        let commit = self.commit.as_ref().map(|commit| commit.value.as_str());
        let named = self.reference.as_ref().map_or("", |reference| reference.value.as_str());
        std::iter::once(named).chain(commit.filter(move |commit| *commit != named))
    }

    fn may_be_file(&self) -> bool {
        self.reference.is_none() && self.commit.is_none()
    }

    fn may_be_repository(&self) -> bool {
        self.sha256.is_none()
    }

    /// Everything it would answer to.
    fn names(&self) -> Vec<String> {
        let repository = self.may_be_repository().then(|| repository_name(&self.url.value)).into_iter();
        let mut names: Vec<String> = repository
            .flat_map(|name| {
                self.revisions().map(move |revision| match revision {
                    "" => name.clone(),
                    revision => format!("{name} at {revision}"),
                })
            })
            .collect();
        if self.may_be_file() {
            names.push(file_name(&self.url.value));
            names.dedup();
        }
        names
    }

    fn validate(&self) -> Result<(), MirrorError> {
        check(&self.url, "url", "the address of a repository or file", |url| {
            !repository_name(url).is_empty() && !url.contains(char::is_whitespace)
        })?;
        if self.sha256.is_none() {
            // Otherwise it would never match: kustomize cuts a query off before it clones.
            check(&self.url, "url", "an address without a query, unless the entry has `sha256`", |url| {
                !url.contains('?')
            })?;
        }
        if let Some(reference) = &self.reference {
            check(reference, "ref", "the name of a revision", |reference| !reference.is_empty())?;
        }
        check_digest(self.commit.as_ref(), "commit", &[40, 64], "a full commit in lower-case hexadecimal")?;
        check_digest(self.sha256.as_ref(), "sha256", &[64], "64 lower-case hexadecimal digits")?;
        if self.path.value.as_os_str().is_empty() {
            return Err(MirrorError::Value { span: self.path.span, key: "path", form: "a folder or file" });
        }
        match &self.sha256 {
            Some(digest) if !self.may_be_file() => Err(MirrorError::FileWithRevision { span: digest.span }),
            _ => Ok(()),
        }
    }
}

impl MirrorDocument {
    /// The entries, when all of the document makes sense.
    pub(super) fn validate(self) -> Result<Vec<MirrorEntry>, MirrorError> {
        for (key, found, expected) in [("apiVersion", &self.api_version, API_VERSION), ("kind", &self.kind, KIND)] {
            if found.value != expected {
                return Err(MirrorError::Header { span: found.span, key, expected });
            }
        }
        let mut seen = BTreeMap::new();
        for entry in &self.mirrors {
            entry.validate()?;
            for what in entry.names() {
                if let Some(first) = seen.insert(what.clone(), entry.url.span) {
                    return Err(MirrorError::Duplicate { span: entry.url.span, first, what });
                }
            }
        }
        Ok(self.mirrors)
    }
}

fn check(
    text: &Spanned<String>,
    key: &'static str,
    form: &'static str,
    holds: impl Fn(&str) -> bool,
) -> Result<(), MirrorError> {
    if holds(&text.value) { Ok(()) } else { Err(MirrorError::Value { span: text.span, key, form }) }
}

fn check_digest(
    digest: Option<&Spanned<String>>,
    key: &'static str,
    lengths: &[usize],
    form: &'static str,
) -> Result<(), MirrorError> {
    digest.map_or(Ok(()), |digest| {
        check(digest, key, form, |digest| lengths.iter().any(|&length| is_hex(digest, length)))
    })
}

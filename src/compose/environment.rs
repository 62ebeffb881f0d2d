//! An environment file: one cluster's selection of Applications, and its
//! values.

use std::collections::BTreeMap;

use serde::Deserialize;

#[cfg(feature = "json-schema")]
use super::composition::NAME_PATTERN;
use super::composition::is_name;
use super::{ComposeError, Composition};
use crate::text::Spanned;

/// Where environment files are, from the platform root.
pub const FOLDER: &str = "compositions/environments";
pub(super) const KIND: &str = "Environment";

/// One cluster.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Environment {
    /// The version of the form of this file.
    #[serde(rename = "apiVersion")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = crate::vfs::API_VERSION)))]
    _api_version: String,
    /// What this file is.
    #[serde(rename = "kind")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
    _kind: String,
    /// Its name, and that of its file.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub name: Spanned<String>,
    /// The cluster Argo CD syncs to.
    pub destination: Destination,
    /// The Applications it selects, by name.
    #[cfg_attr(feature = "json-schema", schemars(extend("uniqueItems" = true)))]
    pub applications: Vec<Spanned<String>>,
    /// What templates of the overlays may use.
    #[serde(default)]
    pub values: BTreeMap<String, Spanned<Value>>,
}

/// The cluster Argo CD syncs to.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Destination {
    /// The address of its API server, as Argo CD knows it.
    pub server: Spanned<String>,
}

/// A value and whether anybody confirmed it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Value {
    /// The value.
    pub value: Scalar,
    /// Set while it is a guess that somebody has to confirm.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// What a value may be.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Scalar {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
}

impl Value {
    /// Whether it must be confirmed before anybody relies on it: it says so, or
    /// is a name under a reserved domain (RFC 2606), which nobody can own.
    #[must_use]
    pub fn is_unconfirmed(&self) -> bool {
        self.unconfirmed
            || match &self.value {
                Scalar::Text(text) => is_reserved(text),
                Scalar::Texts(texts) => texts.iter().any(|text| is_reserved(text)),
                Scalar::Bool(_) | Scalar::Int(_) => false,
            }
    }
}

/// Whether `text`, a name or a URL, is under a domain that nobody can own (RFC
/// 2606).
#[must_use]
pub fn is_reserved(text: &str) -> bool {
    let host = text.split_once("://").map_or(text, |(_, rest)| rest);
    let host = host.split(['/', ':']).next().unwrap_or(host).trim_end_matches('.');
    ["example", "invalid", "test"]
        .iter()
        .any(|domain| host == *domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')))
}

impl Environment {
    /// Whether it selects the Application called `name`.
    #[must_use]
    pub fn selects(&self, name: &str) -> bool {
        self.applications.iter().any(|selected| selected.value == name)
    }

    pub(super) fn validate(&self, file_stem: &str) -> Result<(), ComposeError> {
        let name = &self.name;
        if !is_name(&name.value) || name.value != file_stem {
            return Err(ComposeError::Value {
                key: "name",
                form: "the name of the file, without `.yaml`",
                span: name.span,
            });
        }
        for (number, selected) in self.applications.iter().enumerate() {
            if let Some(first) = self.applications[..number].iter().find(|other| other.value == selected.value) {
                let (name, first) = (selected.value.clone(), first.span);
                return Err(ComposeError::SelectedTwice { name, first, span: selected.span });
            }
        }
        Ok(())
    }

    /// Refuses to select what the composition does not have.
    pub(super) fn check_selection(&self, composition: &Composition) -> Result<(), ComposeError> {
        match self.applications.iter().find(|selected| composition.application(&selected.value).is_none()) {
            None => Ok(()),
            Some(selected) => {
                let known = composition.applications.iter().map(|application| application.name.value.clone());
                let (name, known) = (selected.value.clone(), known.collect());
                Err(ComposeError::UnknownApplication { name, known, span: selected.span })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value { value: Scalar::Text(text.to_owned()), unconfirmed: false }
    }

    #[test]
    fn reserved_names_are_unconfirmed() {
        for text in ["ceph.example", "https://issuer.example/realm", "a.b.invalid:8443", "example"] {
            assert!(value(text).is_unconfirmed(), "{text}");
        }
        for text in ["kubeflow.localtest.me", "myexample", "example.org/x.example", "https://a.pharosfactory.ai/x.test"]
        {
            assert!(!value(text).is_unconfirmed(), "{text}");
        }
        assert!(Value { value: Scalar::Int(3), unconfirmed: true }.is_unconfirmed());
    }
}

//! `policies/waivers.yaml`: reviewed exceptions.

use std::path::Path;

use serde::Deserialize;

use super::{Glob, PolicyError};
use crate::finding::Finding;
use crate::text::{SourceMap, Spanned};
use crate::vfs::{Tree, read_platform_file};

const KIND: &str = "Waivers";

/// The texts that [`is_day`] accepts, for the file's schema.
#[cfg(any(test, feature = "json-schema"))]
const DAY_PATTERN: &str = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";

/// All waivers of a platform.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Waivers {
    /// The version of the form of this file.
    #[serde(rename = "apiVersion")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = crate::vfs::API_VERSION)))]
    _api_version: String,
    /// What this file is.
    #[serde(rename = "kind")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
    _kind: String,
    /// The exceptions.
    pub waivers: Vec<Waiver>,
}

/// A finding that is accepted, by whom, why, and until when.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Waiver {
    /// The id of the check, as `quintet explain` lists them.
    pub check: Spanned<String>,
    /// The Application; any without it.
    #[serde(default)]
    pub application: Option<Glob>,
    /// The object, as findings name it; any without it.
    #[serde(default)]
    pub object: Option<Glob>,
    /// The field; any without it.
    #[serde(default)]
    pub field: Option<Glob>,
    /// Why it is accepted.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = r"\S")))]
    pub reason: Spanned<String>,
    /// Who answers for it.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = r"\S")))]
    pub owner: Spanned<String>,
    /// The last day it counts: `2027-03-31`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = DAY_PATTERN)))]
    pub expires: Spanned<String>,
}

impl Waiver {
    /// Whether it is for `finding`.
    #[must_use]
    pub fn covers(&self, finding: &Finding) -> bool {
        let fits = |glob: &Option<Glob>, text: &str| glob.as_ref().is_none_or(|glob| glob.matches(text));
        self.check.value == finding.id.as_str()
            && fits(&self.application, &finding.subject.application)
            && fits(&self.object, &finding.subject.object)
            && fits(&self.field, &finding.field)
    }

    /// Whether its last day is before `today`, both `YYYY-MM-DD`.
    #[must_use]
    pub fn is_expired(&self, today: &str) -> bool {
        self.expires.value.as_str() < today
    }
}

impl Waivers {
    /// Where the file is, from the platform root.
    pub const PATH: &'static str = "policies/waivers.yaml";

    /// Reads the file of the platform at `root`.
    ///
    /// # Errors
    /// When it cannot be read or has another form.
    pub fn load(tree: &dyn Tree, root: &Path, sources: &SourceMap) -> Result<Self, PolicyError> {
        let path = root.join(Self::PATH);
        let failed = |error| PolicyError::File { path: tree.display(&path), source: Box::new(error) };
        let (waivers, _) = read_platform_file::<Self>(tree, &path, KIND, sources).map_err(failed)?;
        for waiver in &waivers.waivers {
            let value = |text: &Spanned<String>, key: &'static str, form: &'static str, holds: bool| {
                if holds { Ok(()) } else { Err(PolicyError::Value { key, form, span: text.span }) }
            };
            value(&waiver.reason, "reason", "a sentence", !waiver.reason.value.trim().is_empty())?;
            value(&waiver.owner, "owner", "a person or team", !waiver.owner.value.trim().is_empty())?;
            value(&waiver.expires, "expires", "a day, as in 2027-03-31", is_day(&waiver.expires.value))?;
        }
        Ok(waivers)
    }
}

fn is_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| {
        bytes
            .get(range)
            .filter(|part| part.iter().all(u8::is_ascii_digit))
            .and_then(|part| std::str::from_utf8(part).ok())
    };
    let within = |part: Option<&str>, most: u8| {
        part.and_then(|part| part.parse::<u8>().ok()).is_some_and(|number| (1..=most).contains(&number))
    };
    bytes.len() == 10
        && digits(0..4).is_some()
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && within(digits(5..7), 12)
        && within(digits(8..10), 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_one_form() {
        let pattern = regex::Regex::new(DAY_PATTERN).unwrap();
        assert!(is_day("2027-03-31") && pattern.is_match("2027-03-31"));
        for bad in ["2027-3-31", "2027-13-01", "2027-00-01", "2027-01-32", "tomorrow", "2027/01/01", "20270101ab"] {
            assert!(!is_day(bad) && !pattern.is_match(bad), "{bad}");
        }
    }
}

//! What a release before rendered and this one does not (DECISIONS 21).
//!
//! The AppProject lists exactly what is rendered. A kind or namespace that leaves
//! the render would leave the project with it, and Argo CD could no longer remove
//! its objects: they stay listed for one more release.

use serde::Deserialize;

use super::ComposeError;
#[cfg(feature = "json-schema")]
use super::composition::NAME_PATTERN;
use super::composition::is_name;
use crate::text::Spanned;

/// Kinds and namespaces that are on their way out.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Retired {
    /// Kinds nothing renders any more.
    #[serde(default)]
    pub kinds: Vec<RetiredKind>,
    /// Namespaces nothing is rendered into any more.
    #[serde(default)]
    pub namespaces: Vec<RetiredNamespace>,
}

/// A kind that is on its way out.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetiredKind {
    /// API group; empty for the core group.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = GROUP_PATTERN)))]
    pub group: Spanned<String>,
    /// Kind.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = KIND_PATTERN)))]
    pub kind: Spanned<String>,
    /// Whether its objects live outside namespaces: the definition that said so
    /// may have left the render too.
    #[serde(default)]
    pub cluster_scoped: bool,
    /// The composition's `version` it left with: with the next one the row goes.
    pub release: Spanned<String>,
    /// Why it left.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = r"\S")))]
    pub reason: Spanned<String>,
}

/// A namespace that is on its way out.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetiredNamespace {
    /// Its name.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = NAME_PATTERN)))]
    pub name: Spanned<String>,
    /// The composition's `version` it left with: with the next one the row goes.
    pub release: Spanned<String>,
    /// Why nothing goes there any more.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = r"\S")))]
    pub reason: Spanned<String>,
}

impl Retired {
    pub(super) fn validate(&self) -> Result<(), ComposeError> {
        let value = ComposeError::unless;
        let has_reason = |reason: &Spanned<String>| {
            value(reason, "reason", "a sentence that says why it left", !reason.value.trim().is_empty())
        };
        for (at, row) in self.kinds.iter().enumerate() {
            value(&row.group, "group", "an API group, empty for the core group", is_group(&row.group.value))?;
            value(&row.kind, "kind", "a kind such as `Deployment`", is_kind(&row.kind.value))?;
            has_reason(&row.reason)?;
            let is_same =
                |other: &RetiredKind| (&other.group.value, &other.kind.value) == (&row.group.value, &row.kind.value);
            value(&row.kind, "kind", "listed once", !self.kinds[..at].iter().any(is_same))?;
        }
        for (at, row) in self.namespaces.iter().enumerate() {
            let form = "a Kubernetes name: lower-case letters, digits and hyphens";
            value(&row.name, "name", form, is_name(&row.name.value))?;
            has_reason(&row.reason)?;
            let is_same = |other: &RetiredNamespace| other.name.value == row.name.value;
            value(&row.name, "name", "listed once", !self.namespaces[..at].iter().any(is_same))?;
        }
        Ok(())
    }
}

/// The texts that [`is_group`] accepts, for the file's schema.
#[cfg(any(test, feature = "json-schema"))]
const GROUP_PATTERN: &str = r"^([a-z0-9-]+(\.[a-z0-9-]+)*)?$";

/// Empty, or words of lower-case letters, digits and hyphens between dots. Never a
/// pattern: Argo CD would read `*` as one.
fn is_group(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    text.is_empty() || text.split('.').all(is_word)
}

/// The texts that [`is_kind`] accepts, for the file's schema.
#[cfg(any(test, feature = "json-schema"))]
const KIND_PATTERN: &str = "^[A-Z][A-Za-z0-9]*$";

/// A capital, then letters and digits.
fn is_kind(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn text(value: &str) -> Spanned<String> {
        Spanned::new(value.to_owned(), Span::NONE)
    }

    fn kind(group: &str, kind: &str, reason: &str) -> RetiredKind {
        RetiredKind {
            group: text(group),
            kind: text(kind),
            cluster_scoped: false,
            release: text("1"),
            reason: text(reason),
        }
    }

    #[test]
    fn patterns_say_what_the_reader_says() {
        let (group, kind) = (regex::Regex::new(GROUP_PATTERN).unwrap(), regex::Regex::new(KIND_PATTERN).unwrap());
        for sample in ["", "apps", "a.b-c.io", "*", "a..b", ".a", "A.io", "a.*"] {
            assert_eq!(group.is_match(sample), is_group(sample), "{sample:?}");
        }
        for sample in ["Pod", "P", "pod", "", "*", "Po-d", "Pod2", "2Pod"] {
            assert_eq!(kind.is_match(sample), is_kind(sample), "{sample:?}");
        }
    }

    #[test]
    fn each_has_a_reason_and_stands_once() {
        let fits = |kinds: Vec<RetiredKind>| Retired { kinds, namespaces: Vec::new() }.validate();
        assert!(fits(vec![kind("", "Pod", "gone"), kind("apps", "Pod", "gone")]).is_ok());
        for kinds in [
            vec![kind("", "Pod", " ")],
            vec![kind("*", "Pod", "gone")],
            vec![kind("", "*", "gone")],
            vec![kind("", "Pod", "gone"), kind("", "Pod", "again")],
        ] {
            assert!(matches!(fits(kinds), Err(ComposeError::Value { .. })));
        }
        let name = |name| RetiredNamespace { name: text(name), release: text("1"), reason: text("gone") };
        let fits = |namespaces| Retired { kinds: Vec::new(), namespaces }.validate();
        assert!(fits(vec![name("a"), name("b")]).is_ok());
        assert!(fits(vec![name("a"), name("a")]).is_err() && fits(vec![name("a*")]).is_err());
    }
}

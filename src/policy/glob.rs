//! Patterns of names: `*` stands for any text.

use serde::{Deserialize, Deserializer};

/// A text with `*` in it, such as `kubeflow-*`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Glob(String);

impl Glob {
    /// A pattern.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether all of `text` is of this form.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let mut parts = self.0.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = text.strip_prefix(first) else { return false };
        let mut parts: Vec<&str> = parts.collect();
        let Some(last) = parts.pop() else { return rest.is_empty() };
        for part in parts {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last)
    }

    /// Whether a text that starts with `prefix` and goes on in any way could be
    /// of this form.
    #[must_use]
    pub fn may_match_after(&self, prefix: &str) -> bool {
        let literal = self.0.split('*').next().unwrap_or_default();
        literal.starts_with(prefix) || (self.0.contains('*') && prefix.starts_with(literal)) || self.matches(prefix)
    }
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        let glob = Glob::new("kubeflow-*");
        assert!(glob.matches("kubeflow-core") && glob.matches("kubeflow-"));
        assert!(!glob.matches("kubeflow") && !glob.matches("my-kubeflow-core"));
        assert!(Glob::new("*/kserve/*").matches("docker.io/kserve/storage:1"));
        assert!(Glob::new("a*b*c").matches("a-b-b-c") && !Glob::new("a*b*c").matches("a-c-b"));
        assert!(Glob::new("ab*ba").matches("abba") && !Glob::new("ab*ba").matches("aba"));
        assert!(Glob::new("plain").matches("plain") && !Glob::new("plain").matches("plainer"));
        assert!(glob.may_match_after("kube") && glob.may_match_after("kubeflow-co") && !glob.may_match_after("other"));
    }
}

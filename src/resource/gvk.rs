//! Group, version and kind.

use std::fmt;

/// Group, version and kind of an object or of a selector; in a selector an
/// empty part matches anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(default)]
pub struct Gvk {
    /// API group; empty for the core group.
    pub group: String,
    /// API version without the group.
    pub version: String,
    /// Kind.
    pub kind: String,
}

impl Gvk {
    /// From its parts.
    #[must_use]
    pub fn new(group: &str, version: &str, kind: &str) -> Self {
        Self { group: group.to_owned(), version: version.to_owned(), kind: kind.to_owned() }
    }

    /// From `apiVersion` and `kind` as an object writes them.
    #[must_use]
    pub fn from_api_version(api_version: &str, kind: &str) -> Self {
        let (group, version) = Self::split_api_version(api_version);
        Self::new(group, version, kind)
    }

    /// `apps/v1` is group `apps`, version `v1`; `v1` has no group.
    #[must_use]
    pub fn split_api_version(api_version: &str) -> (&str, &str) {
        api_version.split_once('/').unwrap_or(("", api_version))
    }

    /// As `apiVersion` writes it.
    #[must_use]
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    /// Whether every part `selector` names is equal here.
    #[must_use]
    pub fn is_selected(&self, selector: &Self) -> bool {
        let fits = |wanted: &str, have: &str| wanted.is_empty() || wanted == have;
        fits(&selector.kind, &self.kind) && fits(&selector.group, &self.group) && fits(&selector.version, &self.version)
    }
}

/// `kind.version.group` with `[noKind]`, `[noVer]`, `[noGrp]` for empty parts:
/// the text kustomize sorts and reports by.
impl fmt::Display for Gvk {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or = |text: &'_ str, none: &'static str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
        write!(out, "{}.{}.{}", or(&self.kind, "[noKind]"), or(&self.version, "[noVer]"), or(&self.group, "[noGrp]"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_versions_split_at_the_first_slash() {
        assert_eq!(Gvk::split_api_version("apps/v1"), ("apps", "v1"));
        assert_eq!(Gvk::split_api_version("v1"), ("", "v1"));
        assert_eq!(Gvk::split_api_version("/apps/"), ("", "apps/"));
        assert_eq!(Gvk::new("g", "", "K").api_version(), "g/");
        assert_eq!(Gvk::new("", "v1", "Pod").to_string(), "Pod.v1.[noGrp]");
    }

    #[test]
    fn empty_parts_of_a_selector_match_anything() {
        let pod = Gvk::new("", "v1", "Pod");
        assert!(pod.is_selected(&Gvk::default()));
        assert!(pod.is_selected(&Gvk::new("", "", "Pod")));
        assert!(!pod.is_selected(&Gvk::new("apps", "", "Pod")));
    }
}

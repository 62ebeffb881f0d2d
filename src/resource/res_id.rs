//! The identity of an object.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Gvk;

/// The namespace an object without one is compared in.
const DEFAULT_NAMESPACE: &str = "default";
/// Stands for "no namespace at all" in comparisons.
const NO_NAMESPACE: &str = "_non_namespaceable_";

/// Says which kinds live outside namespaces. What is not known for certain is
/// taken to be namespaced, as kustomize does.
pub trait Scopes {
    /// Whether objects of this kind certainly have no namespace.
    fn is_cluster_scoped(&self, api_version: &str, kind: &str) -> bool;
}

/// Group, version, kind, name and namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResId {
    /// Group, version, kind.
    pub gvk: Gvk,
    /// `metadata.name`
    pub name: String,
    /// `metadata.namespace` as written; may be empty.
    pub namespace: String,
    /// Whether the kind certainly has no namespace. Ids an object had earlier
    /// carry `false`: kustomize does not look their scope up.
    pub cluster_scoped: bool,
}

impl ResId {
    /// The namespace used in comparisons.
    #[must_use]
    pub fn effective_namespace(&self) -> &str {
        if self.cluster_scoped {
            NO_NAMESPACE
        } else if self.namespace.is_empty() {
            DEFAULT_NAMESPACE
        } else {
            &self.namespace
        }
    }

    /// Equal name, group, version and kind.
    #[must_use]
    pub fn equals_ignoring_namespace(&self, other: &Self) -> bool {
        self.name == other.name && self.gvk == other.gvk
    }

    /// Equal effective namespaces.
    #[must_use]
    pub fn is_in_namespace_of(&self, other: &Self) -> bool {
        self.effective_namespace() == other.effective_namespace()
    }

    /// The same object: equal but for ways to write the default namespace.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool {
        self.equals_ignoring_namespace(other) && self.is_in_namespace_of(other)
    }

    /// A hash of what [`ResId::equals`] compares: different ids may share one.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.effective_namespace(), &self.gvk, &self.name).hash(&mut hasher);
        hasher.finish()
    }

    /// Whether all that `selector` names is equal here.
    #[must_use]
    pub fn is_selected_by(&self, selector: &Self) -> bool {
        (selector.name.is_empty() || selector.name == self.name)
            && (selector.namespace.is_empty() || selector.is_in_namespace_of(self))
            && self.gvk.is_selected(&selector.gvk)
    }
}

/// `kind.version.group/name.namespace`, as kustomize reports it.
impl fmt::Display for ResId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { "[noName]" } else { &self.name };
        let namespace = if self.namespace.is_empty() { "[noNs]" } else { &self.namespace };
        write!(out, "{}/{name}.{namespace}", self.gvk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(namespace: &str, cluster_scoped: bool) -> ResId {
        ResId { gvk: Gvk::new("", "v1", "K"), name: "n".to_owned(), namespace: namespace.to_owned(), cluster_scoped }
    }

    #[test]
    fn no_namespace_and_default_are_the_same_place() {
        assert!(id("", false).equals(&id("default", false)));
        assert!(!id("", false).equals(&id("x", false)));
        assert!(id("x", true).equals(&id("", true)));
        assert!(!id("", true).equals(&id("", false)));
    }

    #[test]
    fn a_selector_names_only_what_must_fit() {
        let selector = ResId { name: "n".to_owned(), ..ResId::default() };
        assert!(id("x", false).is_selected_by(&selector));
        let selector = ResId { namespace: "default".to_owned(), ..ResId::default() };
        assert!(id("", false).is_selected_by(&selector));
        assert!(!id("x", false).is_selected_by(&selector));
        assert_eq!(id("", false).to_string(), "K.v1.[noGrp]/n.[noNs]");
    }
}

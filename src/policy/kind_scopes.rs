//! Which kinds live outside namespaces.
//!
//! Scope is the definition's word, not the manifest's: upstream writes a
//! namespace into some cluster-scoped objects.

use std::collections::HashSet;

use super::PlatformInventory;
use crate::resource::{ResId, Resource};

/// Cluster-scoped kinds that are younger than the schema kustomize carries.
const YOUNG: &[(&str, &str)] = &[
    ("admissionregistration.k8s.io", "MutatingAdmissionPolicy"),
    ("admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding"),
    ("admissionregistration.k8s.io", "ValidatingAdmissionPolicy"),
    ("admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding"),
    ("networking.k8s.io", "IPAddress"),
    ("networking.k8s.io", "ServiceCIDR"),
    ("resource.k8s.io", "DeviceClass"),
    ("resource.k8s.io", "ResourceSlice"),
];

/// The cluster-scoped kinds that a render and the platform define.
#[derive(Clone, Debug)]
pub struct KindScopes<'a> {
    /// Group and kind.
    cluster_scoped: HashSet<(&'a str, &'a str)>,
}

impl<'a> KindScopes<'a> {
    /// What the definitions among `resources` and in the inventory say.
    #[must_use]
    pub fn of(resources: impl IntoIterator<Item = &'a Resource>, inventory: &'a PlatformInventory) -> Self {
        let of_platform = inventory.definitions.iter().filter(|row| row.cluster_scoped);
        let mut cluster_scoped: HashSet<(&str, &str)> =
            of_platform.map(|row| (row.group.value.as_str(), row.kind.value.as_str())).collect();
        cluster_scoped.extend(YOUNG);
        let definitions = resources.into_iter().filter(|resource| resource.id().gvk.kind == "CustomResourceDefinition");
        cluster_scoped.extend(definitions.filter_map(|resource| {
            let spec = resource.top().get("spec")?;
            let kind = spec.get("names")?.get_text("kind")?;
            (spec.get_text("scope")? == "Cluster").then_some((spec.get_text("group")?, kind))
        }));
        Self { cluster_scoped }
    }

    /// Whether objects of the kind of `id` live outside namespaces.
    #[must_use]
    pub fn is_cluster_scoped(&self, id: &ResId) -> bool {
        id.cluster_scoped || self.cluster_scoped.contains(&(id.gvk.group.as_str(), id.gvk.kind.as_str()))
    }
}

//! Built-in API versions that Kubernetes no longer serves.
//!
//! Source: the Kubernetes documentation, "Deprecated API Migration Guide",
//! section "Removed APIs by release", up to 1.32.

use crate::policy::KubernetesVersion;
use crate::resource::Gvk;

/// A built-in version and the release that removed it.
#[derive(Debug)]
pub(super) struct Removed {
    pub(super) api_version: &'static str,
    kinds: &'static [&'static str],
    pub(super) version: KubernetesVersion,
    /// What took its place; nothing did when it is empty.
    pub(super) instead: &'static str,
}

const fn row(minor: u32, api_version: &'static str, kinds: &'static [&'static str], instead: &'static str) -> Removed {
    Removed { api_version, kinds, version: KubernetesVersion::new(1, minor), instead }
}

/// What removed `gvk`.
pub(super) fn removed(gvk: &Gvk) -> Option<&'static Removed> {
    REMOVED.iter().find(|removed| {
        Gvk::split_api_version(removed.api_version) == (&gvk.group, &gvk.version)
            && removed.kinds.contains(&gvk.kind.as_str())
    })
}

/// By release, oldest first.
pub(super) const REMOVED: &[Removed] = &[
    row(16, "extensions/v1beta1", &["NetworkPolicy"], "networking.k8s.io/v1"),
    row(16, "extensions/v1beta1", &["PodSecurityPolicy"], ""),
    row(16, "extensions/v1beta1", &["DaemonSet", "Deployment", "ReplicaSet"], "apps/v1"),
    row(16, "apps/v1beta1", &["ControllerRevision", "Deployment", "ReplicaSet", "StatefulSet"], "apps/v1"),
    row(16, "apps/v1beta2", &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"], "apps/v1"),
    row(
        22,
        "admissionregistration.k8s.io/v1beta1",
        &["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
        "admissionregistration.k8s.io/v1",
    ),
    row(22, "apiextensions.k8s.io/v1beta1", &["CustomResourceDefinition"], "apiextensions.k8s.io/v1"),
    row(22, "apiregistration.k8s.io/v1beta1", &["APIService"], "apiregistration.k8s.io/v1"),
    row(22, "authentication.k8s.io/v1beta1", &["TokenReview"], "authentication.k8s.io/v1"),
    row(
        22,
        "authorization.k8s.io/v1beta1",
        &["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview"],
        "authorization.k8s.io/v1",
    ),
    row(22, "certificates.k8s.io/v1beta1", &["CertificateSigningRequest"], "certificates.k8s.io/v1"),
    row(22, "coordination.k8s.io/v1beta1", &["Lease"], "coordination.k8s.io/v1"),
    row(22, "extensions/v1beta1", &["Ingress"], "networking.k8s.io/v1"),
    row(22, "networking.k8s.io/v1beta1", &["Ingress", "IngressClass"], "networking.k8s.io/v1"),
    row(
        22,
        "rbac.authorization.k8s.io/v1beta1",
        &["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
        "rbac.authorization.k8s.io/v1",
    ),
    row(22, "scheduling.k8s.io/v1beta1", &["PriorityClass"], "scheduling.k8s.io/v1"),
    row(
        22,
        "storage.k8s.io/v1beta1",
        &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
        "storage.k8s.io/v1",
    ),
    row(25, "autoscaling/v2beta1", &["HorizontalPodAutoscaler"], "autoscaling/v2"),
    row(25, "batch/v1beta1", &["CronJob"], "batch/v1"),
    row(25, "discovery.k8s.io/v1beta1", &["EndpointSlice"], "discovery.k8s.io/v1"),
    row(25, "events.k8s.io/v1beta1", &["Event"], "events.k8s.io/v1"),
    row(25, "node.k8s.io/v1beta1", &["RuntimeClass"], "node.k8s.io/v1"),
    row(25, "policy/v1beta1", &["PodDisruptionBudget"], "policy/v1"),
    row(25, "policy/v1beta1", &["PodSecurityPolicy"], ""),
    row(26, "autoscaling/v2beta2", &["HorizontalPodAutoscaler"], "autoscaling/v2"),
    row(
        26,
        "flowcontrol.apiserver.k8s.io/v1beta1",
        &["FlowSchema", "PriorityLevelConfiguration"],
        "flowcontrol.apiserver.k8s.io/v1",
    ),
    row(27, "storage.k8s.io/v1beta1", &["CSIStorageCapacity"], "storage.k8s.io/v1"),
    row(
        29,
        "flowcontrol.apiserver.k8s.io/v1beta2",
        &["FlowSchema", "PriorityLevelConfiguration"],
        "flowcontrol.apiserver.k8s.io/v1",
    ),
    row(
        32,
        "flowcontrol.apiserver.k8s.io/v1beta3",
        &["FlowSchema", "PriorityLevelConfiguration"],
        "flowcontrol.apiserver.k8s.io/v1",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_of_a_version_is_there_once_in_the_order_of_releases() {
        let mut seen = BTreeSet::new();
        for row in REMOVED {
            for kind in row.kinds {
                assert!(seen.insert((row.api_version, kind)), "{} {kind}", row.api_version);
            }
            let group = |api_version| Gvk::split_api_version(api_version).0;
            assert_ne!(row.api_version, row.instead);
            assert!(row.instead.is_empty() || !group(row.instead).is_empty());
        }
        assert!(REMOVED.is_sorted_by_key(|row| row.version));
    }

    #[test]
    fn later_kinds_of_a_removed_version_are_served() {
        let is_removed = |api_version, kind| removed(&Gvk::from_api_version(api_version, kind)).is_some();
        assert!(is_removed("storage.k8s.io/v1beta1", "StorageClass"));
        assert!(!is_removed("storage.k8s.io/v1beta1", "VolumeAttributesClass"));
        assert!(!is_removed("admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicy"));
        assert!(!is_removed("apps/v1", "Deployment"));
    }
}

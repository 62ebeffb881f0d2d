//! What every cluster has without anybody installing it.

/// API groups the API server itself serves.
const GROUPS: &[&str] = &[
    "",
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "apps",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "extensions",
    "flowcontrol.apiserver.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "storage.k8s.io",
];

/// Objects that are always there, by kind, namespace and name. `*` is any
/// namespace, and at the end of a name any rest of it.
const OBJECTS: &[(&str, &str, &str)] = &[
    ("ClusterRole", "", "admin"),
    ("ClusterRole", "", "cluster-admin"),
    ("ClusterRole", "", "edit"),
    ("ClusterRole", "", "system:*"),
    ("ClusterRole", "", "view"),
    ("ConfigMap", "*", "kube-root-ca.crt"),
    ("Namespace", "", "default"),
    ("Namespace", "", "kube-node-lease"),
    ("Namespace", "", "kube-public"),
    ("Namespace", "", "kube-system"),
    ("PriorityClass", "", "system-cluster-critical"),
    ("PriorityClass", "", "system-node-critical"),
    ("Role", "kube-system", "extension-apiserver-authentication-reader"),
    ("Role", "kube-system", "system:*"),
    ("Service", "default", "kubernetes"),
    ("ServiceAccount", "*", "default"),
];

/// Whether the API server itself serves `group`.
pub(super) fn is_group(group: &str) -> bool {
    GROUPS.contains(&group)
}

/// Whether every cluster has this object. A kind here has one group only.
pub(super) fn is_object(kind: &str, namespace: &str, name: &str) -> bool {
    OBJECTS.iter().any(|(of, within, called)| {
        *of == kind
            && (*within == "*" || *within == namespace)
            && called.strip_suffix('*').map_or(*called == name, |start| name.starts_with(start))
    })
}

/// The resource of a kind, as rules of webhooks name it, where no definition
/// says otherwise.
pub(super) fn plural(kind: &str) -> String {
    let lower = kind.to_lowercase();
    match lower.as_str() {
        "endpoints" => lower,
        _ if lower.ends_with("ss") => format!("{lower}es"),
        _ => match lower.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{lower}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_have_any_rest_and_namespaces_may_be_any() {
        assert!(is_object("ServiceAccount", "kubeflow", "default"));
        assert!(is_object("ClusterRole", "", "system:auth-delegator"));
        assert!(!is_object("ClusterRole", "", "editor") && !is_object("Service", "kubeflow", "kubernetes"));
    }

    #[test]
    fn kinds_have_plurals() {
        for (kind, expected) in [
            ("Pod", "pods"),
            ("NetworkPolicy", "networkpolicies"),
            ("Ingress", "ingresses"),
            ("Gateway", "gateways"),
            ("StorageClass", "storageclasses"),
        ] {
            assert_eq!(plural(kind), expected);
        }
    }
}

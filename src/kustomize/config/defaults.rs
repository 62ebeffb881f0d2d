//! kustomize's built-in field specs.
//!
//! The facts are those of api v0.21.1 `internal/konfig/builtinpluginconsts`;
//! the tables are written by what is referred to and where pods stand in the
//! workload kinds, because that is how they repeat. A test compares the
//! expanded list with a digest taken from the upstream one.

use std::sync::Arc;

use super::{NameReference, TransformerConfig};
use crate::kustomize::fieldspec::FieldSpec;
use crate::resource::Gvk;

/// Kind, group, version; empty for any.
type Which = (&'static str, &'static str, &'static str);

const fn kind(kind: &'static str) -> Which {
    (kind, "", "")
}

const fn in_group(kind: &'static str, group: &'static str) -> Which {
    (kind, group, "")
}

const fn core_v1(kind: &'static str) -> Which {
    (kind, "", "v1")
}

fn spec((kind, group, version): Which, path: impl Into<String>, create: bool) -> FieldSpec {
    FieldSpec { gvk: Gvk::new(group, version, kind), path: path.into(), create }
}

const RBAC: &str = "rbac.authorization.k8s.io";
const ADMISSION: &str = "admissionregistration.k8s.io";
const ANY: Which = ("", "", "");

pub(super) fn config() -> TransformerConfig {
    let metadata_labels = metadata_labels();
    let mut common_labels = selector_labels();
    common_labels.extend(metadata_labels.iter().cloned());
    TransformerConfig {
        name_prefix: vec![spec(ANY, "metadata/name", false)].into(),
        name_suffix: vec![spec(ANY, "metadata/name", false)].into(),
        namespace: vec![
            spec(kind("Namespace"), "metadata/name", true),
            spec(in_group("APIService", "apiregistration.k8s.io"), "spec/service/namespace", true),
            spec(
                in_group("CustomResourceDefinition", "apiextensions.k8s.io"),
                "spec/conversion/webhook/clientConfig/service/namespace",
                false,
            ),
        ]
        .into(),
        common_labels: common_labels.into(),
        labels: Arc::default(),
        template_labels: metadata_labels.into(),
        common_annotations: common_annotations().into(),
        name_reference: name_references().into(),
        var_reference: var_references().into(),
        images: ["spec", "spec/template/spec"]
            .into_iter()
            .flat_map(|pod| {
                ["containers[]/image", "initContainers[]/image", "volumes[]/image/reference"]
                    .map(|field| spec(ANY, format!("{pod}/{field}"), true))
            })
            .collect::<Vec<_>>()
            .into(),
        replicas: Vec::from(
            ["Deployment", "ReplicationController", "ReplicaSet", "StatefulSet"]
                .map(|name| spec(kind(name), "spec/replicas", true)),
        )
        .into(),
    }
}

fn metadata_labels() -> Vec<FieldSpec> {
    vec![
        spec(ANY, "metadata/labels", true),
        spec(core_v1("ReplicationController"), "spec/template/metadata/labels", true),
        spec(kind("Deployment"), "spec/template/metadata/labels", true),
        spec(kind("ReplicaSet"), "spec/template/metadata/labels", true),
        spec(kind("DaemonSet"), "spec/template/metadata/labels", true),
        spec(in_group("StatefulSet", "apps"), "spec/template/metadata/labels", true),
        spec(in_group("StatefulSet", "apps"), "spec/volumeClaimTemplates[]/metadata/labels", true),
        spec(in_group("Job", "batch"), "spec/template/metadata/labels", true),
        spec(in_group("CronJob", "batch"), "spec/jobTemplate/metadata/labels", true),
        spec(in_group("CronJob", "batch"), "spec/jobTemplate/spec/template/metadata/labels", true),
    ]
}

fn selector_labels() -> Vec<FieldSpec> {
    let mut specs = vec![
        spec(core_v1("Service"), "spec/selector", true),
        spec(core_v1("ReplicationController"), "spec/selector", true),
        spec(kind("Deployment"), "spec/selector/matchLabels", true),
        spec(kind("ReplicaSet"), "spec/selector/matchLabels", true),
        spec(kind("DaemonSet"), "spec/selector/matchLabels", true),
        spec(in_group("StatefulSet", "apps"), "spec/selector/matchLabels", true),
        spec(in_group("Job", "batch"), "spec/selector/matchLabels", false),
        spec(in_group("CronJob", "batch"), "spec/jobTemplate/spec/selector/matchLabels", false),
        spec(in_group("PodDisruptionBudget", "policy"), "spec/selector/matchLabels", false),
    ];
    for workload in ["Deployment", "StatefulSet"] {
        let pod = "spec/template/spec";
        for affinity in ["podAffinity", "podAntiAffinity"] {
            for term in [
                "preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm",
                "requiredDuringSchedulingIgnoredDuringExecution",
            ] {
                let path = format!("{pod}/affinity/{affinity}/{term}/labelSelector/matchLabels");
                specs.push(spec(in_group(workload, "apps"), path, false));
            }
        }
        let path = format!("{pod}/topologySpreadConstraints/labelSelector/matchLabels");
        specs.push(spec(in_group(workload, "apps"), path, false));
    }
    for selector in ["podSelector", "ingress/from/podSelector", "egress/to/podSelector"] {
        let path = format!("spec/{selector}/matchLabels");
        specs.push(spec(in_group("NetworkPolicy", "networking.k8s.io"), path, false));
    }
    specs
}

fn common_annotations() -> Vec<FieldSpec> {
    vec![
        spec(ANY, "metadata/annotations", true),
        spec(core_v1("ReplicationController"), "spec/template/metadata/annotations", true),
        spec(kind("Deployment"), "spec/template/metadata/annotations", true),
        spec(kind("ReplicaSet"), "spec/template/metadata/annotations", true),
        spec(kind("DaemonSet"), "spec/template/metadata/annotations", true),
        spec(kind("StatefulSet"), "spec/template/metadata/annotations", true),
        spec(in_group("Job", "batch"), "spec/template/metadata/annotations", true),
        spec(in_group("CronJob", "batch"), "spec/jobTemplate/metadata/annotations", true),
        spec(in_group("CronJob", "batch"), "spec/jobTemplate/spec/template/metadata/annotations", true),
    ]
}

/// Where the pod specification stands in each kind that has one.
const POD_OWNERS: [(Which, &str); 8] = [
    (core_v1("Pod"), "spec"),
    (kind("PodTemplate"), "template/spec"),
    (kind("Deployment"), "spec/template/spec"),
    (kind("ReplicaSet"), "spec/template/spec"),
    (kind("DaemonSet"), "spec/template/spec"),
    (kind("StatefulSet"), "spec/template/spec"),
    (kind("Job"), "spec/template/spec"),
    (kind("CronJob"), "spec/jobTemplate/spec/template/spec"),
];

/// The kinds whose pods refer to service accounts, claims and priority classes.
const POD_RUNNERS: [(Which, &str); 7] = [
    (kind("Pod"), "spec"),
    (kind("StatefulSet"), "spec/template/spec"),
    (kind("Deployment"), "spec/template/spec"),
    (kind("ReplicationController"), "spec/template/spec"),
    (kind("CronJob"), "spec/jobTemplate/spec/template/spec"),
    (kind("Job"), "spec/template/spec"),
    (kind("DaemonSet"), "spec/template/spec"),
];

fn in_pods(owners: &[(Which, &str)], fields: &[&str]) -> Vec<FieldSpec> {
    let specs = owners
        .iter()
        .flat_map(|&(which, pod)| fields.iter().map(move |field| spec(which, format!("{pod}/{field}"), false)));
    specs.collect()
}

fn reference((kind, group, version): Which, referrers: Vec<FieldSpec>) -> NameReference {
    NameReference { gvk: Gvk::new(group, version, kind), referrers: referrers.into() }
}

fn listed(fields: &[(Which, &str)]) -> Vec<FieldSpec> {
    fields.iter().map(|&(which, path)| spec(which, path, false)).collect()
}

fn name_references() -> Vec<NameReference> {
    let scaled = || listed(&[(kind("HorizontalPodAutoscaler"), "spec/scaleTargetRef/name")]);
    let mut references: Vec<NameReference> = ["Deployment", "ReplicationController", "ReplicaSet", "StatefulSet"]
        .map(|name| reference(kind(name), scaled()))
        .into();
    references.extend([
        reference(core_v1("ConfigMap"), config_map_referrers()),
        reference(core_v1("Secret"), secret_referrers()),
        reference(core_v1("Service"), service_referrers()),
        reference(in_group("Role", RBAC), listed(&[(in_group("RoleBinding", RBAC), "roleRef/name")])),
        reference(
            in_group("ClusterRole", RBAC),
            listed(&[
                (in_group("RoleBinding", RBAC), "roleRef/name"),
                (in_group("ClusterRoleBinding", RBAC), "roleRef/name"),
            ]),
        ),
        reference(core_v1("ServiceAccount"), {
            let mut referrers = listed(&[
                (in_group("RoleBinding", RBAC), "subjects"),
                (in_group("ClusterRoleBinding", RBAC), "subjects"),
            ]);
            referrers.extend(in_pods(&POD_RUNNERS, &["serviceAccountName"]));
            referrers
        }),
        reference(
            core_v1("PersistentVolumeClaim"),
            in_pods(&POD_RUNNERS, &["volumes/persistentVolumeClaim/claimName"]),
        ),
        reference(
            core_v1("PersistentVolume"),
            listed(&[(kind("PersistentVolumeClaim"), "spec/volumeName"), (kind("ClusterRole"), "rules/resourceNames")]),
        ),
        reference(
            ("StorageClass", "storage.k8s.io", "v1"),
            listed(&[
                (kind("PersistentVolume"), "spec/storageClassName"),
                (kind("PersistentVolumeClaim"), "spec/storageClassName"),
                (kind("StatefulSet"), "spec/volumeClaimTemplates/spec/storageClassName"),
            ]),
        ),
        reference(("PriorityClass", "scheduling.k8s.io", "v1"), in_pods(&POD_RUNNERS, &["priorityClassName"])),
        // The group really is written with the version.
        reference(
            ("IngressClass", "networking.k8s.io/v1", "v1"),
            listed(&[(kind("Ingress"), "spec/ingressClassName")]),
        ),
        reference(
            in_group("ValidatingAdmissionPolicy", ADMISSION),
            listed(&[(in_group("ValidatingAdmissionPolicyBinding", ADMISSION), "spec/policyName")]),
        ),
    ]);
    references
}

fn config_map_referrers() -> Vec<FieldSpec> {
    let mut referrers = in_pods(
        &POD_OWNERS,
        &[
            "volumes/configMap/name",
            "containers/env/valueFrom/configMapKeyRef/name",
            "initContainers/env/valueFrom/configMapKeyRef/name",
            "containers/envFrom/configMapRef/name",
            "initContainers/envFrom/configMapRef/name",
            "volumes/projected/sources/configMap/name",
        ],
    );
    referrers.extend(listed(&[
        (kind("Node"), "spec/configSource/configMap"),
        (kind("Role"), "rules/resourceNames"),
        (kind("ClusterRole"), "rules/resourceNames"),
        (kind("Ingress"), r"metadata/annotations/nginx.ingress.kubernetes.io\/fastcgi-params-configmap"),
    ]));
    referrers
}

fn secret_referrers() -> Vec<FieldSpec> {
    let mut referrers = in_pods(
        &POD_OWNERS,
        &[
            "volumes/secret/secretName",
            "containers/env/valueFrom/secretKeyRef/name",
            "initContainers/env/valueFrom/secretKeyRef/name",
            "containers/envFrom/secretRef/name",
            "initContainers/envFrom/secretRef/name",
            "imagePullSecrets/name",
            "volumes/projected/sources/secret/name",
        ],
    );
    referrers.extend(listed(&[
        (kind("Ingress"), "spec/tls/secretName"),
        (kind("Ingress"), r"metadata/annotations/ingress.kubernetes.io\/auth-secret"),
        (kind("Ingress"), r"metadata/annotations/nginx.ingress.kubernetes.io\/auth-secret"),
        (kind("Ingress"), r"metadata/annotations/nginx.ingress.kubernetes.io\/auth-tls-secret"),
        (kind("ServiceAccount"), "imagePullSecrets/name"),
        (kind("StorageClass"), "parameters/secretName"),
        (kind("StorageClass"), "parameters/adminSecretName"),
        (kind("StorageClass"), "parameters/userSecretName"),
        (kind("StorageClass"), "parameters/secretRef"),
        (kind("Role"), "rules/resourceNames"),
        (kind("ClusterRole"), "rules/resourceNames"),
        (("Service", "serving.knative.dev", "v1"), "spec/template/spec/containers/env/valueFrom/secretKeyRef/name"),
        (kind("PersistentVolume"), "spec/azureFile/secretName"),
    ]));
    referrers
}

fn service_referrers() -> Vec<FieldSpec> {
    listed(&[
        (in_group("StatefulSet", "apps"), "spec/serviceName"),
        (kind("Ingress"), "spec/rules/http/paths/backend/serviceName"),
        (kind("Ingress"), "spec/backend/serviceName"),
        (kind("Ingress"), "spec/rules/http/paths/backend/service/name"),
        (kind("Ingress"), "spec/defaultBackend/service/name"),
        (in_group("APIService", "apiregistration.k8s.io"), "spec/service/name"),
        (in_group("ValidatingWebhookConfiguration", ADMISSION), "webhooks/clientConfig/service"),
        (in_group("MutatingWebhookConfiguration", ADMISSION), "webhooks/clientConfig/service"),
    ])
}

fn var_references() -> Vec<FieldSpec> {
    const CONTAINER_FIELDS: [&str; 4] = ["args", "command", "env/value", "volumeMounts/mountPath"];
    // Two of the places for NFS volumes are odd upstream; they are kept.
    const OWNERS: [(&str, &str, &str); 7] = [
        ("CronJob", "spec/jobTemplate/spec/template/spec", "spec/jobTemplate/spec/template/volumes/nfs/server"),
        ("DaemonSet", "spec/template/spec", "spec/template/spec/volumes/nfs/server"),
        ("Deployment", "spec/template/spec", "spec/template/spec/volumes/nfs/server"),
        ("Job", "spec/template/spec", "spec/template/spec/volumes/nfs/server"),
        ("Pod", "spec", "spec/volumes/nfs/server"),
        ("ReplicaSet", "spec/template/spec", "spec/template/spec/volumes/nfs/server"),
        ("StatefulSet", "spec/template/spec", "spec/volumeClaimTemplates/spec/nfs/server"),
    ];
    let mut specs = Vec::new();
    for (name, pod, volumes) in OWNERS {
        for containers in ["containers", "initContainers"] {
            for field in CONTAINER_FIELDS {
                specs.push(spec(kind(name), format!("{pod}/{containers}/{field}"), false));
            }
        }
        specs.push(spec(kind(name), volumes, false));
    }
    specs.extend(listed(&[
        (kind("Deployment"), "spec/template/metadata/annotations"),
        (kind("Ingress"), "spec/rules/host"),
        (kind("Ingress"), "spec/tls/hosts"),
        (kind("Ingress"), "spec/tls/secretName"),
        (kind("Service"), "spec/ports/port"),
        (kind("Service"), "spec/ports/targetPort"),
        (kind("PersistentVolume"), "spec/nfs/server"),
        (ANY, "metadata/labels"),
        (ANY, "metadata/annotations"),
    ]));
    specs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every spec as one line, sorted: `list target|kind|group|version|path|create`.
    pub(super) fn lines(config: &TransformerConfig) -> Vec<String> {
        let line = |list: &str, target: &Gvk, spec: &FieldSpec| {
            let gvk = &spec.gvk;
            format!(
                "{list} {}/{}/{}|{}|{}|{}|{}|{}",
                target.kind, target.group, target.version, gvk.kind, gvk.group, gvk.version, spec.path, spec.create
            )
        };
        let mut lines = Vec::new();
        for (name, specs) in [
            ("namePrefix", &config.name_prefix),
            ("nameSuffix", &config.name_suffix),
            ("namespace", &config.namespace),
            ("commonLabels", &config.common_labels),
            ("templateLabels", &config.template_labels),
            ("commonAnnotations", &config.common_annotations),
            ("varReference", &config.var_reference),
            ("images", &config.images),
            ("replicas", &config.replicas),
        ] {
            lines.extend(specs.iter().map(|spec| line(name, &Gvk::default(), spec)));
        }
        for reference in config.name_reference.iter() {
            lines.extend(reference.referrers.iter().map(|spec| line("nameReference", &reference.gvk, spec)));
        }
        lines.sort();
        lines
    }

    /// The digest was taken once from the upstream list (`builtinpluginconsts`
    /// of kustomize 5.8.1), written in the same form; upstream has the one spec
    /// of `Ingress` for the names of TLS secrets twice.
    #[test]
    fn the_expanded_tables_are_the_upstream_list() {
        use sha2::{Digest, Sha256};
        let text = lines(&config()).join("\n");
        let digest: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, "283d0653b34b4ae720b591ce5ffbedf7781742366763467e4f3a21fc9531e93a");
    }
}

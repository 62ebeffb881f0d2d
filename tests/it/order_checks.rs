//! The checks of `install-order`, `argocd` and `mesh` on copies of the small
//! platform.

use crate::platform::Platform;

const COMPOSITION: &str = "compositions/kubeflow.yaml";
const INVENTORY: &str = "policies/platform-inventory.yaml";

/// A platform with one more file of objects in kubeflow-katib.
fn with(objects: &str) -> Platform {
    let platform = Platform::new();
    let overlay = "patches/kubeflow-katib/kustomization.yaml";
    platform.write(overlay, &platform.read(overlay).replacen("resources:\n", "resources:\n- more.yaml\n", 1));
    platform.write("patches/kubeflow-katib/more.yaml", objects);
    platform
}

/// What the family says about one more object.
fn said(family: &str, objects: &str) -> Vec<String> {
    ids(&with(objects), family)
}

fn ids(platform: &Platform, family: &str) -> Vec<String> {
    let found = platform.errors_of(family).expect("can be checked");
    found.into_iter().map(|(id, message)| format!("{id}: {message}")).collect()
}

fn config_map(annotations: &str) -> String {
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\n  namespace: kubeflow\n  annotations: {{{annotations}}}\n"
    )
}

#[test]
fn waves_and_options_are_read_as_argo_cd_reads_them() {
    let wave = |text: &str| said("argocd", &config_map(&format!("argocd.argoproj.io/sync-wave: {text}")));
    for text in ["'1'", "'-5'", "'+2'"] {
        assert_eq!(wave(text), [""; 0], "{text}");
    }
    for (text, shown) in [("' 1'", " 1"), ("one", "one"), ("''", ""), ("'1.5'", "1.5")] {
        assert_eq!(wave(text), [format!("argocd/malformed-wave: Argo CD cannot read the wave {shown:?}")]);
    }
    let options = |text: &str| said("argocd", &config_map(&format!("argocd.argoproj.io/sync-options: '{text}'")));
    assert_eq!(options("Prune=false, Validate=false"), [""; 0]);
    let unknown = |option: &str| format!("argocd/unknown-sync-option: Argo CD passes over the option {option:?}");
    assert_eq!(options("prune=false"), [unknown("prune=false")]);
    assert_eq!(options("Prune=no,Delete=false,Recreate"), [unknown("Prune=no"), unknown("Recreate")]);
}

#[test]
fn what_others_write_on_the_cluster_is_not_rendered() {
    let role = |rules: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: all}}\n{rules}aggregationRule: \
             {{clusterRoleSelectors: [{{matchLabels: {{a: b}}}}]}}\n"
        )
    };
    assert_eq!(said("argocd", &role("")), [""; 0]);
    let rules = "argocd/aggregated-rules: its rules belong to the controller manager";
    assert_eq!(said("argocd", &role("rules: []\n")), [rules]);
    let bundle = "argocd/ca-bundle: it belongs to whoever makes the certificate";
    let webhook = |bundle: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: w}}\nwebhooks:\n\
             - name: a.b.c\n  failurePolicy: Ignore\n  sideEffects: None\n  admissionReviewVersions: [v1]\n  rules: []\n  \
             clientConfig: {{{bundle}url: 'https://elsewhere.example'}}\n"
        )
    };
    assert_eq!(said("argocd", &webhook("")), [""; 0]);
    assert_eq!(said("argocd", &webhook("caBundle: '', ")), [bundle]);
    assert_eq!(said("argocd", &webhook("caBundle: YQ==, ")), [bundle]);
    let service =
        "apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.x}\nspec: {caBundle: YQ==}\n";
    assert_eq!(said("argocd", service), [bundle]);
    let conversion = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec:\n  \
                      group: example.com\n  names: {kind: Thing, plural: things}\n  scope: Cluster\n  versions: [{name: v1, served: true, \
                      storage: true, schema: {openAPIV3Schema: {type: object}}}]\n  conversion: {strategy: Webhook, webhook: {clientConfig: \
                      {caBundle: '', url: 'https://x.example'}, conversionReviewVersions: [v1]}}\n";
    assert_eq!(said("argocd", conversion), [bundle]);
}

#[test]
fn a_large_object_is_not_stored_in_its_own_annotation() {
    let large = |annotations: &str| format!("{}data:\n  a: {}\n", config_map(annotations), "x".repeat(300_000));
    assert_eq!(said("argocd", &large("")), [""; 0]);
    let found = said("argocd", &large("argocd.argoproj.io/sync-options: ServerSideApply=false"));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("argocd/annotation-limit: its annotations come to 300"), "{found:?}");
    let found = said("argocd", &config_map(&format!("a: {}", "x".repeat(263_000))));
    assert!(found[0].starts_with("argocd/annotation-limit: "), "{found:?}");
}

#[test]
fn a_hash_that_is_written_by_hand_goes_stale() {
    let platform = with(&format!("{}data: {{of: settings-hk55gm96k4, other: another-hk55gm96k4}}\n", config_map("")));
    let overlay = "patches/kubeflow-katib/kustomization.yaml";
    let generator = "configMapGenerator: [{name: settings, namespace: kubeflow, literals: [a=b]}]\n";
    platform.write(overlay, &format!("{}{generator}", platform.read(overlay)));
    let found = ids(&platform, "argocd");
    assert_eq!(found.len(), 1, "{found:?}");
    let expected = "argocd/dangling-reference: settings-hk55gm96k4 is not there, but settings-";
    assert!(found[0].starts_with(expected), "{found:?}");
}

#[test]
fn argo_cd_and_istio_are_set_to_what_is_needed() {
    let changed = |from: &str, to: &str, family: &str| {
        let platform = Platform::new();
        let text = platform.read(INVENTORY);
        assert!(text.contains(from), "{from}");
        platform.write(INVENTORY, &text.replacen(from, to, 1));
        platform.errors_of(family).expect("can be checked").into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(changed("value: 3.5.1", "value: v3.3.0", "argocd"), [""; 0]);
    for (from, to) in [
        ("value: 3.5.1", "value: 3.2.9"),
        ("value: 3.5.1", "value: 4.0.0"),
        ("value: 3.5.1", "value: unknown"),
        ("{value: 900", "{value: 0"),
        ("applicationHealth: {value: true", "applicationHealth: {value: false"),
    ] {
        assert_eq!(changed(from, to, "argocd"), ["argocd/required-setting"], "{to}");
    }
    for (from, to) in [
        ("cni: {value: true", "cni: {value: false"),
        ("value: RuntimeDefault", "value: Unconfined"),
        ("privileged: {value: false", "privileged: {value: true"),
        ("tproxy: {value: false", "tproxy: {value: true"),
        ("capNetBindService: {value: false", "capNetBindService: {value: true"),
        ("defaultRevision: {value: true", "defaultRevision: {value: false"),
    ] {
        assert_eq!(changed(from, to, "mesh"), ["mesh/required-setting"], "{to}");
    }
}

#[test]
fn an_application_that_comes_too_early_is_refused() {
    let platform = Platform::new();
    let text = platform.read(COMPOSITION);
    let core = "- name: kubeflow-core\n  wave: 0";
    assert!(text.contains(core));
    platform.write(COMPOSITION, &text.replacen(core, "- name: kubeflow-core\n  wave: 2", 1));
    let found = ids(&platform, "install-order");
    assert!(!found.is_empty());
    for line in &found {
        assert!(line.starts_with("install-order/later-provider: it ") && line.contains("kubeflow-core"), "{line}");
    }
}

#[test]
fn what_nobody_has_is_named() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: kubeflow}\nspec:\n  containers:\n  - name: c\n    image: i\n    \
               envFrom: [{secretRef: {name: nowhere}}, {secretRef: {name: maybe, optional: true}}]\n";
    let missing = "install-order/missing-provider: it reads Secret kubeflow/nowhere, which nobody has";
    assert_eq!(said("install-order", pod), [missing]);
    let platform = with(pod);
    let row = "secrets:\n- {namespace: kubeflow, name: nowhere, keys: [a], source: out of band}\n";
    platform.write(INVENTORY, &format!("{}{row}", platform.read(INVENTORY)));
    assert_eq!(ids(&platform, "install-order"), [""; 0]);
    let foreign = "apiVersion: elsewhere.example/v1\nkind: Thing\nmetadata: {name: t, namespace: kubeflow}\n";
    let missing = "install-order/missing-provider: it is a custom resource of the definition of Thing in elsewhere.example, which nobody has";
    assert_eq!(said("install-order", foreign), [missing]);
}

#[test]
fn a_webhook_does_not_guard_its_own_server() {
    let labels = "labels: {app: guard}";
    let objects = |failure: &str| {
        format!(
            "apiVersion: v1\nkind: Service\nmetadata: {{name: guard, namespace: kubeflow}}\nspec: {{selector: {{app: guard}}, ports: \
             [{{port: 443}}]}}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: guard, namespace: kubeflow}}\nspec:\n  \
             selector: {{matchLabels: {{app: guard}}}}\n  template:\n    metadata: {{{labels}}}\n    spec: {{containers: [{{name: c, image: \
             i}}]}}\n---\napiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: guard}}\n\
             webhooks:\n- name: guard.example.com\n  failurePolicy: {failure}\n  sideEffects: None\n  admissionReviewVersions: [v1]\n  \
             objectSelector: {{matchLabels: {{app: guard}}}}\n  rules: [{{apiGroups: [''], apiVersions: [v1], operations: [CREATE], \
             resources: [pods]}}]\n  clientConfig: {{service: {{name: guard, namespace: kubeflow}}}}\n"
        )
    };
    assert_eq!(said("install-order", &objects("Ignore")), [""; 0]);
    let found = said("install-order", &objects("Fail"));
    let guards = found.iter().filter(|line| line.starts_with("install-order/self-guarding-webhook: ")).count();
    assert_eq!(guards, 1, "{found:?}");
}

#[test]
fn what_was_retired_goes_with_the_next_release() {
    let with = |rows: &str| {
        let platform = Platform::new();
        platform.write(COMPOSITION, &format!("{}retired:\n{rows}", platform.read(COMPOSITION)));
        ids(&platform, "argocd")
    };
    let version = Platform::new().read(COMPOSITION);
    let version = version.lines().find_map(|line| line.strip_prefix("version: ")).expect("is there");
    let version = version.split('#').next().expect("a text").trim();
    let row = |release: &str| {
        format!(
            "  kinds: [{{group: batch, kind: CronJob, release: {release}, reason: gone}}]\n  namespaces: [{{name: old, release: {release}, reason: gone}}]\n"
        )
    };
    assert_eq!(with(&row(version)), [""; 0]);
    let late = with(&row("'0'"));
    assert_eq!(late.len(), 2, "{late:?}");
    assert!(
        late.iter().all(|line| line.starts_with("argocd/retired-entry: ") && line.contains("left with 0")),
        "{late:?}"
    );
    let back = with(&format!("  kinds: [{{group: apps, kind: Deployment, release: {version}, reason: gone}}]\n"));
    assert_eq!(back, ["argocd/retired-entry: Deployment of the group \"apps\" is rendered again"]);
}

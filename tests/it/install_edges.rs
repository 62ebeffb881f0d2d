//! Every kind of edge on small objects: satisfied, with its provider removed,
//! and with its provider in a later wave.

use std::collections::BTreeSet;
use std::path::Path;

use quintet::order::{Application, EdgeId, EdgeKind, InstallOrder};
use quintet::policy::PlatformInventory;
use quintet::resource::ResMap;
use quintet::text::SourceMap;
use quintet::vfs::MemoryTree;

use crate::objects::res_map;

const INVENTORY: &str = "apiVersion: quintet/v1alpha1
kind: PlatformInventory
kubernetes:
  version: {value: '1.35', source: test}
istio:
  version: {value: '1.30', source: test}
  cni: {value: true, source: test}
  seccompProfile: {value: RuntimeDefault, source: test}
  privileged: {value: false, source: test}
  tproxy: {value: false, source: test}
  capNetBindService: {value: false, source: test}
  defaultRevision: {value: true, source: test}
  mtls: {value: PERMISSIVE, source: test}
argocd:
  version: {value: 3.5.1, source: test}
  syncTimeoutSeconds: {value: 900, source: test}
  applicationHealth: {value: true, source: test}
definitions:
- {group: cert-manager.io, kind: Certificate, source: test}
- {group: cert-manager.io, kind: Issuer, source: test}
- {group: networking.istio.io, kind: Gateway, source: test}
- {group: networking.istio.io, kind: VirtualService, source: test}
- {group: security.istio.io, kind: AuthorizationPolicy, source: test}
";

/// The inventory, with more rows.
pub(crate) fn inventory(more: &str) -> PlatformInventory {
    let text = format!("{INVENTORY}{more}");
    let tree = MemoryTree::from_files([("/policies/platform-inventory.yaml", text.as_str())]);
    PlatformInventory::load(&tree, Path::new("/"), &SourceMap::new()).expect("an inventory")
}

/// Applications of these waves and objects.
pub(crate) fn applications(maps: &[(i32, ResMap)]) -> Vec<Application<'_>> {
    maps.iter().map(|(wave, objects)| Application { name: "some", wave: *wave, namespace: "ns", objects }).collect()
}

/// Kind, name and body of an object in namespace `ns`.
fn object(api_version: &str, kind: &str, name: &str, body: &str) -> String {
    format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: {name}, namespace: ns}}\n{body}\n---\n")
}

/// A Deployment called `app` with the pod spec `pod`.
fn workload(pod: &str) -> String {
    object(
        "apps/v1",
        "Deployment",
        "app",
        &format!("spec: {{template: {{metadata: {{labels: {{app: x}}}}, spec: {{{pod}}}}}}}"),
    )
}

fn definition(more: &str) -> String {
    let names = "names: {kind: Widget, plural: widgets}, scope: Namespaced";
    let text = format!("spec: {{group: example.org, {names}{more}}}");
    object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.org", &text).replacen(
        ", namespace: ns",
        "",
        1,
    )
}

fn webhook(annotation: &str, policy: &str) -> String {
    let rule = "{apiGroups: [example.org], apiVersions: [v1], operations: [CREATE], resources: [widgets]}";
    format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n\
         metadata: {{name: w{annotation}}}\nwebhooks:\n- name: w.example.org\n  failurePolicy: {policy}\n  \
         clientConfig: {{service: {{name: hook, namespace: ns}}}}\n  rules: [{rule}]\n---\n"
    )
}

const CA: &str = ", annotations: {cert-manager.io/inject-ca-from: ns/cert}";

/// One kind of edge.
struct Case {
    kind: EdgeKind,
    /// Objects that are there before everything.
    base: String,
    /// What needs something.
    from: String,
    /// What goes with the provider and stays when it is removed.
    with: String,
    provider: String,
    /// The kind of the edges nobody satisfies without the provider.
    removed: EdgeKind,
}

fn case(kind: EdgeKind, from: String, provider: String) -> Case {
    Case { kind, base: String::new(), from, with: String::new(), provider, removed: kind }
}

fn cases() -> Vec<Case> {
    use EdgeKind as E;
    let plain = |kind, name: &str| object("v1", kind, name, "");
    let widget = || object("example.org/v1", "Widget", "w", "");
    let service = || object("v1", "Service", "hook", "spec: {selector: {app: x}}");
    let certificate =
        || object("cert-manager.io/v1", "Certificate", "cert", "spec: {secretName: tls, issuerRef: {name: i}}");
    let issuer = || object("cert-manager.io/v1", "Issuer", "i", "");
    let binding = |role: &str, subject: &str| {
        let text =
            format!("roleRef: {{kind: {role}}}\nsubjects: [{{kind: ServiceAccount, name: {subject}, namespace: ns}}]");
        object("rbac.authorization.k8s.io/v1", "RoleBinding", "b", &text)
    };
    let env = |from: &str| workload(&format!("containers: [{{env: [{{name: A, {from}}}]}}]"));
    vec![
        case(
            E::Namespace,
            plain("ConfigMap", "c").replace("namespace: ns", "namespace: other"),
            plain("Namespace", "other").replacen(", namespace: ns", "", 1),
        ),
        case(E::Definition, widget(), definition("")),
        case(E::ServiceAccount, workload("serviceAccountName: sa"), plain("ServiceAccount", "sa")),
        case(
            E::ConfigMap,
            workload("volumes: [{name: v, projected: {sources: [{configMap: {name: c}}]}}]"),
            plain("ConfigMap", "c"),
        ),
        case(
            E::Secret,
            env("valueFrom: {secretKeyRef: {name: s, key: k}}"),
            object("v1", "Secret", "s", "data: {k: dg==}"),
        ),
        Case {
            base: issuer(),
            ..case(E::Secret, workload("volumes: [{name: v, secret: {secretName: tls}}]"), certificate())
        },
        case(
            E::Claim,
            workload("volumes: [{name: v, persistentVolumeClaim: {claimName: p}}]"),
            plain("PersistentVolumeClaim", "p"),
        ),
        case(
            E::PriorityClass,
            workload("priorityClassName: high"),
            object("scheduling.k8s.io/v1", "PriorityClass", "high", "value: 1"),
        ),
        case(
            E::StorageClass,
            object("v1", "PersistentVolumeClaim", "p", "spec: {storageClassName: fast}"),
            object("storage.k8s.io/v1", "StorageClass", "fast", ""),
        ),
        case(E::Role, binding("Role, name: r", "default"), object("rbac.authorization.k8s.io/v1", "Role", "r", "")),
        case(E::Subject, binding("ClusterRole, name: view", "sa"), plain("ServiceAccount", "sa")),
        Case { base: definition("") + &service() + &webhook("", "Fail"), ..case(E::Webhook, widget(), workload("")) },
        Case {
            base: definition("") + &service() + &workload("") + &issuer(),
            with: webhook(CA, "Fail"),
            removed: E::CaInjection,
            ..case(E::WebhookCertificate, widget(), certificate())
        },
        case(E::WebhookService, webhook("", "Ignore"), service()),
        case(
            E::Conversion,
            definition(
                ", conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: hook, namespace: ns}}}}",
            ),
            service(),
        ),
        Case { base: issuer() + &service(), ..case(E::CaInjection, webhook(CA, "Ignore"), certificate()) },
        case(E::Issuer, certificate(), issuer()),
        case(
            E::Gateway,
            object("networking.istio.io/v1", "VirtualService", "v", "spec: {gateways: [mesh, gate]}"),
            object("networking.istio.io/v1", "Gateway", "gate", ""),
        ),
        case(E::Host, env("value: 'tcp(hook.ns.svc.cluster.local:80)'"), service()),
        case(
            E::Host,
            object(
                "networking.istio.io/v1",
                "VirtualService",
                "v",
                "spec: {http: [{route: [{destination: {host: hook.ns.svc.cluster.local}}]}]}",
            ),
            service(),
        ),
        case(E::Host, object("v1", "ConfigMap", "c", "data: {a: 'x=hook.ns.svc'}"), service()),
    ]
}

/// The kinds of the edges `ids`.
fn kinds(order: &InstallOrder<'_>, ids: &[EdgeId]) -> BTreeSet<EdgeKind> {
    ids.iter().map(|id| order.graph.edge(*id).kind).collect()
}

/// What nobody satisfies, what comes too late, and what is there at all.
fn found(case: &Case, provider: &str, wave: i32) -> [BTreeSet<EdgeKind>; 3] {
    let namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n---\n";
    let maps = [
        (0, res_map(&format!("{namespace}{}", case.base))),
        (wave, res_map(&format!("{}{provider}", case.with))),
        (2, res_map(&case.from)),
    ];
    let inventory = inventory("");
    let order = InstallOrder::of(applications(&maps), &inventory);
    let all: Vec<EdgeId> = (0..order.graph.edges.len()).map(EdgeId).collect();
    [kinds(&order, &order.proof.unsatisfied), kinds(&order, &order.proof.violations), kinds(&order, &all)]
}

#[test]
fn every_kind_is_unsatisfied_without_its_provider_and_violated_by_a_later_one() {
    let cases = cases();
    for case in &cases {
        let kind = case.kind.name();
        let [missing, late, all] = found(case, &case.provider, 1);
        assert!(
            missing.is_empty() && late.is_empty() && all.contains(&case.kind),
            "{kind}: {missing:?} {late:?} {all:?}"
        );
        let [missing, late, _] = found(case, "", 1);
        assert_eq!((missing, late), ([case.removed].into(), BTreeSet::new()), "{kind} removed");
        for wave in [2, 3] {
            let [missing, late, _] = found(case, &case.provider, wave);
            assert_eq!((missing, late), (BTreeSet::new(), [case.kind].into()), "{kind} in wave {wave}");
        }
    }
    // Providers of external authorization are the platform's alone.
    let listed: BTreeSet<EdgeKind> = cases.iter().map(|case| case.kind).chain([EdgeKind::ExtAuthz]).collect();
    assert_eq!(listed, EdgeKind::ALL.into());
}

#[test]
fn what_the_platform_has_is_enough_and_keys_count() {
    let policy =
        object("security.istio.io/v1", "AuthorizationPolicy", "p", "spec: {action: CUSTOM, provider: {name: proxy}}");
    let reads = workload("containers: [{env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]}]");
    let maps = [(0, res_map(&format!("{policy}{reads}")))];
    let rows =
        "namespaces: [{name: ns, source: test}]\nsecrets: [{namespace: ns, name: s, keys: [KEY], source: test}]\n";
    let missing = |inventory: &PlatformInventory| {
        let order = InstallOrder::of(applications(&maps), inventory);
        kinds(&order, &order.proof.unsatisfied)
    };
    assert_eq!(missing(&inventory(&rows.replace("KEY", "other"))), [EdgeKind::Secret, EdgeKind::ExtAuthz].into());
    let text = INVENTORY.replace(
        "argocd:",
        "  extAuthzProviders: [{name: proxy, service: proxy.ns.svc, port: 80, source: test}]\nargocd:",
    );
    let text = format!("{text}{}", rows.replace("KEY", "k"));
    let tree = MemoryTree::from_files([("/policies/platform-inventory.yaml", text.as_str())]);
    let inventory = PlatformInventory::load(&tree, Path::new("/"), &SourceMap::new()).expect("an inventory");
    assert_eq!(missing(&inventory), BTreeSet::new());
    let order = InstallOrder::of(applications(&maps), &inventory);
    let needed = order.prerequisites().needed;
    let secret = needed.iter().find(|row| row.name == "ns/s").expect("is needed");
    assert_eq!(secret.keys, ["k".to_owned()].into());
}

#[test]
fn optional_references_and_built_in_objects_need_nothing() {
    let pod = "serviceAccountName: default, volumes: [{name: v, secret: {secretName: s, optional: true}}, \
               {name: r, configMap: {name: kube-root-ca.crt}}], containers: [{envFrom: [{configMapRef: {name: c, \
               optional: true}}], env: [{name: A, value: 'https://kubernetes.default.svc and http://localhost:80'}]}]";
    let maps = [(0, res_map(&workload(pod).replace("namespace: ns", "namespace: kube-system")))];
    let inventory = inventory("");
    let order = InstallOrder::of(applications(&maps), &inventory);
    assert!(order.proof.holds(), "{:?}", kinds(&order, &order.proof.unsatisfied));
}

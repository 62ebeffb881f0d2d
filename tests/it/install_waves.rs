//! Waves inside an Application, cycles and webhooks that guard themselves, on
//! small objects.

use std::collections::BTreeMap;

use quintet::order::{EdgeKind, InstallOrder};

use crate::install_edges::{applications, inventory};
use crate::objects::res_map;

const NAMESPACE: &str = "apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n---\n";
const SERVICE: &str =
    "apiVersion: v1\nkind: Service\nmetadata: {name: hook, namespace: ns}\nspec: {selector: {app: hook}}\n---\n";

fn deployment(name: &str, pod: &str, annotations: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}, namespace: ns, annotations: {{{annotations}}}}}\n\
         spec: {{template: {{metadata: {{labels: {{app: {name}}}}}, spec: {{{pod}}}}}}}\n---\n"
    )
}

fn webhook(resource: &str, more: &str) -> String {
    format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {{name: w}}\n\
         webhooks:\n- name: w.example.org\n  clientConfig: {{service: {{name: hook, namespace: ns}}}}\n  \
         rules: [{{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [{resource}]}}]\n{more}---\n"
    )
}

/// What one Application of these objects comes to: waves by kind and name, the
/// kinds of broken edges, the kinds in cycles, and workloads that guard
/// themselves.
struct Said {
    waves: BTreeMap<String, i32>,
    broken: Vec<EdgeKind>,
    cycles: Vec<Vec<EdgeKind>>,
    self_guards: Vec<String>,
}

fn said(text: &str) -> Said {
    let maps = [(0, res_map(&format!("{NAMESPACE}{text}")))];
    let inventory = inventory("");
    let order = InstallOrder::of(applications(&maps), &inventory);
    let graph = &order.graph;
    let name = |id| format!("{}/{}", graph.object(id).id().gvk.kind, graph.object(id).id().name);
    let broken = order.plan().broken(graph);
    assert_eq!(broken, order.waves.broken);
    Said {
        waves: order.waves.of.iter().map(|(id, wave)| (name(*id), wave.wave)).collect(),
        broken: broken.into_iter().map(|id| graph.edge(id).kind).collect(),
        cycles: order.cycles.iter().map(|cycle| cycle.0.iter().map(|id| graph.edge(*id).kind).collect()).collect(),
        self_guards: graph.self_guards.iter().map(|guard| name(guard.workload)).collect(),
    }
}

#[track_caller]
fn waves(text: &str, expected: &[(&str, i32)]) {
    let said = said(text);
    let expected: BTreeMap<String, i32> = expected.iter().map(|(name, wave)| ((*name).to_owned(), *wave)).collect();
    assert_eq!(said.waves, expected);
    assert_eq!(said.broken, []);
}

const PRIORITY: &str = "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\n---\n";

#[test]
fn what_kinds_order_already_gets_no_wave() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ns}\n---\n";
    waves(&format!("{}{config}", deployment("a", "volumes: [{name: v, configMap: {name: c}}]", "")), &[]);
}

#[test]
fn what_needs_nothing_itself_comes_a_wave_earlier() {
    waves(&format!("{}{PRIORITY}", deployment("a", "priorityClassName: high", "")), &[("PriorityClass/high", -1)]);
    let written = deployment("a", "priorityClassName: high", "argocd.argoproj.io/sync-wave: '-4'");
    waves(&format!("{written}{PRIORITY}"), &[("PriorityClass/high", -5)]);
    let later = deployment("a", "priorityClassName: high", "argocd.argoproj.io/sync-wave: '1'");
    waves(&format!("{later}{PRIORITY}"), &[]);
}

#[test]
fn what_a_webhook_has_to_admit_comes_after_its_server() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ns}\n---\n";
    let base = format!("{SERVICE}{}{config}", deployment("hook", "", ""));
    waves(&format!("{base}{}", webhook("configmaps", "")), &[("ConfigMap/c", 1)]);
    waves(&format!("{base}{}", webhook("configmaps", "  failurePolicy: Ignore\n")), &[]);
    waves(&format!("{base}{}", webhook("secrets", "")), &[]);
    let selector = "  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}\n";
    waves(&format!("{base}{}", webhook("configmaps", selector)), &[]);
    let selector = "  objectSelector: {matchExpressions: [{key: a, operator: Exists}]}\n";
    waves(&format!("{base}{}", webhook("configmaps", selector)), &[]);
    // Nothing comes earlier for what comes later anyway.
    let guarded = deployment("a", "priorityClassName: high", "");
    let selector = "  objectSelector: {matchLabels: {app: a}}\n";
    waves(&format!("{base}{guarded}{PRIORITY}{}", webhook("pods", selector)), &[("Deployment/a", 1)]);
    // A reader of the ConfigMap waits with it.
    let reader = deployment("a", "volumes: [{name: v, configMap: {name: c}}]", "");
    let both = [("ConfigMap/c", 1), ("Deployment/a", 1)];
    waves(&format!("{base}{reader}{}", webhook("configmaps", "")), &both);
}

#[test]
fn what_has_to_be_converted_comes_after_its_server() {
    let definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ws.example.org}\n\
                      spec: {group: example.org, names: {kind: W, plural: ws}, versions: [{name: v1, storage: true}, {name: v2}], \
                      conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: hook, namespace: ns}}}}}\n---\n";
    let base = format!("{SERVICE}{definition}{}", deployment("hook", "", ""));
    let custom = "apiVersion: example.org/v1\nkind: W\nmetadata: {name: w, namespace: ns}\n---\n";
    waves(&format!("{base}{custom}"), &[]);
    waves(&format!("{base}{}", custom.replace("org/v1", "org/v2")), &[("W/w", 1)]);
}

#[test]
fn versions_count_where_a_webhook_wants_them_exact() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ns}\n---\n";
    let base = format!("{SERVICE}{}{config}", deployment("hook", "", ""));
    let other = webhook("configmaps", "").replace("apiVersions: [v1]", "apiVersions: [v2]");
    waves(&format!("{base}{other}"), &[("ConfigMap/c", 1)]);
    let exact = webhook("configmaps", "  matchPolicy: Exact\n").replace("apiVersions: [v1]", "apiVersions: [v2]");
    waves(&format!("{base}{exact}"), &[]);
}

#[test]
fn a_claim_comes_with_the_first_that_mounts_it() {
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: p, namespace: ns}\n---\n";
    let mounts = deployment("a", "volumes: [{name: v, persistentVolumeClaim: {claimName: p}}]", "");
    let selector = "  objectSelector: {matchLabels: {app: a}}\n";
    let text = format!("{claim}{mounts}{SERVICE}{}{}", deployment("hook", "", ""), webhook("pods", selector));
    waves(&text, &[("Deployment/a", 1), ("PersistentVolumeClaim/p", 1)]);
}

#[test]
fn a_webhook_that_has_to_admit_its_own_server_is_named() {
    let text = format!("{SERVICE}{}{}", deployment("hook", "", ""), webhook("pods", ""));
    let found = said(&text);
    assert_eq!(found.self_guards, ["Deployment/hook"]);
    assert_eq!((found.cycles, found.broken), (vec![], vec![]));
    let selector = "  objectSelector: {matchExpressions: [{key: app, operator: NotIn, values: [hook]}]}\n";
    let text = format!("{SERVICE}{}{}", deployment("hook", "", ""), webhook("pods", selector));
    assert_eq!(said(&text).self_guards, [""; 0]);
}

#[test]
fn objects_that_need_each_other_are_a_cycle() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ns}\n---\n";
    let server = deployment("hook", "volumes: [{name: v, configMap: {name: c}}]", "");
    let found = said(&format!("{SERVICE}{config}{server}{}", webhook("configmaps", "")));
    assert_eq!(found.cycles.len(), 1);
    let kinds: Vec<EdgeKind> = found.cycles.concat();
    assert!(
        kinds.contains(&EdgeKind::Webhook) && kinds.contains(&EdgeKind::ConfigMap) && kinds.len() == 2,
        "{kinds:?}"
    );
    assert_eq!(found.broken, [EdgeKind::Webhook]);
}

#[test]
fn waves_that_objects_write_are_kept() {
    let priority = PRIORITY.replace("{name: high}", "{name: high, annotations: {argocd.argoproj.io/sync-wave: '3'}}");
    waves(&format!("{}{priority}", deployment("a", "priorityClassName: high", "")), &[("Deployment/a", 4)]);
    let both = deployment("a", "priorityClassName: high", "argocd.argoproj.io/sync-wave: '2'");
    let found = said(&format!("{both}{priority}"));
    assert_eq!((found.waves, found.broken), (BTreeMap::new(), vec![EdgeKind::PriorityClass]));
}

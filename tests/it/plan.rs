//! `quintet plan`: the install order and what has to be there first.
//!
//! The expected outputs are in `tests/data/plan`; `QUINTET_ACCEPT=1 cargo test`
//! writes them anew.

#![expect(clippy::disallowed_methods, reason = "the tests look at the disk behind the back of the code")]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::command::{Run, quintet, run};
use crate::platform::Platform;
use crate::schemas::schema;
use crate::shared::{self, shared};
use crate::validator::{has_validator, validate};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Compares with `tests/data/plan/<name>`.
#[track_caller]
fn golden(name: &str, actual: &[u8]) {
    // A new version changes nothing else.
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\",\n  \"environment\"");
    let actual = String::from_utf8_lossy(actual).replace(version, "\"version\": \"{version}\",\n  \"environment\"");
    let path = Path::new(ROOT).join("tests/data/plan").join(name);
    if let Err(difference) = shared::golden(&path, actual.as_bytes()) {
        panic!("{difference}");
    }
}

/// Plans an environment of a platform. Places are paths from where it runs.
fn plan_of(root: &Path, environment: &str, more: &[&str]) -> Run {
    let mut command = quintet(["plan", "--env", environment, "--repo"]);
    command.arg(root).arg("--mirror").arg(root.join("upstream/mirrors.yaml")).args(more);
    run(command.current_dir(root))
}

fn example(environment: &str, more: &[&str]) -> Vec<u8> {
    plan_of(&Path::new(ROOT).join("examples/platform"), environment, more).built()
}

/// The record of a plan that ends with `code`.
#[track_caller]
fn record(ended: &Run, code: i32) -> Value {
    assert_eq!(ended.code, Some(code), "{}", ended.stderr);
    serde_json::from_slice(&ended.stdout).expect("JSON")
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key}"))
}

fn texts<'v>(values: &'v [Value], key: &str) -> Vec<&'v str> {
    values.iter().map(|value| value[key].as_str().expect("a text")).collect()
}

/// The Applications of each stage.
fn stages(record: &Value) -> Vec<Vec<&str>> {
    list(record, "stages").iter().map(|stage| texts(list(stage, "applications"), "name")).collect()
}

#[test]
fn the_order_of_the_example_platform_is_written_in_every_format() {
    for (name, arguments) in [
        ("order.txt", &[][..]),
        ("order_objects.txt", &["--objects"]),
        ("order.json", &["--output", "json"]),
        ("order.mmd", &["--output", "mermaid"]),
        ("order.dot", &["--output", "dot"]),
        ("prerequisites.txt", &["--prerequisites"]),
        ("prerequisites_objects.txt", &["--prerequisites", "--objects"]),
        ("prerequisites.json", &["--prerequisites", "--output", "json"]),
    ] {
        let written = example("staging", arguments);
        golden(name, &written);
        assert_eq!(example("staging", arguments), written, "{name} is the same each time");
    }
    golden("order_devbox.txt", &example("devbox", &[]));
}

#[test]
fn several_outputs_are_written_at_once() {
    let platform = Platform::new();
    let (dot, json) = (platform.root().join("a.dot"), platform.root().join("a.json"));
    let outputs = [format!("dot={}", dot.display()), format!("json={}", json.display()), "mermaid".to_owned()];
    let more: Vec<&str> = outputs.iter().flat_map(|output| ["--output", output.as_str()]).collect();
    let stdout = plan_of(platform.root(), "staging", &more).built();
    assert_eq!(stdout, example("staging", &["--output", "mermaid"]));
    assert_eq!(std::fs::read(dot).expect("written"), example("staging", &["--output", "dot"]));
    assert_eq!(std::fs::read(json).expect("written"), example("staging", &["--output", "json"]));
}

#[test]
fn wrong_formats_and_environments_are_refused() {
    let root = Path::new(ROOT).join("examples/platform");
    let refused = |environment: &str, more: &[&str]| plan_of(&root, environment, more).failed(2);
    let message = refused("staging", &["--output", "jsno"]);
    assert_eq!(message, "error: unknown format \"jsno\": did you mean \"json\"?\n");
    let message = refused("staging", &["--output", "mermaid", "--prerequisites"]);
    assert_eq!(message, "error: prerequisites cannot be written as \"mermaid\": the formats are text, json\n");
    assert!(refused("stagign", &[]).contains("staging"));
}

#[test]
fn help_has_examples_and_exit_codes() {
    let help = String::from_utf8(run(&mut quintet(["plan", "--help"])).built()).expect("UTF-8");
    for expected in ["Examples:\n  quintet plan ", "Exit codes: 0 ", "--prerequisites", "--objects"] {
        assert!(help.contains(expected), "{expected} in:\n{help}");
    }
}

#[test]
fn a_core_that_comes_later_fails_and_its_edges_are_named() {
    let platform = Platform::new();
    let file = "compositions/kubeflow.yaml";
    platform.write(file, &platform.read(file).replacen("wave: 0", "wave: 9", 1));
    let ended = plan_of(platform.root(), "staging", &["--output", "json"]);
    let record = record(&ended, 1);
    assert_eq!(record["holds"], false);
    let crossing = list(&record, "crossing").iter().filter(|crossing| crossing["to"] == "kubeflow-core");
    let expected: usize = crossing.map(|crossing| list(crossing, "needs").len()).sum();
    let problems = list(&record, "problems");
    assert!(expected > 10 && problems.len() == expected, "{expected}, {problems:#?}");
    for problem in problems {
        assert_eq!(problem["problem"], "violation");
        assert!(problem["place"]["line"].as_u64().is_some_and(|line| line > 0), "{problem:#}");
        assert_eq!(problem["needs"][0]["provider"]["application"], "kubeflow-core");
    }
    let late: u64 = list(&record, "flow").iter().filter_map(|flow| flow["late"].as_u64()).sum();
    assert_eq!(late, expected as u64);
    // What forces a wave comes before it.
    let forced = list(&record, "stages").iter().flat_map(|stage| list(stage, "applications"));
    assert!(forced.clone().all(|found| found["forcedBy"]["provider"]["application"] != "kubeflow-core"), "{record:#}");
    let text = plan_of(platform.root(), "staging", &[]);
    assert_eq!(text.code, Some(1));
    golden("core_later.txt", &text.stdout);
    for (format, marks) in [("mermaid", ["-.->", "linkStyle 0,"]), ("dot", ["color=red", "style=dashed"])] {
        let drawn = plan_of(platform.root(), "staging", &["--output", format]);
        assert_eq!(drawn.code, Some(1));
        let drawn = String::from_utf8(drawn.stdout).expect("UTF-8");
        assert!(marks.iter().all(|mark| drawn.contains(mark)), "{drawn}");
    }
}

/// A workload and a webhook that it serves, which has to admit the workload's
/// pods and the ConfigMap it mounts; and a ServiceAccount nobody has.
const DEAD_END: &str = "apiVersion: v1
kind: Service
metadata: {name: hook, namespace: kubeflow}
spec: {selector: {app: hook}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: hook, namespace: kubeflow}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: hook, namespace: kubeflow}
spec:
  template:
    metadata: {labels: {app: hook}}
    spec:
      serviceAccountName: nobody
      volumes: [{name: v, configMap: {name: hook}}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: hook}
webhooks:
- name: hook.example.org
  clientConfig: {service: {name: hook, namespace: kubeflow}}
  rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps, pods]}]
";

#[test]
fn cycles_self_guards_and_what_nobody_provides_are_named() {
    let platform = Platform::new();
    let file = "patches/kubeflow-core/kustomization.yaml";
    platform.write(file, &platform.read(file).replacen("resources:\n", "resources:\n- hook.yaml\n", 1));
    platform.write("patches/kubeflow-core/hook.yaml", DEAD_END);
    let ended = plan_of(platform.root(), "staging", &["--output", "json"]);
    let record = record(&ended, 1);
    let found: BTreeSet<&str> = texts(list(&record, "problems"), "problem").into_iter().collect();
    for expected in ["cycle", "self-guard", "unsatisfied"] {
        assert!(found.contains(expected), "{:#}", record["problems"]);
    }
    let text = plan_of(platform.root(), "staging", &[]);
    assert_eq!(text.code, Some(1));
    golden("dead_end.txt", &text.stdout);
    let missing = plan_of(platform.root(), "staging", &["--prerequisites"]);
    let said = String::from_utf8(missing.stdout).expect("UTF-8");
    assert!(missing.code == Some(1) && said.contains("runs as ServiceAccount kubeflow/nobody\n"), "{said}");
    if has_validator() {
        assert_eq!(validate(&schema("plan"), &record), Ok(()), "{record:#}");
    }
}

#[test]
fn the_records_are_valid() {
    if !has_validator() {
        return;
    }
    for environment in ["devbox", "staging"] {
        let parsed = |more: &[&str]| -> Value { serde_json::from_slice(&example(environment, more)).expect("JSON") };
        let mut plan = parsed(&["--output", "json"]);
        assert_eq!(validate(&schema("plan"), &plan), Ok(()));
        plan["stages"][0]["wave"] = "first".into();
        validate(&schema("plan"), &plan).expect_err("a wave is a number");
        let mut needed = parsed(&["--prerequisites", "--output", "json"]);
        assert_eq!(validate(&schema("prerequisites"), &needed), Ok(()));
        needed["schema"] = "quintet/plan/v1".into();
        validate(&schema("prerequisites"), &needed).expect_err("another schema");
    }
}

#[test]
fn the_plan_of_the_real_render_has_every_object_once_and_the_order_of_the_composition() {
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let real = |arguments: &[&str]| {
        let mut command = quintet(arguments);
        command.args(["--env", "staging", "--unverified", "--quiet", "--repo", ROOT, "--mirror"]).arg(&mirror);
        run(&mut command)
    };
    // Two references that policies/waivers.yaml accepts with their reasons.
    let ended = real(&["plan", "--output", "json"]);
    let record = record(&ended, 1);
    let problems: BTreeSet<&str> = texts(list(&record, "problems"), "problem").into_iter().collect();
    assert_eq!(problems, BTreeSet::from(["unsatisfied"]));
    let expected = [
        &["kubeflow-core"][..],
        &["kubeflow-notebooks"],
        &["kubeflow-pipelines", "kubeflow-trainer"],
        &["kubeflow-katib"],
    ];
    assert_eq!(stages(&record), expected);
    let mut planned: Vec<String> = Vec::new();
    for application in list(&record, "stages").iter().flat_map(|stage| list(stage, "applications")) {
        assert_eq!(list(application, "ignored"), [] as [Value; 0]);
        let name = application["name"].as_str().expect("a name");
        assert_eq!(application["forcedBy"].is_null(), name == "kubeflow-core", "{name}");
        for (at, step) in list(application, "steps").iter().enumerate() {
            assert_eq!(step["id"], format!("{name}/{}", at + 1));
            assert_eq!(step["forcedBy"].is_null(), at == 0, "{}", step["id"]);
            planned.extend(list(step, "objects").iter().map(|object| object.as_str().expect("a name").to_owned()));
        }
    }
    let stream = real(&["render"]).built();
    let rendered = String::from_utf8(stream).expect("UTF-8");
    assert_eq!(planned.len(), rendered.split("\n---\n").count());
    let unique: BTreeSet<&String> = planned.iter().collect();
    assert_eq!(unique.len(), planned.len(), "every object stands once");
    let kinds: BTreeSet<&str> = texts(list(&record, "crossing"), "kind").into_iter().collect();
    assert!(kinds.contains("namespace") && kinds.contains("gateway"), "{kinds:?}");
    let needed = real(&["plan", "--prerequisites", "--output", "json"]);
    let needed: Value = serde_json::from_slice(&needed.stdout).expect("JSON");
    let names: BTreeSet<&str> = texts(list(&needed, "needed"), "name").into_iter().collect();
    assert!(names.contains("cert-manager.io/Certificate") && names.contains("ceph-block.example"), "{names:?}");
    let unconfirmed = list(&needed, "settings").iter().filter(|row| row["unconfirmed"] == true).count();
    assert!(unconfirmed > 0 && texts(list(&needed, "settings"), "name").contains(&"argocd.applicationHealth"));
}

//! The Argo CD objects of platforms: what they are, and that our own checks pass
//! them.

use std::collections::BTreeSet;
use std::path::Path;

use quintet::argocd::plugin_name;
use serde_yaml::Value;

use crate::command::{quintet, run};
use crate::platform::Platform;
use crate::shared::{golden, shared};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const REVISION: &str = "0123456789abcdef0123456789abcdef01234567";
const ENVIRONMENTS: [&str; 3] = ["devbox", "staging", "icaruscloudlab"];
const FILES: [&str; 3] = ["bootstrap.yaml", "children.yaml", "argocd-cm.yaml"];

/// The objects in the three files, in order, of a platform.
fn made(root: &Path, environment: &str, more: &[&str]) -> [String; 3] {
    let out = tempfile::tempdir().expect("a folder");
    let mut given = vec!["argocd", "applications", "--env", environment, "--revision", REVISION, "--quiet"];
    given.extend(["--repo", root.to_str().expect("a text"), "--out", out.path().to_str().expect("a text")]);
    given.extend(more);
    assert_eq!(run(&mut quintet(given)).built(), b"");
    FILES.map(|file| {
        #[expect(clippy::disallowed_methods, reason = "the test looks at what was written")]
        std::fs::read_to_string(out.path().join(file)).expect("written")
    })
}

/// The documents of a stream, as an independent reader sees them.
fn documents(text: &str) -> Vec<Value> {
    use serde::Deserialize;
    let documents = serde_yaml::Deserializer::from_str(text);
    documents.map(|document| Value::deserialize(document).expect("YAML")).collect()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_sequence().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// What holds for every environment of every platform.
fn hold(files: &[String; 3], environment: &str, selected: usize) {
    let [bootstrap, children, settings] = files.each_ref().map(|text| documents(text));
    let [project, parent] = bootstrap.as_slice() else { panic!("two objects") };
    assert_eq!((project["kind"].as_str(), parent["kind"].as_str()), (Some("AppProject"), Some("Application")));
    let repository = &parent["spec"]["source"]["repoURL"];
    assert_eq!(project["spec"]["sourceRepos"].as_sequence(), Some(&vec![repository.clone()]));
    assert_eq!(parent["spec"]["source"]["targetRevision"], "main");
    assert_eq!(parent["spec"]["syncPolicy"]["retry"]["refresh"], true);
    assert!(parent["spec"]["syncPolicy"]["retry"]["limit"].as_i64().is_some_and(|limit| limit > 0));
    assert!(parent["metadata"]["annotations"].is_null(), "no manifest-generate-paths");
    let places: BTreeSet<(&str, &str)> = project["spec"]["destinations"]
        .as_sequence()
        .expect("a list")
        .iter()
        .map(|place| (place["server"].as_str().expect("a server"), place["namespace"].as_str().expect("a namespace")))
        .collect();
    for list in ["clusterResourceWhitelist", "namespaceResourceWhitelist"] {
        for kind in project["spec"][list].as_sequence().expect("a list") {
            let (group, kind) = (kind["group"].as_str().expect("a group"), kind["kind"].as_str().expect("a kind"));
            assert!(!group.contains('*') && !kind.contains('*') && !kind.is_empty());
        }
    }
    assert_eq!(children.len(), selected);
    for child in &children {
        let (name, spec) = (child["metadata"]["name"].as_str().expect("a name"), &child["spec"]);
        assert_eq!(
            (child["apiVersion"].as_str(), child["kind"].as_str()),
            (Some("argoproj.io/v1alpha1"), Some("Application"))
        );
        assert!(child["metadata"]["finalizers"].is_null() && parent["metadata"]["finalizers"].is_null());
        let wave = &child["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"];
        assert!(wave.as_str().is_some_and(|wave| wave.parse::<i32>().is_ok()), "a text: {wave:?}");
        assert_eq!(&spec["source"]["repoURL"], repository);
        assert_eq!(spec["source"]["targetRevision"].as_str(), Some(REVISION));
        assert_eq!(spec["project"], project["metadata"]["name"]);
        assert_eq!(texts(&spec["syncPolicy"]["syncOptions"]), ["ServerSideApply=true", "PruneLast=true"]);
        let automated = &spec["syncPolicy"]["automated"];
        assert_eq!((automated["prune"].as_bool(), automated["selfHeal"].as_bool()), (Some(true), Some(true)));
        let to = &spec["destination"];
        let to = (to["server"].as_str().expect("a server"), to["namespace"].as_str().expect("a namespace"));
        assert!(places.contains(&to), "{to:?}");
        if let Some(plugin) = spec["source"].get("plugin") {
            assert_eq!(
                (plugin["name"].as_str(), spec["source"]["path"].as_str()),
                (Some(plugin_name().as_str()), Some("."))
            );
            let of =
                |at: usize| (plugin["parameters"][at]["name"].as_str(), plugin["parameters"][at]["string"].as_str());
            assert_eq!([of(0), of(1)], [(Some("application"), Some(name)), (Some("environment"), Some(environment))]);
        }
        for ignored in spec["ignoreDifferences"].as_sequence().into_iter().flatten() {
            assert!(ignored["name"].is_string() && ignored["kind"].is_string(), "never blanket: {ignored:?}");
        }
    }
    let script = settings[0]["data"]["resource.customizations.health.argoproj.io_Application"].as_str();
    assert!(script.is_some_and(|script| script.contains("return { status = \"Healthy\"") && script.ends_with("}\n")));
}

fn compare(platform: &str, environment: &str, files: &[String; 3]) {
    let folder = Path::new(ROOT).join("tests/data/argocd").join(platform).join(environment);
    for (name, text) in FILES.iter().zip(files) {
        // The version of the program is in the plugin's name.
        let text = text.replace(&plugin_name(), "quintet-VERSION");
        golden(&folder.join(name), text.as_bytes()).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn the_objects_of_the_example() {
    let platform = Platform::new();
    for environment in ENVIRONMENTS {
        let files = made(platform.root(), environment, &[]);
        hold(&files, environment, if environment == "devbox" { 2 } else { 5 });
        compare("example", environment, &files);
    }
}

#[test]
fn the_objects_of_the_real_platform() {
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let more = ["--mirror", mirror.to_str().expect("a text"), "--unverified"];
    let files = made(Path::new(ROOT), "icaruscloudlab", &more);
    hold(&files, "icaruscloudlab", 5);
    compare("platform", "icaruscloudlab", &files);
}

#[test]
fn our_checks_pass_what_we_make() {
    let platform = Platform::new();
    for environment in ENVIRONMENTS {
        let [bootstrap, children, _] = made(platform.root(), environment, &[]);
        let live: Vec<Value> = [&bootstrap, &children].into_iter().flat_map(|text| documents(text)).collect();
        let live = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": live}).to_string();
        assert_eq!(platform.errors(&[environment], Some(&live)), Ok(Vec::new()), "{environment}, on a cluster");
        platform.write("argocd/bootstrap.yaml", &bootstrap);
        platform.write("argocd/children.yaml", &children);
        assert_eq!(platform.errors(&[], None), Ok(Vec::new()), "{environment}, in the repository");
    }
}

const RENDERED: &str = "delivery:\n  mode: rendered\n  renderedPath: rendered/kubeflow\n";

#[test]
fn manifests_that_were_rendered_before_are_taken_as_they_are() {
    let platform = Platform::new();
    let composition = platform.read("compositions/kubeflow.yaml");
    platform.write("compositions/kubeflow.yaml", &composition.replace("delivery:\n", RENDERED));
    let files = made(platform.root(), "devbox", &[]);
    hold(&files, "devbox", 2);
    compare("rendered", "devbox", &files);
    let parent = &documents(&files[0])[1]["spec"]["source"];
    assert_eq!(parent["path"].as_str(), Some("rendered/kubeflow/devbox/kubeflow"));
    assert_eq!(parent["directory"]["include"].as_str(), Some("children.yaml"));
    let child = &documents(&files[1])[0]["spec"]["source"];
    assert_eq!(child["path"].as_str(), Some("rendered/kubeflow/devbox/kubeflow-core"));
    assert!(child.get("plugin").is_none() && child.get("directory").is_none());
    // A child's environment is the folder its manifests stand in: several may be committed side by side.
    platform.write("rendered/kubeflow/devbox/kubeflow/children.yaml", &files[1]);
    assert_eq!(platform.errors(&[], None), Ok(Vec::new()));
    let [bootstrap, children, _] = made(platform.root(), "staging", &[]);
    hold(&[bootstrap.clone(), children.clone(), files[2].clone()], "staging", 5);
    platform.write("rendered/kubeflow/staging/kubeflow/bootstrap.yaml", &bootstrap);
    platform.write("rendered/kubeflow/staging/kubeflow/children.yaml", &children);
    assert_eq!(platform.errors(&[], None), Ok(Vec::new()));
}

#[test]
fn what_left_the_render_stays_in_the_project_for_a_while() {
    let platform = Platform::new();
    let retired = "retired:\n  kinds:\n  - {group: batch, kind: CronJob, release: '1', reason: it left}\n  - {group: old.example, kind: Cluster, \
                   clusterScoped: true, release: '1', reason: it left}\n  namespaces:\n  - {name: old, release: '1', reason: it left}\n";
    platform.write("compositions/kubeflow.yaml", &format!("{}{retired}", platform.read("compositions/kubeflow.yaml")));
    let project = &documents(&made(platform.root(), "devbox", &[])[0])[0]["spec"];
    let has = |list: &str, field: &str, wanted: &str| {
        project[list].as_sequence().expect("a list").iter().any(|row| row[field].as_str() == Some(wanted))
    };
    assert!(
        has("namespaceResourceWhitelist", "kind", "CronJob") && !has("clusterResourceWhitelist", "kind", "CronJob")
    );
    assert!(has("clusterResourceWhitelist", "group", "old.example"));
    assert!(has("destinations", "namespace", "old"));
}

#[test]
fn an_older_argo_cd_does_not_respect_ignored_differences() {
    let platform = Platform::new();
    let path = "policies/platform-inventory.yaml";
    let respects = || {
        let parent = documents(&made(platform.root(), "devbox", &[])[0]).remove(1);
        texts(&parent["spec"]["syncPolicy"]["syncOptions"]).contains(&"RespectIgnoreDifferences=true")
    };
    assert!(respects());
    platform.write(path, &platform.read(path).replace("3.5.1", "3.4.3"));
    assert!(!respects());
}

#[test]
fn children_stay_at_a_full_commit() {
    let platform = Platform::new();
    let root = platform.root().to_str().expect("a text");
    for revision in ["main", "HEAD", &REVISION[1..], &REVISION.to_uppercase()] {
        let given = ["argocd", "applications", "--repo", root, "--env", "devbox", "--revision", revision];
        let message = run(&mut quintet(given)).failed(2);
        assert!(message.contains("no full commit") && message.contains("git rev-parse"), "{message}");
    }
    let given = ["argocd", "applications", "--repo", root, "--env", "nowhere", "--revision", REVISION];
    run(&mut quintet(given)).failed(2);
}

#[test]
fn standard_output_is_one_stream() {
    let platform = Platform::new();
    let root = platform.root().to_str().expect("a text");
    let given = ["argocd", "applications", "--repo", root, "--env", "devbox", "--revision", REVISION];
    let text = String::from_utf8(run(&mut quintet(given)).built()).expect("text");
    let kinds: Vec<String> =
        documents(&text).iter().filter_map(|one| one["kind"].as_str().map(str::to_owned)).collect();
    assert_eq!(kinds, ["AppProject", "Application", "Application", "Application", "ConfigMap"]);
    assert_eq!(text, made(platform.root(), "devbox", &[]).join("---\n"));
}

#[test]
fn the_manifests_of_the_plugin_are_those_of_the_documentation() {
    let text = String::from_utf8(run(&mut quintet(["argocd", "plugin"])).built()).expect("text");
    let (plugin, sidecar) = text.split_once("---\n").expect("two documents");
    for (name, text) in [("plugin.yaml", plugin), ("sidecar.yaml", sidecar)] {
        let path = Path::new(ROOT).join("docs/argocd").join(name);
        golden(&path, text.as_bytes()).unwrap_or_else(|difference| panic!("{difference}"));
    }
    let plugin = &documents(plugin)[0];
    let name = format!(
        "{}-{}",
        plugin["metadata"]["name"].as_str().unwrap_or(""),
        plugin["spec"]["version"].as_str().unwrap_or("")
    );
    assert_eq!(name, plugin_name());
    assert!(plugin["spec"]["discover"].is_null() && plugin["spec"]["init"].is_null());
    assert_eq!(texts(&plugin["spec"]["generate"]["command"]), ["quintet", "argocd", "generate"]);
    let sidecar = &documents(sidecar)[0]["spec"]["template"]["spec"];
    let security = &sidecar["containers"][0]["securityContext"];
    assert_eq!(
        (security["readOnlyRootFilesystem"].as_bool(), security["runAsNonRoot"].as_bool()),
        (Some(true), Some(true))
    );
    let given = ["argocd", "plugin", "--namespace", "gitops", "--image", "registry.example/q@sha256:0"];
    let other = documents(&String::from_utf8(run(&mut quintet(given)).built()).expect("text")).remove(1);
    assert_eq!(other["metadata"]["namespace"].as_str(), Some("gitops"));
    assert_eq!(
        other["spec"]["template"]["spec"]["containers"][0]["image"].as_str(),
        Some("registry.example/q@sha256:0")
    );
}

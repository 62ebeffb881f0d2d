//! On an export, kustomize 5.8.1 and quintet give the manifests that were
//! rendered, without a network.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "the tests look at what was written")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{Run, build_in, quintet, run};
use crate::platform::copy;
use crate::shared::{oracle, shared};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/platform");
const ENVIRONMENTS: [&str; 3] = ["devbox", "staging", "icaruscloudlab"];

/// Runs `quintet render` on the platform in `root`.
fn render(root: &Path, mirror: &Path, arguments: &[&str]) -> Run {
    run(quintet(["render", "--quiet", "--mirror"]).arg(mirror).args(arguments).current_dir(root))
}

/// Renders and exports an environment, and holds each export to its manifests.
/// The names of the Applications.
fn check(root: &Path, mirror: &Path, environment: &str, options: &[&str]) -> Vec<String> {
    let guard = tempfile::tempdir().unwrap();
    let (out, export) = (guard.path().join("out"), guard.path().join("export"));
    let arguments = ["--env", environment, "--out", out.to_str().unwrap(), "--export", export.to_str().unwrap()];
    assert_eq!(render(root, mirror, &[&arguments, options].concat()).built(), b"");
    let kubectl = oracle("kubectl", "QUINTET_KUBECTL");
    let names: Vec<String> = folders(&export);
    assert!(!names.is_empty());
    for name in &names {
        let expected = std::fs::read(out.join(format!("{name}.yaml"))).unwrap();
        assert!(!expected.is_empty());
        let target = export.join(name);
        assert!(build_in(Path::new("/"), &[target.to_str().unwrap()]).built() == expected, "quintet: {name}");
        if let Some(kubectl) = &kubectl {
            let mut command = Command::new(kubectl);
            // Without a PATH there is no git, and so no way to a remote.
            command.arg("kustomize").arg(&target).current_dir("/").env_clear().stdin(Stdio::null());
            assert!(run(&mut command).built() == expected, "the reference: {name}");
        }
    }
    names
}

/// The names of the folders in `folder`, sorted.
fn folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<String> = entries
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn example() -> (&'static Path, PathBuf) {
    (Path::new(EXAMPLE), Path::new(EXAMPLE).join("upstream/mirrors.yaml"))
}

#[test]
fn every_environment_of_the_example() {
    let (root, mirror) = example();
    for environment in ENVIRONMENTS {
        check(root, &mirror, environment, &[]);
    }
}

#[test]
fn the_pinned_upstream() {
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let names = check(Path::new(env!("CARGO_MANIFEST_DIR")), &mirror, "icaruscloudlab", &["--unverified"]);
    assert_eq!(
        names,
        ["kubeflow-core", "kubeflow-katib", "kubeflow-notebooks", "kubeflow-pipelines", "kubeflow-trainer"]
    );
}

#[test]
fn an_export_alone_prints_nothing_and_follows_the_selection() {
    let (root, mirror) = example();
    let guard = tempfile::tempdir().unwrap();
    let folder = guard.path().join("export");
    let export = |arguments: &[&str]| {
        let fixed = ["--env", "staging", "--export", folder.to_str().unwrap()];
        render(root, &mirror, &[&fixed, arguments].concat())
    };
    assert_eq!(export(&[]).built(), b"");
    assert!(folders(&folder).len() > 1);
    let readme = std::fs::read_to_string(folder.join("README.txt")).unwrap();
    assert_eq!(readme.lines().count(), 3, "{readme}");
    assert!(readme.contains("kustomize build kubeflow-core"), "{readme}");
    let sums =
        run(Command::new("sha256sum").args(["--check", "--strict", "--quiet", "SHA256SUMS"]).current_dir(&folder));
    assert_eq!(sums.code, Some(0), "{}", sums.stderr);
    std::fs::write(folder.join("mine.txt"), "").unwrap();
    assert_ne!(export(&["--application", "kubeflow-core", "--out", "-"]).built(), b"");
    assert_eq!(folders(&folder), ["kubeflow-core"]);
    assert!(folder.join("mine.txt").exists());
    let message = export(&["--out", guard.path().join("x/../export").to_str().unwrap()]).failed(2);
    assert!(message.contains("the same folder"), "{message}");
}

/// The example with its overlay of the core changed, in a folder of its own.
fn changed_example(change: impl Fn(&str) -> String) -> (tempfile::TempDir, PathBuf) {
    let guard = tempfile::tempdir().unwrap();
    let root = guard.path().join("platform");
    copy(Path::new(EXAMPLE), &root);
    let overlay = root.join("patches/kubeflow-core/kustomization.yaml");
    let text = std::fs::read_to_string(&overlay).unwrap();
    assert_ne!(change(&text), text);
    std::fs::write(&overlay, change(&text)).unwrap();
    (guard, root)
}

#[test]
fn an_overlay_may_name_folders_beside_its_own() {
    let (_guard, root) = changed_example(|text| text.replace("resources:\n", "resources:\n- ../common\n"));
    std::fs::create_dir(root.join("patches/common")).unwrap();
    let (own, map) = ("resources: [map.yaml]\n", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: common}\n");
    std::fs::write(root.join("patches/common/kustomization.yaml"), own).unwrap();
    std::fs::write(root.join("patches/common/map.yaml"), map).unwrap();
    check(&root, &root.join("upstream/mirrors.yaml"), "devbox", &[]);
}

/// Exporting the changed example fails with all of `expected` in its message,
/// and nothing is written.
#[track_caller]
fn refused(change: impl Fn(&str) -> String, expected: &[&str]) {
    let (_guard, root) = changed_example(change);
    let arguments = ["--env", "devbox", "--out", "out", "--export", "export"];
    let message = render(&root, &root.join("upstream/mirrors.yaml"), &arguments).failed(2);
    assert!(expected.iter().all(|part| message.contains(part)), "{message}");
    assert!(!root.join("out").exists() && !root.join("export").exists());
}

#[test]
fn what_cannot_be_exported_is_named_and_nothing_is_written() {
    refused(
        |text| text.replace("- https", "- |-\n  https"),
        &["compose::export\n", "kubeflow-core/kustomization.yaml:6:3", "on one line"],
    );
    refused(
        |text| format!("{text}buildMetadata: [originAnnotations]\n"),
        &["compose::export-differs\n", "kubeflow-core", "buildMetadata"],
    );
}

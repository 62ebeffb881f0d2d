//! The five parts of the pinned upstream, rendered through the mirror file,
//! are what kustomize 5.8.1 renders.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use std::path::{Path, PathBuf};

use quintet::vfs::sha256_hex;

use crate::command::{build_in, quintet, run};
use crate::shared::{relative, shared};

const UPSTREAM: &str = "upstream/kubeflow-26.03.1";
const CORE: &[&str] = &[
    "common/kubeflow-namespace/base",
    "common/kubeflow-roles/base",
    "common/istio/kubeflow-istio-resources/base",
    "common/oauth2-proxy/overlays/m2m-dex-only",
    "applications/dashboard/overlays/istio",
];
const NOTEBOOKS: &str = "applications/notebooks-v1/overlays/istio";
const PIPELINES: &str = "applications/pipeline/overlays";
const TRAINER: &str = "applications/trainer/overlays";
const KATIB: &str = "applications/katib/upstream/installs/katib-with-kubeflow";

/// Where the upstream tree and its mirror file are.
fn upstream() -> Option<(PathBuf, PathBuf)> {
    Some((shared(UPSTREAM)?.canonicalize().unwrap(), shared("upstream/mirrors.yaml")?))
}

#[track_caller]
fn check(folder: &Path, mirror: &Path, objects: usize, sha256: &str) {
    let text = run(quintet(["build", "--mirror"]).arg(mirror).arg(folder).current_dir("/")).built();
    let separators = text.split(|byte| *byte == b'\n').filter(|line| line == b"---").count();
    assert_eq!((separators + 1, sha256_hex(&text)), (objects, sha256.to_owned()), "{}", folder.display());
}

#[test]
fn notebooks_are_what_kustomize_renders() {
    let Some((tree, mirror)) = upstream() else { return };
    let sha256 = "1d3578c12fc0fdb7e3515e6f15c57019b565f56664ad113b65ded311087cc0f9";
    check(&tree.join(NOTEBOOKS), &mirror, 81, sha256);
}

/// The tree holds a placeholder for one program, `sync.py`; this is the value
/// recorded with it.
#[test]
fn pipelines_are_what_kustomize_renders() {
    let Some((tree, mirror)) = upstream() else { return };
    let sha256 = "6c3cf2de46f9de904a718c5d19d177d06efef8f5086115f92d7a8b0811a4ce10";
    check(&tree.join(PIPELINES), &mirror, 133, sha256);
}

#[test]
fn trainer_is_what_kustomize_renders() {
    let Some((tree, mirror)) = upstream() else { return };
    let sha256 = "405b8d6fce4f78c11a38e772554c67cc3364032984cef1104162b79ec3d8ebe8";
    check(&tree.join(TRAINER), &mirror, 47, sha256);
}

#[test]
fn katib_is_what_kustomize_renders() {
    let Some((tree, mirror)) = upstream() else { return };
    let sha256 = "909058e37f2db62becfadec53ea7ddedc7df51877aa5815d1eae3fa0c12b6796";
    check(&tree.join(KATIB), &mirror, 30, sha256);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "core is five folders that a kustomization puts together")]
fn core_is_what_kustomize_renders() {
    let Some((tree, mirror)) = upstream() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut text = "resources:\n".to_owned();
    for part in CORE {
        text.push_str(&format!("- {}\n", relative(&folder, &tree.join(part)).display()));
    }
    std::fs::write(folder.join("kustomization.yaml"), text).unwrap();
    check(&folder, &mirror, 88, "6bcc451d7406cb31be4f5a179a0d93e55da7083f5fb8f2067a054c31a8856031");
}

#[test]
fn without_a_mirror_the_line_that_asks_for_a_remote_is_named() {
    let Some((tree, _)) = upstream() else { return };
    for (part, line) in [
        (PIPELINES, "applications/pipeline/upstream/third-party/argo/installs/cluster/kustomization.yaml:5:3"),
        (TRAINER, "applications/trainer/upstream/third-party/jobset/kustomization.yaml:5:5"),
    ] {
        let message = build_in(&tree, &[part]).failed(3);
        assert!(message.contains(line), "{line} in:\n{message}");
        assert!(message.contains("--mirror"), "{message}");
    }
}

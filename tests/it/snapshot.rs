//! `quintet snapshot`: what a render changes in what was approved.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "the tests change a platform on disk")]

use std::path::{Path, PathBuf};

use quintet::vfs::files_below;

use crate::command::{Run, quintet, run};
use crate::platform::copy;
use crate::shared::shared;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const ENVIRONMENTS: [&str; 3] = ["devbox", "staging", "icaruscloudlab"];

/// A copy of the small platform, to be changed.
struct Platform {
    folder: tempfile::TempDir,
}

impl Platform {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(ROOT).join("examples/platform"), folder.path());
        Self { folder }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path(file), text).unwrap();
    }

    #[track_caller]
    fn replace(&self, file: &str, old: &str, new: &str) {
        let text = self.read(file);
        assert!(text.contains(old), "{file} has no {old:?}");
        self.write(file, &text.replacen(old, new, 1));
    }

    fn snapshot(&self, arguments: &[&str]) -> Run {
        let command = ["snapshot", "--mirror", "upstream/mirrors.yaml", "--env", "staging"];
        run(quintet(command).args(arguments).current_dir(self.folder.path()))
    }

    /// The lines of a comparison, which ends with 1 where there are any.
    #[track_caller]
    fn differences(&self) -> Vec<String> {
        lines(self.snapshot(&[]))
    }

    /// What is accepted by accepting the render as it is.
    #[track_caller]
    fn accepted(&self) -> Vec<String> {
        let built = self.snapshot(&["--accept"]).built();
        String::from_utf8(built).unwrap().lines().map(str::to_owned).collect()
    }

    /// The files of the folder of snapshots and their texts.
    fn approved(&self) -> Vec<(PathBuf, String)> {
        let folder = self.path("snapshots/staging");
        let files = files_below(&folder).unwrap();
        files.into_iter().map(|file| (file.clone(), std::fs::read_to_string(folder.join(file)).unwrap())).collect()
    }
}

#[track_caller]
fn lines(ended: Run) -> Vec<String> {
    let lines: Vec<String> = String::from_utf8(ended.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(ended.code, Some(i32::from(!lines.is_empty())), "{}", ended.stderr);
    lines
}

#[test]
fn the_small_platform_renders_what_is_approved() {
    let platform = Path::new(ROOT).join("examples/platform");
    for environment in ENVIRONMENTS {
        let command = ["snapshot", "--mirror", "upstream/mirrors.yaml", "--env", environment];
        assert_eq!(lines(run(quintet(command).current_dir(&platform))), [""; 0], "{environment}");
    }
}

#[test]
fn where_nothing_is_approved_everything_is_added() {
    let platform = Platform::new();
    let committed = platform.approved();
    std::fs::remove_dir_all(platform.path("snapshots")).unwrap();
    let differences = platform.differences();
    assert_eq!(differences.len(), 33);
    assert!(differences.iter().all(|line| line.starts_with("added    kubeflow-")), "{differences:#?}");
    assert!(!platform.path("snapshots").exists());
    assert_eq!(platform.accepted(), differences);
    assert_eq!(platform.differences(), [""; 0]);
    assert_eq!(platform.accepted(), [""; 0]);
    assert_eq!(platform.approved(), committed);
}

#[test]
fn a_changed_patch_changes_its_object_only() {
    let platform = Platform::new();
    platform.replace("patches/kubeflow-trainer/webhook-timeout.yaml", "value: ", "value: 1");
    let expected =
        ["changed  kubeflow-trainer  admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration train-controller"];
    assert_eq!(platform.differences(), expected);
    assert_eq!(platform.differences(), expected, "a comparison approves nothing");
    assert_eq!(platform.accepted(), expected);
    assert_eq!(platform.differences(), [""; 0]);
}

#[test]
fn an_object_that_is_gone_is_removed() {
    let platform = Platform::new();
    let patch =
        "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: tuner\n  namespace: kubeflow\n$patch: delete\n";
    platform.write("patches/kubeflow-katib/gone.yaml", patch);
    platform.replace("patches/kubeflow-katib/kustomization.yaml", "patches:\n", "patches:\n- path: gone.yaml\n");
    assert_eq!(platform.differences(), ["removed  kubeflow-katib  v1 ServiceAccount kubeflow/tuner"]);
}

#[test]
fn values_of_secrets_are_not_in_a_snapshot() {
    let platform = Platform::new();
    let secret = |rest: &str| {
        let text = format!(
            "apiVersion: v1\nkind: Secret\nmetadata:\n  name: password\n  namespace: kubeflow\nstringData:\n{rest}"
        );
        platform.write("patches/kubeflow-katib/secret.yaml", &text);
    };
    secret("  password: one\n");
    platform.replace("patches/kubeflow-katib/kustomization.yaml", "resources:\n", "resources:\n- secret.yaml\n");
    assert_eq!(platform.accepted(), ["added    kubeflow-katib  v1 Secret kubeflow/password"]);
    let approved = platform.approved();
    secret("  password: two\n");
    assert_eq!(platform.accepted(), [""; 0]);
    assert_eq!(platform.approved(), approved);
    secret("  password: two\n  user: two\n");
    assert_eq!(platform.differences(), ["changed  kubeflow-katib  v1 Secret kubeflow/password"]);
}

#[test]
fn an_application_that_is_not_selected_any_more_goes_and_other_files_stay() {
    let platform = Platform::new();
    platform.write("snapshots/staging/README.md", "Ours.\n");
    platform.write("snapshots/staging/other.yaml", "apiVersion: v1\nkind: ConfigMap\n");
    let before = platform.approved();
    platform.replace("compositions/environments/staging.yaml", ", kubeflow-katib]", "]");
    let gone = platform.differences();
    assert_eq!(gone.len(), 3, "{gone:#?}");
    assert!(gone.iter().all(|line| line.starts_with("removed  kubeflow-katib  ")), "{gone:#?}");
    assert_eq!(platform.accepted(), gone);
    let is_katib = |file: &Path| file == Path::new("kubeflow-katib.yaml");
    let expected: Vec<_> = before.into_iter().filter(|(file, _)| !is_katib(file)).collect();
    assert_eq!(platform.approved(), expected);
}

#[test]
fn what_is_not_the_pinned_upstream_cannot_be_approved() {
    let platform = Platform::new();
    let before = platform.approved();
    let file = "upstream/tiny-upstream/applications/katib/base/service-account.yaml";
    platform.write(file, &format!("{}  labels: {{a: b}}\n", platform.read(file)));
    platform.snapshot(&["--accept"]).failed(3);
    platform.snapshot(&[]).failed(3);
    let message = platform.snapshot(&["--accept", "--unverified"]).failed(2);
    assert!(message.contains("snapshot::unverified") && message.contains("service-account.yaml"), "{message}");
    assert_eq!(platform.approved(), before);
    let ended = platform.snapshot(&["--unverified"]);
    assert!(ended.stderr.starts_with("warning: git.example/kubeflow/tiny-upstream/"), "{}", ended.stderr);
    assert_eq!(lines(ended), ["changed  kubeflow-katib  v1 ServiceAccount kubeflow/tuner"]);
}

#[test]
fn a_snapshot_that_cannot_be_used_is_named_and_kept() {
    let platform = Platform::new();
    let file = "snapshots/staging/kubeflow-katib.yaml";
    platform.replace(file, "sha256: ", "sha256: x");
    let before = platform.approved();
    for arguments in [&[][..], &["--accept"]] {
        let message = platform.snapshot(arguments).failed(2);
        assert!(message.contains("snapshot::invalid-value") && message.contains("kubeflow-katib.yaml:8:"), "{message}");
    }
    assert_eq!(platform.approved(), before);
}

/// The shared copy of upstream has a placeholder for one file: the program of
/// the profile controller of pipelines. A generator puts it into a ConfigMap,
/// whose name has a hash of it, and the Deployment that mounts it follows.
#[test]
fn this_platform_differs_from_what_is_approved_by_the_one_file_that_is_not_upstreams() {
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let expected = [
        "changed  kubeflow-pipelines  apps/v1 Deployment kubeflow/kubeflow-pipelines-profile-controller",
        "removed  kubeflow-pipelines  v1 ConfigMap kubeflow/kubeflow-pipelines-profile-controller-code-c55f957kgf",
        "added    kubeflow-pipelines  v1 ConfigMap kubeflow/kubeflow-pipelines-profile-controller-code-t2kc52gb28",
    ];
    for environment in ENVIRONMENTS {
        let command = ["snapshot", "--quiet", "--unverified", "--repo", ROOT, "--env", environment, "--mirror"];
        let found = lines(run(quintet(command).arg(&mirror)));
        assert_eq!(found, if environment == "devbox" { &[][..] } else { &expected[..] }, "{environment}");
    }
}

//! `render`, `check` and `explain` as commands.

#![expect(clippy::disallowed_methods, reason = "the tests look at the disk behind the back of the code")]

use std::path::Path;

use crate::command::{quintet, run};
use crate::platform::Platform;
use crate::shared::shared;

fn arguments<'a>(command: &'a str, platform: &'a Platform) -> Vec<&'a str> {
    let root = platform.root().to_str().expect("a text");
    vec![command, "--repo", root]
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn render_writes_manifests_sums_and_a_record() {
    let platform = Platform::new();
    let mirror = platform.root().join("upstream/mirrors.yaml");
    let out = platform.root().join("../out");
    let render = |env: &str, layout: &str| {
        let mut arguments = arguments("render", &platform);
        let (mirror, out) = (mirror.to_str().expect("a text"), out.to_str().expect("a text"));
        arguments.extend(["--env", env, "--layout", layout, "--mirror", mirror, "--out", out]);
        run(&mut quintet(arguments)).built()
    };
    assert_eq!(render("staging", "application"), b"");
    assert_eq!(names(&out).len(), 8, "{:?}", names(&out));
    let record: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("render.json")).expect("written")).expect("JSON");
    assert_eq!(record["schema"], "quintet/render/v1");
    assert_eq!(record["verified"], true);
    assert_eq!(record["applications"].as_array().map(Vec::len), Some(5));
    let first = std::fs::read(out.join("kubeflow-core.yaml")).expect("written");
    // The three that devbox does not select go, what nobody rendered stays.
    std::fs::write(out.join("mine.txt"), "mine").expect("can be written");
    render("devbox", "application");
    let expected =
        ["SHA256SUMS", "images.txt", "kubeflow-core.yaml", "kubeflow-notebooks.yaml", "mine.txt", "render.json"];
    assert_eq!(names(&out), expected);
    render("staging", "application");
    assert_eq!(std::fs::read(out.join("kubeflow-core.yaml")).expect("written"), first);
    render("staging", "object");
    assert!(out.join("kubeflow-core").is_dir() && !out.join("kubeflow-core.yaml").exists());
}

#[test]
fn a_changed_upstream_file_stops_the_render() {
    let platform = Platform::new();
    let path = "upstream/tiny-upstream/common/namespace/base/namespace.yaml";
    platform.write(path, &format!("{}# changed\n", platform.read(path)));
    let mirror = platform.root().join("upstream/mirrors.yaml");
    let mut given = arguments("render", &platform);
    given.extend(["--env", "devbox", "--mirror", mirror.to_str().expect("a text")]);
    let message = run(&mut quintet(&given)).failed(3);
    assert!(message.contains("git.example/kubeflow/tiny-upstream/common/namespace/base/namespace.yaml"), "{message}");
    given.push("--unverified");
    assert!(!run(&mut quintet(&given)).built().is_empty());
}

#[test]
fn the_real_platform_renders_and_passes_its_checks() {
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let root = env!("CARGO_MANIFEST_DIR");
    let mirror = mirror.to_str().expect("a text");
    let given = ["check", "--repo", root, "--all-envs", "--mirror", mirror, "--unverified", "--output", "json"];
    let text = run(&mut quintet(given)).built();
    let report: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let findings = report["findings"].as_array().expect("a list");
    let of = |id: &str| findings.iter().filter(|finding| finding["id"] == id).count();
    assert_eq!(of("pin/source-unverified"), 1, "{findings:#?}");
    assert_eq!(of("pin/unconfirmed-value") + 1, findings.len(), "{findings:#?}");
    // Without the flag the one file that the data lacks stops everything.
    let strict = ["render", "--repo", root, "--env", "icaruscloudlab", "--mirror", mirror];
    let message = run(&mut quintet(strict)).failed(3);
    assert!(message.contains("sync.py") && message.contains("910f42a0"), "{message}");
    // Trainer and notebooks are what the facts say (§4.1), but for the annotations for Argo CD and what patches take out.
    let placeholder = "    cert-manager.io/inject-ca-from: $(CERTIFICATE_NAMESPACE)/$(CERTIFICATE_NAME)\n";
    let taken = ["rules: []\n".len(), "rules: []\n".len() + placeholder.len()];
    for (name, bytes) in [("kubeflow-notebooks", 701_870 - taken[0]), ("kubeflow-trainer", 3_257_660 - taken[1])] {
        let given = [
            "render",
            "--repo",
            root,
            "--env",
            "staging",
            "--application",
            name,
            "--mirror",
            mirror,
            "--unverified",
            "--quiet",
        ];
        let text = String::from_utf8(run(&mut quintet(given)).built()).expect("text");
        let upstream = text.replace("  annotations:\n    argocd.argoproj.io/sync-wave: \"1\"\n", "");
        let ours = |line: &&str| line.starts_with("    argocd.argoproj.io/sync-");
        let upstream: String = upstream.split_inclusive('\n').filter(|line| !ours(line)).collect();
        assert!(upstream.len() < text.len());
        assert_eq!(upstream.len(), bytes, "{name}");
    }
}

#[test]
fn explain_knows_every_check() {
    let text = String::from_utf8(run(&mut quintet(["explain"])).built()).expect("text");
    for check in quintet::check::ALL {
        assert!(text.contains(check.id.as_str()));
        assert!(check.id.is_well_formed() && !check.docs.is_empty());
        run(&mut quintet(["explain", check.id.as_str()])).built();
    }
    assert!(quintet::check::ALL.is_sorted_by_key(|check| check.id.as_str()));
    let message = run(&mut quintet(["explain", "closed-set/extra-aplication"])).failed(2);
    assert!(message.contains("closed-set/extra-application"), "{message}");
}

#[test]
fn the_explained_checks_are_the_page_of_checks() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/checks.md");
    let page = quintet::ops::checks_page();
    if std::env::var_os("QUINTET_ACCEPT").is_some() {
        std::fs::write(&path, &page).expect("can be written");
    }
    let present = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(present, page, "docs/checks.md: QUINTET_ACCEPT=1 cargo test --test it explain writes it");
}

#[test]
fn pins_are_verified_file_by_file() {
    let platform = Platform::new();
    let given = ["pin", "verify", "--repo", platform.root().to_str().expect("a text")];
    assert_eq!(run(&mut quintet(given)).built(), b"45 files are as pinned\n");
    for name in ["common/namespace/base/namespace.yaml", "applications/katib/overlays/kubeflow/kustomization.yaml"] {
        let path = format!("upstream/tiny-upstream/{name}");
        platform.write(&path, &format!("{}# changed\n", platform.read(&path)));
    }
    let mut command = quintet(given);
    let output = command.output().expect("runs");
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("namespace.yaml must have") && text.contains("overlays/kubeflow/kustomization.yaml must have"),
        "{text}"
    );
    assert!(text.ends_with("43 files are as pinned\n"), "{text}");
}

//! Entries of overlays that do nothing, in renders of the small platform.

use std::path::Path;

use quintet::ops::{self, CheckRequest, PlatformOptions, RemoteOptions};

use crate::platform::{Platform, Said};
use crate::shared::shared;

const KATIB: &str = "patches/kubeflow-katib/kustomization.yaml";
const CORE: &str = "patches/kubeflow-core/kustomization.yaml";

fn with(overlay: &str, more: &str) -> Platform {
    let platform = Platform::new();
    platform.write(overlay, &format!("{}{more}", platform.read(overlay)));
    platform
}

fn said(findings: &[(&str, &str)]) -> Said {
    Ok(findings.iter().map(|&(id, message)| (format!("patch/{id}"), message.to_owned())).collect())
}

#[test]
fn the_platforms_have_no_idle_entries() {
    assert_eq!(Platform::new().errors_of("patch"), said(&[]));
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let remotes = RemoteOptions { mirror: Some(mirror), ..RemoteOptions::default() };
    let platform = PlatformOptions { repo: Some(root.to_owned()), current: root.to_owned(), remotes, unverified: true };
    let checked = ops::check(&CheckRequest { platform, environments: Vec::new(), live: None, baseline: None })
        .expect("can be checked");
    let idle = checked.report.findings.iter().filter(|finding| finding.id.as_str().starts_with("patch/"));
    assert_eq!(idle.map(|finding| finding.message.as_str()).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn an_entry_that_matches_nothing_is_found() {
    let platform = with(
        KATIB,
        "- target: {kind: Deployment, name: gone}\n  patch: '- {op: remove, path: /a}'\nimages:\n- {name: gone, newTag: v2}\n",
    );
    assert_eq!(
        platform.errors_of("patch"),
        said(&[
            ("matched-nothing", "the patch for kind Deployment, name gone matches nothing"),
            ("matched-nothing", "the entry for the image `gone` matches nothing"),
        ])
    );
}

#[test]
fn an_entry_or_an_operation_that_changes_nothing_is_found() {
    let again = with(KATIB, "- path: again.yaml\n");
    again.write("patches/kubeflow-katib/again.yaml", &again.read("patches/kubeflow-katib/restricted.yaml"));
    let text = "the patch `again.yaml` changes nothing";
    assert_eq!(again.errors_of("patch"), said(&[("changed-nothing", text)]));
    let operation = "- target: {kind: Deployment, name: tuner}\n  patch: |\n    - {op: add, path: /metadata/labels/new, value: x}\n    - {op: replace, path: /kind, value: Deployment}\n";
    let text = "the operation `replace /kind` of the patch for kind Deployment, name tuner changes nothing";
    assert_eq!(with(KATIB, operation).errors_of("patch"), said(&[("changed-nothing", text)]));
}

#[test]
fn an_entry_for_one_environment_is_fine_until_it_does_nothing_in_all() {
    let patch = |condition: &str| {
        let platform = with(CORE, "- path: host.yaml\n  target: {kind: Gateway}\n");
        let text = format!(
            "# For one environment.\n{{% if environment.name == '{condition}' %}}\n- {{op: add, path: /metadata/labels, value: {{a: b}}}}\n{{% endif %}}\n"
        );
        platform.write("patches/kubeflow-core/host.yaml.j2", &text);
        platform
    };
    let platform = patch("staging");
    assert_eq!(platform.errors_of("patch"), said(&[]));
    let errors = platform.errors(&["devbox"], None).expect("can be checked");
    assert_eq!(errors.iter().filter(|(id, _)| id.starts_with("patch/")).count(), 0);
    let text = "the patch `host.yaml` for kind Gateway matches nothing";
    assert_eq!(patch("none").errors_of("patch"), said(&[("matched-nothing", text)]));
}

//! `pin update`: another commit, and all that follows from it.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use git2::{Oid, Repository, Signature, Time};

use super::site::{JOBS, Site, UPSTREAM_NAME, partly};
use crate::command::run;
use crate::servers::Response;

const NAMESPACE: &str = "common/namespace/base/namespace.yaml";
const FLOWS: &str = "https://git.example/flows/tiny-flows";
/// What `pin update` may write.
const FILES: [&str; 4] = [
    "compositions/kubeflow.yaml",
    "compositions/upstream.lock.yaml",
    "compositions/upstream.sum",
    "patches/kubeflow-core/kustomization.yaml",
];

/// A commit on the branch, with texts of files replaced.
fn commit(repository: &Repository, changes: &[(&str, &str, &str)]) -> Oid {
    let parent = repository.head().unwrap().peel_to_commit().unwrap();
    let mut index = git2::Index::new().unwrap();
    index.read_tree(&parent.tree().unwrap()).unwrap();
    for (path, from, to) in changes {
        let mut entry = index.get_path(path.as_ref(), 0).unwrap();
        let text = String::from_utf8(repository.find_blob(entry.id).unwrap().content().to_vec()).unwrap();
        assert!(text.contains(from), "{path}");
        entry.id = repository.blob(text.replace(from, to).as_bytes()).unwrap();
        index.add(&entry).unwrap();
    }
    let tree = repository.find_tree(index.write_tree_to(repository).unwrap()).unwrap();
    let who = Signature::new("upstream", "upstream@git.example", &Time::new(1_767_225_700, 0)).unwrap();
    repository.commit(Some("HEAD"), &who, &who, "next", &tree, &[&parent]).unwrap()
}

fn tag(repository: &Repository, name: &str, id: Oid) {
    repository.reference(&format!("refs/tags/{name}"), id, true, "").unwrap();
}

fn texts(site: &Site) -> Vec<String> {
    FILES.iter().map(|path| site.platform.read(path)).collect()
}

#[test]
fn an_update_pins_all_that_the_new_commit_leads_to() {
    let Some(site) = Site::new() else { return };
    let flows = commit(&site.repository("flows/tiny-flows"), &[]);
    tag(&site.repository("flows/tiny-flows"), "v1.3.0", flows);
    let changes = [
        (NAMESPACE, "control-plane: kubeflow\n", "control-plane: kubeflow\n    release: next\n"),
        ("applications/pipelines/third-party/flows/kustomization.yaml", "v1.2.3", "v1.3.0"),
        ("applications/trainer/third-party/jobs/kustomization.yaml", "v1.0.0", "v1.1.0"),
    ];
    let upstream = site.repository("kubeflow/tiny-upstream");
    let old = upstream.head().unwrap().peel_to_commit().unwrap().id().to_string();
    let new = commit(&upstream, &changes);
    tag(&upstream, "next", new);
    let (others, jobs) = (site.answer(), site.jobs.clone());
    let served = site.serve(move |request| match request.path() {
        path if path == JOBS.replace("v1.0.0", "v1.1.0") => Response::ok(jobs.clone()),
        _ => others(request),
    });
    let before = texts(&site);
    let update = |options: &[&str]| run(site.command(&served, &["pin", "update"]).args(options));

    let said = String::from_utf8(update(&["--to", "next", "--label", "next", "--dry-run"]).built()).unwrap();
    assert!(said.contains("would write compositions/upstream.sum"), "{said}");
    assert_eq!(texts(&site), before);

    let said = String::from_utf8(update(&["--to", "next", "--label", "next"]).built()).unwrap();
    for line in [
        format!("https://{UPSTREAM_NAME}: {old} to {new}"),
        "new remote: git.example/flows/tiny-flows at v1.3.0".to_owned(),
        "new remote: git.example/jobs/releases/download/v1.1.0/manifests.yaml".to_owned(),
        "vanished remote: git.example/flows/tiny-flows at v1.2.3".to_owned(),
        "vanished remote: git.example/jobs/releases/download/v1.0.0/manifests.yaml".to_owned(),
        "upstream files: 3 changed, 1 new, 1 read no more".to_owned(),
        "wrote patches/kubeflow-core/kustomization.yaml".to_owned(),
    ] {
        assert!(said.lines().any(|said| said == line), "{line} in {said}");
    }
    let after = texts(&site);
    assert!(after.iter().all(|text| !text.contains(&old)), "the old commit is named nowhere");
    // Whatever people wrote around the pins stays.
    let composition = before[0].replace(&old, &new.to_string());
    let is_label = |line: &&str| line.starts_with("version:");
    assert!(composition.lines().filter(|line| !is_label(line)).eq(after[0].lines().filter(|line| !is_label(line))));
    assert!(after[0].lines().find(is_label).unwrap().contains("next"));
    assert!(after[1].starts_with(before[1].lines().next().unwrap()), "{}", after[1]);
    assert!(after[1].contains(&format!("- url: {FLOWS}\n  ref: v1.3.0\n  commit: {flows}\n")), "{}", after[1]);
    let rendered = String::from_utf8(site.offline(&["render", "--env", "staging"]).built()).unwrap();
    assert!(rendered.contains("release: next"));
    site.offline(&["pin", "verify"]).built();

    let said = String::from_utf8(update(&["--to", "next"]).built()).unwrap();
    assert!(said.contains(": still ") && said.ends_with("nothing to write\n"), "{said}");
    assert_eq!(texts(&site), after);
}

#[test]
fn nothing_is_written_before_everything_renders() {
    let Some(site) = Site::new() else { return };
    let upstream = site.repository("kubeflow/tiny-upstream");
    let lost = "resources:\n- https://git.example/flows/lost?ref=v9\n- namespace.yaml\n";
    let file = "common/namespace/base/kustomization.yaml";
    tag(&upstream, "lost", commit(&upstream, &[(file, "resources:\n- namespace.yaml\n", lost)]));
    let moving = "resources:\n- https://git.example/flows/tiny-flows\n- namespace.yaml\n";
    tag(&upstream, "moving", commit(&upstream, &[(file, lost, moving)]));
    tag(&upstream, "broken", commit(&upstream, &[(file, moving, "resources: [missing.yaml]\n")]));
    let before = texts(&site);
    let served = site.serve(site.answer());
    for (to, code, expected) in [
        ("nowhere", 3, "has no revision \"nowhere\""),
        ("lost", 3, "https://git.example/flows/lost"),
        ("moving", 2, "names no revision"),
        ("broken", 2, "missing.yaml"),
    ] {
        let (lines, said) = partly(run(site.command(&served, &["pin", "update"]).args(["--to", to])), code);
        assert!(lines.is_empty() && said.contains(expected), "{to}: {said}");
        assert_eq!(texts(&site), before, "{to}");
    }
}

//! The real mirror file has every remote of the pinned upstream.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet::text::SourceMap;
use quintet::vfs::{DiskTree, EntryKind, MirrorFile, RemoteError, Remotes, RepoSpec, Tree, is_remote_file, sha256_hex};

use crate::shared::shared;

const ARGO: &str = "https://github.com/argoproj/argo-workflows";
const JOBSET: &str = "https://github.com/kubernetes-sigs/jobset/releases/download/v0.11.0/manifests.yaml";

fn mirror() -> Option<(PathBuf, MirrorFile)> {
    let path = shared("upstream/mirrors.yaml")?.canonicalize().expect("it was there a moment ago");
    let folder = path.parent().expect("a file is in a folder").to_path_buf();
    let mirror = MirrorFile::load(&DiskTree::new(folder.clone()), &path, &SourceMap::new());
    let mirror = mirror.expect("the shared mirror file is well formed");
    Some((folder, mirror))
}

#[test]
fn the_four_remotes_of_the_upstream_tree_are_there() {
    let Some((folder, mirror)) = mirror() else { return };
    for path in [
        "manifests/base/crds/minimal",
        "manifests/cluster-install-no-crds/workflow-controller-rbac",
        "manifests/base/workflow-controller",
    ] {
        let url = format!("{ARGO}/{path}?ref=v3.7.3");
        // As kustomize does: first as a file, then as a repository.
        assert!(is_remote_file(&url));
        assert_eq!(mirror.file(&url).unwrap(), None);
        let repository = mirror.repository(&RepoSpec::parse(&url).unwrap()).unwrap();
        assert_eq!(repository.root, folder.join("remotes/argo-workflows@v3.7.3"));
        assert_eq!(repository.commit.as_deref(), Some("bded09fe4abd37cb98d7fc81b4c14a6f5034e9ab"));
        let place = repository.root.join(path);
        assert_eq!(repository.tree.resolve(&place).unwrap().kind, EntryKind::Directory);
        assert!(!repository.tree.read(&place.join("kustomization.yaml")).unwrap().is_empty());
        assert_eq!(repository.tree.display(&place), format!("remotes/argo-workflows@v3.7.3/{path}"));
    }
    let file = mirror.file(JOBSET).unwrap().unwrap();
    assert_eq!(file.bytes.len(), 835_731);
    assert_eq!(file.display, "remotes/jobset@v0.11.0/manifests.yaml");
}

#[test]
fn mirrored_bytes_have_the_sums_on_record() {
    let Some((folder, mirror)) = mirror() else { return };
    let notes = DiskTree::new(folder.clone()).read(Path::new("REMOTES.md")).unwrap();
    let notes = String::from_utf8(notes).unwrap();
    let (_, table) = notes.split_once("## sha256").unwrap();
    let argo = mirror.repository(&RepoSpec::parse(&format!("{ARGO}?ref=v3.7.3")).unwrap()).unwrap();
    let mut checked = 0;
    for row in table.lines() {
        let [_, path, _, sum, _] = row.split('`').collect::<Vec<_>>()[..] else { continue };
        let bytes = match path.split_once("argo-workflows@v3.7.3/") {
            Some((_, below)) => argo.tree.read(&argo.root.join(below)).unwrap(),
            None => mirror.file(JOBSET).unwrap().unwrap().bytes,
        };
        assert_eq!(sha256_hex(&bytes), sum, "{path}");
        checked += 1;
    }
    assert_eq!(checked, 21);
}

#[test]
fn the_pinned_upstream_is_there_by_its_commit_and_in_other_spellings() {
    let Some((folder, mirror)) = mirror() else { return };
    let commit = "0d1a00306501ebaf2a0edc121656752b3deeba57";
    for spelling in [
        "https://github.com/kubeflow/community-distribution//common/kubeflow-namespace/base",
        "https://GitHub.com/kubeflow/community-distribution.git/common/kubeflow-namespace/base",
        "github.com/kubeflow/community-distribution//common/kubeflow-namespace/base",
        "git@github.com:kubeflow/community-distribution.git//common/kubeflow-namespace/base",
    ] {
        let spec = RepoSpec::parse(&format!("{spelling}?ref={commit}")).unwrap();
        let repository = mirror.repository(&spec).unwrap();
        assert_eq!(repository.root, folder.join("kubeflow-26.03.1"), "{spelling}");
        let place = repository.root.join(&spec.path);
        assert_eq!(repository.tree.resolve(&place).unwrap().path, place);
    }
}

#[test]
fn other_revisions_and_repositories_are_not_there() {
    let Some((folder, mirror)) = mirror() else { return };
    let refused = |url: &str| mirror.repository(&RepoSpec::parse(url).unwrap()).err().unwrap();
    let error = refused(&format!("{ARGO}?ref=v3.7.4"));
    assert_eq!(error.to_string(), format!("{ARGO} at v3.7.4 is not available without a network"));
    assert_eq!(error.hint().as_deref(), Some("add it to mirrors.yaml, which has it at v3.7.3"));
    // A part of a commit is not the commit.
    assert!(matches!(refused(&format!("{ARGO}?ref=bded09f")), RemoteError::NotLocked { .. }));
    assert!(matches!(refused(ARGO), RemoteError::NotLocked { reference: None, .. }));
    let other = "https://github.com/kubernetes-sigs/lws//config/default?ref=v0.8.0";
    assert_eq!(refused(other).hint().as_deref(), Some("add it to mirrors.yaml"));
    // The tree of one repository shows nothing of its neighbours.
    let argo: Arc<dyn Tree> = mirror.repository(&RepoSpec::parse(&format!("{ARGO}?ref=v3.7.3")).unwrap()).unwrap().tree;
    assert!(argo.read(&folder.join("mirrors.yaml")).is_err());
}

//! The upstream tree as both programs can build it.
//!
//! The reference fetches remotes or fails; it knows no mirror file. So both
//! get the same copy of the tree, in which a folder of the mirror stands where
//! the remote stood. Reading a mirror is left out for ours, fetching for the
//! reference.

use std::path::Path;

use super::folders::{copy, read, write};

/// The upstream tree, in the shared folder and in the copy.
pub(super) const TREE: &str = "upstream/kubeflow-26.03.1";

/// A kustomization below the tree, a remote it names, and what stands for it.
const REMOTES: &[(&str, &str, &str)] = &[
    (
        "applications/pipeline/upstream/third-party/argo/installs/cluster/kustomization.yaml",
        "https://github.com/argoproj/argo-workflows/manifests/base/crds/minimal?ref=v3.7.3",
        "../../../../../../../../remotes/argo-workflows@v3.7.3/manifests/base/crds/minimal",
    ),
    (
        "applications/pipeline/upstream/third-party/argo/installs/cluster/kustomization.yaml",
        "https://github.com/argoproj/argo-workflows/manifests/cluster-install-no-crds/workflow-controller-rbac?ref=v3.7.3",
        "../../../../../../../../remotes/argo-workflows@v3.7.3/manifests/cluster-install-no-crds/workflow-controller-rbac",
    ),
    (
        "applications/pipeline/upstream/third-party/argo/base/kustomization.yaml",
        "https://github.com/argoproj/argo-workflows/manifests/base/workflow-controller?ref=v3.7.3",
        "../../../../../../../remotes/argo-workflows@v3.7.3/manifests/base/workflow-controller",
    ),
    (
        "applications/trainer/upstream/third-party/jobset/kustomization.yaml",
        "https://github.com/kubernetes-sigs/jobset/releases/download/v0.11.0/manifests.yaml",
        "../../../../../../remotes/jobset@v0.11.0",
    ),
];

/// A file of the mirror becomes a folder: only folders may lie outside the
/// one that names them.
const FILE_IN_A_FOLDER: (&str, &str) =
    ("upstream/remotes/jobset@v0.11.0/kustomization.yaml", "resources:\n- manifests.yaml\n");

/// Copies the tree and its mirror from the shared folder and joins them.
pub(super) fn copy_upstream(shared: &Path, to: &Path) -> Result<(), String> {
    copy(&shared.join(TREE), &to.join(TREE))?;
    copy(&shared.join("upstream/remotes"), &to.join("upstream/remotes"))?;
    write(&to.join(FILE_IN_A_FOLDER.0), FILE_IN_A_FOLDER.1)?;
    for (kustomization, remote, folder) in REMOTES {
        let path = to.join(TREE).join(kustomization);
        let text = read(&path)?;
        write(
            &path,
            &replaced(&text, remote, folder).ok_or_else(|| format!("{kustomization} does not name {remote}"))?,
        )?;
    }
    Ok(())
}

/// The text with `remote`, at the end of a line, replaced; nothing where no
/// line ends in it.
fn replaced(text: &str, remote: &str, folder: &str) -> Option<String> {
    let mut found = false;
    let lines = text.lines().map(|line| match line.strip_suffix(remote) {
        Some(before) => {
            found = true;
            format!("{before}{folder}\n")
        }
        None => format!("{line}\n"),
    });
    let text = lines.collect();
    found.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_is_replaced_where_a_line_ends_in_it() {
        assert_eq!(replaced("a:\n- x?y\n- x?yz\n", "x?y", "../m").unwrap(), "a:\n- ../m\n- x?yz\n");
        assert_eq!(replaced("a:\n- z\n", "x", "../m"), None);
    }

    #[test]
    fn every_stand_in_leads_from_its_kustomization_to_the_mirror() {
        for (kustomization, _, folder) in REMOTES {
            let mut path = Path::new(TREE).join(kustomization);
            path.pop();
            for part in Path::new(folder) {
                if part == ".." {
                    path.pop();
                } else {
                    path.push(part);
                }
            }
            assert!(path.starts_with("upstream/remotes"), "{}", path.display());
        }
    }
}

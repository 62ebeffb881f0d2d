//! All approved renders of an environment.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Snapshot, SnapshotError};
use crate::text::SourceMap;
use crate::vfs::{PlatformFileError, Tree, files_below};

/// Where the folders of the environments are, from the platform root.
pub const FOLDER: &str = "snapshots";

/// The name of the file of `application` in its environment's folder.
#[must_use]
pub fn file_name(application: &str) -> String {
    format!("{application}.yaml")
}

/// The snapshots in `folder`, by their Applications; none where there is no
/// folder. A `.yaml` file that is for none of the `applications` and is of
/// another kind is somebody else's and left out.
///
/// # Errors
/// When the folder cannot be listed or a snapshot cannot be used.
pub fn load_environment(
    tree: &dyn Tree,
    folder: &Path,
    applications: &[&str],
    sources: &SourceMap,
) -> Result<BTreeMap<String, Snapshot>, SnapshotError> {
    let files = files_below(folder).map_err(|source| SnapshotError::Folder { path: tree.display(folder), source })?;
    let mut snapshots = BTreeMap::new();
    for file in &files {
        let Some(name) = file.to_str().and_then(|file| file.strip_suffix(".yaml")) else { continue };
        if name.contains('/') {
            continue;
        }
        match Snapshot::load(tree, &folder.join(file), sources) {
            Ok(snapshot) => {
                snapshots.insert(name.to_owned(), snapshot);
            }
            Err(SnapshotError::File { source, .. }) if is_other(&source) && !applications.contains(&name) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(snapshots)
}

fn is_other(error: &PlatformFileError) -> bool {
    matches!(error, PlatformFileError::Header { .. } | PlatformFileError::Empty { .. })
}

#[expect(clippy::disallowed_methods, reason = "the tests prepare the disk that is then read")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::DiskTree;

    #[test]
    fn files_of_another_kind_are_left_out_unless_an_application_needs_their_place() {
        let guard = tempfile::tempdir().unwrap();
        let folder = guard.path().canonicalize().unwrap().join("e");
        let load =
            |applications: &[&str]| load_environment(&DiskTree::new(&folder), &folder, applications, &SourceMap::new());
        assert_eq!(load(&["a"]).unwrap(), BTreeMap::new());
        std::fs::create_dir_all(folder.join("below")).unwrap();
        for (name, text) in [
            ("a.yaml", Snapshot::empty("e", "a").write()),
            ("old.yaml", Snapshot::empty("e", "old").write()),
            ("below/b.yaml", Snapshot::empty("e", "b").write()),
            ("other.yaml", "apiVersion: v1\nkind: ConfigMap\n".to_owned()),
            ("empty.yaml", String::new()),
            ("README.md", "# Words".to_owned()),
        ] {
            std::fs::write(folder.join(name), text).unwrap();
        }
        assert_eq!(load(&["a"]).unwrap().into_keys().collect::<Vec<_>>(), ["a", "old"]);
        assert_eq!(load(&["a", "other"]).unwrap_err().code(), "snapshot::invalid-file");
        std::fs::write(folder.join("old.yaml"), Snapshot::empty("f", "old").write()).unwrap();
        assert_eq!(load(&["a"]).unwrap_err().code(), "snapshot::invalid-value");
    }
}

//! Lists of working folders.

use std::os::unix::fs::symlink;

use super::*;
use crate::vfs::git_fixture::give_away;

#[expect(clippy::disallowed_methods, reason = "the test prepares the disk that is then read")]
fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn working_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let repository = Repository::init(folder.path()).unwrap();
    let files = [
        (".gitignore", "/out/\n*.log\n"),
        ("b.yaml", ""),
        ("a/k.yaml", ""),
        ("a/new.yaml", ""),
        ("a/x.log", ""),
        ("a/kept.log", ""),
        ("out/o.yaml", ""),
        ("a/deep/new/file", ""),
        ("ab/c", ""),
    ];
    for (path, text) in files {
        write(&folder.path().join(path), text);
    }
    symlink("../out", folder.path().join("a/link")).unwrap();
    let inner = Repository::init(folder.path().join("inner")).unwrap();
    write(&inner.workdir().unwrap().join("file"), "");
    let mut index = repository.index().unwrap();
    for path in [".gitignore", "b.yaml", "a/k.yaml", "a/kept.log"] {
        index.add_path(Path::new(path)).unwrap();
    }
    index.write().unwrap();
    // Changed since, which does not matter.
    write(&folder.path().join("b.yaml"), "changed");
    folder
}

const ALL: [&str; 8] =
    [".gitignore", "a/deep/new/file", "a/k.yaml", "a/kept.log", "a/link", "a/new.yaml", "ab/c", "b.yaml"];

#[test]
fn lists_what_git_knows_or_would_add() {
    let folder = working_folder();
    assert_eq!(list_files(folder.path()).unwrap(), ALL);
    let below = ["deep/new/file", "k.yaml", "kept.log", "link", "new.yaml"];
    assert_eq!(list_files(&folder.path().join("a")).unwrap(), below);
    assert_eq!(list_files(&folder.path().join("a/deep")).unwrap(), ["new/file"]);
    assert_eq!(list_files(&folder.path().join("out")).unwrap(), [""; 0]);
    assert_eq!(list_files(&folder.path().join("inner")).unwrap(), ["file"]);
}

#[test]
fn the_owner_does_not_matter() {
    let folder = working_folder();
    if !give_away(folder.path()) {
        return;
    }
    assert!(Repository::open(folder.path()).is_err());
    assert_eq!(list_files(folder.path()).unwrap(), ALL);
}

#[test]
fn a_linked_working_folder_has_its_own_index() {
    let above = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let done = std::process::Command::new("git").current_dir(above.path()).args(identity).args(arguments).output();
        assert!(done.as_ref().unwrap().status.success(), "{done:?}");
    };
    git(&["init", "-q", "main"]);
    write(&above.path().join("main/a"), "");
    git(&["-C", "main", "add", "a"]);
    git(&["-C", "main", "commit", "-q", "-m", "c"]);
    git(&["-C", "main", "worktree", "add", "-q", "--detach", "../linked"]);
    write(&above.path().join("main/only-main"), "");
    write(&above.path().join("linked/only-linked"), "");
    assert_eq!(list_files(&above.path().join("linked")).unwrap(), ["a", "only-linked"]);
    assert_eq!(list_files(&above.path().join("main")).unwrap(), ["a", "only-main"]);
}

#[test]
fn without_git_everything_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    for path in ["b", "a/c", "a-b", "a/.git/config", ".gitignore"] {
        write(&folder.path().join(path), "*\n");
    }
    symlink("a", folder.path().join("link")).unwrap();
    assert_eq!(list_files(folder.path()).unwrap(), [".gitignore", "a-b", "a/c", "b", "link"]);
    assert!(matches!(list_files(&folder.path().join("none")), Err(WorktreeError::Io { .. })));
    assert!(matches!(list_files(&folder.path().join("b")), Err(WorktreeError::Io { .. })));
}

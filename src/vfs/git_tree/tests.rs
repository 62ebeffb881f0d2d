//! Trees of commits.

use git2::Repository;

use super::*;
use crate::vfs::git_fixture::{FILE, LINK, SUBMODULE, commit, exchange, give_away, lose};

const ZEROS: &str = "0000000000000000000000000000000000000001";

struct Place {
    folder: tempfile::TempDir,
    repository: Repository,
    commit: Oid,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let repository = Repository::init_bare(folder.path()).unwrap();
    let entries = [
        (FILE, "a/f.yaml", "f: 1\n"),
        (FILE, "b/g.yaml", "g: 1\n"),
        (LINK, "a/link", "../b"),
        (LINK, "g", "a/link/g.yaml"),
        (LINK, "loop", "loop"),
        (LINK, "dangling", "nowhere"),
        (LINK, "absolute", "/a/f.yaml"),
        (LINK, "a/above", "../../repository/a/f.yaml"),
        (SUBMODULE, "sub", ZEROS),
    ];
    let commit = commit(&repository, "refs/heads/main", &entries);
    Place { folder, repository, commit }
}

impl Place {
    fn tree(&self) -> GitTree {
        GitTree::open(self.folder.path(), &self.commit.to_string()).unwrap()
    }

    fn id(&self, path: &str) -> Oid {
        self.repository.find_commit(self.commit).unwrap().tree().unwrap().get_path(Path::new(path)).unwrap().id()
    }
}

fn said(error: &TreeError) -> String {
    let source = std::error::Error::source(error).map(ToString::to_string);
    source.unwrap_or_else(|| error.to_string())
}

#[test]
fn reads_files_and_nothing_else() {
    let place = place();
    let tree = place.tree();
    assert_eq!(tree.read(Path::new("/a/f.yaml")).unwrap(), b"f: 1\n");
    assert_eq!(tree.read(Path::new("a/./f.yaml")).unwrap(), b"f: 1\n");
    assert_eq!(tree.read(Path::new("/g")).unwrap(), b"g: 1\n");
    for path in ["/a", "/", "/sub"] {
        assert!(matches!(tree.read(Path::new(path)), Err(TreeError::NotAFile { .. })), "{path}");
    }
    for path in ["/none", "/a/f.yaml/x", "/sub/x", "/a/f.yaml/..", "/dangling"] {
        assert!(matches!(tree.read(Path::new(path)), Err(TreeError::NotFound { .. })), "{path}");
    }
    let small = place.tree().with_limit(4);
    assert!(matches!(small.read(Path::new("/g")), Err(TreeError::TooLarge { size: 5, limit: 4, .. })));
}

#[test]
fn follows_links_and_none_that_leads_out() {
    let place = place();
    let tree = place.tree();
    let at = |path: &str| tree.resolve(Path::new(path));
    assert_eq!(at("/g").unwrap(), Resolved { path: "/b/g.yaml".into(), kind: EntryKind::File });
    assert_eq!(at("/a/link/..").unwrap(), Resolved { path: "/".into(), kind: EntryKind::Directory });
    assert_eq!(at("/sub").unwrap().kind, EntryKind::Other);
    assert!(matches!(at("/loop"), Err(TreeError::LinkLoop { .. })));
    for path in ["/absolute", "/a/above"] {
        assert!(matches!(at(path), Err(TreeError::Outside { .. })), "{path}");
    }
    assert_eq!(at("/../a").unwrap().path, Path::new("/a"));
}

#[test]
fn nothing_climbs_above_a_mount() {
    let place = place();
    let tree = place.tree().mounted_at("/repository");
    let at = |path: &str| tree.resolve(Path::new(path));
    assert_eq!(at("/repository").unwrap().path, Path::new("/repository"));
    assert_eq!(at("/repository/g").unwrap().path, Path::new("/repository/b/g.yaml"));
    for path in ["/", "/a", "/repository/..", "/repository/a/above", "/repository/a/../../repository/a"] {
        assert!(matches!(at(path), Err(TreeError::Outside { .. })), "{path}");
    }
    let shown = tree.display(Path::new("/repository/a/f.yaml"));
    assert!(shown.ends_with(&format!("@{}/a/f.yaml", &tree.commit()[..12])), "{shown}");
}

#[test]
fn follows_as_many_links_as_other_trees() {
    let place = place();
    let names: Vec<String> = (0..=256).map(|at| at.to_string()).collect();
    let mut entries = vec![(FILE, "0", "")];
    entries.extend(names.windows(2).map(|pair| (LINK, pair[1].as_str(), pair[0].as_str())));
    let id = commit(&place.repository, "refs/heads/chain", &entries);
    let tree = GitTree::open(place.folder.path(), &id.to_string()).unwrap();
    assert!(tree.resolve(Path::new("/255")).is_ok());
    assert!(matches!(tree.resolve(Path::new("/256")), Err(TreeError::LinkLoop { .. })));
}

#[test]
fn objects_that_are_lost_or_damaged_are_named() {
    let place = place();
    let (lost, damaged) = (place.id("a/f.yaml"), place.id("b/g.yaml"));
    let other = place.repository.blob(b"G: 1\n").unwrap();
    lose(&place.repository, lost);
    exchange(&place.repository, damaged, other);
    let tree = place.tree();
    for (path, id, what) in [("/a/f.yaml", lost, "does not have the file"), ("/g", damaged, "is damaged")] {
        let error = tree.read(Path::new(path)).unwrap_err();
        let message = said(&error);
        assert!(matches!(error, TreeError::Io { .. }), "{message}");
        assert!(message.contains(&id.to_string()) && message.contains(what), "{message}");
        // What the file is can be said without reading it.
        assert!(tree.resolve(Path::new(path)).is_ok());
    }
    lose(&place.repository, place.id("a"));
    let error = place.tree().resolve(Path::new("/a/f.yaml")).unwrap_err();
    assert!(said(&error).contains(&place.id("a").to_string()), "{error}");
}

#[test]
fn a_commit_is_there_or_not() {
    let place = place();
    let (path, id) = (place.folder.path(), place.commit.to_string());
    assert!(git_has_commit(path, &id).unwrap());
    assert!(!git_has_commit(path, ZEROS).unwrap());
    assert_eq!(git_tree_id(path, &id).unwrap(), place.tree().tree_id());
    assert!(matches!(git_tree_id(path, ZEROS), Err(GitError::Missing { .. })));
    assert!(matches!(GitTree::open(path, &place.tree().tree_id()), Err(GitError::WrongKind { .. })));
    for text in ["", "abc", "main", &id.to_uppercase()] {
        assert!(matches!(GitTree::open(path, text), Err(GitError::NotAnId { .. })), "{text}");
    }
    let empty = tempfile::tempdir().unwrap();
    assert!(matches!(GitTree::open(empty.path(), &id), Err(GitError::NotARepository { .. })));
}

#[test]
fn working_folders_linked_ones_and_borrowed_objects_are_read_too() {
    let place = place();
    let folder = tempfile::tempdir().unwrap();
    let id = place.commit.to_string();
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git").current_dir(folder.path()).args(arguments).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    // Shared objects, and packed ones.
    git(&["clone", "-q", "--bare", "--shared", place.folder.path().to_str().unwrap(), "shared.git"]);
    git(&["clone", "-q", "--no-checkout", "shared.git", "work"]);
    git(&["-C", "work", "repack", "-a", "-d", "-q"]);
    git(&["-C", "work", "worktree", "add", "-q", "--detach", "../linked", &id]);
    for name in ["shared.git", "work", "linked"] {
        let tree = GitTree::open(&folder.path().join(name), &id).unwrap();
        assert_eq!(tree.read(Path::new("/g")).unwrap(), b"g: 1\n", "{name}");
    }
}

#[test]
fn a_repository_of_another_user_is_read() {
    let place = place();
    if !give_away(place.folder.path()) {
        return;
    }
    assert!(Repository::open(place.folder.path()).is_err());
    assert_eq!(place.tree().read(Path::new("/g")).unwrap(), b"g: 1\n");
    let store = GitStore::open(place.folder.path(), "shown").unwrap();
    assert_eq!(store.resolve(Some("main")).unwrap(), Some(place.commit));
}

#[test]
fn several_threads_share_a_tree() {
    let place = place();
    let tree = place.tree();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..200 {
                    assert_eq!(tree.read(Path::new("/g")).unwrap(), b"g: 1\n");
                    assert_eq!(tree.read(Path::new("/a/f.yaml")).unwrap(), b"f: 1\n");
                }
            });
        }
    });
}

//! Repositories for the tests of this room.

use std::path::Path;

use git2::{Index, IndexEntry, IndexTime, Oid, Repository, Signature};

pub(super) const FILE: u32 = 0o100_644;
pub(super) const LINK: u32 = 0o120_000;
pub(super) const SUBMODULE: u32 = 0o160_000;

/// Commits a tree of these files, links and submodules; `refname` leads to it.
pub(super) fn commit(repository: &Repository, refname: &str, entries: &[(u32, &str, &str)]) -> Oid {
    let mut index = Index::new().unwrap();
    for (mode, path, text) in entries {
        let id =
            if *mode == SUBMODULE { Oid::from_str(text).unwrap() } else { repository.blob(text.as_bytes()).unwrap() };
        let zero = IndexTime::new(0, 0);
        let (path, mode) = (path.as_bytes().to_vec(), *mode);
        index
            .add(&IndexEntry {
                ctime: zero,
                mtime: zero,
                dev: 0,
                ino: 0,
                mode,
                uid: 0,
                gid: 0,
                file_size: 0,
                id,
                flags: 0,
                flags_extended: 0,
                path,
            })
            .unwrap();
    }
    let tree = repository.find_tree(index.write_tree_to(repository).unwrap()).unwrap();
    let author = Signature::new("a", "a@example.org", &git2::Time::new(0, 0)).unwrap();
    let id = repository.commit(None, &author, &author, "c", &tree, &[]).unwrap();
    repository.reference(refname, id, true, "test").unwrap();
    id
}

/// Takes the loose object `id` away.
pub(super) fn lose(repository: &Repository, id: Oid) {
    std::fs::remove_file(loose(repository, id)).unwrap();
}

/// Puts the loose object `other` in the place of `id`.
pub(super) fn exchange(repository: &Repository, id: Oid, other: Oid) {
    lose(repository, id);
    std::fs::copy(loose(repository, other), loose(repository, id)).unwrap();
}

/// Gives everything below `path` to a user who is not this one; false when that
/// is not allowed here.
pub(super) fn give_away(path: &Path) -> bool {
    let found = std::process::Command::new("chown").args(["-R", "12345"]).arg(path).output();
    found.is_ok_and(|output| output.status.success())
}

fn loose(repository: &Repository, id: Oid) -> std::path::PathBuf {
    let id = id.to_string();
    repository.commondir().join("objects").join(&id[..2]).join(&id[2..])
}

//! Writing the repositories of the cache.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use git2::{ObjectType, Odb, Oid, Repository};

use super::git_object::{GitKind, parse_id};
use super::git_store::GitStore;
use super::output::{Draft, free_name, sync_folder};
use super::{CacheError, GitError, GitTree, OutputError};

/// Makes an empty bare repository at `place`, whose folder is there. When
/// another process was faster, its repository stays.
pub(super) fn make_bare(place: &Path) -> Result<(), CacheError> {
    let failed = |source| CacheError::WriteGit { path: place.display().to_string(), source };
    let above = place.parent().unwrap_or(place);
    let draft = Draft(free_name(above, "repository"));
    let repository = Repository::init_bare(&draft.0).map_err(failed)?;
    // Objects are flushed to the disk before they get their names.
    repository.config().and_then(|mut config| config.set_bool("core.fsyncObjectFiles", true)).map_err(failed)?;
    match std::fs::rename(&draft.0, place) {
        Ok(()) => sync_folder(above),
        Err(error) if matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists) => {}
        Err(source) => return Err(OutputError::Io { path: place.to_path_buf(), source }.into()),
    }
    Ok(())
}

/// Copies the commit of `source`, its trees and files into the repository at
/// `place`. The commit comes last: where it is, all of it is, whenever a copying
/// process was killed.
pub(super) fn copy_commit(source: &GitTree, place: &Path) -> Result<(), CacheError> {
    let failed = |source| CacheError::WriteGit { path: place.display().to_string(), source };
    let commit = parse_id(&source.commit()).expect("a tree knows its commit in full");
    if GitStore::open(place, &place.display().to_string())?.has_commit(commit)? {
        return Ok(());
    }
    let repository = Repository::open_bare(place).map_err(failed)?;
    let odb = repository.odb().map_err(failed)?;
    each_object(source.store(), commit, &mut |id, kind| copy_object(source.store(), &odb, id, kind, place))
}

/// No path of a file has more parts on any system.
const DEEPEST: usize = 1000;

/// Visits the objects that `commit` is made of, each once: what a tree holds
/// before the tree, the commit at last. Commits of submodules are none of them.
///
/// # Errors
/// When a tree cannot be read, or the first that `visit` fails with.
pub(super) fn each_object<E: From<GitError>>(
    store: &GitStore,
    commit: Oid,
    visit: &mut dyn FnMut(Oid, ObjectType) -> Result<(), E>,
) -> Result<(), E> {
    let top = store.tree_of(commit)?;
    let mut seen = BTreeSet::from([top]);
    each_below(store, top, 0, &mut seen, visit)?;
    visit(commit, ObjectType::Commit)
}

fn each_below<E: From<GitError>>(
    store: &GitStore,
    tree: Oid,
    depth: usize,
    seen: &mut BTreeSet<Oid>,
    visit: &mut dyn FnMut(Oid, ObjectType) -> Result<(), E>,
) -> Result<(), E> {
    if depth > DEEPEST {
        return Err(store.malformed(tree, ObjectType::Tree, "folders are nested too deep").into());
    }
    for (kind, id) in store.entries(tree)?.into_values() {
        if kind == GitKind::Submodule || !seen.insert(id) {
            continue;
        }
        match kind {
            GitKind::Tree => each_below(store, id, depth + 1, seen, visit)?,
            _ => visit(id, ObjectType::Blob)?,
        }
    }
    visit(tree, ObjectType::Tree)
}

fn copy_object(from: &GitStore, to: &Odb<'_>, id: Oid, kind: ObjectType, place: &Path) -> Result<(), CacheError> {
    let object = from.object(id, kind, u64::MAX)?;
    to.write(kind, object.data())
        .map(|_| ())
        .map_err(|source| CacheError::WriteGit { path: place.display().to_string(), source })
}

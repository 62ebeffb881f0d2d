//! The tree of one commit, read from the object database without a checkout.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use git2::{ObjectType, Oid};

use super::git_object::{GitEntries, GitKind, parse_id};
use super::git_store::GitStore;
use super::links::{MAX_LINKS, Step, steps_of};
use super::spelling::short_commit;
use super::{EntryKind, GitError, READ_LIMIT, Resolved, Tree, TreeError};

/// As long as a path can be on Linux; a longer link leads nowhere.
const MAX_LINK_TEXT: u64 = 4096;

/// The tree of one commit of a repository on this machine.
///
/// Its top is `/` unless it is [mounted](GitTree::mounted_at). Symbolic links
/// are followed within it; one that leads out is [`TreeError::Outside`]. What
/// is wrong with an object is the source of a [`TreeError::Io`].
pub struct GitTree {
    store: GitStore,
    commit: Oid,
    top: Oid,
    mount: PathBuf,
    limit: u64,
    /// Every tree is parsed once: all paths lead through the same few.
    entries: Mutex<HashMap<Oid, Arc<GitEntries>>>,
}

/// A place of the tree, links followed.
struct Found {
    path: PathBuf,
    kind: GitKind,
    id: Oid,
}

impl GitTree {
    /// The tree of `commit`, given in full, in the repository at `path`: bare or
    /// a working folder, whoever owns it.
    ///
    /// # Errors
    /// When there is no repository, or it does not have the commit.
    pub fn open(path: &Path, commit: &str) -> Result<Self, GitError> {
        let id = commit_id(commit)?;
        Self::from_store(GitStore::open(path, &path.display().to_string())?, id)
    }

    /// The tree of `commit` in an opened repository.
    pub(super) fn from_store(store: GitStore, commit: Oid) -> Result<Self, GitError> {
        let top = store.tree_of(commit)?;
        Ok(Self { store, commit, top, mount: "/".into(), limit: READ_LIMIT, entries: Mutex::default() })
    }

    /// The same tree, reading files of at most `limit` bytes.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// The same tree with its top at the absolute path `mount`. Then a path that
    /// climbs above the top is seen to, which one below `/` never is.
    #[must_use]
    pub fn mounted_at(self, mount: impl Into<PathBuf>) -> Self {
        Self { mount: mount.into(), ..self }
    }

    /// The commit, in full.
    #[must_use]
    pub fn commit(&self) -> String {
        self.commit.to_string()
    }

    /// The name of the tree object at the top, in full.
    #[must_use]
    pub fn tree_id(&self) -> String {
        self.top.to_string()
    }

    pub(super) fn store(&self) -> &GitStore {
        &self.store
    }

    fn outside(&self, path: &Path) -> TreeError {
        TreeError::Outside { path: path.to_path_buf(), folder: self.mount.clone() }
    }

    fn entries(&self, tree: Oid) -> Result<Arc<GitEntries>, GitError> {
        let known = || self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entries) = known().get(&tree) {
            return Ok(Arc::clone(entries));
        }
        let entries = Arc::new(self.store.entries(tree)?);
        known().insert(tree, Arc::clone(&entries));
        Ok(entries)
    }

    /// The text of a symbolic link.
    fn link(&self, id: Oid) -> Result<PathBuf, GitError> {
        let object = self.store.object(id, ObjectType::Blob, MAX_LINK_TEXT)?;
        Ok(PathBuf::from(OsStr::from_bytes(object.data())))
    }

    /// Follows every link in `path`, as [`super::links`] does for other trees.
    fn find(&self, path: &Path) -> Result<Found, TreeError> {
        let not_found = || TreeError::NotFound { path: path.to_path_buf() };
        let broken = |source| unreadable(path, source);
        let below = Path::new("/").join(path);
        let below = below.strip_prefix(&self.mount).map_err(|_| self.outside(path))?;
        let mut steps: Vec<(Step, bool)> = steps_of(below).map(|step| (step, false)).collect();
        // Names from the top, each with what it stands for.
        let mut done: Vec<(OsString, GitKind, Oid)> = Vec::new();
        let mut links = 0;
        while let Some((step, of_link)) = steps.pop() {
            let (kind, id) = done.last().map_or((GitKind::Tree, self.top), |(_, kind, id)| (*kind, *id));
            if kind != GitKind::Tree {
                return Err(not_found());
            }
            let name = match step {
                Step::Root => return Err(self.outside(path)),
                Step::Up => {
                    let climbs = done.pop().is_none() && (of_link || self.mount != Path::new("/"));
                    if climbs {
                        return Err(self.outside(path));
                    }
                    continue;
                }
                Step::Down(name) => name,
            };
            let Some((kind, id)) = self.entries(id).map_err(broken)?.get(&name).copied() else {
                return Err(not_found());
            };
            if kind != GitKind::Link {
                done.push((name, kind, id));
                continue;
            }
            links += 1;
            if links > MAX_LINKS {
                return Err(TreeError::LinkLoop { path: path.to_path_buf() });
            }
            steps.extend(steps_of(&self.link(id).map_err(broken)?).map(|step| (step, true)));
        }
        let (kind, id) = done.last().map_or((GitKind::Tree, self.top), |(_, kind, id)| (*kind, *id));
        let path = done.iter().fold(self.mount.clone(), |path, (name, ..)| path.join(name));
        Ok(Found { path, kind, id })
    }
}

impl Tree for GitTree {
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError> {
        let found = self.find(path)?;
        if found.kind != GitKind::File {
            return Err(TreeError::NotAFile { path: path.to_path_buf() });
        }
        match self.store.object(found.id, ObjectType::Blob, self.limit) {
            Ok(object) => Ok(object.data().to_vec()),
            Err(GitError::TooLarge { size, limit, .. }) => {
                Err(TreeError::TooLarge { path: path.to_path_buf(), size, limit })
            }
            Err(error) => Err(unreadable(path, error)),
        }
    }

    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError> {
        let Found { path, kind, .. } = self.find(path)?;
        let kind = match kind {
            GitKind::File => EntryKind::File,
            GitKind::Tree => EntryKind::Directory,
            GitKind::Link | GitKind::Submodule => EntryKind::Other,
        };
        Ok(Resolved { path, kind })
    }

    fn display(&self, path: &Path) -> String {
        let top = format!("{}@{}", self.store.shown(), short_commit(&self.commit()));
        match path.strip_prefix(&self.mount) {
            Ok(rest) if rest.as_os_str().is_empty() => top,
            Ok(rest) => format!("{top}/{}", rest.display()),
            Err(_) => path.display().to_string(),
        }
    }
}

impl fmt::Debug for GitTree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("GitTree").field("commit", &self.commit).field("mount", &self.mount).finish_non_exhaustive()
    }
}

/// The name of the tree that `commit`, given in full, is of.
///
/// # Errors
/// When there is no repository at `path`, or it does not have the commit.
pub fn git_tree_id(path: &Path, commit: &str) -> Result<String, GitError> {
    let id = commit_id(commit)?;
    Ok(GitStore::open(path, &path.display().to_string())?.tree_of(id)?.to_string())
}

/// Whether the repository at `path` has `commit`, given in full.
///
/// # Errors
/// When there is no repository, or the object of that name is damaged or no commit.
pub fn git_has_commit(path: &Path, commit: &str) -> Result<bool, GitError> {
    let id = commit_id(commit)?;
    GitStore::open(path, &path.display().to_string())?.has_commit(id)
}

/// `text` as the name of a commit.
pub(super) fn commit_id(text: &str) -> Result<Oid, GitError> {
    parse_id(text).ok_or_else(|| GitError::NotAnId { text: text.to_owned() })
}

fn unreadable(path: &Path, source: GitError) -> TreeError {
    TreeError::Io { path: path.to_path_buf(), source: std::io::Error::other(source) }
}

#[cfg(test)]
mod tests;

//! The objects and refs of a repository on this machine.
//!
//! Objects are read from the object database alone, which knows no owner and no
//! configuration. git2 compares every object it reads with its name, so what is
//! reached from a commit is what the commit stands for.

use std::path::{Path, PathBuf};

use git2::{ErrorCode, ObjectType, Odb, OdbObject, Oid, Repository};

use super::git_dir::{common_dir, git_dir_at};
use super::git_object::{GitEntries, parse_id, parse_tree, tree_of_commit};
use super::{GitError, READ_LIMIT};

/// A repository, opened for reading.
///
/// It can be shared between threads: the database has a lock of its own.
pub(super) struct GitStore {
    odb: Odb<'static>,
    git_dir: PathBuf,
    /// How it is called in messages.
    shown: String,
}

impl GitStore {
    /// Opens the repository at `path`, bare or not.
    pub(super) fn open(path: &Path, shown: &str) -> Result<Self, GitError> {
        let git_dir = git_dir_at(path).ok_or_else(|| GitError::NotARepository { repository: shown.to_owned() })?;
        Self::of_objects(&common_dir(&git_dir).join("objects"), git_dir, shown)
    }

    /// Opens what is in a folder of objects, of a repository in `git_dir` if there
    /// is one: no name is looked up before it is needed.
    pub(super) fn of_objects(objects: &Path, git_dir: PathBuf, shown: &str) -> Result<Self, GitError> {
        let open = |source| GitError::Open { repository: shown.to_owned(), source };
        let objects = objects.to_str().ok_or_else(|| open(git2::Error::from_str("its path is no text")))?;
        let odb = Odb::new().map_err(open)?;
        // Also follows `objects/info/alternates`.
        odb.add_disk_alternate(objects).map_err(open)?;
        Ok(Self { odb, git_dir, shown: shown.to_owned() })
    }

    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether the commit is there.
    pub(super) fn has_commit(&self, id: Oid) -> Result<bool, GitError> {
        match self.object(id, ObjectType::Commit, READ_LIMIT) {
            Ok(_) => Ok(true),
            Err(GitError::Missing { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The tree of a commit.
    pub(super) fn tree_of(&self, commit: Oid) -> Result<Oid, GitError> {
        let object = self.object(commit, ObjectType::Commit, READ_LIMIT)?;
        tree_of_commit(object.data()).map_err(|what| self.malformed(commit, ObjectType::Commit, what))
    }

    /// The entries of a tree.
    pub(super) fn entries(&self, tree: Oid) -> Result<GitEntries, GitError> {
        let object = self.object(tree, ObjectType::Tree, READ_LIMIT)?;
        parse_tree(object.data()).map_err(|what| self.malformed(tree, ObjectType::Tree, what))
    }

    /// The object `id`, when it is of this kind and has at most `limit` bytes.
    pub(super) fn object(&self, id: Oid, kind: ObjectType, limit: u64) -> Result<OdbObject<'_>, GitError> {
        // Asked before reading: a small pack can hold an object that fills the memory.
        let size = self.size(id, kind)?;
        if size > limit {
            return Err(self.too_large(id, kind, size, limit));
        }
        self.odb.read(id).map_err(|source| self.unreadable(id, kind, source))
    }

    /// An object of so many bytes is refused.
    pub(super) fn too_large(&self, id: Oid, kind: ObjectType, size: u64, limit: u64) -> GitError {
        GitError::TooLarge { repository: self.shown.clone(), kind: name_of(kind), id: id.to_string(), size, limit }
    }

    /// The bytes of the object `id`, when it is of this kind. Its content is not
    /// read.
    pub(super) fn size(&self, id: Oid, kind: ObjectType) -> Result<u64, GitError> {
        let (size, found) = self.odb.read_header(id).map_err(|source| self.unreadable(id, kind, source))?;
        if found == kind {
            return Ok(size as u64);
        }
        Err(GitError::WrongKind { repository: self.shown.clone(), kind: name_of(kind), id: id.to_string() })
    }

    fn unreadable(&self, id: Oid, kind: ObjectType, source: git2::Error) -> GitError {
        let (repository, kind, id) = (self.shown.clone(), name_of(kind), id.to_string());
        match source.code() {
            ErrorCode::NotFound => GitError::Missing { repository, kind, id },
            _ => GitError::Damaged { repository, kind, id, source },
        }
    }

    /// The commit on record, or else the one `reference` or the default branch
    /// leads to. When the repository has both, they must be the same.
    pub(super) fn pinned(&self, reference: Option<&str>, commit: Option<Oid>) -> Result<Oid, GitError> {
        let repository = || self.shown.clone();
        let Some(commit) = commit else {
            return self.resolve(reference)?.ok_or_else(|| GitError::NoRevision {
                repository: repository(),
                reference: reference.map(str::to_owned),
            });
        };
        match reference {
            Some(name) => match self.resolve(Some(name))? {
                Some(actual) if actual != commit => Err(GitError::OtherCommit {
                    repository: repository(),
                    reference: name.to_owned(),
                    expected: commit.to_string(),
                    actual: actual.to_string(),
                }),
                _ => Ok(commit),
            },
            None => Ok(commit),
        }
    }

    /// The commit that `reference` (branch, tag, full name or commit) leads to,
    /// or the default branch; nothing when there is none of this name.
    pub(super) fn resolve(&self, reference: Option<&str>) -> Result<Option<Oid>, GitError> {
        if let Some(id) = reference.and_then(parse_id) {
            return Ok(Some(id));
        }
        let open = |source| GitError::Open { repository: self.shown.clone(), source };
        // The one way of opening a repository that does not ask who owns it.
        let repository = Repository::open_bare(&self.git_dir).map_err(open)?;
        let found = match reference {
            Some(name) => repository.resolve_reference_from_short_name(name),
            None => repository.head(),
        };
        match found {
            // A ref to what is not there is no missing ref, but an error.
            Ok(found) => Ok(Some(found.peel_to_commit().map_err(open)?.id())),
            Err(error) => match error.code() {
                ErrorCode::NotFound | ErrorCode::InvalidSpec | ErrorCode::UnbornBranch => Ok(None),
                _ => Err(open(error)),
            },
        }
    }

    pub(super) fn malformed(&self, id: Oid, kind: ObjectType, what: &'static str) -> GitError {
        GitError::Malformed { repository: self.shown.clone(), kind: name_of(kind), id: id.to_string(), what }
    }
}

fn name_of(kind: ObjectType) -> &'static str {
    match kind {
        ObjectType::Commit => "commit",
        ObjectType::Tree => "tree",
        ObjectType::Blob => "file",
        ObjectType::Tag | ObjectType::Any => "object",
    }
}

//! What is needed from elsewhere, and who has it.

use std::path::PathBuf;
use std::sync::Arc;

use super::{CacheError, GitError, GitTree, NetworkError, RepoSpec, Tree, TreeError};

/// A file that a web server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How the place they came from is called in messages to people.
    pub display: String,
}

/// A repository at one revision.
#[derive(Clone)]
pub struct RemoteRepository {
    /// The tree it is in. Paths that leave the repository are errors.
    pub tree: Arc<dyn Tree>,
    /// The repository's top in `tree`, links followed.
    pub root: PathBuf,
    /// The commit, as far as it is known; a plain folder can only claim one.
    pub commit: Option<String>,
    /// The name of the commit's tree object, where the objects are git's.
    pub tree_id: Option<String>,
}

/// Where the top of a commit's tree is. Not at `/`, above which no path can climb:
/// kustomize's checkout is a folder among others, and `../x` from its top is an
/// error.
const GIT_MOUNT: &str = "/repository";

impl RemoteRepository {
    /// The repository whose objects are in `tree`.
    pub(super) fn of_git(tree: GitTree) -> Self {
        let (commit, tree_id) = (Some(tree.commit()), Some(tree.tree_id()));
        Self { tree: Arc::new(tree.mounted_at(GIT_MOUNT)), root: GIT_MOUNT.into(), commit, tree_id }
    }
}

/// Why something from elsewhere cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// Nobody asked has it, and the network is not used.
    #[error("{url}{} is not available without a network", at(reference.as_deref()))]
    NotLocked {
        /// The file or repository.
        url: String,
        /// The revision of a repository; nothing for the default branch and for files.
        reference: Option<String>,
        /// The mirror file that does not list it.
        mirror: Option<String>,
        /// The revisions of the repository that the mirror file lists.
        mirrored: Vec<String>,
    },
    /// The bytes are not those the mirror file promises.
    #[error("{path} stands for {url} and must have the SHA-256 {expected}, but has {actual}")]
    Digest {
        /// The file asked for.
        url: String,
        /// The file that was read.
        path: String,
        /// The digest on record.
        expected: String,
        /// The digest of what was read.
        actual: String,
    },
    /// There are more or fewer bytes than the lock says.
    #[error("{path} stands for {url} and must have {expected} bytes, but has {actual}")]
    Size {
        /// The file asked for.
        url: String,
        /// The file that was read.
        path: String,
        /// The number of bytes on record.
        expected: u64,
        /// Their number in what was read.
        actual: u64,
    },
    /// A repository on this machine does not have what it stands for.
    #[error("{path} stands for {url}, but cannot be used")]
    Git {
        /// The repository asked for.
        url: String,
        /// The repository that stands for it.
        path: String,
        /// What was wrong with it.
        #[source]
        source: Box<GitError>,
    },
    /// The revision is another commit than the one on record.
    #[error("{url} at {reference} must be commit {expected}, but is {actual}")]
    OtherCommit {
        /// The repository asked for.
        url: String,
        /// The revision asked for.
        reference: String,
        /// The commit on record.
        expected: String,
        /// The commit that was found.
        actual: String,
    },
    /// The commit is the one on record, but its tree is not.
    #[error("{url} at {reference} must have the tree {expected}, but has {actual}")]
    OtherTree {
        /// The repository asked for.
        url: String,
        /// The revision asked for.
        reference: String,
        /// The tree on record.
        expected: String,
        /// The tree that was found.
        actual: String,
    },
    /// The cache has it, but cannot be used.
    #[error("the cache cannot give {what}")]
    Cache {
        /// The file or repository asked for.
        what: String,
        /// What was wrong with it.
        #[source]
        source: Box<CacheError>,
    },
    /// The network does not give it.
    #[error("the network cannot give {what}")]
    Network {
        /// The file or repository asked for.
        what: String,
        /// What happened.
        #[source]
        source: Box<NetworkError>,
    },
    /// A mirror lists it, but what it names cannot be read.
    #[error("{path} stands for {url}, but cannot be used")]
    Unreadable {
        /// The file or repository asked for.
        url: String,
        /// The file or folder that stands for it.
        path: String,
        /// What was wrong with it.
        #[source]
        source: TreeError,
    },
}

fn at(reference: Option<&str>) -> String {
    reference.map(|reference| format!(" at {reference}")).unwrap_or_default()
}

impl RemoteError {
    /// Nobody has the repository of `spec`, and there is no mirror file to name.
    pub(super) fn nobody_has(spec: &RepoSpec) -> Self {
        let reference = Some(spec.reference.clone()).filter(|reference| !reference.is_empty());
        Self::NotLocked { url: spec.clone_spec(), reference, mirror: None, mirrored: Vec::new() }
    }

    /// What the reader can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let (mirror, mirrored) = match self {
            Self::NotLocked { mirror, mirrored, .. } => (mirror, mirrored),
            Self::Git { source, .. } => return source.hint().map(str::to_owned),
            Self::OtherCommit { .. } => {
                return Some("the tag or branch moved: find out why before anything is rendered".to_owned());
            }
            Self::OtherTree { .. } => return Some("the lock was edited by hand: pin it again".to_owned()),
            Self::Cache { source, .. } => return source.hint(),
            Self::Network { source, .. } => return source.hint(),
            Self::Digest { .. } | Self::Size { .. } | Self::Unreadable { .. } => return None,
        };
        Some(match mirror {
            None => "name a mirror file that lists it with --mirror, a cache that has it with --cache, or --fetch it"
                .to_owned(),
            Some(mirror) if mirrored.is_empty() => format!("add it to {mirror}"),
            Some(mirror) => format!("add it to {mirror}, which has it at {}", mirrored.join(", ")),
        })
    }
}

/// Whoever has remote files and repositories.
pub trait Remotes: Send + Sync {
    /// The file at `url`; nothing when `url` is not known as a file, so that it
    /// can be tried as a repository.
    ///
    /// # Errors
    /// When it cannot be had although it is known, or nobody can know.
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError>;

    /// The file with this digest, whatever it is called; nothing for those who
    /// know files by their addresses only.
    ///
    /// # Errors
    /// When it is there, but cannot be used.
    fn file_with_digest(&self, _sha256: &str) -> Result<Option<RemoteFile>, RemoteError> {
        Ok(None)
    }

    /// The repository `spec` names at the revision it names. The folder in it is
    /// not looked at.
    ///
    /// # Errors
    /// When it cannot be had.
    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError>;
}

/// Nobody: everything remote is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRemotes;

impl Remotes for NoRemotes {
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        Err(RemoteError::NotLocked { url: url.to_owned(), reference: None, mirror: None, mirrored: Vec::new() })
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        Err(RemoteError::nobody_has(spec))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_nothing() {
        let error = NoRemotes.file("https://host/a.yaml").unwrap_err();
        assert_eq!(error.to_string(), "https://host/a.yaml is not available without a network");
        let spec = RepoSpec::parse("https://host/org/repo//a?ref=v1").unwrap();
        let error = NoRemotes.repository(&spec).err().unwrap();
        assert_eq!(error.to_string(), "https://host/org/repo at v1 is not available without a network");
        assert!(error.hint().unwrap().contains("--mirror"));
    }
}

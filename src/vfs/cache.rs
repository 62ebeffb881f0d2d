//! What was fetched once, kept for good: bare repositories and files by digest.
//!
//! ```text
//! git/<host>/<path>.git                bare repositories
//! files/sha256/<2 digits>/<64 digits>  files
//! drafts/                              what is not complete yet
//! ```
//!
//! Nothing in it is believed: files are compared with their digest and git
//! objects with their name on every read. Everything is written beside its
//! place first, so that several processes can use one cache and be killed.

use std::path::{Component, Path, PathBuf};

use git2::Oid;

use super::cache_drafts::DraftFolder;
use super::cache_git::{copy_commit, make_bare};
use super::cache_packs::hold_indices;
use super::digest::{is_hex, sha256_hex};
use super::git_store::GitStore;
use super::git_tree::commit_id;
use super::output::sync_folder;
use super::spelling::repository_name;
use super::{DiskTree, GitError, GitTree, OutputError, ProgramError, Tree, TreeError, write_file_atomic};
use crate::yaml::Limits;

/// A folder of repositories and files. It need not be there to be read from.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    disk: DiskTree,
}

/// Why the cache cannot answer or take something in.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// Something else stands where the cache would be.
    #[error("the cache {path} is not a folder")]
    NotAFolder {
        /// The place.
        path: String,
    },
    /// An address that is no path below a folder.
    #[error("{url} cannot be kept in the cache")]
    Address {
        /// The address.
        url: String,
    },
    /// A text is no digest.
    #[error("{text:?} is not a SHA-256 of 64 lower-case hexadecimal digits")]
    NotADigest {
        /// The text.
        text: String,
    },
    /// A file does not have the bytes it is named for.
    #[error("{path} must have the SHA-256 of its name, but has {actual}")]
    Digest {
        /// The file.
        path: String,
        /// The digest of what was read.
        actual: String,
    },
    /// A file is there, but cannot be read.
    #[error(transparent)]
    Read(#[from] TreeError),
    /// A repository is there, but cannot be used.
    #[error(transparent)]
    Git(#[from] GitError),
    /// Something cannot be added.
    #[error("cannot add to the cache")]
    Write(#[from] OutputError),
    /// An index says something else than its pack.
    #[error("{path} is not the index of its pack")]
    OtherIndex {
        /// The index.
        path: String,
    },
    /// There is no room to look at a pack.
    #[error(transparent)]
    Scratch(#[from] ProgramError),
    /// A pack is damaged.
    #[error("the pack of {url} is damaged")]
    DamagedPack {
        /// The repository.
        url: String,
        /// What git said.
        #[source]
        source: git2::Error,
    },
    /// git cannot write a repository of the cache.
    #[error("cannot write {path}")]
    WriteGit {
        /// The repository.
        path: String,
        /// What git said.
        #[source]
        source: git2::Error,
    },
}

impl CacheError {
    /// Whether what is there is not what it should be; anything else may be no
    /// fault of the cache.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Digest { .. } | Self::OtherIndex { .. } | Self::DamagedPack { .. } => true,
            Self::Git(error) => error.is_damage(),
            _ => false,
        }
    }

    /// What the reader can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Digest { path, .. } => format!("`quintet pin fetch` mends the cache; or remove {path}"),
            Self::OtherIndex { .. } | Self::DamagedPack { .. } => "`quintet pin fetch` mends the cache".to_owned(),
            Self::NotAFolder { .. } => "name another folder with --cache".to_owned(),
            Self::Read(error) => return error.hint(),
            Self::Git(error) => return error.hint().map(str::to_owned),
            _ => return None,
        })
    }
}

impl Cache {
    /// The cache in `folder`, an absolute path, reading files of at most
    /// `limits.max_text_bytes`. A folder that is not there is an empty cache.
    ///
    /// # Errors
    /// When `folder` is something else.
    pub fn open(folder: impl Into<PathBuf>, limits: &Limits) -> Result<Self, CacheError> {
        let folder = folder.into();
        if folder.exists() && !folder.is_dir() {
            return Err(CacheError::NotAFolder { path: folder.display().to_string() });
        }
        let disk = DiskTree::new(folder.clone()).with_limit(limits.max_text_bytes as u64);
        Ok(Self { folder, disk })
    }

    /// The tree of `commit`, given in full, of the repository at `url`, whatever
    /// the spelling; nothing when the repository or the commit is not there.
    ///
    /// # Errors
    /// When the repository cannot be read.
    pub fn repository(&self, url: &str, commit: &str) -> Result<Option<GitTree>, CacheError> {
        let id = commit_id(commit)?;
        let Some(store) = self.store_with(url, id)? else { return Ok(None) };
        Ok(Some(GitTree::from_store(store, id)?.with_limit(self.disk.limit())))
    }

    /// The objects of the repository at `url`, when it has the commit `id`.
    pub(super) fn store_with(&self, url: &str, id: Oid) -> Result<Option<GitStore>, CacheError> {
        let place = self.repository_place(url)?;
        if !place.exists() {
            return Ok(None);
        }
        hold_indices(&place)?;
        let store = GitStore::open(&place, &place.display().to_string())?;
        Ok(if store.has_commit(id)? { Some(store) } else { None })
    }

    /// The file with this digest; nothing when it is not there.
    ///
    /// # Errors
    /// When it is there, but cannot be read or has other bytes.
    pub fn file(&self, sha256: &str) -> Result<Option<Vec<u8>>, CacheError> {
        let place = self.file_place(sha256)?;
        let bytes = match self.disk.read(&place) {
            Ok(bytes) => bytes,
            Err(TreeError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let actual = sha256_hex(&bytes);
        if actual == sha256 {
            Ok(Some(bytes))
        } else {
            Err(CacheError::Digest { path: place.display().to_string(), actual })
        }
    }

    /// Keeps a file and gives its digest. A damaged file of that name is replaced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add_file(&self, bytes: &[u8]) -> Result<String, CacheError> {
        let sha256 = sha256_hex(bytes);
        if !matches!(self.file(&sha256), Ok(Some(_))) {
            let place = self.file_place(&sha256)?;
            make_folder_of(&place)?;
            let draft = DraftFolder::begin(&self.folder)?;
            let whole = draft.path().join(&sha256);
            write_file_atomic(&whole, bytes)?;
            std::fs::rename(&whole, &place).map_err(|source| OutputError::Io { path: place.clone(), source })?;
            sync_folder(place.parent().unwrap_or(&place));
        }
        Ok(sha256)
    }

    /// Keeps `commit` of the repository at `source` on this machine under `url`:
    /// the commit, and the trees and files it is made of. Its parents are left out.
    ///
    /// # Errors
    /// When `source` does not have all of it, or it cannot be written.
    pub fn add_repository_from(&self, source: &Path, url: &str, commit: &str) -> Result<(), CacheError> {
        self.add_tree(&GitTree::open(source, commit)?, url)
    }

    /// The same for a tree that is open already.
    ///
    /// # Errors
    /// As for [`Cache::add_repository_from`].
    pub fn add_tree(&self, source: &GitTree, url: &str) -> Result<(), CacheError> {
        copy_commit(source, &self.make_repository(url)?)
    }

    /// Where the repository at `url` is kept; an empty one is made when there is
    /// none.
    pub(super) fn make_repository(&self, url: &str) -> Result<PathBuf, CacheError> {
        let place = self.repository_place(url)?;
        if !place.exists() {
            make_folder_of(&place)?;
            make_bare(&place)?;
        }
        Ok(place)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the repository at `url` is kept.
    pub(super) fn repository_place(&self, url: &str) -> Result<PathBuf, CacheError> {
        let refused = || CacheError::Address { url: url.to_owned() };
        let name = repository_name(url);
        // Local repositories are kept beside the hosts, under a name that no host has.
        let name =
            name.strip_prefix("file://").map_or(name.clone(), |path| format!("file:/{}", path.trim_matches('/')));
        let path = Path::new("git").join(&name);
        // A name that ends in `.git` would be inside another repository, or be one.
        let plain = |part: Component<'_>| match part {
            Component::Normal(name) => !name.as_encoded_bytes().ends_with(b".git"),
            _ => false,
        };
        let parts = name.split('/').count();
        if parts < 2 || name.contains('\0') || path.components().count() != parts + 1 || !path.components().all(plain) {
            return Err(refused());
        }
        Ok(self.folder.join(format!("git/{name}.git")))
    }

    fn file_place(&self, sha256: &str) -> Result<PathBuf, CacheError> {
        if !is_hex(sha256, 64) {
            return Err(CacheError::NotADigest { text: sha256.to_owned() });
        }
        Ok(self.folder.join("files/sha256").join(&sha256[..2]).join(sha256))
    }
}

fn make_folder_of(place: &Path) -> Result<(), OutputError> {
    let folder = place.parent().unwrap_or(place);
    std::fs::create_dir_all(folder).map_err(|source| OutputError::Io { path: folder.to_path_buf(), source })
}

#[cfg(test)]
mod tests;

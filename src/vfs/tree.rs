//! What a tree of files answers.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::yaml::Limit;

/// What a path leads to, symbolic links followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, socket or pipe: never read.
    Other,
}

/// A path without symbolic links, `.` or `..`, and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Absolute path.
    pub path: PathBuf,
    /// What is there.
    pub kind: EntryKind,
}

/// A file that is not the one on record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mismatch {
    /// `host/org/repo/path`
    pub name: String,
    /// The SHA-256 on record, if there is one.
    pub expected: Option<String>,
    /// The SHA-256 of what was read.
    pub actual: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, expected, actual } = self;
        match expected {
            Some(expected) => write!(out, "{name} must have the SHA-256 {expected}, but has {actual}"),
            None => write!(out, "{name} is not on record; it has the SHA-256 {actual}"),
        }
    }
}

/// Why a tree could not answer. The path is the one asked for.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// Nothing is there.
    #[error("{} does not exist", path.display())]
    NotFound {
        /// The path asked for.
        path: PathBuf,
    },
    /// A directory or device stands where a file is needed.
    #[error("{} is not a regular file", path.display())]
    NotAFile {
        /// The path asked for.
        path: PathBuf,
    },
    /// A file stands where a folder is needed.
    #[error("{} is not a folder", path.display())]
    NotAFolder {
        /// The path asked for.
        path: PathBuf,
    },
    /// The file is larger than the tree is willing to read.
    #[error("{} has {size} bytes, more than {limit} (max_text_bytes)", path.display())]
    TooLarge {
        /// The path asked for.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// The largest size that is read.
        limit: u64,
    },
    /// Symbolic links lead in a circle, or too many follow one another.
    #[error("{} leads through too many symbolic links", path.display())]
    LinkLoop {
        /// The path asked for.
        path: PathBuf,
    },
    /// The path leads out of the folder the tree is confined to.
    #[error("{} leads out of {}", path.display(), folder.display())]
    Outside {
        /// The path asked for.
        path: PathBuf,
        /// The folder all paths must stay in.
        folder: PathBuf,
    },
    /// Its bytes are not those on record.
    #[error("{mismatch}")]
    NotAsPinned {
        /// The path asked for.
        path: PathBuf,
        /// What should be there, and what is.
        mismatch: Box<Mismatch>,
    },
    /// The operating system refused.
    #[error("cannot read {}", path.display())]
    Io {
        /// The path asked for.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

impl TreeError {
    /// What to do, where there is something to say.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NotFound { .. } => "create it, correct the path, or remove the entry".to_owned(),
            Self::NotAFile { .. } => "name a regular file".to_owned(),
            Self::NotAFolder { .. } => "name the folder that holds the kustomization, not a file in it".to_owned(),
            Self::TooLarge { limit, .. } => Limit::TextBytes(usize::try_from(*limit).unwrap_or(usize::MAX)).help(),
            Self::LinkLoop { .. } => "replace the symbolic links by what they are meant to lead to".to_owned(),
            Self::NotAsPinned { mismatch, .. } if mismatch.expected.is_none() => {
                "nobody reviewed this file: `quintet pin update` adds what the pin brings".to_owned()
            }
            Self::NotAsPinned { .. } => {
                "it is not the file that was reviewed: get the pinned one, and find out who changed it".to_owned()
            }
            Self::Outside { .. } => "keep what belongs together in one folder".to_owned(),
            Self::Io { source, .. } if source.kind() == ErrorKind::PermissionDenied => {
                "let the user that runs the build read it".to_owned()
            }
            Self::Io { .. } => return None,
        })
    }

    /// The same error, said of the path as the caller spelt it.
    pub(super) fn asked_as(mut self, asked: &Path) -> Self {
        match &mut self {
            Self::NotFound { path }
            | Self::NotAFile { path }
            | Self::NotAFolder { path }
            | Self::TooLarge { path, .. }
            | Self::LinkLoop { path }
            | Self::Outside { path, .. }
            | Self::NotAsPinned { path, .. }
            | Self::Io { path, .. } => *path = asked.to_path_buf(),
        }
        self
    }
}

/// A tree of files. Paths are absolute within the tree.
pub trait Tree: Send + Sync {
    /// The bytes of the file at `path`, symbolic links followed.
    ///
    /// # Errors
    /// When there is no readable regular file of acceptable size.
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError>;

    /// Evaluates every symbolic link in `path`; a `..` after a link leads to the
    /// parent of the link's target, as for the system.
    ///
    /// # Errors
    /// When nothing is there or a link cannot be followed.
    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError>;

    /// How `path` is called in messages to people.
    fn display(&self, path: &Path) -> String {
        path.display().to_string()
    }
}

//! What can be wrong with a git repository.

use super::spelling::short_commit;

/// Why something cannot be read from a git repository. `repository` is how it
/// is called in messages.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no repository.
    #[error("{repository} is not a git repository")]
    NotARepository {
        /// The path asked for.
        repository: String,
    },
    /// A text is no name of an object.
    #[error("{text:?} is not a commit of 40 lower-case hexadecimal digits")]
    NotAnId {
        /// The text.
        text: String,
    },
    /// An object is not there: never fetched, or lost.
    #[error("{repository} does not have the {kind} {id}")]
    Missing {
        /// The repository.
        repository: String,
        /// What the object would be.
        kind: &'static str,
        /// Its name.
        id: String,
    },
    /// An object is of another kind than what names it says.
    #[error("{id} of {repository} is not a {kind}")]
    WrongKind {
        /// The repository.
        repository: String,
        /// What it was to be.
        kind: &'static str,
        /// Its name.
        id: String,
    },
    /// An object has more bytes than are read.
    #[error("the {kind} {id} of {repository} has {size} bytes, more than {limit}")]
    TooLarge {
        /// The repository.
        repository: String,
        /// What it is.
        kind: &'static str,
        /// Its name.
        id: String,
        /// Its size.
        size: u64,
        /// The largest size that is read.
        limit: u64,
    },
    /// The bytes of an object are not those it is named for, or cannot be unpacked.
    #[error("the {kind} {id} of {repository} is damaged")]
    Damaged {
        /// The repository.
        repository: String,
        /// What it is.
        kind: &'static str,
        /// Its name.
        id: String,
        /// What is wrong with it.
        #[source]
        source: git2::Error,
    },
    /// The bytes of an object are those it is named for, but make no sense.
    #[error("the {kind} {id} of {repository} is malformed: {what}")]
    Malformed {
        /// The repository.
        repository: String,
        /// What it is.
        kind: &'static str,
        /// Its name.
        id: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// No branch or tag has this name; nothing when the default branch is not there.
    #[error("{repository} has no {}", called(reference.as_deref()))]
    NoRevision {
        /// The repository.
        repository: String,
        /// The name.
        reference: Option<String>,
    },
    /// A ref leads elsewhere than it must.
    #[error("{reference} of {repository} is {}, but must be {}", short_commit(actual), short_commit(expected))]
    OtherCommit {
        /// The repository.
        repository: String,
        /// The ref.
        reference: String,
        /// The commit on record.
        expected: String,
        /// The commit the ref leads to.
        actual: String,
    },
    /// The repository as a whole cannot be opened, or its refs cannot be read.
    #[error("cannot open {repository}")]
    Open {
        /// The repository.
        repository: String,
        /// What git said.
        #[source]
        source: git2::Error,
    },
}

fn called(reference: Option<&str>) -> String {
    reference.map_or_else(|| "default branch".to_owned(), |reference| format!("branch or tag called {reference}"))
}

impl GitError {
    /// Whether the repository is not what it should be; anything else may be no
    /// fault of it.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::NotARepository { .. }
                | Self::Missing { .. }
                | Self::Damaged { .. }
                | Self::WrongKind { .. }
                | Self::Malformed { .. }
        )
    }

    /// What the reader can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotARepository { .. } => "name a bare repository, or a folder with `.git` in it",
            Self::NotAnId { .. } => "write the commit in full",
            Self::Missing { .. } => "fetch that commit with all its files (no partial clone)",
            Self::Damaged { .. } => "run `git fsck` there, or fetch the repository anew",
            Self::NoRevision { .. } => "name the commit, or fetch the branch or tag",
            Self::OtherCommit { .. } => "a branch or tag was moved: find out why before you change the commit",
            Self::WrongKind { .. } | Self::TooLarge { .. } | Self::Malformed { .. } | Self::Open { .. } => return None,
        })
    }
}

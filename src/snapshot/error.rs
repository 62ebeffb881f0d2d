//! What can be wrong with a snapshot.

use crate::text::Span;
use crate::vfs::{PlatformFileError, TreeError};
use crate::yaml::EmitError;

/// A snapshot that cannot be used or made.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The folder cannot be listed.
    #[error("cannot read `{path}`")]
    Folder {
        /// The folder.
        path: String,
        /// Why.
        #[source]
        source: TreeError,
    },
    /// A file cannot be read or is of another form.
    #[error("`{path}` cannot be used")]
    File {
        /// The file.
        path: String,
        /// Why.
        #[source]
        source: Box<PlatformFileError>,
    },
    /// A value is not of its form.
    #[error("`{key}` must be {form}")]
    Value {
        /// The key.
        key: &'static str,
        /// What it has to be.
        form: &'static str,
        /// Where it is written.
        span: Span,
    },
    /// A file lists an object twice.
    #[error("{id} is listed twice")]
    ListedTwice {
        /// The object.
        id: String,
        /// Where it is listed first.
        first: Span,
        /// Where it is listed again.
        span: Span,
    },
    /// Two rendered objects have one name, so a snapshot could not tell them
    /// apart.
    #[error("two objects are called {id}")]
    RenderedTwice {
        /// The object.
        id: String,
        /// Where the first one begins.
        first: Span,
        /// Where the second one begins.
        span: Span,
    },
    /// A rendered object cannot be written.
    #[error("{id} cannot be written")]
    Unwritable {
        /// The object.
        id: String,
        /// Why.
        #[source]
        source: Box<EmitError>,
        /// Where it begins.
        span: Span,
    },
}

impl SnapshotError {
    /// The stable name of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Folder { .. } => "snapshot::unreadable-folder",
            Self::File { .. } => "snapshot::invalid-file",
            Self::Value { .. } => "snapshot::invalid-value",
            Self::ListedTwice { .. } => "snapshot::listed-twice",
            Self::RenderedTwice { .. } => "snapshot::rendered-twice",
            Self::Unwritable { .. } => "snapshot::unwritable-object",
        }
    }

    /// The place; [`Span::NONE`] when there is none.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Folder { .. } => Span::NONE,
            Self::File { source, .. } => source.span(),
            Self::Value { span, .. }
            | Self::ListedTwice { span, .. }
            | Self::RenderedTwice { span, .. }
            | Self::Unwritable { span, .. } => *span,
        }
    }

    /// A second place, and what is there.
    #[must_use]
    pub fn related(&self) -> Option<(Span, &'static str)> {
        match self {
            Self::ListedTwice { first, .. } | Self::RenderedTwice { first, .. } => Some((*first, "first here")),
            _ => None,
        }
    }

    /// What to do.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Folder { source, .. } => source.hint(),
            Self::File { .. } | Self::Value { .. } | Self::ListedTwice { .. } => {
                Some("take the file back from the last commit, or remove it and approve the render anew".to_owned())
            }
            Self::RenderedTwice { .. } => Some("rename one of the two".to_owned()),
            Self::Unwritable { .. } => None,
        }
    }
}

//! What can be wrong with a policy file.

use crate::text::Span;
use crate::vfs::PlatformFileError;

/// A policy file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// It cannot be read or is of another form.
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
}

impl PolicyError {
    /// The stable name of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::File { .. } => "policy::invalid-file",
            Self::Value { .. } => "policy::invalid-value",
        }
    }

    /// The place; [`Span::NONE`] when there is none.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::File { source, .. } => source.span(),
            Self::Value { span, .. } => *span,
        }
    }
}

//! What can be wrong with a YAML text.

use crate::text::Span;
use crate::yaml::limits::Limit;
use crate::yaml::stream::SeparatorError;

/// A text that cannot be read, with the place of what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The text does not follow the grammar.
    #[error("{problem}")]
    Syntax {
        /// Where.
        span: Span,
        /// What is wrong, a lower-case fragment.
        problem: String,
    },
    /// A `---` line with something else on it.
    #[error("invalid document separator: {line}")]
    Separator {
        /// The line.
        span: Span,
        /// Its text.
        line: String,
    },
    /// Text where only one document is wanted holds a second one.
    #[error("only one document is allowed here")]
    SecondDocument {
        /// Where the second one starts.
        span: Span,
    },
    /// A key that its mapping already has.
    #[error("mapping key {key:?} already defined at line {first_line}")]
    DuplicateKey {
        /// The second key.
        span: Span,
        /// The first key.
        first: Span,
        /// The line of the first key.
        first_line: u32,
        /// The text of both.
        key: String,
    },
    /// A key that is null, a mapping or a sequence.
    #[error("a mapping key is a text, not {found}")]
    Key {
        /// The key.
        span: Span,
        /// What it is.
        found: &'static str,
    },
    /// An alias whose anchor is not defined before it.
    #[error("unknown anchor {name:?} referenced")]
    UnknownAnchor {
        /// The alias.
        span: Span,
        /// Its name.
        name: String,
    },
    /// An alias inside the value of its own anchor.
    #[error("the value of an anchor contains itself")]
    SelfAlias {
        /// The alias.
        span: Span,
    },
    /// A `<<` key whose value cannot be merged.
    #[error("{problem}")]
    Merge {
        /// The `<<` key.
        span: Span,
        /// What is wrong.
        problem: &'static str,
    },
    /// A bound of [`Limits`](crate::yaml::Limits) is reached.
    #[error("{limit}")]
    Limit {
        /// Where.
        span: Span,
        /// The bound.
        limit: Limit,
    },
}

impl ParseError {
    /// Where the error is.
    #[must_use]
    pub fn span(&self) -> Span {
        match *self {
            Self::Syntax { span, .. }
            | Self::Separator { span, .. }
            | Self::SecondDocument { span }
            | Self::DuplicateKey { span, .. }
            | Self::Key { span, .. }
            | Self::UnknownAnchor { span, .. }
            | Self::SelfAlias { span }
            | Self::Merge { span, .. }
            | Self::Limit { span, .. } => span,
        }
    }

    /// A second place that belongs to the error, with what it is.
    #[must_use]
    pub fn related(&self) -> Option<(Span, &'static str)> {
        match *self {
            Self::DuplicateKey { first, .. } => Some((first, "first defined here")),
            _ => None,
        }
    }

    pub(crate) fn syntax(span: Span, problem: impl Into<String>) -> Self {
        Self::Syntax { span, problem: problem.into() }
    }

    pub(crate) fn separator(error: SeparatorError, source: crate::text::SourceId) -> Self {
        Self::Separator { span: super::span_of(source, error.range), line: error.line }
    }
}

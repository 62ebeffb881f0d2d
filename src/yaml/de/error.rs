//! What does not fit the type asked for.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use crate::text::{Span, did_you_mean};

/// A tree that does not fit a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeError {
    /// The value, or for an unknown field its key.
    pub span: Span,
    /// The way there from the top, `images[0].newTag`; empty for the top itself.
    pub path: String,
    /// What is wrong, a lower-case fragment.
    pub message: String,
    /// What may be meant instead.
    pub help: Option<String>,
    /// Whether `span` and `path` are filled in.
    pub(super) is_placed: bool,
}

impl DeError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { span: Span::NONE, path: String::new(), message: message.into(), help: None, is_placed: false }
    }

    /// Fills in the place unless a deeper value has done so.
    #[must_use]
    pub(super) fn at(mut self, span: Span, path: impl FnOnce() -> String) -> Self {
        if !self.is_placed {
            (self.span, self.path, self.is_placed) = (span, path(), true);
        }
        self
    }
}

impl fmt::Display for DeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

impl std::error::Error for DeError {}

impl Error for DeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {expected}, found {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {expected}, found {found}"))
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        let help = did_you_mean(field, known.iter().copied());
        Self { help, ..Self::new(format!("unknown field {field:?}")) }
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        let help = did_you_mean(variant, known.iter().copied())
            .or_else(|| Some(format!("one of {}", known.join(", "))).filter(|_| !known.is_empty()));
        Self { help, ..Self::new(format!("unknown value {variant:?}")) }
    }
}

//! One thing to tell, as plain data.

use crate::finding::Severity;
use crate::text::Span;

/// One step of the way that led to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the step is written.
    pub span: Span,
    /// What was being done.
    pub doing: String,
}

/// An error or a warning with its place and the way that led there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Stable name, such as `kustomize::unknown-field`.
    pub code: String,
    /// What is wrong, and below it why, from the nearest cause to the root.
    pub messages: Vec<String>,
    /// Where.
    pub span: Span,
    /// A second place that belongs to it, and what is there.
    pub related: Option<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
    /// From the innermost step to the outermost.
    pub chain: Vec<Step>,
}

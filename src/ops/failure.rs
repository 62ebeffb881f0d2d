//! Why an operation gave nothing, in the classes the exit codes tell apart.

use std::sync::Arc;

use crate::finding::Severity;
use crate::kustomize::{BuildError, Warning};
use crate::report::{Diagnostic, Step};
use crate::text::{SourceMap, Span};

/// The classes of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// What there is, is not what was reviewed.
    Differs,
    /// Wrong use or invalid input.
    Invalid,
    /// A source cannot be had, or does not match its pin.
    SourceUnavailable,
}

/// A failed operation.
#[derive(Debug)]
pub struct Failed {
    /// Its class.
    pub refusal: Refusal,
    /// What to tell.
    pub diagnostic: Box<Diagnostic>,
    /// The texts the diagnostic is about.
    pub sources: Arc<SourceMap>,
}

/// An error and what it says is behind it.
pub(super) fn messages(error: &dyn std::error::Error) -> Vec<String> {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let mut messages: Vec<String> = causes.map(ToString::to_string).collect();
    messages.dedup();
    messages
}

impl Failed {
    /// Output cannot be written where it was wanted.
    pub(super) fn unwritable(error: &dyn std::error::Error, sources: &Arc<SourceMap>) -> Self {
        Self::new(Refusal::Invalid, "output::unwritable", error, Span::NONE, None, sources)
    }

    /// A failure with a place but no chain.
    pub(super) fn new(
        refusal: Refusal,
        code: &str,
        error: &dyn std::error::Error,
        span: Span,
        help: Option<String>,
        sources: &Arc<SourceMap>,
    ) -> Self {
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            code: code.to_owned(),
            messages: messages(error),
            span,
            related: None,
            help,
            chain: Vec::new(),
        };
        Self { refusal, diagnostic: Box::new(diagnostic), sources: Arc::clone(sources) }
    }
}

impl From<BuildError> for Failed {
    fn from(error: BuildError) -> Self {
        let refusal = if error.cause.is_unavailable_source() { Refusal::SourceUnavailable } else { Refusal::Invalid };
        let steps = error.chain.iter().map(|step| Step { span: step.span, doing: step.doing.clone() });
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            code: error.cause.code().to_owned(),
            messages: messages(&*error.cause),
            span: error.span,
            related: error.cause.related().map(|(span, what)| (span, what.to_owned())),
            help: error.cause.help(),
            chain: steps.collect(),
        };
        Self { refusal, diagnostic: Box::new(diagnostic), sources: error.sources }
    }
}

/// A warning of a build.
pub(super) fn warning(warning: &Warning) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        code: "kustomize::warning".to_owned(),
        messages: vec![warning.message.clone()],
        span: warning.span,
        related: None,
        help: None,
        chain: Vec::new(),
    }
}

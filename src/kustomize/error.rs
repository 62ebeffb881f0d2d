//! What can go wrong in a build.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::resource::{DuplicateId, PatternError, SelectorError};
use crate::schema::SchemaError;
use crate::text::{SourceMap, Span};
use crate::vfs::{RemoteError, TreeError};
use crate::yaml::edit::EditError;
use crate::yaml::{DeError, DecodeError, Limit, ParseError, ValueError};

/// One root cause, and the chain of kustomizations that led to it.
#[derive(Debug)]
pub struct BuildError {
    /// What is wrong.
    pub cause: Box<Cause>,
    /// Where: the place of the cause itself, [`Span::NONE`] when it has none.
    pub span: Span,
    /// From the innermost kustomization to the target: the line that led on.
    pub chain: Vec<Step>,
    /// The texts the places are in.
    pub sources: Arc<SourceMap>,
}

/// One step of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The entry that led on.
    pub span: Span,
    /// What was being done, as in "reading `base`".
    pub doing: String,
}

/// The root cause of a failed build.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// A file cannot be read.
    #[error("cannot read `{path}`")]
    Read {
        /// As the kustomization writes it.
        path: String,
        /// Why.
        #[source]
        source: TreeError,
    },
    /// A file is no text.
    #[error("`{path}` is not UTF-8 text")]
    NotText {
        /// As the kustomization writes it.
        path: String,
        /// Why.
        #[source]
        source: DecodeError,
    },
    /// A remote cannot be had. Exit code 3, not 2.
    #[error("cannot get `{url}`")]
    Remote {
        /// As the kustomization writes it.
        url: String,
        /// Why.
        #[source]
        source: RemoteError,
    },
    /// A bound of [`Limits`](crate::yaml::Limits) is reached.
    #[error("{0}")]
    Limit(Limit),
    /// A text is not YAML.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A field of a typed file does not fit.
    #[error(transparent)]
    Field(#[from] DeError),
    /// A value cannot be what the document says it is.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A change does not fit a document.
    #[error("{doing}")]
    Edit {
        /// The change and its object.
        doing: String,
        /// Why not.
        #[source]
        source: EditError,
    },
    /// Two objects with one id.
    #[error(transparent)]
    Duplicate(#[from] DuplicateId),
    /// A selector cannot be used.
    #[error(transparent)]
    Selector(#[from] SelectorError),
    /// A text is no regular expression.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// An OpenAPI document cannot be used.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// A folder without a kustomization file.
    #[error("no `kustomization.yaml`, `kustomization.yml` or `Kustomization` in `{}`", dir.display())]
    NoKustomization {
        /// The folder.
        dir: PathBuf,
    },
    /// A rule of kustomize is broken; `code` names it.
    #[error("{message}")]
    Invalid {
        /// Stable name of the rule.
        code: &'static str,
        /// What is wrong.
        message: String,
        /// What to do.
        help: Option<String>,
    },
}

impl Cause {
    /// A broken rule with nothing to add.
    pub(crate) fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid { code, message: message.into(), help: None }
    }

    /// A broken rule and what to do.
    pub(crate) fn invalid_with_help(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Invalid { code, message: message.into(), help: Some(help.into()) }
    }

    /// The place the cause itself knows.
    fn own_span(&self) -> Span {
        match self {
            Self::Parse(error) => error.span(),
            Self::Field(error) => error.span,
            Self::Value(error) => error.span(),
            Self::Edit { source, .. } => source.span(),
            Self::Schema(error) => error.span(),
            _ => Span::NONE,
        }
    }

    /// Stable name, `kustomize::…`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read { .. } => "kustomize::unreadable-file",
            Self::NotText { .. } => "kustomize::not-text",
            Self::Remote { .. } => "kustomize::remote-not-available",
            Self::Limit(_) | Self::Parse(ParseError::Limit { .. }) => "kustomize::limit",
            Self::Parse(_) => "kustomize::invalid-yaml",
            Self::Field(_) => "kustomize::invalid-field",
            Self::Value(_) => "kustomize::invalid-value",
            Self::Edit { .. } => "kustomize::wrong-kind-of-value",
            Self::Duplicate(_) => "kustomize::duplicate-id",
            Self::Selector(_) | Self::Pattern(_) => "kustomize::invalid-selector",
            Self::Schema(_) => "kustomize::invalid-openapi",
            Self::NoKustomization { .. } => "kustomize::no-kustomization",
            Self::Invalid { code, .. } => code,
        }
    }

    /// What to do, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Field(error) => {
                let advice = || "write the value as the field's documentation shows it, or remove the field".to_owned();
                error.help.clone().or_else(|| Some(advice()))
            }
            Self::Limit(limit) | Self::Parse(ParseError::Limit { limit, .. }) => Some(limit.help()),
            Self::Read { source, .. } => source.hint(),
            Self::NotText { .. } => Some("save it as UTF-8, or list it under `files` of a generator".to_owned()),
            Self::NoKustomization { .. } => {
                Some("name a folder that holds a kustomization, or write one listing what it renders".to_owned())
            }
            Self::Remote { source, .. } => source.hint(),
            Self::Duplicate(_) => Some("rename one of the two objects, or change one with a patch instead".to_owned()),
            Self::Invalid { help, .. } => help.clone(),
            _ => None,
        }
    }

    /// A second place that belongs to the cause, and what is there.
    #[must_use]
    pub fn related(&self) -> Option<(Span, &'static str)> {
        match self {
            Self::Parse(error) => error.related(),
            Self::Duplicate(duplicate) => Some((duplicate.first, "first defined here")),
            _ => None,
        }
    }

    /// Whether a source could not be had, rather than being wrong.
    #[must_use]
    pub fn is_unavailable_source(&self) -> bool {
        matches!(self, Self::Remote { .. } | Self::Read { source: TreeError::NotAsPinned { .. }, .. })
    }
}

/// A cause on its way up, until the build adds the sources.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) cause: Box<Cause>,
    pub(crate) span: Span,
    pub(crate) chain: Vec<Step>,
}

/// The result of everything inside a build.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// Gives the cause a place, unless it has a better one of its own.
    pub(crate) fn at(mut self, span: Span) -> Self {
        if self.span.is_none() {
            self.span = span;
        }
        self
    }

    /// Adds a step of the chain.
    pub(crate) fn during(mut self, span: Span, doing: impl Into<String>) -> Self {
        self.chain.push(Step { span, doing: doing.into() });
        self
    }

    pub(crate) fn with_sources(self, sources: Arc<SourceMap>) -> BuildError {
        BuildError { cause: self.cause, span: self.span, chain: self.chain, sources }
    }
}

impl<C: Into<Cause>> From<C> for Failure {
    fn from(cause: C) -> Self {
        let cause = cause.into();
        Self { span: cause.own_span(), cause: Box::new(cause), chain: Vec::new() }
    }
}

/// Says what a change to a document was for.
pub(crate) trait EditContext<T> {
    /// Turns an [`EditError`] into a failure that names the change.
    fn doing(self, what: impl FnOnce() -> String) -> Result<T>;
}

impl<T> EditContext<T> for std::result::Result<T, EditError> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|source| Cause::Edit { doing: what(), source }.into())
    }
}

/// The cause with its place and chain, in plain lines.
impl fmt::Display for BuildError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.sources.locate(self.span) {
            write!(out, "{place}: ")?;
        }
        write!(out, "{}", self.cause)?;
        let mut source = std::error::Error::source(&*self.cause);
        while let Some(error) = source {
            write!(out, ": {error}")?;
            source = error.source();
        }
        for step in &self.chain {
            match self.sources.locate(step.span) {
                Some(place) => write!(out, "\n  while {} ({place})", step.doing)?,
                None => write!(out, "\n  while {}", step.doing)?,
            }
        }
        if let Some(help) = self.cause.help() {
            write!(out, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}

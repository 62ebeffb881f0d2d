//! What can be wrong with the files of a platform.

use crate::text::{Span, Spanned};
use crate::vfs::{PlatformFileError, TreeError};
use crate::yaml::edit::EditError;

/// A platform whose files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A file cannot be read.
    #[error("cannot read `{path}`")]
    Read {
        /// The file.
        path: String,
        /// Why.
        #[source]
        source: TreeError,
    },
    /// A platform file cannot be read or is of another form.
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
    /// An environment selects what the composition does not have.
    #[error("the composition has no Application `{name}`")]
    UnknownApplication {
        /// What is selected.
        name: String,
        /// What there is.
        known: Vec<String>,
        /// Where it is written.
        span: Span,
    },
    /// An environment selects an Application twice.
    #[error("`{name}` is selected twice")]
    SelectedTwice {
        /// The Application.
        name: String,
        /// Where it is written first.
        first: Span,
        /// Where it is written again.
        span: Span,
    },
    /// The lock lists a remote twice.
    #[error("{name} is locked twice")]
    LockedTwice {
        /// The remote.
        name: String,
        /// Where it is written first.
        first: Span,
        /// Where it is written again.
        span: Span,
    },
    /// The lock lists an address with a password or token in it.
    #[error("the address {number} of {path} holds credentials", path = super::lock::PATH)]
    Credentials {
        /// Which, in the order of the file. No place: it would be shown.
        number: usize,
    },
    /// A line of the sum file has another form.
    #[error("expected a SHA-256, two spaces and the name of a file")]
    SumLine {
        /// The line.
        span: Span,
    },
    /// The sum file names a file twice.
    #[error("{name} is listed twice")]
    SummedTwice {
        /// The file.
        name: String,
        /// The second line.
        span: Span,
    },
    /// There is no environment of that name.
    #[error("there is no environment `{name}`")]
    UnknownEnvironment {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// An environment does not select what was asked for.
    #[error("{environment} does not select an Application `{name}`")]
    NotSelected {
        /// What was asked for.
        name: String,
        /// The environment.
        environment: String,
        /// What it selects.
        known: Vec<String>,
    },
    /// A template cannot be filled in.
    #[error("{message}")]
    Template {
        /// What the template engine says.
        message: String,
        /// The line.
        span: Span,
    },
    /// A file stands beside the template that would make it.
    #[error("`{path}` stands beside the template that makes it")]
    TemplateAndFile {
        /// The file.
        path: String,
    },
    /// An exported kustomization cannot be rewritten.
    #[error("`{path}` names {url} in a form that cannot be exported")]
    Export {
        /// The kustomization.
        path: String,
        /// The remote.
        url: String,
        /// Where it is written.
        span: Span,
    },
    /// An exported file is not in the platform root.
    #[error("`{path}` cannot be exported: it is outside the platform root")]
    ExportOutside {
        /// The file.
        path: String,
    },
    /// An object has no room for annotations.
    #[error("{object} of {application} cannot be annotated")]
    Annotate {
        /// The Application.
        application: String,
        /// The object.
        object: String,
        /// What stands where its annotations would be.
        source: Box<EditError>,
    },
    /// An export builds, but to something else.
    #[error("the export of {application} does not give the manifests that were rendered")]
    ExportDiffers {
        /// The Application.
        application: String,
    },
}

impl ComposeError {
    /// Refuses the value `text` of `key` unless it `holds` that it is `form`.
    pub(super) fn unless(
        text: &Spanned<String>,
        key: &'static str,
        form: &'static str,
        holds: bool,
    ) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::Value { key, form, span: text.span }) }
    }

    /// The stable name of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read { .. } => "compose::unreadable-file",
            Self::File { .. } => "compose::invalid-file",
            Self::Value { .. } => "compose::invalid-value",
            Self::UnknownApplication { .. } => "compose::unknown-application",
            Self::SelectedTwice { .. } => "compose::selected-twice",
            Self::LockedTwice { .. } => "compose::locked-twice",
            Self::Credentials { .. } => "compose::credentials",
            Self::SumLine { .. } => "compose::invalid-sum",
            Self::SummedTwice { .. } => "compose::summed-twice",
            Self::UnknownEnvironment { .. } => "compose::unknown-environment",
            Self::NotSelected { .. } => "compose::not-selected",
            Self::Template { .. } => "compose::template",
            Self::TemplateAndFile { .. } => "compose::template-and-file",
            Self::Export { .. } => "compose::export",
            Self::ExportOutside { .. } => "compose::export-outside",
            Self::Annotate { .. } => "compose::annotate",
            Self::ExportDiffers { .. } => "compose::export-differs",
        }
    }

    /// The place; [`Span::NONE`] when there is none.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::File { source, .. } => source.span(),
            Self::Value { span, .. }
            | Self::UnknownApplication { span, .. }
            | Self::SelectedTwice { span, .. }
            | Self::LockedTwice { span, .. }
            | Self::SumLine { span }
            | Self::SummedTwice { span, .. }
            | Self::Template { span, .. }
            | Self::Export { span, .. } => *span,
            Self::Read { .. }
            | Self::Credentials { .. }
            | Self::UnknownEnvironment { .. }
            | Self::NotSelected { .. }
            | Self::TemplateAndFile { .. }
            | Self::ExportOutside { .. }
            | Self::Annotate { .. }
            | Self::ExportDiffers { .. } => Span::NONE,
        }
    }

    /// A second place, and what is there.
    #[must_use]
    pub fn related(&self) -> Option<(Span, &'static str)> {
        match self {
            Self::SelectedTwice { first, .. } | Self::LockedTwice { first, .. } => Some((*first, "first here")),
            _ => None,
        }
    }

    /// What to do.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::NotSelected { known, .. } => format!("it selects {}", known.join(", ")),
            Self::UnknownApplication { known, .. } => format!("it has {}", known.join(", ")),
            Self::UnknownEnvironment { known, .. } if known.is_empty() => {
                "add a file to compositions/environments".to_owned()
            }
            Self::UnknownEnvironment { known, .. } => format!("there are {}", known.join(", ")),
            Self::SelectedTwice { .. } | Self::LockedTwice { .. } | Self::SummedTwice { .. } => {
                "remove one of the two".to_owned()
            }
            Self::Credentials { .. } => "leave them to a credential helper of git, and change them now".to_owned(),
            Self::Template { .. } => {
                "templates use the environment's values by name: add the value, or correct its name".to_owned()
            }
            Self::TemplateAndFile { .. } => "remove the file, or the template".to_owned(),
            Self::Export { .. } => "write it on one line, plain or in quotes, without escapes".to_owned(),
            Self::ExportOutside { .. } => "keep what the overlays use below the platform root".to_owned(),
            Self::ExportDiffers { .. } => {
                "symbolic links and `buildMetadata` tell where files are, and an export has them elsewhere".to_owned()
            }
            Self::Read { source, .. } => return source.hint(),
            _ => return None,
        })
    }
}

//! Why there are no Argo CD objects.

/// Argo CD objects that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ArgoError {
    /// A revision that can move.
    #[error("`{text}` is no full commit")]
    Revision {
        /// What was given.
        text: String,
    },
    /// The render lacks an Application that the environment selects.
    #[error("{application} is selected and not rendered")]
    NotRendered {
        /// The Application.
        application: String,
    },
    /// The composition lacks an Application that is rendered.
    #[error("{application} is rendered and not in the composition")]
    Unknown {
        /// The Application.
        application: String,
    },
    /// The composition says that manifests are committed, and not where.
    #[error("`delivery.renderedPath` says nothing")]
    NoRenderedPath,
    /// One of our own templates cannot be filled in.
    #[error("the template {name} cannot be filled in")]
    Template {
        /// Which.
        name: &'static str,
        /// Why.
        #[source]
        source: minijinja::Error,
    },
}

impl ArgoError {
    /// The stable name of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Revision { .. } => "argocd::moving-revision",
            Self::NotRendered { .. } => "argocd::not-rendered",
            Self::Unknown { .. } => "argocd::unknown-application",
            Self::NoRenderedPath => "argocd::no-rendered-path",
            Self::Template { .. } => "argocd::template",
        }
    }

    /// What to do.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Revision { .. } => {
                "children stay at one commit of the platform repository: give its 40 hexadecimal digits, as \
                 `git rev-parse HEAD` prints them"
                    .to_owned()
            }
            Self::NoRenderedPath => "`mode: rendered` needs it".to_owned(),
            Self::NotRendered { .. } | Self::Unknown { .. } | Self::Template { .. } => return None,
        })
    }
}

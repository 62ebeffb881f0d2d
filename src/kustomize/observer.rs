//! Watching a build.

use crate::resource::{Origin, ResMap};
use crate::text::Span;

/// Something worth a word that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
}

/// Told about the steps of a build. A build without one does nothing for it.
pub trait Observer: Send + Sync {
    /// A generator, transformer or validator has run; `by` says which and in
    /// which kustomization.
    fn after_step(&self, by: &Origin, resources: &ResMap) {
        let _ = (by, resources);
    }

    /// A deprecated field, or something else worth a word.
    fn warning(&self, warning: &Warning) {
        let _ = warning;
    }
}

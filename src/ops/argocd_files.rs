//! Where the files of `argocd` commands go.

use std::path::Path;
use std::sync::Arc;

use super::{Failed, Refusal};
use crate::argocd::ArgoError;
use crate::text::{SourceMap, Span};
use crate::vfs::{clean, write_folder};

/// Files of one command, by their names.
pub(super) struct ArgoFiles(Vec<(&'static str, String)>);

impl ArgoFiles {
    pub(super) fn new(files: impl Into<Vec<(&'static str, String)>>) -> Self {
        Self(files.into())
    }

    /// Writes them to the folder `out`, whose other files stay, and answers with
    /// nothing; without one, they are one YAML stream.
    pub(super) fn put(&self, out: Option<&Path>, current: &Path, sources: &Arc<SourceMap>) -> Result<Vec<u8>, Failed> {
        let Some(out) = out else {
            let texts: Vec<&str> =
                self.0.iter().map(|(_, text)| text.as_str()).filter(|text| !text.is_empty()).collect();
            return Ok(texts.join("---\n").into_bytes());
        };
        write_folder(&clean(&current.join(out)), &self.0).map_err(|error| Failed::unwritable(&error, sources))?;
        Ok(Vec::new())
    }
}

/// There are no Argo CD objects.
pub(super) fn argo_failed(error: &ArgoError, sources: &Arc<SourceMap>) -> Failed {
    Failed::new(Refusal::Invalid, error.code(), error, Span::NONE, error.help(), sources)
}

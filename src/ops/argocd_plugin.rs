//! `argocd plugin`: the plugin that renders the Applications, for Argo CD.

use std::path::PathBuf;
use std::sync::Arc;

use super::argocd_files::{ArgoFiles, argo_failed};
use super::{Failed, Output};
use crate::argocd::{plugin_manifest, sidecar_patch};
use crate::text::SourceMap;

/// For which Argo CD, and where to put it.
#[derive(Clone, Debug)]
pub struct PluginRequest {
    /// The namespace of Argo CD.
    pub namespace: String,
    /// The image of the sidecar; one named as the plugin and its version without it.
    pub image: Option<String>,
    /// The folder for the files; standard output without one.
    pub out: Option<PathBuf>,
    /// The folder relative paths start from.
    pub current: PathBuf,
}

/// Makes the manifest of the plugin (`plugin.yaml`) and the patch that gives Argo
/// CD's repo-server its sidecar (`sidecar.yaml`). No platform is needed.
///
/// # Errors
/// When the output cannot be written.
pub fn argocd_plugin(request: &PluginRequest) -> Result<Output, Failed> {
    let sources = Arc::new(SourceMap::new());
    let failed = |error| argo_failed(&error, &sources);
    let files = ArgoFiles::new([
        ("plugin.yaml", plugin_manifest().map_err(failed)?),
        ("sidecar.yaml", sidecar_patch(&request.namespace, request.image.as_deref()).map_err(failed)?),
    ]);
    let stdout = files.put(request.out.as_deref(), &request.current, &sources)?;
    Ok(Output { stdout, warnings: Vec::new(), sources })
}

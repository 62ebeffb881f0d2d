//! `argocd applications`: the Argo CD objects of an environment.

use std::path::PathBuf;
use std::sync::Arc;

use super::argocd_files::{ArgoFiles, argo_failed};
use super::platform::PlatformOptions;
use super::render::unverified;
use super::{Failed, Output};
use crate::argocd::{Inputs, Revision, bootstrap, children, health_fragment};

/// Whose objects, and where to put them.
#[derive(Clone, Debug)]
pub struct ApplicationsRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The environment.
    pub environment: String,
    /// The commit of the platform repository that children stay at.
    pub revision: String,
    /// The folder for the files; standard output without one.
    pub out: Option<PathBuf>,
}

/// Makes parent and AppProject (`bootstrap.yaml`), the selected children
/// (`children.yaml`) and the part of Argo CD's settings that they need
/// (`argocd-cm.yaml`). The whole selection is rendered for it.
///
/// # Errors
/// When the revision is no full commit, the platform cannot be used, an Application
/// cannot be rendered, or the output cannot be written.
pub fn argocd_applications(request: &ApplicationsRequest) -> Result<Output, Failed> {
    let opened = request.platform.open()?;
    let sources = &opened.platform.sources;
    let failed = |error| argo_failed(&error, sources);
    let revision: Revision = request.revision.parse().map_err(failed)?;
    let environment = opened.environment(&request.environment)?;
    let rendered = opened.render(environment, None)?;
    let composition = &opened.platform.composition;
    let inputs = Inputs { composition, environment, rendered: &rendered, inventory: &opened.inventory };
    let files = ArgoFiles::new([
        ("bootstrap.yaml", bootstrap(&inputs).map_err(failed)?),
        ("children.yaml", children(&inputs, &revision).map_err(failed)?),
        ("argocd-cm.yaml", health_fragment(composition).map_err(failed)?),
    ]);
    let stdout = files.put(request.out.as_deref(), &request.platform.current, sources)?;
    Ok(Output { stdout, warnings: unverified(&rendered.mismatches), sources: Arc::clone(sources) })
}

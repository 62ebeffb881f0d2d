//! What the caller of a build decides.

use std::sync::Arc;

use super::observer::Observer;
use crate::text::SourceMap;
use crate::vfs::{NoRemotes, Remotes};
use crate::yaml::Limits;

/// Which files a kustomization may read (`--load-restrictor`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadRestrictor {
    /// Only files in or below its own folder.
    #[default]
    RootOnly,
    /// Any file.
    None,
}

/// How charts are rendered (`--enable-helm` and its companions).
#[derive(Clone, Debug, Default)]
pub struct HelmOptions {
    /// The helm program.
    pub command: String,
    /// `--helm-api-versions`
    pub api_versions: Vec<String>,
    /// `--helm-kube-version`
    pub kube_version: String,
    /// `--helm-debug`
    pub debug: bool,
}

/// The options of one build. [`BuildOptions::default`] is `kustomize build`
/// without flags and without a network.
#[derive(Clone)]
pub struct BuildOptions<'a> {
    /// Which files may be read.
    pub load_restrictor: LoadRestrictor,
    /// Set to render charts; without it a chart is an error.
    pub helm: Option<HelmOptions>,
    /// Where remote resources come from.
    pub remotes: &'a dyn Remotes,
    /// Bounds on what is read.
    pub limits: Limits,
    /// Where the texts that are read are kept, for messages.
    pub sources: Arc<SourceMap>,
    /// Told about every step, when there is one.
    pub observer: Option<&'a dyn Observer>,
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        Self {
            load_restrictor: LoadRestrictor::default(),
            helm: None,
            remotes: &NoRemotes,
            limits: Limits::DEFAULT,
            sources: Arc::new(SourceMap::new()),
            observer: None,
        }
    }
}

impl std::fmt::Debug for BuildOptions<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("BuildOptions")
            .field("load_restrictor", &self.load_restrictor)
            .field("helm", &self.helm)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

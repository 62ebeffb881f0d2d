//! Where remote resources come from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Failed, Refusal};
use crate::text::{SourceMap, Span};
use crate::vfs::{Cache, DiskTree, MirrorFile, Providers};
use crate::yaml::Limits;

/// The options every command has for remote resources.
#[derive(Clone, Debug, Default)]
pub struct RemoteOptions {
    /// A mirror file.
    pub mirror: Option<PathBuf>,
    /// The folder of the cache. It need not be there.
    pub cache: Option<PathBuf>,
}

impl RemoteOptions {
    /// Who may have remote resources: the mirror, then the cache. No network is
    /// used.
    pub(super) fn open(&self, current: &Path, limits: &Limits, sources: &Arc<SourceMap>) -> Result<Providers, Failed> {
        let mut providers = Providers::default();
        if let Some(path) = &self.mirror {
            let tree = DiskTree::new(current).with_limit(limits.max_text_bytes as u64);
            let mirror = MirrorFile::load(&tree, path, sources).map_err(|error| {
                let help = "a mirror file lists urls and where on this machine they are".to_owned();
                Failed::new(Refusal::Invalid, "pin::invalid-mirror", &error, error.span(), Some(help), sources)
            })?;
            providers.push(mirror);
        }
        if let Some(folder) = &self.cache {
            let cache = Cache::open(current.join(folder), limits).map_err(|error| {
                Failed::new(Refusal::Invalid, "pin::invalid-cache", &error, Span::NONE, error.hint(), sources)
            })?;
            providers.push(cache);
        }
        Ok(providers)
    }
}

//! Where remote resources come from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Failed, Refusal};
use crate::text::{SourceMap, Span};
use crate::vfs::{Cache, DiskTree, FetchingRemotes, MirrorFile, Network, NetworkOptions, Providers};
use crate::yaml::Limits;

/// The options every command has for remote resources.
#[derive(Clone, Debug, Default)]
pub struct RemoteOptions {
    /// A mirror file.
    pub mirror: Option<PathBuf>,
    /// The folder of the cache. It need not be there.
    pub cache: Option<PathBuf>,
    /// The network, where what is missing may be fetched (`--fetch`).
    pub fetch: Option<NetworkOptions>,
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
        if let Some(cache) = self.cache(current, limits, sources)? {
            providers.push(cache);
        }
        Ok(providers)
    }

    /// The cache, where there is one.
    pub(super) fn cache(
        &self,
        current: &Path,
        limits: &Limits,
        sources: &Arc<SourceMap>,
    ) -> Result<Option<Cache>, Failed> {
        let Some(folder) = &self.cache else { return Ok(None) };
        let cache = Cache::open(current.join(folder), limits);
        cache.map(Some).map_err(|error| {
            Failed::new(Refusal::Invalid, "pin::invalid-cache", &error, Span::NONE, error.hint(), sources)
        })
    }

    /// As [`RemoteOptions::open`], and the network behind them when it may be
    /// used: for builds, which have no lock.
    pub(super) fn open_for_build(
        &self,
        current: &Path,
        limits: &Limits,
        sources: &Arc<SourceMap>,
    ) -> Result<Providers, Failed> {
        let mut providers = self.open(current, limits, sources)?;
        if let Some(network) = &self.fetch {
            let Some(cache) = self.cache(current, limits, sources)? else { return Err(no_cache(sources)) };
            let network = Arc::new(Network::new(network.clone()));
            providers.push(FetchingRemotes::new(network, cache, limits.max_text_bytes as u64));
        }
        Ok(providers)
    }
}

/// There is no cache to fetch into.
#[derive(Debug, thiserror::Error)]
#[error("there is no cache to fetch into")]
struct NoCache;

/// Something is to be fetched, and has no place to go.
pub(super) fn no_cache(sources: &Arc<SourceMap>) -> Failed {
    let help = "name a folder with --cache".to_owned();
    Failed::new(Refusal::Invalid, "pin::no-cache", &NoCache, Span::NONE, Some(help), sources)
}

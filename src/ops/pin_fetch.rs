//! `pin fetch`: everything the lock lists, into the cache.

use std::sync::Arc;

use super::Failed;
use super::fetch::{FetchedRemote, Fetcher, Watch};
use super::platform::PlatformOptions;
use crate::text::SourceMap;
use crate::vfs::NetworkOptions;

/// What came.
#[derive(Debug)]
pub struct FetchOutcome {
    /// The remotes, in the order of the lock.
    pub remotes: Vec<FetchedRemote>,
    /// The texts of the platform.
    pub sources: Arc<SourceMap>,
}

/// Fetches all remotes of the lock that the cache does not have whole, and
/// looks whether tags are still where they were. All are tried, also after one
/// failed.
///
/// # Errors
/// When the platform cannot be used, or there is no cache.
pub fn pin_fetch(options: &PlatformOptions, network: NetworkOptions, watch: Watch<'_>) -> Result<FetchOutcome, Failed> {
    let platform = options.load()?;
    let fetcher = Fetcher::open(&options.remotes, &platform, &options.current, network, watch)?;
    Ok(FetchOutcome { remotes: fetcher.all(&platform.lock), sources: Arc::clone(&platform.sources) })
}

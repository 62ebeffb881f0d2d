//! `pin verify`: whether the upstream at hand is the one on record.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Failed;
use super::failure::messages;
use super::platform::PlatformOptions;
use crate::compose::Platform;
use crate::text::SourceMap;
use crate::vfs::{CacheError, Mismatch};
use crate::yaml::Limits;

/// What the upstream at hand is like.
#[derive(Debug)]
pub struct Verified {
    /// Files that are not the ones on record, sorted by name.
    pub mismatches: Vec<Mismatch>,
    /// What is wrong with the cache: a line for each remote of the lock that is
    /// there and damaged, in the order of the lock.
    pub damaged: Vec<String>,
    /// Files on record that no environment's render reads, sorted.
    pub unread: Vec<String>,
    /// How many files are the ones on record.
    pub verified: usize,
    /// The texts of the platform.
    pub sources: Arc<SourceMap>,
}

/// Reads every upstream file that any environment's render reads and holds it
/// to its digest. All of them are looked at, not only the first that differs.
/// What the cache has of the lock is read to its last byte before.
///
/// # Errors
/// When the platform cannot be used or an environment cannot be rendered at all.
pub fn pin_verify(options: &PlatformOptions) -> Result<Verified, Failed> {
    let opened = PlatformOptions { unverified: true, ..options.clone() }.open()?;
    let platform = &opened.platform;
    let damaged = damaged(options, platform)?;
    let (mut mismatches, mut read) = (BTreeSet::new(), BTreeSet::new());
    for environment in &platform.environments {
        let rendered = opened.render(environment, None)?;
        for application in &rendered.applications {
            read.extend(application.upstream.keys().cloned());
        }
        mismatches.extend(rendered.mismatches);
    }
    let unread = platform.sum.iter().map(|(name, _)| name).filter(|name| !read.contains(*name)).map(str::to_owned);
    Ok(Verified {
        damaged,
        unread: unread.collect(),
        verified: read.iter().filter(|name| mismatches.iter().all(|other| other.name != **name)).count(),
        mismatches: mismatches.into_iter().collect(),
        sources: Arc::clone(&platform.sources),
    })
}

/// What the cache has of the lock, and is not what it should be.
fn damaged(options: &PlatformOptions, platform: &Platform) -> Result<Vec<String>, Failed> {
    let Some(cache) = options.remotes.cache(&options.current, &Limits::DEFAULT, &platform.sources)? else {
        return Ok(Vec::new());
    };
    let said = |name: String, error: CacheError| format!("{name}: {}", messages(&error).join(": "));
    let repositories = platform.lock.repositories.iter().filter_map(|locked| {
        let error = cache.has_all_of(&locked.url.value, &locked.commit.value).err()?;
        Some(said(locked.name(), error))
    });
    let files = platform.lock.files.iter().filter_map(|locked| {
        let error = cache.file(&locked.sha256.value).err()?;
        Some(said(locked.name(), error))
    });
    Ok(repositories.chain(files).collect())
}

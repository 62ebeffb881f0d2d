//! The network as somebody to ask, for builds that are told to fetch.

use std::sync::Arc;

use super::{Network, NetworkError};
use crate::vfs::{Cache, RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec};

/// Asks the servers themselves and keeps in the cache what they give. Nobody
/// holds it to anything but what servers promise: this is for builds without a
/// lock.
pub struct FetchingRemotes {
    network: Arc<Network>,
    cache: Cache,
    largest_file: u64,
}

impl FetchingRemotes {
    /// Asks over `network`, keeps in `cache`, and takes files of at most
    /// `largest_file` bytes.
    #[must_use]
    pub fn new(network: Arc<Network>, cache: Cache, largest_file: u64) -> Self {
        Self { network, cache, largest_file }
    }
}

fn failed(what: &str) -> impl Fn(NetworkError) -> RemoteError + '_ {
    move |error| RemoteError::Network { what: what.to_owned(), source: Box::new(error) }
}

impl Remotes for FetchingRemotes {
    /// As kustomize, which tries every address as a file first (api v0.21.1
    /// `internal/loader/fileloader.go`): what cannot be had so, or is a page for
    /// people, may be a repository.
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        let is_repository = RepoSpec::parse(url).is_ok();
        match self.network.typed_file(url, self.largest_file) {
            Ok((_, content_type)) if is_repository && content_type.starts_with("text/html") => Ok(None),
            Ok((bytes, _)) => Ok(Some(RemoteFile { bytes, display: url.to_owned() })),
            Err(NetworkError::Status { status, .. }) if is_repository && !matches!(status, 408 | 429 | 500..) => {
                Ok(None)
            }
            Err(error) => Err(failed(url)(error)),
        }
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        let url = spec.clone_spec();
        let failed = failed(&url);
        let server = self.network.git_server(&url).map_err(&failed)?;
        let commit = server.resolve(&spec.reference).map_err(&failed)?;
        if !matches!(self.cache.repository(&url, &commit), Ok(Some(_))) {
            self.network.fetch_commit(&server, &commit, &self.cache, &|_| {}).map_err(&failed)?;
        }
        Remotes::repository(&self.cache, &spec.at(&commit))
    }
}

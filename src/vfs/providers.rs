//! Several to ask, in order.

use super::{NoRemotes, RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec};

/// Everybody who may have remote files and repositories: the first who has
/// something gives it. Whoever has it but cannot give it ends the search, for
/// the next might have something else under the same name.
#[derive(Default)]
pub struct Providers(Vec<Box<dyn Remotes>>);

impl Providers {
    /// Asks `remotes` after all others.
    pub fn push(&mut self, remotes: impl Remotes + 'static) {
        self.0.push(Box::new(remotes));
    }
}

impl Remotes for Providers {
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        if self.0.is_empty() {
            return NoRemotes.file(url);
        }
        for remotes in &self.0 {
            if let Some(file) = remotes.file(url)? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    fn file_with_digest(&self, sha256: &str) -> Result<Option<RemoteFile>, RemoteError> {
        for remotes in &self.0 {
            if let Some(file) = remotes.file_with_digest(sha256)? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        // The first to say no knows most about what would be needed: it is the mirror file.
        let mut refused = None;
        for remotes in &self.0 {
            match remotes.repository(spec) {
                Err(error @ RemoteError::NotLocked { .. }) => refused = refused.or(Some(error)),
                answer => return answer,
            }
        }
        Err(refused.unwrap_or_else(|| RemoteError::nobody_has(spec)))
    }
}

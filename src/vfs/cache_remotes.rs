//! The cache as somebody to ask. It knows content, not names: files by their
//! digest, repositories by a commit in full.

use super::cache::{Cache, CacheError};
use super::digest::is_hex;
use super::{RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec};

fn failed(what: impl Into<String>, source: CacheError) -> RemoteError {
    RemoteError::Cache { what: what.into(), source: Box::new(source) }
}

impl Remotes for Cache {
    fn file(&self, _url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        Ok(None)
    }

    fn file_with_digest(&self, sha256: &str) -> Result<Option<RemoteFile>, RemoteError> {
        let bytes =
            Cache::file(self, sha256).map_err(|error| failed(format!("the file with SHA-256 {sha256}"), error))?;
        Ok(bytes.map(|bytes| RemoteFile { bytes, display: format!("cache:{sha256}") }))
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        if !is_hex(&spec.reference, 40) {
            return Err(RemoteError::nobody_has(spec));
        }
        let url = spec.clone_spec();
        match Cache::repository(self, &url, &spec.reference) {
            Ok(Some(tree)) => Ok(RemoteRepository::of_git(tree)),
            Ok(None) => Err(RemoteError::nobody_has(spec)),
            Err(error) => Err(failed(format!("{url} at {}", spec.reference), error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::vfs::git_fixture::{FILE, commit};
    use crate::yaml::Limits;

    #[test]
    fn it_answers_to_content_and_not_to_names() {
        let folder = tempfile::tempdir().unwrap();
        let source = git2::Repository::init_bare(folder.path().join("source")).unwrap();
        let id = commit(&source, "refs/heads/main", &[(FILE, "a/f", "1")]).to_string();
        let cache = Cache::open(folder.path().join("cache"), &Limits::DEFAULT).unwrap();
        cache.add_repository_from(&folder.path().join("source"), "https://host/org/repo", &id).unwrap();
        let sha256 = cache.add_file(b"x").unwrap();

        let spec = |reference: &str| RepoSpec::parse(&format!("https://host/org/repo//a?ref={reference}")).unwrap();
        let found = Remotes::repository(&cache, &spec(&id)).unwrap();
        assert_eq!(found.commit.as_deref(), Some(id.as_str()));
        assert!(found.tree_id.is_some());
        assert_eq!(found.tree.read(Path::new("/repository/a/f")).unwrap(), b"1");
        for nobody in [spec("main"), spec(&"0".repeat(40))] {
            assert!(matches!(Remotes::repository(&cache, &nobody), Err(RemoteError::NotLocked { .. })));
        }
        assert_eq!(Remotes::file(&cache, "https://host/f").unwrap(), None);
        assert_eq!(cache.file_with_digest(&sha256).unwrap().unwrap().bytes, b"x");
        assert_eq!(cache.file_with_digest(&"0".repeat(64)).unwrap(), None);
    }
}

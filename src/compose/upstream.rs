//! What a render may have from upstream: what the lock lists and the sums
//! confirm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::lock::{LockedFile, LockedRepository};
use super::{Lock, Platform, Sum, lock};
use crate::vfs::{
    Mismatch, RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec, Resolved, Tree, TreeError, file_name,
    repository_name, sha256_hex,
};

/// What happens to a file whose digest is not on record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verification {
    /// The render fails.
    #[default]
    Strict,
    /// The render goes on and says so (`--unverified`).
    Unverified,
}

/// Whether a render keeps the texts it reads from upstream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Their digests are enough.
    #[default]
    Digests,
    /// All of them, to be written elsewhere.
    Texts,
}

/// Texts that were read from upstream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Files of web servers, by `host/path`.
    pub files: BTreeMap<String, Arc<[u8]>>,
    /// Files of repositories, by `host/org/repo@ref` as the lock spells it and
    /// their paths in the repository, links followed.
    pub repositories: BTreeMap<String, BTreeMap<String, Arc<[u8]>>>,
}

/// What a render read from upstream.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// The SHA-256 of each file, by `host/org/repo/path`.
    pub(super) files: BTreeMap<String, String>,
    pub(super) kept: Kept,
    pub(super) mismatches: Vec<Mismatch>,
    /// Remotes that were asked for, as the lock spells them.
    pub(super) used: Vec<String>,
}

impl Log {
    /// Notes a mismatch, once.
    fn note(&mut self, mismatch: Mismatch) {
        if !self.mismatches.contains(&mismatch) {
            self.mismatches.push(mismatch);
        }
    }
}

/// `host/org/repo@ref`: one revision of a repository as the name of a folder.
/// A slash of the revision is written as in addresses, for it to stay one.
pub(super) fn revision_folder(locked: &LockedRepository) -> String {
    format!("{}@{}", repository_name(&locked.url.value), locked.reference.value.replace('/', "%2F"))
}

/// The remotes of one render.
pub(super) struct Upstream<'p> {
    lock: &'p Lock,
    provider: &'p dyn Remotes,
    ledger: Arc<Ledger>,
}

/// Shared by the trees a render is given, which outlive the borrow of the
/// platform.
struct Ledger {
    sum: Arc<Sum>,
    verification: Verification,
    keep: Keep,
    log: Mutex<Log>,
}

impl<'p> Upstream<'p> {
    pub(super) fn new(
        platform: &'p Platform,
        provider: &'p dyn Remotes,
        verification: Verification,
        keep: Keep,
    ) -> Self {
        let ledger = Ledger { sum: Arc::clone(&platform.sum), verification, keep, log: Mutex::default() };
        Self { lock: &platform.lock, provider, ledger: Arc::new(ledger) }
    }

    /// What was read so far.
    pub(super) fn take_log(&self) -> Log {
        std::mem::take(&mut *self.ledger.log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The repository by the name it is asked for by, or else by its commit,
    /// which is all that a cache knows it by.
    fn find(&self, spec: &RepoSpec, locked: &LockedRepository) -> Result<RemoteRepository, RemoteError> {
        match self.provider.repository(spec) {
            Err(error @ RemoteError::NotLocked { .. }) if spec.reference != locked.commit.value => {
                let by_commit = spec.at(&locked.commit.value);
                match self.provider.repository(&by_commit) {
                    Err(RemoteError::NotLocked { .. }) => Err(error),
                    answer => answer,
                }
            }
            answer => answer,
        }
    }

    fn not_locked(&self, url: String, reference: Option<String>) -> RemoteError {
        let name = repository_name(&url);
        let locked = self.lock.repositories.iter().filter(|locked| repository_name(&locked.url.value) == name);
        let mirrored = locked.map(|locked| locked.reference.value.clone()).collect();
        RemoteError::NotLocked { url, reference, mirror: Some(lock::PATH.to_owned()), mirrored }
    }
}

impl Ledger {
    /// Notes a file and holds it to its sum. A file of a repository has a
    /// revision and a place in it.
    fn check(&self, path: &Path, name: String, place: Option<(&str, String)>, bytes: &[u8]) -> Result<(), TreeError> {
        let actual = sha256_hex(bytes);
        let expected = self.sum.get(&name);
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if expected != Some(actual.as_str()) {
            let mismatch =
                Mismatch { name: name.clone(), expected: expected.map(str::to_owned), actual: actual.clone() };
            if self.verification == Verification::Strict {
                return Err(TreeError::NotAsPinned { path: path.to_path_buf(), mismatch: Box::new(mismatch) });
            }
            log.note(mismatch);
        }
        if self.keep == Keep::Texts {
            let bytes: Arc<[u8]> = bytes.into();
            match place {
                Some((revision, below)) => {
                    log.kept.repositories.entry(revision.to_owned()).or_default().insert(below, bytes);
                }
                None => _ = log.kept.files.insert(name.clone(), bytes),
            }
        }
        log.files.insert(name, actual);
        Ok(())
    }

    /// Notes that a file is not the one the lock lists.
    fn note_other_file(&self, locked: &LockedFile, actual: &str, size: u64) {
        let listed = (locked.sha256.value.as_str(), locked.size.value);
        if listed == (actual, size) {
            return;
        }
        let in_words = |(sha256, size): (&str, u64)| format!("{sha256} in {size} bytes");
        let (expected, actual) = (Some(in_words(listed)), in_words((actual, size)));
        let mismatch = Mismatch { name: format!("{} of the lock", locked.name()), expected, actual };
        self.log.lock().unwrap_or_else(PoisonError::into_inner).note(mismatch);
    }

    fn note_use(&self, name: String) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if !log.used.contains(&name) {
            log.used.push(name);
        }
    }
}

impl Remotes for Upstream<'_> {
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        let Some(locked) = self.lock.file(url) else { return Ok(None) };
        let found = match self.provider.file(url)? {
            None => self.provider.file_with_digest(&locked.sha256.value)?,
            found => found,
        };
        let Some(file) = found else {
            return Err(self.not_locked(url.to_owned(), None));
        };
        let unreadable = |source| RemoteError::Unreadable { url: url.to_owned(), path: file.display.clone(), source };
        let (actual, size) = (sha256_hex(&file.bytes), file.bytes.len() as u64);
        match self.ledger.verification {
            Verification::Unverified => self.ledger.note_other_file(locked, &actual, size),
            Verification::Strict if actual != locked.sha256.value => {
                let (url, path, expected) = (url.to_owned(), file.display, locked.sha256.value.clone());
                return Err(RemoteError::Digest { url, path, expected, actual });
            }
            Verification::Strict if size != locked.size.value => {
                let (url, path, expected) = (url.to_owned(), file.display, locked.size.value);
                return Err(RemoteError::Size { url, path, expected, actual: size });
            }
            Verification::Strict => {}
        }
        self.ledger.check(Path::new(&file.display), file_name(url), None, &file.bytes).map_err(unreadable)?;
        self.ledger.note_use(locked.name());
        Ok(Some(file))
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        let url = spec.clone_spec();
        let reference = Some(spec.reference.clone()).filter(|reference| !reference.is_empty());
        let Some(locked) = self.lock.repository(&url, &spec.reference) else {
            return Err(self.not_locked(url, reference));
        };
        let found = self.find(spec, locked)?;
        if let Some(commit) = found.commit.as_ref().filter(|commit| **commit != locked.commit.value) {
            let (expected, actual) = (locked.commit.value.clone(), commit.clone());
            return Err(RemoteError::OtherCommit { url, reference: spec.reference.clone(), expected, actual });
        }
        if let Some(tree) = found.tree_id.as_ref().filter(|tree| **tree != locked.tree.value) {
            let (expected, actual) = (locked.tree.value.clone(), tree.clone());
            return Err(RemoteError::OtherTree { url, reference: spec.reference.clone(), expected, actual });
        }
        self.ledger.note_use(locked.name());
        let tree = VerifiedTree {
            inner: Arc::clone(&found.tree),
            root: found.root.clone(),
            name: repository_name(&locked.url.value),
            revision: revision_folder(locked),
            ledger: Arc::clone(&self.ledger),
        };
        Ok(RemoteRepository { tree: Arc::new(tree), ..found })
    }
}

/// A repository whose files are held to their sums.
struct VerifiedTree {
    inner: Arc<dyn Tree>,
    root: PathBuf,
    name: String,
    revision: String,
    ledger: Arc<Ledger>,
}

impl Tree for VerifiedTree {
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError> {
        let place = self.inner.resolve(path)?.path;
        let bytes = self.inner.read(&place)?;
        let below = place.strip_prefix(&self.root).unwrap_or(&place).to_string_lossy();
        let name = format!("{}/{below}", self.name);
        self.ledger.check(path, name, Some((&self.revision, below.into_owned())), &bytes)?;
        Ok(bytes)
    }

    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError> {
        self.inner.resolve(path)
    }

    fn display(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.root).unwrap_or(path);
        format!("{}/{}", self.name, below.to_string_lossy())
    }
}

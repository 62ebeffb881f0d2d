//! Where what is not complete yet waits, inside the cache.
//!
//! Every draft has a folder with a lock file, held as long as its process lives:
//! what a killed process left is known by its lock, and removed.

#![expect(clippy::disallowed_methods, reason = "this is the room that touches files")]

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::output::free_name;
use super::{OutputError, sha256_hex};

const LOCK: &str = "lock";

/// A folder of its own in the cache. It goes when it is dropped.
pub(super) struct DraftFolder {
    path: PathBuf,
    _lock: File,
}

impl DraftFolder {
    /// A new one below `cache`. Those of processes that are gone are removed.
    pub(super) fn begin(cache: &Path) -> Result<Self, OutputError> {
        let drafts = cache.join("drafts");
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |source| OutputError::Io { path, source }
        };
        std::fs::create_dir_all(&drafts).map_err(failed(&drafts))?;
        // One process at a time: nobody sees a folder before its lock is held.
        let gate_path = drafts.join(LOCK);
        let gate = File::create(&gate_path).map_err(failed(&gate_path))?;
        gate.lock().map_err(failed(&gate_path))?;
        sweep(&drafts);
        let path = free_name(&drafts, "draft");
        std::fs::create_dir(&path).map_err(failed(&path))?;
        let lock = File::create(path.join(LOCK)).map_err(failed(&path))?;
        lock.lock().map_err(failed(&path))?;
        Ok(Self { path, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for DraftFolder {
    fn drop(&mut self) {
        // What cannot be removed is removed by the next one.
        std::fs::remove_dir_all(&self.path).ok();
    }
}

/// The turn of a process at one thing in the cache. It ends when this is dropped.
pub struct Turn(#[expect(dead_code, reason = "the system holds the lock as long as the file is open")] File);

/// Waits for the turn at what is called `name`.
pub(super) fn take_turn(cache: &Path, name: &str) -> Result<Turn, OutputError> {
    let folder = cache.join("turns");
    let path = folder.join(sha256_hex(name.as_bytes()));
    let failed = |source| OutputError::Io { path: path.clone(), source };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let file = File::create(&path).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(Turn(file))
}

/// Removes the drafts nobody holds. What cannot be removed only takes room.
fn sweep(drafts: &Path) {
    for entry in std::fs::read_dir(drafts).into_iter().flatten().flatten() {
        let folder = entry.path();
        if !folder.is_dir() {
            continue;
        }
        let is_held = match File::open(folder.join(LOCK)).map(|lock| lock.try_lock()) {
            Ok(Err(TryLockError::WouldBlock)) => true,
            Ok(Ok(()) | Err(TryLockError::Error(_))) | Err(_) => false,
        };
        if !is_held {
            std::fs::remove_dir_all(&folder).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_there_as_long_as_it_is_held() {
        let cache = tempfile::tempdir().unwrap();
        let first = DraftFolder::begin(cache.path()).unwrap();
        let left = cache.path().join("drafts/left");
        std::fs::create_dir_all(left.join("objects")).unwrap();
        std::fs::write(left.join(LOCK), "").unwrap();
        let second = DraftFolder::begin(cache.path()).unwrap();
        assert!(first.path().is_dir() && second.path().is_dir() && first.path() != second.path());
        assert!(!left.exists());
        let path = first.path().to_path_buf();
        drop(first);
        assert!(!path.exists());
    }
}

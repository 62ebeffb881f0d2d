//! Taking packs of git into the cache, and looking at all that is there.

#![expect(clippy::disallowed_methods, reason = "this is the room that touches files")]

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use git2::{ErrorClass, Indexer};
use sha1::{Digest, Sha1};

use super::cache_drafts::{DraftFolder, Turn, take_turn};
use super::cache_git::each_object;
use super::git_store::GitStore;
use super::git_tree::commit_id;
use super::output::sync_folder;
use super::{Cache, CacheError, OutputError, ScratchFolder, TreeError, files_below};

/// A small pack can hold what fills the memory.
const LARGEST_OBJECT: u64 = 256 << 20;

impl Cache {
    /// Keeps a pack of the repository at `url`, when it has all of `commit`. The
    /// index of the pack comes last: where it is, all of the commit is.
    ///
    /// # Errors
    /// When the pack is damaged or lacks objects, or cannot be written.
    pub fn add_pack(&self, url: &str, commit: &str, pack: &[u8]) -> Result<(), CacheError> {
        let draft = DraftFolder::begin(self.folder())?;
        let packs = packs_of(draft.path());
        std::fs::create_dir_all(&packs).map_err(|source| OutputError::Io { path: packs.clone(), source })?;
        let name = index(&packs, pack, url)?;
        // The index has the ids that the objects really have: none needs to be read.
        let store = GitStore::of_objects(&draft.path().join("objects"), draft.path().to_path_buf(), url)?;
        each_object(&store, commit_id(commit)?, &mut |id, kind| match store.size(id, kind)? {
            size if size > LARGEST_OBJECT => Err(store.too_large(id, kind, size, LARGEST_OBJECT)),
            _ => Ok(()),
        })?;
        drop(store);
        let target = packs_of(&self.make_repository(url)?);
        for ending in ["pack", "idx"] {
            let file = format!("pack-{name}.{ending}");
            install(&packs.join(&file), &target.join(&file))?;
        }
        sync_folder(&target);
        Ok(())
    }

    /// Whether all of `commit` of the repository at `url` is there and right:
    /// every object is read and compared with its name.
    ///
    /// # Errors
    /// When the commit is there, and something of it is damaged or missing.
    pub fn has_all_of(&self, url: &str, commit: &str) -> Result<bool, CacheError> {
        let id = commit_id(commit)?;
        let Some(store) = self.store_with(url, id)? else { return Ok(false) };
        each_object(&store, id, &mut |id, kind| store.object(id, kind, LARGEST_OBJECT).map(drop))?;
        self.hold_packs(&packs_of(&self.repository_place(url)?), url)?;
        Ok(true)
    }

    /// Indexes every pack once more: the index must be the same, byte by byte.
    fn hold_packs(&self, packs: &Path, url: &str) -> Result<(), CacheError> {
        let names = files_below(packs)?;
        let packs =
            names.iter().map(|name| packs.join(name)).filter(|file| file.extension().is_some_and(|e| e == "pack"));
        for pack in packs {
            let read = |path: &Path| std::fs::read(path).map_err(|source| unreadable(path, source));
            let kept = read(&pack)?;
            let place = Workplace::new(self.folder())?;
            let name = index(place.path(), &kept, url)?;
            let again = place.path().join(format!("pack-{name}"));
            let is_named = pack.file_stem() == again.file_name();
            let index = pack.with_extension("idx");
            if !is_named
                || kept != read(&again.with_extension("pack"))?
                || read(&index)? != read(&again.with_extension("idx"))?
            {
                return Err(CacheError::OtherIndex { path: index.display().to_string() });
            }
        }
        Ok(())
    }

    /// Waits until nobody else works on what is called `name`.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn take_turn(&self, name: &str) -> Result<Turn, CacheError> {
        Ok(take_turn(self.folder(), name)?)
    }

    /// Removes the repository at `url` with all of its commits, because it is
    /// damaged. One that is gone already is no error.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn drop_repository(&self, url: &str) -> Result<(), CacheError> {
        let place = self.repository_place(url)?;
        // Renamed first: whoever is killed now leaves no half of a repository.
        let draft = DraftFolder::begin(self.folder())?;
        match std::fs::rename(&place, draft.path().join("damaged")) {
            Err(source) if source.kind() != ErrorKind::NotFound => Err(OutputError::Io { path: place, source }.into()),
            _ => Ok(()),
        }
    }
}

/// A folder for what is thrown away again: in the cache, where what a killed
/// process left is removed; elsewhere for those who may only read the cache.
enum Workplace {
    Cache(DraftFolder),
    Elsewhere(ScratchFolder),
}

impl Workplace {
    fn new(cache: &Path) -> Result<Self, CacheError> {
        match DraftFolder::begin(cache) {
            Ok(draft) => Ok(Self::Cache(draft)),
            Err(_) => Ok(Self::Elsewhere(ScratchFolder::new()?)),
        }
    }

    fn path(&self) -> &Path {
        match self {
            Self::Cache(draft) => draft.path(),
            Self::Elsewhere(scratch) => scratch.path(),
        }
    }
}

/// Holds the indices of all packs of the repository at `place` to the digests at
/// their ends (`gitformat-pack(5)`). libgit2 believes an index: one that points
/// out of its pack ends the process.
pub(super) fn hold_indices(place: &Path) -> Result<(), CacheError> {
    let packs = packs_of(place);
    for name in files_below(&packs)?.iter().filter(|name| name.extension().is_some_and(|ending| ending == "idx")) {
        let path = packs.join(name);
        let bytes = std::fs::read(&path).map_err(|source| unreadable(&path, source))?;
        let is_right =
            bytes.split_last_chunk::<20>().is_some_and(|(text, digest)| Sha1::digest(text)[..] == digest[..]);
        if !is_right {
            return Err(CacheError::OtherIndex { path: path.display().to_string() });
        }
    }
    Ok(())
}

/// Tries whether there is room for so many bytes and an index of them. libgit2
/// writes packs through memory, where a full disk ends the process.
fn try_room(folder: &Path, bytes: usize) -> Result<(), OutputError> {
    let path = folder.join("room");
    let failed = |source| OutputError::Io { path: path.clone(), source };
    let zeros = vec![0; 1 << 20];
    let mut file = File::create(&path).map_err(failed)?;
    let mut left = bytes + bytes / 4 + (64 << 10);
    while left > 0 {
        let part = left.min(zeros.len());
        file.write_all(&zeros[..part]).map_err(failed)?;
        left -= part;
    }
    file.sync_all().and_then(|()| std::fs::remove_file(&path)).map_err(failed)
}

/// Writes `pack` and its index to `folder`. They are called by the answer.
fn index(folder: &Path, pack: &[u8], url: &str) -> Result<String, CacheError> {
    let failed = |source: git2::Error| match source.class() {
        ErrorClass::Os | ErrorClass::NoMemory | ErrorClass::Filesystem => {
            CacheError::WriteGit { path: folder.display().to_string(), source }
        }
        _ => CacheError::DamagedPack { url: url.to_owned(), source },
    };
    try_room(folder, pack.len())?;
    let mut indexer = Indexer::new(None, folder, 0o444, false).map_err(failed)?;
    // libgit2 says what is wrong in its own way, also through this door.
    if let Err(error) = indexer.write_all(pack) {
        let source = error.into_inner().and_then(|inner| inner.downcast::<git2::Error>().ok());
        return Err(failed(source.map_or_else(|| git2::Error::from_str("the pack ends too early"), |source| *source)));
    }
    indexer.commit().map_err(failed)
}

fn unreadable(path: &Path, source: std::io::Error) -> TreeError {
    TreeError::Io { path: path.to_path_buf(), source }
}

fn install(from: &Path, to: &Path) -> Result<(), OutputError> {
    let failed = |source| OutputError::Io { path: to.to_path_buf(), source };
    File::open(from).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(from, to).map_err(failed)
}

fn packs_of(git_dir: &Path) -> PathBuf {
    git_dir.join("objects/pack")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::git_fixture::{FILE, commit};
    use crate::yaml::Limits;

    const URL: &str = "https://host/org/repo";

    /// A pack of one commit and its files.
    fn pack() -> (String, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let source = git2::Repository::init_bare(folder.path()).unwrap();
        let id = commit(&source, "refs/heads/main", &[(FILE, "a/f", "1"), (FILE, "b", "2")]);
        let mut builder = source.packbuilder().unwrap();
        builder.insert_commit(id).unwrap();
        let mut pack = git2::Buf::new();
        builder.write_buf(&mut pack).unwrap();
        (id.to_string(), pack.to_vec())
    }

    #[test]
    fn a_pack_is_kept_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), &Limits::DEFAULT).unwrap();
        let (id, pack) = pack();
        assert!(!cache.has_all_of(URL, &id).unwrap());
        for length in [0, 4, 12, pack.len() / 2, pack.len() - 1] {
            assert!(cache.add_pack(URL, &id, &pack[..length]).is_err(), "{length}");
        }
        for at in (0..pack.len()).step_by(7) {
            let mut damaged = pack.clone();
            damaged[at] ^= 1;
            assert!(cache.add_pack(URL, &id, &damaged).is_err(), "{at}");
        }
        assert!(cache.add_pack(URL, &"1".repeat(40), &pack).is_err(), "another commit");
        assert!(!cache.has_all_of(URL, &id).unwrap());
        cache.add_pack(URL, &id, &pack).unwrap();
        assert!(cache.has_all_of(URL, &id).unwrap());
        cache.add_pack(URL, &id, &pack).unwrap();
        cache.drop_repository(URL).unwrap();
        assert!(!cache.has_all_of(URL, &id).unwrap());
        assert_eq!(std::fs::read_dir(folder.path().join("drafts")).unwrap().count(), 1, "the lock");
    }
}

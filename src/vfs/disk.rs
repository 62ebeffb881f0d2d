//! The tree on disk.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::links::{Probe, follow};
use super::{EntryKind, Resolved, Tree, TreeError};

/// The largest file that is read unless told otherwise. The largest file of
/// the pinned upstream has less than 1 MiB.
pub const READ_LIMIT: u64 = 64 << 20;

/// Folders a path may lead through before they are no longer kept one by one.
const MAX_DEPTH: usize = 64;

/// Files on disk, all of them or those below one folder.
///
/// Relative paths are taken from the current folder given to
/// [`DiskTree::new`]; nothing here asks the system for it. A tree lives for
/// one command: which paths are folders is asked once.
#[derive(Clone, Debug)]
pub struct DiskTree {
    current: PathBuf,
    limit: u64,
    within: Option<PathBuf>,
    /// Folders by every path they were reached by. All paths of a build lead
    /// through the same few, and asking the system for each part of each path
    /// is a third of the time of a small build.
    folders: Arc<Mutex<HashMap<PathBuf, PathBuf>>>,
    /// Files that read as something else than they are on the disk.
    texts: Arc<BTreeMap<PathBuf, Vec<u8>>>,
}

impl DiskTree {
    /// The whole disk, seen from the absolute folder `current`. Paths below it
    /// are shown relative to it.
    #[must_use]
    pub fn new(current: impl Into<PathBuf>) -> Self {
        Self {
            current: current.into(),
            limit: READ_LIMIT,
            within: None,
            folders: Arc::default(),
            texts: Arc::default(),
        }
    }

    /// The same tree, reading files of at most `limit` bytes.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// The same tree, in which these files, which are there, read as they will be.
    #[must_use]
    pub fn with_texts(self, texts: impl IntoIterator<Item = (PathBuf, Vec<u8>)>) -> Self {
        let texts = texts.into_iter().map(|(path, text)| {
            let place = self.resolve(&path).map(|resolved| resolved.path);
            (place.unwrap_or(path), text)
        });
        Self { texts: Arc::new(texts.collect()), ..self }
    }

    /// The text that stands for the file at `path`.
    fn text_for(&self, path: &Path) -> Option<Vec<u8>> {
        if self.texts.is_empty() {
            return None;
        }
        let place = self.resolve(path).ok()?.path;
        self.texts.get(&place).cloned()
    }

    /// What is below `folder`, and nothing else: a path that leads out, by `..`
    /// or through a symbolic link, is [`TreeError::Outside`]. Paths stay those
    /// of the whole disk.
    ///
    /// # Errors
    /// When `folder` is not there or not a folder.
    pub fn below(&self, folder: &Path) -> Result<Self, TreeError> {
        let found = self.resolve(folder)?;
        if found.kind == EntryKind::Directory {
            Ok(Self { within: Some(found.path), ..self.clone() })
        } else {
            Err(TreeError::NotFound { path: folder.to_path_buf() })
        }
    }

    /// The folder this tree is confined to, links followed.
    #[must_use]
    pub fn confined_to(&self) -> Option<&Path> {
        self.within.as_deref()
    }

    /// The largest size of a file that is read.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    fn open(&self, place: &Path, path: &Path) -> Result<(File, u64), TreeError> {
        let failed = |source| self.explain(path, source);
        // Asked before opening, because opening alone may already act on a device.
        if !std::fs::metadata(place).map_err(failed)?.is_file() {
            return Err(TreeError::NotAFile { path: path.to_path_buf() });
        }
        let file = open_without_blocking(place).map_err(failed)?;
        // Asked again, because the file may have been exchanged in between.
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(TreeError::NotAFile { path: path.to_path_buf() });
        }
        Ok((file, metadata.len()))
    }

    /// Follows all links of the absolute `path`, the folder it is in first.
    fn follow(&self, path: &Path, depth: usize) -> Result<Resolved, TreeError> {
        let known = || self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = known().get(path) {
            return Ok(Resolved { path: folder.clone(), kind: EntryKind::Directory });
        }
        let resolved = match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) if depth < MAX_DEPTH => {
                let folder = self.follow(parent, depth + 1)?;
                let not_found = || TreeError::NotFound { path: path.to_path_buf() };
                // Where a folder is needed and a file stands, nothing is there.
                if folder.kind != EntryKind::Directory {
                    return Err(not_found());
                }
                let place = folder.path.join(name);
                match probe(&place).map_err(|source| TreeError::Io { path: path.to_path_buf(), source })? {
                    Probe::Missing => return Err(not_found()),
                    Probe::Entry(kind) => Resolved { path: place, kind },
                    Probe::Link(_) => follow(&place, probe)?,
                }
            }
            _ => follow(path, probe)?,
        };
        if resolved.kind == EntryKind::Directory {
            known().insert(path.to_path_buf(), resolved.path.clone());
        }
        Ok(resolved)
    }

    /// The system reports link loops and files in the place of folders in
    /// numbers that differ between systems; walking the path tells them apart.
    fn explain(&self, path: &Path, source: std::io::Error) -> TreeError {
        match self.resolve(path) {
            Err(better) => better,
            Ok(_) => TreeError::Io { path: path.to_path_buf(), source },
        }
    }

    fn too_large(&self, path: &Path, size: u64) -> TreeError {
        TreeError::TooLarge { path: path.to_path_buf(), size, limit: self.limit }
    }
}

impl Tree for DiskTree {
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError> {
        let place = match self.within {
            Some(_) => self.resolve(path)?.path,
            None => self.current.join(path),
        };
        if let Some(text) = self.text_for(path) {
            return Ok(text);
        }
        let (file, size) = self.open(&place, path)?;
        if size > self.limit {
            return Err(self.too_large(path, size));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
        // A file may grow while it is read, and files of /proc have size 0.
        let read = file
            .take(self.limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|source| TreeError::Io { path: path.to_path_buf(), source })?;
        let read = read as u64;
        if read > self.limit { Err(self.too_large(path, read)) } else { Ok(bytes) }
    }

    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError> {
        let resolved = match self.follow(&self.current.join(path), 0) {
            Ok(resolved) => resolved,
            Err(error) => return Err(error.asked_as(path)),
        };
        match &self.within {
            Some(folder) if !resolved.path.starts_with(folder) => {
                Err(TreeError::Outside { path: path.to_path_buf(), folder: folder.clone() })
            }
            _ => Ok(resolved),
        }
    }

    fn display(&self, path: &Path) -> String {
        match path.strip_prefix(&self.current) {
            Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
            Ok(rest) => rest.display().to_string(),
            Err(_) => path.display().to_string(),
        }
    }
}

fn probe(place: &Path) -> std::io::Result<Probe> {
    let metadata = match std::fs::symlink_metadata(place) {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Probe::Missing);
        }
        Err(error) => return Err(error),
    };
    let kind = metadata.file_type();
    Ok(if kind.is_symlink() {
        Probe::Link(std::fs::read_link(place)?)
    } else if kind.is_dir() {
        Probe::Entry(EntryKind::Directory)
    } else if kind.is_file() {
        Probe::Entry(EntryKind::File)
    } else {
        Probe::Entry(EntryKind::Other)
    })
}

/// Opening a pipe for reading waits for a writer unless the system is told not
/// to. On other systems only the check before opening guards against that.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn open_without_blocking(place: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    /// `O_NONBLOCK` of `asm-generic/fcntl.h`; it has no effect on regular files.
    const NONBLOCK: i32 = 0o4000;
    OpenOptions::new().read(true).custom_flags(NONBLOCK).open(place)
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn open_without_blocking(place: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).open(place)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "the test prepares the disk that is then read")]
    fn write(path: &Path, text: &str) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn disk() -> (tempfile::TempDir, PathBuf, DiskTree) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        write(&root.join("a/f.yaml"), "f: 1\n");
        write(&root.join("b/g.yaml"), "g: 1\n");
        let tree = DiskTree::new(root.clone());
        (folder, root, tree)
    }

    #[test]
    fn reads_files_and_nothing_else() {
        let (_guard, root, tree) = disk();
        assert_eq!(tree.read(&root.join("a/f.yaml")).unwrap(), b"f: 1\n");
        assert_eq!(tree.read(Path::new("a/f.yaml")).unwrap(), b"f: 1\n");
        assert!(matches!(tree.read(&root.join("a")), Err(TreeError::NotAFile { path }) if path == root.join("a")));
        assert!(matches!(tree.read(&root.join("a/none")), Err(TreeError::NotFound { .. })));
        assert!(matches!(tree.read(&root.join("a/f.yaml/x")), Err(TreeError::NotFound { .. })));
        assert!(matches!(tree.resolve(&root.join("a/f.yaml/x")), Err(TreeError::NotFound { .. })));
        assert!(matches!(tree.resolve(&root.join("a/f.yaml/..")), Err(TreeError::NotFound { .. })));
    }

    #[test]
    fn refuses_pipes_and_devices_without_waiting() {
        let (_guard, root, tree) = disk();
        let pipe = root.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        assert!(matches!(tree.read(&pipe), Err(TreeError::NotAFile { .. })));
        assert_eq!(tree.resolve(&pipe).unwrap().kind, EntryKind::Other);
        assert!(matches!(tree.read(Path::new("/dev/zero")), Err(TreeError::NotAFile { .. })));
    }

    #[test]
    fn refuses_what_is_too_large_also_when_the_size_is_not_known_before() {
        let (_guard, root, tree) = disk();
        let tree = tree.with_limit(5);
        assert_eq!(tree.read(&root.join("a/f.yaml")).unwrap().len(), 5);
        write(&root.join("big"), "123456");
        let error = tree.read(&root.join("big")).unwrap_err();
        assert!(matches!(error, TreeError::TooLarge { size: 6, limit: 5, .. }), "{error}");
        if Path::new("/proc/self/status").exists() {
            assert!(matches!(tree.read(Path::new("/proc/self/status")), Err(TreeError::TooLarge { size: 6, .. })));
        }
    }

    #[test]
    fn follows_links_and_names_loops() {
        let (_guard, root, tree) = disk();
        symlink("../b", root.join("a/link")).unwrap();
        symlink(root.join("a/link/g.yaml"), root.join("g")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        let resolved = tree.resolve(&root.join("g")).unwrap();
        assert_eq!(resolved, Resolved { path: root.join("b/g.yaml"), kind: EntryKind::File });
        // `..` comes after the link, as for the system.
        assert_eq!(tree.resolve(&root.join("a/link/..")).unwrap().path, root);
        assert_eq!(tree.read(&root.join("g")).unwrap(), b"g: 1\n");
        assert!(matches!(tree.resolve(&root.join("loop")), Err(TreeError::LinkLoop { .. })));
        assert!(matches!(tree.read(&root.join("loop/x")), Err(TreeError::LinkLoop { .. })));
        assert!(matches!(tree.read(&root.join("dangling")), Err(TreeError::NotFound { .. })));
        for path in ["g", "a/link", "a/../b/./g.yaml", "."] {
            assert_eq!(tree.resolve(Path::new(path)).unwrap().path, root.join(path).canonicalize().unwrap());
        }
    }

    #[test]
    fn stays_below_its_folder() {
        let (_guard, root, tree) = disk();
        symlink("../b", root.join("a/folder")).unwrap();
        symlink("f.yaml", root.join("a/in")).unwrap();
        let below = tree.below(&root.join("a")).unwrap();
        assert_eq!(below.read(&root.join("a/in")).unwrap(), b"f: 1\n");
        for path in ["a/folder/g.yaml", "a/../b/g.yaml", "b/g.yaml"] {
            assert!(matches!(below.read(&root.join(path)), Err(TreeError::Outside { .. })), "{path}");
            assert!(matches!(below.resolve(&root.join(path)), Err(TreeError::Outside { .. })), "{path}");
        }
        assert!(matches!(tree.below(&root.join("a/f.yaml")), Err(TreeError::NotFound { .. })));
        // A sibling whose name starts the same is outside too.
        write(&root.join("ab/h.yaml"), "");
        assert!(matches!(below.read(&root.join("ab/h.yaml")), Err(TreeError::Outside { .. })));
    }

    #[test]
    fn shows_paths_from_the_current_folder() {
        let tree = DiskTree::new("/work/here");
        assert_eq!(tree.display(Path::new("/work/here/a/b.yaml")), "a/b.yaml");
        assert_eq!(tree.display(Path::new("/work/here")), ".");
        assert_eq!(tree.display(Path::new("/work/hereafter/b")), "/work/hereafter/b");
    }
}

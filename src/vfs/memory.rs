//! A tree in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::lexical::join;
use super::links::{Probe, follow};
use super::{EntryKind, Resolved, Tree, TreeError};

#[derive(Clone, Debug)]
enum Entry {
    File(Vec<u8>),
    Link(PathBuf),
    Directory,
}

/// Files, links and folders held in memory; everything else behaves as on disk.
///
/// Paths are taken from `/` when they are relative. Folders above an entry are
/// made with it; below something that is a file already, nothing can be found.
#[derive(Clone, Debug, Default)]
pub struct MemoryTree {
    entries: BTreeMap<PathBuf, Entry>,
}

impl MemoryTree {
    /// A tree with nothing but `/`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A tree of these files.
    pub fn from_files<P: AsRef<Path>, B: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, B)>) -> Self {
        files.into_iter().fold(Self::new(), |tree, (path, bytes)| tree.with_file(path, bytes))
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn with_file(self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        self.with(path.as_ref(), Entry::File(bytes.into()))
    }

    /// Adds or replaces a symbolic link; a relative `target` is taken from the
    /// link's folder.
    #[must_use]
    pub fn with_link(self, path: impl AsRef<Path>, target: impl Into<PathBuf>) -> Self {
        self.with(path.as_ref(), Entry::Link(target.into()))
    }

    /// Adds a folder, to have an empty one.
    #[must_use]
    pub fn with_folder(self, path: impl AsRef<Path>) -> Self {
        self.with(path.as_ref(), Entry::Directory)
    }

    fn with(mut self, path: &Path, entry: Entry) -> Self {
        let path = join(Path::new("/"), path);
        for folder in path.ancestors().skip(1) {
            self.entries.entry(folder.to_path_buf()).or_insert(Entry::Directory);
        }
        self.entries.insert(path, entry);
        self
    }

    fn probe(&self, place: &Path) -> Probe {
        match self.entries.get(place) {
            None => Probe::Missing,
            Some(Entry::Link(target)) => Probe::Link(target.clone()),
            Some(Entry::Directory) => Probe::Entry(EntryKind::Directory),
            Some(Entry::File(_)) => Probe::Entry(EntryKind::File),
        }
    }
}

impl Tree for MemoryTree {
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError> {
        match self.entries.get(&self.resolve(path)?.path) {
            Some(Entry::File(bytes)) => Ok(bytes.clone()),
            _ => Err(TreeError::NotAFile { path: path.to_path_buf() }),
        }
    }

    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError> {
        follow(path, |place| Ok(self.probe(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> MemoryTree {
        MemoryTree::from_files([("/a/f.yaml", "f: 1\n"), ("/b/g.yaml", "g: 1\n")])
            .with_link("/a/link", "../b")
            .with_link("/g", "/a/link/g.yaml")
            .with_link("/loop", "loop")
            .with_link("/dangling", "nowhere")
            .with_folder("/empty/folder")
    }

    #[test]
    fn reads_files_and_nothing_else() {
        let tree = tree();
        assert_eq!(tree.read(Path::new("/a/f.yaml")).unwrap(), b"f: 1\n");
        assert_eq!(tree.read(Path::new("/g")).unwrap(), b"g: 1\n");
        assert!(matches!(tree.read(Path::new("/a")), Err(TreeError::NotAFile { .. })));
        assert!(matches!(tree.read(Path::new("/")), Err(TreeError::NotAFile { .. })));
        assert!(matches!(tree.read(Path::new("/none")), Err(TreeError::NotFound { .. })));
        assert!(matches!(tree.read(Path::new("/a/f.yaml/x")), Err(TreeError::NotFound { .. })));
    }

    #[test]
    fn follows_links_and_names_loops() {
        let tree = tree();
        let at = |path: &str| tree.resolve(Path::new(path));
        assert_eq!(at("/g").unwrap(), Resolved { path: "/b/g.yaml".into(), kind: EntryKind::File });
        assert_eq!(at("/a/link/..").unwrap(), Resolved { path: "/".into(), kind: EntryKind::Directory });
        assert_eq!(at("/a/../b/./g.yaml").unwrap().path, Path::new("/b/g.yaml"));
        assert_eq!(at("/empty/folder").unwrap().kind, EntryKind::Directory);
        assert_eq!(at("/empty").unwrap().kind, EntryKind::Directory);
        assert!(matches!(at("/loop"), Err(TreeError::LinkLoop { .. })));
        assert!(matches!(at("/dangling"), Err(TreeError::NotFound { .. })));
        assert!(matches!(at("/a/f.yaml/.."), Err(TreeError::NotFound { .. })));
    }

    #[test]
    fn follows_no_more_links_than_go() {
        let chain = |length: usize| {
            (1..=length).fold(MemoryTree::from_files([("/0", "")]), |tree, at| {
                tree.with_link(format!("/{at}"), format!("{}", at - 1))
            })
        };
        assert!(chain(255).resolve(Path::new("/255")).is_ok());
        assert!(matches!(chain(256).resolve(Path::new("/256")), Err(TreeError::LinkLoop { .. })));
    }
}

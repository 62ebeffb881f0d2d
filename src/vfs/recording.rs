//! A tree that remembers what was read from it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Resolved, Tree, TreeError};

/// Passes everything on to another tree and remembers the files that were read.
pub struct RecordingTree<'a> {
    tree: &'a dyn Tree,
    read: Mutex<BTreeSet<PathBuf>>,
}

impl<'a> RecordingTree<'a> {
    /// Records what is read from `tree` through the new tree.
    #[must_use]
    pub fn new(tree: &'a dyn Tree) -> Self {
        Self { tree, read: Mutex::default() }
    }

    /// The paths of all files read so far, as they were asked for, sorted, each
    /// once. What could not be read is not among them.
    #[must_use]
    pub fn files_read(&self) -> Vec<PathBuf> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl Tree for RecordingTree<'_> {
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError> {
        let bytes = self.tree.read(path)?;
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
        Ok(bytes)
    }

    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError> {
        self.tree.resolve(path)
    }

    fn display(&self, path: &Path) -> String {
        self.tree.display(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::MemoryTree;

    #[test]
    fn remembers_successful_reads_sorted_from_any_thread() {
        let memory = MemoryTree::from_files([("/c", "3"), ("/a", "1"), ("/b", "2"), ("/unread", "")]);
        let tree = RecordingTree::new(&memory);
        std::thread::scope(|scope| {
            for path in ["/c", "/a", "/b", "/a", "/none"] {
                let tree = &tree;
                scope.spawn(move || tree.read(Path::new(path)).ok());
            }
        });
        assert!(tree.resolve(Path::new("/unread")).is_ok());
        assert_eq!(tree.files_read(), ["/a", "/b", "/c"].map(PathBuf::from));
    }
}

//! Remotes on this machine, as a mirror file lists them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::digest::sha256_hex;
use super::git_store::GitStore;
use super::git_tree::commit_id;
use super::lexical::join;
use super::mirror_entry::{MirrorDocument, MirrorEntry, MirrorError};
use super::{
    DiskTree, EntryKind, GitError, GitTree, RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec, Tree,
    TreeError,
};
use crate::text::{SourceMap, Span};
use crate::yaml::{Dialect, Limits, decode_text, from_node, parse_single};

/// A mirror file (`kind: Mirrors`): which folder or file stands for which
/// remote repository or file.
#[derive(Clone, Debug)]
pub struct MirrorFile {
    disk: DiskTree,
    path: PathBuf,
    entries: Vec<MirrorEntry>,
}

impl MirrorFile {
    /// Reads the mirror file at `path` of `disk` and registers its text in
    /// `sources`. What the entries name is looked at when it is asked for.
    ///
    /// # Errors
    /// When it cannot be read, is not of this format, or lists something twice.
    pub fn load(disk: &DiskTree, path: &Path, sources: &SourceMap) -> Result<Self, MirrorError> {
        let bytes = disk.read(path)?;
        let place = disk.resolve(path)?.path;
        let shown = disk.display(path);
        let text = decode_text(bytes).map_err(|source| MirrorError::NotText { path: shown.clone(), source })?;
        let source = sources.add(shown, text);
        let start = Span::new(source.id(), 0, 0);
        let doc = parse_single(&source, &Limits::DEFAULT)?.ok_or(MirrorError::Empty { span: start })?;
        let document: MirrorDocument = from_node(doc.top(), Dialect::PLATFORM)?;
        Ok(Self { disk: disk.clone(), path: place, entries: document.validate()? })
    }

    /// The entries in the order they are written.
    #[must_use]
    pub fn entries(&self) -> &[MirrorEntry] {
        &self.entries
    }

    /// Where the file or folder of `entry` is.
    #[must_use]
    pub fn place_of(&self, entry: &MirrorEntry) -> PathBuf {
        join(self.path.parent().unwrap_or(Path::new("/")), &entry.path.value)
    }

    fn is_bare_repository(&self, place: &Path) -> bool {
        let is = |name, kind| self.disk.resolve(&place.join(name)).is_ok_and(|found| found.kind == kind);
        is("HEAD", EntryKind::File) && is("objects", EntryKind::Directory) && is("refs", EntryKind::Directory)
    }

    /// The tree of the commit that `entry` is pinned to, or that its ref names.
    fn git_tree(&self, place: &Path, entry: &MirrorEntry) -> Result<GitTree, GitError> {
        let store = GitStore::open(place, &self.disk.display(place))?;
        let commit = entry.commit.as_ref().map(|commit| commit_id(&commit.value)).transpose()?;
        let reference = entry.reference.as_ref().map(|reference| reference.value.as_str());
        let commit = store.pinned(reference, commit)?;
        Ok(GitTree::from_store(store, commit)?.with_limit(self.disk.limit()))
    }

    fn unreadable(&self, url: &str, place: &Path, source: TreeError) -> RemoteError {
        RemoteError::Unreadable { url: url.to_owned(), path: self.disk.display(place), source }
    }
}

impl Remotes for MirrorFile {
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        let Some(entry) = self.entries.iter().find(|entry| entry.is_file_at(url)) else {
            return Ok(None);
        };
        let place = self.place_of(entry);
        let unreadable = |source| self.unreadable(url, &place, source);
        // An entry with nothing but a URL and a folder is a repository.
        if entry.sha256.is_none() && self.disk.resolve(&place).map_err(unreadable)?.kind == EntryKind::Directory {
            return Ok(None);
        }
        let bytes = self.disk.read(&place).map_err(unreadable)?;
        let display = self.disk.display(&place);
        if let Some(expected) = &entry.sha256 {
            let actual = sha256_hex(&bytes);
            if actual != expected.value {
                let (url, expected) = (url.to_owned(), expected.value.clone());
                return Err(RemoteError::Digest { url, path: display, expected, actual });
            }
        }
        Ok(Some(RemoteFile { bytes, display }))
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        let url = spec.clone_spec();
        let of_this: Vec<&MirrorEntry> = self.entries.iter().filter(|entry| entry.is_repository_at(&url)).collect();
        let Some(entry) = of_this.iter().find(|entry| entry.has_revision(&spec.reference)) else {
            return Err(RemoteError::NotLocked {
                url,
                reference: Some(spec.reference.clone()).filter(|reference| !reference.is_empty()),
                mirror: Some(self.disk.display(&self.path)),
                mirrored: of_this.iter().filter_map(|entry| entry.revision().map(str::to_owned)).collect(),
            });
        };
        let place = self.place_of(entry);
        if self.is_bare_repository(&place) {
            let path = self.disk.display(&place);
            let tree = self.git_tree(&place, entry).map_err(|source| RemoteError::Git {
                url,
                path,
                source: Box::new(source),
            })?;
            return Ok(RemoteRepository::of_git(tree));
        }
        let unreadable = |source| self.unreadable(&url, &place, source);
        let tree = self.disk.below(&place).map_err(unreadable)?;
        let root = tree.resolve(&place).map_err(unreadable)?.path;
        let commit = entry.commit.as_ref().map(|commit| commit.value.clone());
        Ok(RemoteRepository { tree: Arc::new(tree), root, commit, tree_id: None })
    }
}

#[cfg(test)]
mod tests;

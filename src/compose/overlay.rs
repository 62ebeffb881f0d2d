//! The overlays of a platform as a build sees them: templates filled in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::template::{SUFFIX, fill};
use super::{Application, ComposeError, Environment, Platform};
use crate::vfs::{EntryKind, Resolved, Tree, TreeError, files_below, sha256_hex};
use crate::yaml::decode_text;

/// The platform's files with the templates of some Applications filled in, and
/// a record of what was read.
pub(super) struct OverlayTree<'p> {
    platform: &'p Platform,
    filled: BTreeMap<PathBuf, Vec<u8>>,
    /// The SHA-256 of the templates, by the files they make.
    templates: BTreeMap<PathBuf, String>,
    read: Mutex<Read>,
}

/// What was read: see [`RenderedApplication`](super::RenderedApplication).
#[derive(Default)]
pub(super) struct Read {
    /// The SHA-256, by the path from the platform root; templates by their own
    /// names.
    pub(super) digests: BTreeMap<String, String>,
    /// What the build saw, templates by the names of what they make.
    pub(super) seen: BTreeMap<String, Arc<[u8]>>,
}

impl<'p> OverlayTree<'p> {
    /// The overlay of one Application for `environment`. Names of values that
    /// its templates use are added to `used`.
    ///
    /// # Errors
    /// When a template cannot be read or filled in.
    pub(super) fn new(
        platform: &'p Platform,
        application: &Application,
        environment: &Environment,
        used: &mut BTreeSet<String>,
    ) -> Result<Self, ComposeError> {
        let folder = platform.root.join(application.overlay());
        let read_failed = |path: &Path, source| ComposeError::Read { path: platform.relative(path), source };
        let mut filled = BTreeMap::new();
        let mut sources = BTreeMap::new();
        for file in files_below(&folder).map_err(|source| read_failed(&folder, source))? {
            let path = folder.join(&file);
            let Some(target) = path.to_str().and_then(|path| path.strip_suffix(SUFFIX)).map(PathBuf::from) else {
                continue;
            };
            if platform.tree.resolve(&target).is_ok() {
                return Err(ComposeError::TemplateAndFile { path: platform.relative(&target) });
            }
            let bytes = platform.tree.read(&path).map_err(|source| read_failed(&path, source))?;
            sources.insert(target.clone(), sha256_hex(&bytes));
            let text = decode_text(bytes).map_err(|error| {
                let source = std::io::Error::new(std::io::ErrorKind::InvalidData, error);
                read_failed(&path, TreeError::Io { path: path.clone(), source })
            })?;
            let source = platform.sources.add(platform.tree.display(&path), text);
            filled.insert(target, fill(&source, environment, used)?.into_bytes());
        }
        Ok(Self { platform, filled, templates: sources, read: Mutex::default() })
    }

    /// What was read so far.
    pub(super) fn into_read(self) -> Read {
        self.read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, path: &Path, suffix: &str, digest: String, bytes: &[u8]) {
        let name = self.platform.relative(path);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.digests.insert(format!("{name}{suffix}"), digest);
        read.seen.entry(name).or_insert_with(|| bytes.into());
    }
}

impl Tree for OverlayTree<'_> {
    fn read(&self, path: &Path) -> Result<Vec<u8>, TreeError> {
        if let Some(text) = self.filled.get(path) {
            let digest = self.templates.get(path).cloned().unwrap_or_default();
            self.note(path, SUFFIX, digest, text);
            return Ok(text.clone());
        }
        let bytes = self.platform.tree.read(path)?;
        self.note(path, "", sha256_hex(&bytes), &bytes);
        Ok(bytes)
    }

    fn resolve(&self, path: &Path) -> Result<Resolved, TreeError> {
        match self.platform.tree.resolve(path) {
            Err(TreeError::NotFound { path: asked }) => {
                let folder = path.parent().and_then(|folder| self.platform.tree.resolve(folder).ok());
                let place = folder.zip(path.file_name()).map(|(folder, name)| folder.path.join(name));
                match place.filter(|place| self.filled.contains_key(place)) {
                    Some(path) => Ok(Resolved { path, kind: EntryKind::File }),
                    None => Err(TreeError::NotFound { path: asked }),
                }
            }
            found => found,
        }
    }

    fn display(&self, path: &Path) -> String {
        self.platform.tree.display(path)
    }
}

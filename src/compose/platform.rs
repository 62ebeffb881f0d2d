//! A platform root with all its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{ComposeError, Composition, Environment, Lock, Sum, composition, environment, lock, sum};
use crate::text::SourceMap;
use crate::vfs::{DiskTree, EntryKind, Tree, files_below, read_platform_file, sha256_hex};

/// A platform root: the folder with `compositions/kubeflow.yaml`.
#[derive(Debug)]
pub struct Platform {
    /// The folder, absolute.
    pub root: PathBuf,
    /// The disk it is on.
    pub tree: DiskTree,
    /// What is installed.
    pub composition: Composition,
    /// All environments, sorted by name.
    pub environments: Vec<Environment>,
    /// The remotes.
    pub lock: Lock,
    /// The upstream files.
    pub sum: Arc<Sum>,
    /// The texts of these files.
    pub sources: Arc<SourceMap>,
}

/// The nearest folder at or above `from` that is a platform root.
#[must_use]
pub fn find_root(tree: &DiskTree, from: &Path) -> Option<PathBuf> {
    let is_root =
        |folder: &&Path| tree.resolve(&folder.join(composition::PATH)).is_ok_and(|found| found.kind == EntryKind::File);
    from.ancestors().find(is_root).map(Path::to_path_buf)
}

impl Platform {
    /// Reads all files of the platform at `root`.
    ///
    /// # Errors
    /// The first file that cannot be used.
    pub fn load(tree: &DiskTree, root: &Path, sources: &Arc<SourceMap>) -> Result<Self, ComposeError> {
        let composition: Composition = read(tree, &root.join(composition::PATH), composition::KIND, sources)?;
        composition.validate()?;
        let lock: Lock = read(tree, &root.join(lock::PATH), lock::KIND, sources)?;
        lock.validate()?;
        let sum = Arc::new(Sum::load(tree, &root.join(sum::PATH), sources)?);
        let folder = root.join(environment::FOLDER);
        let files =
            files_below(&folder).map_err(|source| ComposeError::Read { path: tree.display(&folder), source })?;
        let mut environments = Vec::new();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "yaml")) {
            let found: Environment = read(tree, &folder.join(file), environment::KIND, sources)?;
            found.validate(&file.with_extension("").to_string_lossy())?;
            environments.push(found);
        }
        Ok(Self {
            root: root.to_path_buf(),
            tree: tree.clone(),
            composition,
            environments,
            lock,
            sum,
            sources: Arc::clone(sources),
        })
    }

    /// The environment called `name`.
    ///
    /// # Errors
    /// When there is none.
    pub fn environment(&self, name: &str) -> Result<&Environment, ComposeError> {
        self.environments.iter().find(|environment| environment.name.value == name).ok_or_else(|| {
            let known = self.environments.iter().map(|environment| environment.name.value.clone()).collect();
            ComposeError::UnknownEnvironment { name: name.to_owned(), known }
        })
    }

    /// The SHA-256 of the files that say what `environment` renders.
    pub(super) fn digests(&self, environment: &str) -> Result<BTreeMap<String, String>, ComposeError> {
        let environment = format!("{}/{environment}.yaml", environment::FOLDER);
        [composition::PATH, lock::PATH, sum::PATH, &environment].into_iter().map(|path| self.digest(path)).collect()
    }

    /// A file of the platform root and its SHA-256.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn digest(&self, path: &str) -> Result<(String, String), ComposeError> {
        let bytes = self.tree.read(&self.root.join(path));
        let bytes = bytes.map_err(|source| ComposeError::Read { path: path.to_owned(), source })?;
        Ok((path.to_owned(), sha256_hex(&bytes)))
    }

    /// `path` from the platform root, with slashes.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned()
    }
}

fn read<T: serde::de::DeserializeOwned>(
    tree: &DiskTree,
    path: &Path,
    kind: &'static str,
    sources: &SourceMap,
) -> Result<T, ComposeError> {
    let failed = |error| ComposeError::File { path: tree.display(path), source: Box::new(error) };
    read_platform_file(tree, path, kind, sources).map(|(value, _)| value).map_err(failed)
}

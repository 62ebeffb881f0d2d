//! `build`: what `kustomize build` does.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::failure::warning;
use super::{Failed, RemoteOptions};
use crate::kustomize::{self, BuildOptions, Observer, Warning};
pub use crate::kustomize::{HelmOptions, LoadRestrictor};
use crate::report::Diagnostic;
use crate::text::SourceMap;
use crate::vfs::{DiskTree, EntryKind, Tree, write_file_atomic, write_folder};
pub use crate::yaml::Limits;

/// What to build and where to put it.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// The folder with the kustomization, or a remote.
    pub target: PathBuf,
    /// The folder relative paths start from.
    pub current: PathBuf,
    /// Which files may be read.
    pub load_restrictor: LoadRestrictor,
    /// Set to render charts.
    pub helm: Option<HelmOptions>,
    /// Where remote resources come from.
    pub remotes: RemoteOptions,
    /// Bounds on what is read.
    pub limits: Limits,
    /// A file, or a folder that exists; standard output without it.
    pub output: Option<PathBuf>,
}

/// What came of it.
#[derive(Debug)]
pub struct Output {
    /// What belongs on standard output.
    pub stdout: Vec<u8>,
    /// Worth a word.
    pub warnings: Vec<Diagnostic>,
    /// The texts the warnings are about.
    pub sources: Arc<SourceMap>,
}

#[derive(Default)]
struct Warnings(Mutex<Vec<Diagnostic>>);

impl Observer for Warnings {
    fn warning(&self, noticed: &Warning) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(warning(noticed));
    }
}

/// Builds a kustomization and writes the objects where the request says.
///
/// # Errors
/// When the build fails or the output cannot be written. Nothing is written
/// then.
pub fn build(request: &BuildRequest) -> Result<Output, Failed> {
    let sources = Arc::new(SourceMap::new());
    let remotes = request.remotes.open_for_build(&request.current, &request.limits, &sources)?;
    let tree = DiskTree::new(&request.current).with_limit(request.limits.max_text_bytes as u64);
    let observer = Warnings::default();
    let options = BuildOptions {
        load_restrictor: request.load_restrictor,
        helm: request.helm.clone(),
        remotes: &remotes,
        limits: request.limits,
        sources: Arc::clone(&sources),
        observer: Some(&observer),
    };
    let objects = kustomize::build(&tree, &request.current.join(&request.target), &options)?;
    let mut stdout = Vec::new();
    match &request.output {
        None => stdout = kustomize::to_yaml(&objects, &options)?,
        Some(output) => {
            let path = request.current.join(output);
            if is_folder(&tree, &path) {
                let files = kustomize::to_files(&objects, &options)?;
                write_folder(&path, &files).map_err(|error| Failed::unwritable(&error, &sources))?;
            } else {
                let text = kustomize::to_yaml(&objects, &options)?;
                write_file_atomic(&path, &text).map_err(|error| Failed::unwritable(&error, &sources))?;
            }
        }
    }
    drop(options);
    let warnings = observer.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Output { stdout, warnings, sources })
}

fn is_folder(tree: &DiskTree, path: &Path) -> bool {
    tree.resolve(path).is_ok_and(|resolved| resolved.kind == EntryKind::Directory)
}

//! `kustomize build`, byte for byte with kustomize 5.8.1.
//!
//! A kustomization is read (`kustomization`), its resources, generators and
//! components are accumulated (`accumulate`), its transformers run
//! (`transform`), and at the end names, references and order are settled
//! (`finish`) and the objects written (`output`). Nothing here knows Kubeflow.

mod accumulate;
mod config;
mod context;
mod error;
mod field_match;
mod fieldspec;
mod finish;
mod generate;
mod kustomization;
mod loader;
mod observer;
mod options;
mod order;
mod output;
mod patch;
mod plugin;
mod read;
mod schema_state;
mod threads;
mod transform;

use std::path::Path;
use std::sync::Arc;

use crate::resource::ResMap;
use crate::vfs::Tree;

pub(crate) use context::Context;
pub use error::{BuildError, Cause, Step};
pub use kustomization::{LeadsTo, NamedPath, is_kustomization_file, named_paths};
pub use observer::{Effect, Observer, Warning};
pub use options::{BuildOptions, HelmOptions, LoadRestrictor};
pub use threads::in_order;

/// Builds the kustomization in `target`, a folder of `tree`.
///
/// ```
/// use quintet::kustomize::{BuildOptions, build};
/// use quintet::vfs::MemoryTree;
///
/// let tree = MemoryTree::from_files([
///     ("/app/kustomization.yaml", "namePrefix: prod-\nresources: [web.yaml]\n"),
///     ("/app/web.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n"),
/// ]);
/// let options = BuildOptions::default();
/// let objects = build(&tree, "/app".as_ref(), &options)?;
/// let text = quintet::kustomize::to_yaml(&objects, &options)?;
/// assert_eq!(text, b"apiVersion: v1\nkind: Service\nmetadata:\n  name: prod-web\n");
/// # Ok::<(), quintet::kustomize::BuildError>(())
/// ```
///
/// # Errors
/// One root cause with its place, and the chain of kustomizations that led to
/// it.
pub fn build(tree: &dyn Tree, target: &Path, options: &BuildOptions<'_>) -> Result<ResMap, BuildError> {
    finish::build(tree, target, &Context::new(options))
        .map_err(|failure| failure.with_sources(Arc::clone(&options.sources)))
}

/// The objects as one YAML stream, as kustomize prints it.
///
/// # Errors
/// When a value cannot be written.
pub fn to_yaml(resources: &ResMap, options: &BuildOptions<'_>) -> Result<Vec<u8>, BuildError> {
    output::to_yaml(resources).map_err(|failure| failure.with_sources(Arc::clone(&options.sources)))
}

/// The objects as files, named as `kustomize build -o DIR` names them.
///
/// # Errors
/// When a value cannot be written, or two objects would share a file name.
pub fn to_files(resources: &ResMap, options: &BuildOptions<'_>) -> Result<Vec<(String, Vec<u8>)>, BuildError> {
    output::to_files(resources).map_err(|failure| failure.with_sources(Arc::clone(&options.sources)))
}

//! An export: each Application as a folder on which kustomize gives the same
//! manifests without a network.
//!
//! `<application>/kustomization.yaml` takes in the overlay and adds the annotations
//! that Argo CD reads. `<application>/platform` has the platform's files that were read, at their
//! paths from the platform root, so that an overlay may name folders beside its
//! own; templates are filled in. `<application>/upstream` has the files that
//! were read from repositories, below `<host>/<org>/<repo>@<ref>`. A file of a
//! web server stands beside the kustomization that names it, because kustomize
//! reads no file outside of a kustomization's folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::annotate;
use super::bundle::SUMS;
use super::remote_paths::{Files, Remotes, UPSTREAM};
use super::sum::listing;
use super::{ComposeError, Platform, RenderError, Rendered, RenderedApplication};
use crate::kustomize::{self, BuildOptions, is_kustomization_file};
use crate::vfs::MemoryTree;
use crate::yaml::decode_text;

/// What an export is, for people.
pub const README: &str = "README.txt";
/// Where the platform's files are in an export.
const PLATFORM: &str = "platform";
/// The annotations that Argo CD reads, as patches.
const ANNOTATIONS: &str = "annotations.yaml";

/// The files of the export of `rendered`, which kept its texts, sorted by name: a folder for each
/// Application, [`README`] and [`SUMS`]. Each is built once, to be what was
/// rendered.
///
/// # Errors
/// When a kustomization cannot be made to name what the export brings along, or
/// the export would give other manifests.
pub fn export(platform: &Platform, rendered: &Rendered) -> Result<BTreeMap<String, Vec<u8>>, RenderError> {
    let mut files = BTreeMap::new();
    for application in &rendered.applications {
        let exported = exported(platform, application)?;
        check(platform, application, &exported)?;
        files.extend(exported.into_iter().map(|(name, bytes)| (format!("{}/{name}", application.name), bytes)));
    }
    files.insert(README.to_owned(), readme(rendered).into_bytes());
    files.insert(SUMS.to_owned(), listing(&files).into_bytes());
    Ok(files)
}

/// The files of one Application, from its folder.
fn exported(platform: &Platform, application: &RenderedApplication) -> Result<BTreeMap<String, Vec<u8>>, ComposeError> {
    let originals = originals(application)?;
    let remotes = Remotes { lock: &platform.lock, application, files: &originals };
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (path, bytes) in &originals {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        // A file that is no text is no kustomization either.
        let text = if is_kustomization_file(name) { decode_text(bytes.to_vec()).ok() } else { None };
        let rewritten = match text {
            Some(text) => remotes.rewrite(folder, &platform.sources.add(original_name(path), text))?,
            None => None,
        };
        let Some(rewritten) = rewritten else {
            files.insert(path.clone(), bytes.to_vec());
            continue;
        };
        files.insert(path.clone(), rewritten.text.into_bytes());
        let beside = rewritten.beside.iter().map(|(name, bytes)| (format!("{folder}/{name}"), bytes.to_vec()));
        files.extend(beside);
    }
    files.extend(outermost(application));
    Ok(files)
}

/// What was read, at its place in the export.
fn originals(application: &RenderedApplication) -> Result<Files<'_>, ComposeError> {
    let mut files = Files::new();
    for (path, bytes) in &application.materialised {
        if path.starts_with('/') {
            return Err(ComposeError::ExportOutside { path: path.clone() });
        }
        files.insert(format!("{PLATFORM}/{path}"), bytes);
    }
    for (repository, read) in &application.kept.repositories {
        files.extend(read.iter().map(|(path, bytes)| (format!("{UPSTREAM}/{repository}/{path}"), &**bytes)));
    }
    Ok(files)
}

/// The kustomization on top, and the patches it names.
fn outermost(application: &RenderedApplication) -> Vec<(String, Vec<u8>)> {
    let mut text = format!(
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- {PLATFORM}/patches/{}\n",
        application.name
    );
    let patches = annotate::patches(application);
    let mut files = Vec::new();
    if !patches.is_empty() {
        text.push_str(&format!("patches:\n- path: {ANNOTATIONS}\n"));
        files.push((ANNOTATIONS.to_owned(), patches.into_bytes()));
    }
    files.push(("kustomization.yaml".to_owned(), text.into_bytes()));
    files
}

/// How people call the file at `path` of an export.
fn original_name(path: &str) -> &str {
    path.split_once('/').map_or(path, |(_, rest)| rest)
}

/// Builds an export with nothing else at hand.
fn check(
    platform: &Platform,
    application: &RenderedApplication,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<(), RenderError> {
    let name = &application.name;
    let failed = |error| RenderError::Export { application: name.clone(), error: Box::new(error) };
    let folder = Path::new("/").join(name);
    let tree = MemoryTree::from_files(files.iter().map(|(path, bytes)| (folder.join(path), bytes.as_slice())));
    let options = BuildOptions { sources: Arc::clone(&platform.sources), ..BuildOptions::default() };
    let objects = kustomize::build(&tree, &folder, &options).map_err(failed)?;
    if kustomize::to_yaml(&objects, &options).map_err(failed)? != application.text {
        return Err(ComposeError::ExportDiffers { application: name.clone() }.into());
    }
    Ok(())
}

fn readme(rendered: &Rendered) -> String {
    let example = rendered.applications.first().map_or("NAME", |application| &application.name);
    format!(
        "The Applications of the environment {environment}: for each, the platform's files with templates filled in \
         (platform) and the upstream files they need (upstream).\n\
         kustomize 5.8.1 gives the manifests that quintet renders, without a network; `sha256sum -c {SUMS}` tells \
         whether a file changed.\n\
         Try: kustomize build {example}\n",
        environment = rendered.environment,
    )
}

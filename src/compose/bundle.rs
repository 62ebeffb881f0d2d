//! The files of a render: manifests, sums, and the record of how they were
//! made.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::sum::listing;
use super::{Platform, Rendered, RenderedApplication, images};
use crate::kustomize::{self, BuildError, BuildOptions};
use crate::vfs::sha256_hex;

/// The list of digests, in the format of `sha256sum`.
pub const SUMS: &str = "SHA256SUMS";
/// The record.
pub const RECORD: &str = "render.json";
/// The list of images.
pub const IMAGES: &str = "images.txt";

/// How manifests are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// A file for each Application.
    #[default]
    Application,
    /// A folder for each Application with a file for each object, named as
    /// `kustomize build -o` names them.
    Object,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Record<'r> {
    schema: &'static str,
    tool: &'static str,
    environment: &'r str,
    composition: CompositionRecord<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<&'r str>,
    /// Whether every upstream file is the one on record.
    verified: bool,
    /// Files that are not the ones on record.
    unverified: Vec<&'r str>,
    applications: Vec<ApplicationRecord<'r>>,
    /// Every file that was read, with its SHA-256; the platform's own by their
    /// paths from its root.
    inputs: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct CompositionRecord<'r> {
    name: &'r str,
    version: &'r str,
    repository: &'r str,
    commit: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApplicationRecord<'r> {
    name: &'r str,
    wave: i32,
    objects: usize,
    bytes: usize,
    sha256: String,
    images: BTreeSet<String>,
    /// The value of Argo CD's annotation of that name: a change elsewhere does
    /// not change this Application.
    manifest_generate_paths: String,
}

/// The files of `rendered`, sorted by name.
///
/// # Errors
/// When two objects would be written to one file.
pub fn files(
    platform: &Platform,
    rendered: &Rendered,
    layout: Layout,
    revision: Option<&str>,
) -> Result<BTreeMap<String, Vec<u8>>, Box<BuildError>> {
    let mut files = BTreeMap::new();
    for application in &rendered.applications {
        match layout {
            Layout::Application => {
                files.insert(format!("{}.yaml", application.name), application.text.clone());
            }
            Layout::Object => {
                let options = BuildOptions { sources: platform.sources.clone(), ..BuildOptions::default() };
                let objects = kustomize::to_files(&application.objects, &options).map_err(Box::new)?;
                files.extend(objects.into_iter().map(|(name, text)| (format!("{}/{name}", application.name), text)));
            }
        }
    }
    let all: BTreeSet<String> =
        rendered.applications.iter().flat_map(|application| images(&application.objects)).collect();
    let list: String = all.iter().map(|image| format!("{image}\n")).collect();
    files.insert(IMAGES.to_owned(), list.into_bytes());
    files.insert(RECORD.to_owned(), record(platform, rendered, revision));
    files.insert(SUMS.to_owned(), listing(&files).into_bytes());
    Ok(files)
}

fn record(platform: &Platform, rendered: &Rendered, revision: Option<&str>) -> Vec<u8> {
    let composition = &platform.composition;
    let record = Record {
        schema: "quintet/render/v1",
        tool: concat!("quintet ", env!("CARGO_PKG_VERSION")),
        environment: &rendered.environment,
        composition: CompositionRecord {
            name: &composition.name.value,
            version: &composition.version.value,
            repository: &composition.upstream.repository.value,
            commit: &composition.upstream.commit.value,
        },
        revision,
        verified: rendered.mismatches.is_empty(),
        unverified: rendered.mismatches.iter().map(|mismatch| mismatch.name.as_str()).collect(),
        applications: rendered
            .applications
            .iter()
            .map(|application| application_record(rendered, application))
            .collect(),
        inputs: inputs(rendered),
    };
    // Maps with text keys and plain values always have a JSON form.
    let mut text = serde_json::to_vec_pretty(&record).unwrap_or_default();
    text.push(b'\n');
    text
}

fn application_record<'r>(rendered: &Rendered, application: &'r RenderedApplication) -> ApplicationRecord<'r> {
    ApplicationRecord {
        name: &application.name,
        wave: application.wave,
        objects: application.objects.len(),
        bytes: application.text.len(),
        sha256: sha256_hex(&application.text),
        images: images(&application.objects),
        manifest_generate_paths: generate_paths(&rendered.environment, application),
    }
}

/// What Argo CD must watch: the folders whose files were read, and the files
/// that say what is rendered.
fn generate_paths(environment: &str, application: &RenderedApplication) -> String {
    let mut paths: BTreeSet<String> = application
        .files
        .keys()
        .map(|file| format!("/{}", file.rsplit_once('/').map_or(file.as_str(), |(folder, _)| folder)))
        .collect();
    for file in [super::composition::PATH, super::lock::PATH, super::sum::PATH] {
        paths.insert(format!("/{file}"));
    }
    paths.insert(format!("/{}/{environment}.yaml", super::environment::FOLDER));
    paths.into_iter().collect::<Vec<_>>().join(";")
}

fn inputs(rendered: &Rendered) -> BTreeMap<String, String> {
    let mut inputs = rendered.files.clone();
    for application in &rendered.applications {
        inputs.extend(application.files.iter().map(|(name, digest)| (name.clone(), digest.clone())));
        inputs.extend(application.upstream.iter().map(|(name, read)| (name.clone(), read.sha256.clone())));
    }
    inputs
}

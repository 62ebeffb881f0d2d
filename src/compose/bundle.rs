//! The files of a render: manifests, sums, and the record of how they were
//! made.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

#[cfg(feature = "json-schema")]
use super::composition::COMMIT_PATTERN;
use super::sum::listing;
use super::{Platform, Rendered, RenderedApplication, images};
use crate::kustomize::{self, BuildError, BuildOptions};
#[cfg(feature = "json-schema")]
use crate::vfs::SHA256_PATTERN;
use crate::vfs::sha256_hex;

/// The list of digests, in the format of `sha256sum`.
pub const SUMS: &str = "SHA256SUMS";
/// The record.
pub const RECORD: &str = "render.json";
const RECORD_SCHEMA: &str = "quintet/render/v1";
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

/// How a render was made.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
struct Record<'r> {
    /// The version of the form of this record. Keys may come without a new one.
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = RECORD_SCHEMA)))]
    schema: &'static str,
    /// The program that made it, and its version.
    tool: &'static str,
    /// The environment.
    environment: &'r str,
    /// The composition.
    composition: CompositionRecord<'r>,
    /// The revision of the platform repository; not there when none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "&str"))]
    revision: Option<&'r str>,
    /// Whether every upstream file is the one on record.
    verified: bool,
    /// Files that are not the ones on record.
    unverified: Vec<&'r str>,
    /// The Applications, in the order they are installed.
    applications: Vec<ApplicationRecord<'r>>,
    /// Every file that was read, with its SHA-256; the platform's own by their
    /// paths from its root.
    #[cfg_attr(
        feature = "json-schema",
        schemars(extend("additionalProperties" = {"type": "string", "pattern": SHA256_PATTERN}))
    )]
    inputs: BTreeMap<String, String>,
}

/// The composition and its pin.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CompositionRecord<'r> {
    /// What it is called.
    name: &'r str,
    /// The release people speak of.
    version: &'r str,
    /// The upstream repository.
    repository: &'r str,
    /// The pinned commit.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = COMMIT_PATTERN)))]
    commit: &'r str,
}

/// An Application and its manifests.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
struct ApplicationRecord<'r> {
    /// Its name.
    name: &'r str,
    /// Its place in the install order.
    wave: i32,
    /// The number of its objects.
    objects: usize,
    /// The number of bytes of its manifests.
    bytes: usize,
    /// The SHA-256 of its manifests.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = SHA256_PATTERN)))]
    sha256: String,
    /// The images it names.
    images: BTreeSet<String>,
    /// The value of Argo CD's annotation of that name: a change elsewhere does
    /// not change this Application.
    manifest_generate_paths: String,
}

/// The schema of the record.
#[cfg(feature = "json-schema")]
#[must_use]
pub fn record_schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<Record<'_>>()
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
        schema: RECORD_SCHEMA,
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
        manifest_generate_paths: generate_paths(rendered, application),
    }
}

/// What Argo CD must watch: the folders whose files were read, and the files
/// that say what is rendered.
fn generate_paths(rendered: &Rendered, application: &RenderedApplication) -> String {
    let mut paths: BTreeSet<String> = application
        .files
        .keys()
        .map(|file| format!("/{}", file.rsplit_once('/').map_or(file.as_str(), |(folder, _)| folder)))
        .collect();
    paths.extend(rendered.files.keys().map(|file| format!("/{file}")));
    paths.into_iter().collect::<Vec<_>>().join(";")
}

fn inputs(rendered: &Rendered) -> BTreeMap<String, String> {
    let mut inputs = rendered.files.clone();
    for application in &rendered.applications {
        inputs.extend(application.files.iter().map(|(name, digest)| (name.clone(), digest.clone())));
        inputs.extend(application.upstream.iter().map(|(name, sha256)| (name.clone(), sha256.clone())));
    }
    inputs
}

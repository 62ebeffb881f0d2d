//! `snapshot`: the render compared with the one that was approved.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::platform::PlatformOptions;
use super::render::unverified;
use super::{Failed, Output, Refusal};
use crate::compose::Rendered;
use crate::snapshot::{FOLDER, Snapshot, SnapshotError, compare, file_name};
use crate::text::{SourceMap, Span};
use crate::vfs::{Mismatch, OutputError, remove_file, write_folder};

/// What to compare.
#[derive(Clone, Debug)]
pub struct SnapshotRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The environment.
    pub environment: String,
    /// Whether the render is approved by this.
    pub accept: bool,
}

/// What the comparison gave.
#[derive(Debug)]
pub struct SnapshotOutput {
    /// One line for each difference, by Application and object.
    pub output: Output,
    /// Whether the render still differs from what is approved.
    pub is_different: bool,
}

/// The render is not one of the pinned upstream, so nobody may approve it.
#[derive(Debug, thiserror::Error)]
#[error("a snapshot is the approval of the true upstream, which this is not a render of")]
struct NotTheUpstream;

/// Renders an environment and compares it with its approved snapshots; approves
/// it when the request says so. Nothing is written unless all of it could be
/// rendered.
///
/// # Errors
/// When the platform or a snapshot cannot be used, an Application cannot be
/// rendered, what is to be approved is not the pinned upstream, or a snapshot
/// cannot be written.
pub fn snapshot(request: &SnapshotRequest) -> Result<SnapshotOutput, Failed> {
    let opened = request.platform.open()?;
    let platform = &opened.platform;
    let sources = &platform.sources;
    let environment = opened.environment(&request.environment)?;
    let rendered = opened.render(environment, None)?;
    if request.accept && !rendered.mismatches.is_empty() {
        return Err(not_the_upstream(&rendered.mismatches, sources));
    }
    let approved = opened.approved(environment)?;
    let rendered_now = snapshots(&rendered).map_err(|error| snapshot_failed(&error, sources))?;
    let stdout = differences(&rendered.environment, &approved, &rendered_now).into_bytes();
    let is_different = !stdout.is_empty() && !request.accept;
    if request.accept {
        let folder = platform.root.join(FOLDER).join(&rendered.environment);
        write(&folder, &approved, &rendered_now).map_err(|error| Failed::unwritable(&error, sources))?;
    }
    let output = Output { stdout, warnings: unverified(&rendered.mismatches), sources: Arc::clone(sources) };
    Ok(SnapshotOutput { output, is_different })
}

/// The snapshots that would approve the render.
fn snapshots(rendered: &Rendered) -> Result<BTreeMap<String, Snapshot>, SnapshotError> {
    let snapshot = |name: &String, objects| Snapshot::of(&rendered.environment, name, objects);
    let applications = rendered.applications.iter();
    applications.map(|found| Ok((found.name.clone(), snapshot(&found.name, &found.objects)?))).collect()
}

/// One line for each difference. An Application that only one side has differs
/// in all its objects.
fn differences(
    environment: &str,
    approved: &BTreeMap<String, Snapshot>,
    rendered: &BTreeMap<String, Snapshot>,
) -> String {
    let names: BTreeSet<&String> = approved.keys().chain(rendered.keys()).collect();
    let mut lines = String::new();
    for name in names {
        let none = Snapshot::empty(environment, name);
        let (old, new) = (approved.get(name).unwrap_or(&none), rendered.get(name).unwrap_or(&none));
        for found in compare(old, new) {
            lines.push_str(&format!("{:7}  {name}  {}\n", found.kind, found.id));
        }
    }
    lines
}

/// Writes the snapshots of the render and removes those of Applications it does
/// not have.
fn write(
    folder: &Path,
    approved: &BTreeMap<String, Snapshot>,
    rendered: &BTreeMap<String, Snapshot>,
) -> Result<(), OutputError> {
    let files: Vec<(String, String)> =
        rendered.iter().map(|(name, snapshot)| (file_name(name), snapshot.write())).collect();
    if !files.is_empty() {
        write_folder(folder, &files)?;
    }
    let mut left = approved.keys().filter(|name| !rendered.contains_key(*name));
    left.try_for_each(|name| remove_file(&folder.join(file_name(name))))
}

fn not_the_upstream(mismatches: &[Mismatch], sources: &Arc<SourceMap>) -> Failed {
    let help = "approve a render without --unverified, of a mirror that has the pinned files".to_owned();
    let mut failed =
        Failed::new(Refusal::Invalid, "snapshot::unverified", &NotTheUpstream, Span::NONE, Some(help), sources);
    failed.diagnostic.messages.extend(mismatches.iter().map(ToString::to_string));
    failed
}

/// A snapshot cannot be used.
pub(super) fn snapshot_failed(error: &SnapshotError, sources: &Arc<SourceMap>) -> Failed {
    let mut failed = Failed::new(Refusal::Invalid, error.code(), error, error.span(), error.help(), sources);
    failed.diagnostic.related = error.related().map(|(span, what)| (span, what.to_owned()));
    failed
}

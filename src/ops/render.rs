//! `render`: the composition as files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::platform::{PlatformOptions, compose_failed, render_failed};
use super::{Failed, Output};
use crate::compose::bundle::{self, Layout};
use crate::compose::export::export;
use crate::compose::{ComposeError, Rendered};
use crate::finding::Severity;
use crate::report::Diagnostic;
use crate::text::Span;
use crate::vfs::{Mismatch, clean, replace_rendered_folder};

/// Where manifests go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderTo {
    /// Standard output, as one stream.
    Stdout,
    /// A folder.
    Folder(PathBuf),
    /// Nowhere: only an export is wanted.
    Nowhere,
}

/// What to render and where to put it.
#[derive(Clone, Debug)]
pub struct RenderRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The environment.
    pub environment: String,
    /// Only this Application.
    pub application: Option<String>,
    /// Where manifests go.
    pub out: RenderTo,
    /// The folder to write an export to.
    pub export: Option<PathBuf>,
    /// How files are laid out.
    pub layout: Layout,
    /// The revision of the platform repository, for the record.
    pub revision: Option<String>,
}

/// Two folders of files that quintet keeps in order cannot be one.
#[derive(Debug, thiserror::Error)]
#[error("manifests and export cannot go to the same folder")]
struct SameFolder;

/// Renders an environment. Nothing is written unless all of it could be
/// rendered.
///
/// # Errors
/// When the platform cannot be used, an Application cannot be rendered, or the
/// output cannot be written.
pub fn render(request: &RenderRequest) -> Result<Output, Failed> {
    let opened = request.platform.open()?;
    let place = |folder: &Path| clean(&request.platform.current.join(folder));
    let platform = &opened.platform;
    let sources = &platform.sources;
    let environment = opened.environment(&request.environment)?;
    if let Some(only) = request.application.as_deref().filter(|only| !environment.selects(only)) {
        let known = environment.applications.iter().map(|name| name.value.clone()).collect();
        let error =
            ComposeError::NotSelected { name: only.to_owned(), environment: request.environment.clone(), known };
        return Err(compose_failed(&error, sources));
    }
    let only = request.application.as_deref();
    let rendered = match request.export {
        Some(_) => opened.render_and_keep(environment, only)?,
        None => opened.render(environment, only)?,
    };
    let mut stdout = Vec::new();
    let mut folders: Vec<(PathBuf, BTreeMap<String, Vec<u8>>)> = Vec::new();
    match &request.out {
        RenderTo::Folder(out) => {
            let files = bundle::files(platform, &rendered, request.layout, request.revision.as_deref())
                .map_err(|error| Failed::from(*error))?;
            folders.push((place(out), files));
        }
        RenderTo::Stdout => stdout = stream(&rendered),
        RenderTo::Nowhere => {}
    }
    if let Some(folder) = request.export.as_deref().map(place) {
        if folders.iter().any(|(other, _)| *other == folder) {
            return Err(Failed::unwritable(&SameFolder, sources));
        }
        folders.push((folder, export(platform, &rendered).map_err(|error| render_failed(error, sources))?));
    }
    for (folder, files) in &folders {
        replace_rendered_folder(folder, files, bundle::SUMS).map_err(|error| Failed::unwritable(&error, sources))?;
    }
    let warnings = unverified(&rendered.mismatches);
    Ok(Output { stdout, warnings, sources: Arc::clone(sources) })
}

/// All manifests as one YAML stream.
fn stream(rendered: &Rendered) -> Vec<u8> {
    let mut stream = Vec::new();
    for application in &rendered.applications {
        if !stream.is_empty() && !application.text.is_empty() {
            stream.extend_from_slice(b"---\n");
        }
        stream.extend_from_slice(&application.text);
    }
    stream
}

/// What `--unverified` let pass.
pub(super) fn unverified<'a>(mismatches: impl IntoIterator<Item = &'a Mismatch>) -> Vec<Diagnostic> {
    let warning = |mismatch: &Mismatch| Diagnostic {
        severity: Severity::Warning,
        code: "pin::source-unverified".to_owned(),
        messages: vec![mismatch.to_string()],
        span: Span::NONE,
        related: None,
        help: None,
        chain: Vec::new(),
    };
    mismatches.into_iter().map(warning).collect()
}

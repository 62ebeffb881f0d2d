//! `render`: the composition as files.

use std::path::PathBuf;
use std::sync::Arc;

use super::platform::{PlatformOptions, compose_failed, render_failed};
use super::{Failed, Output, Refusal};
use crate::compose::bundle::{self, Layout};
use crate::compose::{ComposeError, render as render_all};
use crate::finding::Severity;
use crate::report::Diagnostic;
use crate::text::Span;
use crate::vfs::{Mismatch, replace_rendered_folder};

/// What to render and where to put it.
#[derive(Clone, Debug)]
pub struct RenderRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The environment.
    pub environment: String,
    /// Only this Application.
    pub application: Option<String>,
    /// The folder to write; standard output without it.
    pub out: Option<PathBuf>,
    /// How files are laid out.
    pub layout: Layout,
    /// The revision of the platform repository, for the record.
    pub revision: Option<String>,
}

/// Renders an environment. Nothing is written unless all of it could be
/// rendered.
///
/// # Errors
/// When the platform cannot be used, an Application cannot be rendered, or the
/// output cannot be written.
pub fn render(request: &RenderRequest) -> Result<Output, Failed> {
    let opened = request.platform.open()?;
    let platform = &opened.platform;
    let sources = &platform.sources;
    let environment = platform.environment(&request.environment).map_err(|error| compose_failed(&error, sources))?;
    if let Some(only) = request.application.as_deref().filter(|only| !environment.selects(only)) {
        let known = environment.applications.iter().map(|name| name.value.clone()).collect();
        let error =
            ComposeError::NotSelected { name: only.to_owned(), environment: request.environment.clone(), known };
        return Err(compose_failed(&error, sources));
    }
    let only = request.application.as_deref();
    let rendered = render_all(platform, environment, only, &*opened.remotes, opened.verification)
        .map_err(|error| render_failed(error, sources))?;
    let mut stdout = Vec::new();
    match &request.out {
        Some(out) => {
            let files = bundle::files(platform, &rendered, request.layout, request.revision.as_deref())
                .map_err(|error| Failed::from(*error))?;
            replace_rendered_folder(&request.platform.current.join(out), &files, bundle::SUMS).map_err(|error| {
                Failed::new(Refusal::Invalid, "output::unwritable", &error, Span::NONE, None, sources)
            })?;
        }
        None => {
            for application in &rendered.applications {
                if !stdout.is_empty() && !application.text.is_empty() {
                    stdout.extend_from_slice(b"---\n");
                }
                stdout.extend_from_slice(&application.text);
            }
        }
    }
    let warnings = unverified(&rendered.mismatches);
    Ok(Output { stdout, warnings, sources: Arc::clone(sources) })
}

/// What `--unverified` let pass.
pub(super) fn unverified(mismatches: &[Mismatch]) -> Vec<Diagnostic> {
    let warning = |mismatch: &Mismatch| Diagnostic {
        severity: Severity::Warning,
        code: "pin::source-unverified".to_owned(),
        messages: vec![mismatch.to_string()],
        span: Span::NONE,
        related: None,
        help: None,
        chain: Vec::new(),
    };
    mismatches.iter().map(warning).collect()
}

//! `pin vendor`: a mirror for machines without a network.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::platform::PlatformOptions;
use super::render::unverified;
use super::{Failed, Refusal, RemoteOptions};
use crate::compose::Rendered;
use crate::compose::bundle::SUMS;
use crate::compose::vendor::{MIRRORS, vendor};
use crate::report::Diagnostic;
use crate::text::{SourceMap, Span};
use crate::vfs::{clean, replace_rendered_folder};

/// What to put into a mirror, and where.
#[derive(Clone, Debug)]
pub struct VendorRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The folder of the mirror.
    pub folder: PathBuf,
}

/// A mirror that was written.
#[derive(Debug)]
pub struct Vendored {
    /// Its mirror file.
    pub mirror: PathBuf,
    /// How many files it has, its mirror file and sums left out.
    pub files: usize,
    /// What `--unverified` let pass.
    pub warnings: Vec<Diagnostic>,
    /// The texts of the platform.
    pub sources: Arc<SourceMap>,
}

/// The mirror does not give the render it was made from.
#[derive(Debug, thiserror::Error)]
#[error("{environment} renders to something else from {mirror}")]
struct Differs {
    environment: String,
    mirror: String,
}

/// Writes what the renders of all environments read from upstream to a folder,
/// as a mirror, and renders once more from nothing but it to see that all is
/// there.
///
/// # Errors
/// When an environment cannot be rendered, the folder cannot be written, or the
/// mirror does not do.
pub fn pin_vendor(request: &VendorRequest) -> Result<Vendored, Failed> {
    let opened = request.platform.open()?;
    let platform = &opened.platform;
    let sources = &platform.sources;
    let renders: Vec<Rendered> = platform
        .environments
        .iter()
        .map(|environment| opened.render_and_keep(environment, None))
        .collect::<Result<_, _>>()?;
    let files = vendor(&platform.lock, &renders);
    let folder = clean(&request.platform.current.join(&request.folder));
    replace_rendered_folder(&folder, &files, SUMS).map_err(|error| Failed::unwritable(&error, sources))?;
    let mirror = folder.join(MIRRORS);
    let remotes = RemoteOptions { mirror: Some(mirror.clone()), ..RemoteOptions::default() };
    let again = PlatformOptions { remotes, ..request.platform.clone() }.open()?;
    for (environment, rendered) in platform.environments.iter().zip(&renders) {
        let texts = |rendered: &Rendered| -> Vec<Vec<u8>> {
            rendered.applications.iter().map(|application| application.text.clone()).collect()
        };
        if texts(&again.render(environment, None)?) != texts(rendered) {
            let environment = rendered.environment.clone();
            let error = Differs { environment, mirror: mirror.display().to_string() };
            return Err(Failed::new(
                Refusal::SourceUnavailable,
                "pin::incomplete-mirror",
                &error,
                Span::NONE,
                None,
                sources,
            ));
        }
    }
    let mismatches: BTreeSet<_> = renders.iter().flat_map(|rendered| rendered.mismatches.iter().cloned()).collect();
    Ok(Vendored {
        mirror,
        files: files.len() - 2,
        warnings: unverified(mismatches.iter()),
        sources: Arc::clone(sources),
    })
}

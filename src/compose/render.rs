//! The composition rendered: every selected Application's objects, and what
//! they were made of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::annotate::{self, ObjectAnnotations};
use super::overlay::OverlayTree;
use super::template::{UnusedValue, unused};
use super::upstream::{Keep, Kept, Log, Upstream, Verification};
use super::{Application, ComposeError, Environment, Platform};
use crate::kustomize::{self, BuildError, BuildOptions, Effect, Observer, in_order};
use crate::resource::ResMap;
use crate::vfs::{Mismatch, Remotes};

/// A render that gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The platform's files cannot be used.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// An export cannot be built.
    #[error("the export of {application} cannot be built")]
    Export {
        /// Which.
        application: String,
        /// Why. Its place is in the texts of the export.
        error: Box<BuildError>,
    },
    /// An Application cannot be built.
    #[error("{application} cannot be rendered")]
    Build {
        /// Which.
        application: String,
        /// Why. Its place is in its own texts.
        error: Box<BuildError>,
    },
}

/// All selected Applications of one environment.
#[derive(Debug)]
pub struct Rendered {
    /// The environment.
    pub environment: String,
    /// The Applications, in the composition's order.
    pub applications: Vec<RenderedApplication>,
    /// The SHA-256 of the files that say what is rendered, by their paths from
    /// the platform root.
    pub files: BTreeMap<String, String>,
    /// Files of upstream that are not those on record, sorted. Empty unless the
    /// render was told to go on.
    pub mismatches: Vec<Mismatch>,
    /// Values that no template uses.
    pub unused_values: Vec<UnusedValue>,
    /// Remotes that were used, as the lock spells them.
    pub used_remotes: BTreeSet<String>,
}

/// One Application.
#[derive(Debug)]
pub struct RenderedApplication {
    /// Its name.
    pub name: String,
    /// Its place in the install order.
    pub wave: i32,
    /// Its objects, in kustomize's order.
    pub objects: ResMap,
    /// They as one YAML stream.
    pub text: Vec<u8>,
    /// The SHA-256 of the platform's files that were read, by their paths from
    /// the platform root.
    pub files: BTreeMap<String, String>,
    /// The platform's files that were read as the build saw them, by their paths
    /// from the platform root: templates filled in, by the names of what they
    /// make.
    pub materialised: BTreeMap<String, Arc<[u8]>>,
    /// What the entries of the platform's kustomizations came to, in the order
    /// they were applied, when the render was told to watch them.
    pub effects: Vec<Effect>,
    /// The SHA-256 of the upstream files that were read, by `host/org/repo/path`.
    pub upstream: BTreeMap<String, String>,
    /// Their texts, when the render was told to keep them.
    pub kept: Kept,
    /// The annotations that were added to objects.
    pub annotated: ObjectAnnotations,
}

/// How to render.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions<'a> {
    /// Only the Application of this name.
    pub only: Option<&'a str>,
    /// What happens to files that are not the ones on record.
    pub verification: Verification,
    /// Whether the texts of upstream are kept.
    pub keep: Keep,
    /// Whether it is noted what the entries of the overlays do, which costs a
    /// comparison for each object they change.
    pub watch: bool,
}

/// Says which annotations the objects of each Application get.
pub type Annotate<'a> = &'a (dyn Fn(&[RenderedApplication]) -> Vec<ObjectAnnotations> + Sync);

/// What one Application came to.
struct Built {
    rendered: RenderedApplication,
    log: Log,
    used: BTreeSet<String>,
}

/// Collects what the entries of kustomizations come to.
#[derive(Default)]
struct Effects(Mutex<Vec<Effect>>);

impl Observer for Effects {
    fn wants_effects(&self) -> bool {
        true
    }

    fn effect(&self, effect: &Effect) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(effect.clone());
    }
}

/// Renders the Applications of `environment` and adds the annotations that
/// `annotate` asks for. All that the environment selects are built, also when
/// only one is wanted: what one has to be told depends on the others.
///
/// # Errors
/// The first Application, in the composition's order, that cannot be rendered.
pub fn render(
    platform: &Platform,
    environment: &Environment,
    provider: &dyn Remotes,
    options: RenderOptions<'_>,
    annotate: Annotate<'_>,
) -> Result<Rendered, RenderError> {
    environment.check_selection(&platform.composition)?;
    let is_selected = |application: &&Application| environment.selects(&application.name.value);
    let selected: Vec<&Application> = platform.composition.applications.iter().filter(is_selected).collect();
    let built = in_order(&selected, |application| build_one(platform, environment, application, provider, options));
    let mut rendered = Rendered {
        environment: environment.name.value.clone(),
        applications: Vec::with_capacity(selected.len()),
        files: platform.digests(&environment.name.value)?,
        mismatches: Vec::new(),
        unused_values: Vec::new(),
        used_remotes: BTreeSet::new(),
    };
    let mut used = BTreeSet::new();
    for built in built {
        let Built { rendered: application, log, used: names } = built?;
        rendered.applications.push(application);
        rendered.mismatches.extend(log.mismatches);
        rendered.used_remotes.extend(log.used);
        used.extend(names);
    }
    rendered.mismatches.sort();
    rendered.mismatches.dedup();
    rendered.unused_values = unused(environment, &used);
    write(platform, &mut rendered, options.only, annotate)?;
    Ok(rendered)
}

/// Annotates the objects and writes those that are wanted as text.
fn write(
    platform: &Platform,
    rendered: &mut Rendered,
    only: Option<&str>,
    annotate: Annotate<'_>,
) -> Result<(), RenderError> {
    let annotations = annotate(&rendered.applications);
    for (application, annotations) in rendered.applications.iter_mut().zip(annotations) {
        annotate::annotate(application, annotations)?;
    }
    rendered.applications.retain(|application| only.is_none_or(|only| only == application.name));
    let build = BuildOptions { sources: Arc::clone(&platform.sources), ..BuildOptions::default() };
    let texts = in_order(&rendered.applications, |application| kustomize::to_yaml(&application.objects, &build));
    for (application, text) in rendered.applications.iter_mut().zip(texts) {
        let failed = |error| RenderError::Build { application: application.name.clone(), error: Box::new(error) };
        application.text = text.map_err(failed)?;
    }
    Ok(())
}

fn build_one(
    platform: &Platform,
    environment: &Environment,
    application: &Application,
    provider: &dyn Remotes,
    options: RenderOptions<'_>,
) -> Result<Built, RenderError> {
    let mut used = BTreeSet::new();
    let tree = OverlayTree::new(platform, application, environment, &mut used)?;
    let upstream = Upstream::new(platform, provider, options.verification, options.keep);
    let name = application.name.value.clone();
    let failed = |error| RenderError::Build { application: name.clone(), error: Box::new(error) };
    let effects = Effects::default();
    let build = BuildOptions {
        remotes: &upstream,
        sources: Arc::clone(&platform.sources),
        observer: options.watch.then_some(&effects as &dyn Observer),
        ..BuildOptions::default()
    };
    let objects = kustomize::build(&tree, &platform.root.join(application.overlay()), &build).map_err(failed)?;
    drop(build);
    let mut log = upstream.take_log();
    let read = tree.into_read();
    let rendered = RenderedApplication {
        name,
        wave: application.wave.value,
        objects,
        text: Vec::new(),
        files: read.digests,
        materialised: read.seen,
        effects: effects.0.into_inner().unwrap_or_else(PoisonError::into_inner),
        upstream: std::mem::take(&mut log.files),
        kept: std::mem::take(&mut log.kept),
        annotated: ObjectAnnotations::new(),
    };
    Ok(Built { rendered, log, used })
}

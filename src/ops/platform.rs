//! Opening a platform: its files, and whoever has its remotes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fetch::Fetcher;
use super::snapshot::snapshot_failed;
use super::{Failed, Refusal, RemoteOptions};
use crate::argocd::{SYNC_OPTIONS, sync_options};
use crate::compose::{
    Annotations, ComposeError, Composition, Environment, Keep, ObjectAnnotations, Platform, RenderError, RenderOptions,
    Rendered, RenderedApplication, Verification, find_root, render,
};
use crate::order::sync::SYNC_WAVE;
use crate::order::{self, InstallOrder, ObjectId};
use crate::policy::{PlatformInventory, PolicyError};
use crate::snapshot::{self, Snapshot};
use crate::text::{SourceMap, Span};
use crate::vfs::{DiskTree, EntryKind, Providers, Tree, TreeError};
use crate::yaml::Limits;

/// The mirror file of a platform that carries its upstream with it, from its
/// root. The sums hold it like any other.
const CARRIED: &str = "upstream/mirrors.yaml";

/// The options of every command that works on a platform.
#[derive(Clone, Debug)]
pub struct PlatformOptions {
    /// The platform root; searched from `current` upward without it.
    pub repo: Option<PathBuf>,
    /// The folder relative paths start from.
    pub current: PathBuf,
    /// Where remotes come from.
    pub remotes: RemoteOptions,
    /// Whether a file that is not the one on record only causes a finding.
    pub unverified: bool,
}

/// A platform and its remotes.
pub(super) struct Opened {
    pub(super) platform: Platform,
    pub(super) inventory: PlatformInventory,
    remotes: Providers,
    verification: Verification,
}

impl Opened {
    /// The environment called `name`.
    pub(super) fn environment(&self, name: &str) -> Result<&Environment, Failed> {
        self.platform.environment(name).map_err(|error| compose_failed(&error, &self.platform.sources))
    }

    /// The approved renders of `environment`, by their Applications.
    pub(super) fn approved(&self, environment: &Environment) -> Result<BTreeMap<String, Snapshot>, Failed> {
        let Platform { root, tree, sources, .. } = &self.platform;
        let folder = root.join(snapshot::FOLDER).join(&environment.name.value);
        let selected: Vec<&str> = environment.applications.iter().map(|name| name.value.as_str()).collect();
        snapshot::load_environment(tree, &folder, &selected, sources).map_err(|error| snapshot_failed(&error, sources))
    }

    /// Renders `environment`, or only its Application `only`.
    pub(super) fn render(&self, environment: &Environment, only: Option<&str>) -> Result<Rendered, Failed> {
        self.render_with(environment, RenderOptions { only, ..RenderOptions::default() })
    }

    /// The same, keeping what is read from upstream.
    pub(super) fn render_and_keep(&self, environment: &Environment, only: Option<&str>) -> Result<Rendered, Failed> {
        self.render_with(environment, RenderOptions { only, keep: Keep::Texts, ..RenderOptions::default() })
    }

    /// The same, noting what the entries of the overlays do.
    pub(super) fn render_and_watch(&self, environment: &Environment) -> Result<Rendered, Failed> {
        self.render_with(environment, RenderOptions { watch: true, ..RenderOptions::default() })
    }

    fn render_with(&self, environment: &Environment, options: RenderOptions<'_>) -> Result<Rendered, Failed> {
        self.try_render(environment, options).map_err(|error| render_failed(error, &self.platform.sources))
    }

    /// The same with the error as it came.
    pub(super) fn try_render(
        &self,
        environment: &Environment,
        options: RenderOptions<'_>,
    ) -> Result<Rendered, RenderError> {
        let options = RenderOptions { verification: self.verification, ..options };
        let annotate = |applications: &[RenderedApplication]| self.annotations(applications);
        let mut rendered = render(&self.platform, environment, &self.remotes, options, &annotate)?;
        // The waves depend on it.
        let (path, digest) = self.platform.digest(PlatformInventory::PATH)?;
        rendered.files.insert(path, digest);
        Ok(rendered)
    }

    /// Renders what `environment` selects without telling Argo CD anything: the
    /// waves that would be written follow from the order, and this is to find it.
    pub(super) fn render_to_order(&self, environment: &Environment) -> Result<Rendered, Failed> {
        let options = RenderOptions { verification: self.verification, ..RenderOptions::default() };
        let failed = |error| render_failed(error, &self.platform.sources);
        render(&self.platform, environment, &self.remotes, options, &|_| Vec::new()).map_err(failed)
    }

    /// What Argo CD is told about each object: its wave, and how it is synced.
    fn annotations(&self, applications: &[RenderedApplication]) -> Vec<ObjectAnnotations> {
        let order = InstallOrder::of(ordered(&self.platform.composition, applications), &self.inventory);
        let mut annotations = vec![ObjectAnnotations::new(); applications.len()];
        let mut first = 0;
        for (application, annotations) in applications.iter().zip(&mut annotations) {
            for (at, object) in application.objects.iter().enumerate() {
                let wave = order.waves.wave(ObjectId(first + at)).map(|wave| (SYNC_WAVE, wave.to_string()));
                let options = sync_options(object).map(|options| (SYNC_OPTIONS, options));
                let all: Annotations =
                    wave.into_iter().chain(options).map(|(name, value)| (name.to_owned(), value)).collect();
                if !all.is_empty() {
                    annotations.insert(at, all);
                }
            }
            first += application.objects.len();
        }
        annotations
    }
}

/// Rendered Applications as their order is found from them.
pub(super) fn ordered<'a>(
    composition: &'a Composition,
    applications: &'a [RenderedApplication],
) -> Vec<order::Application<'a>> {
    let namespace = |name| composition.application(name).map_or("", |found| found.namespace.value.as_str());
    let ordered = |one: &'a RenderedApplication| order::Application {
        name: &one.name,
        wave: one.wave,
        namespace: namespace(&one.name),
        objects: &one.objects,
    };
    applications.iter().map(ordered).collect()
}

impl PlatformOptions {
    /// Reads the platform's files, and finds whoever has its remotes. The network
    /// is used when the options say so, and for what the lock lists and nobody
    /// has.
    pub(super) fn open(&self) -> Result<Opened, Failed> {
        let platform = self.load()?;
        let remotes = self.providers(&platform)?;
        if let Some(network) = &self.remotes.fetch {
            let fetcher = Fetcher::open(&self.remotes, &platform, &self.current, network.clone(), &|_| {})?;
            fetcher.missing(&platform.lock, &remotes)?;
        }
        self.open_with(platform, remotes)
    }

    /// The same for a platform that is read already.
    pub(super) fn open_with(&self, platform: Platform, remotes: Providers) -> Result<Opened, Failed> {
        let sources = &platform.sources;
        let inventory = PlatformInventory::load(&platform.tree, &platform.root, sources)
            .map_err(|error| policy_failed(&error, sources))?;
        let verification = if self.unverified { Verification::Unverified } else { Verification::Strict };
        Ok(Opened { platform, inventory, remotes, verification })
    }

    /// The platform's files alone.
    pub(super) fn load(&self) -> Result<Platform, Failed> {
        let sources = Arc::new(SourceMap::new());
        let tree = DiskTree::new(&self.current).with_limit(Limits::DEFAULT.max_text_bytes as u64);
        let root = match &self.repo {
            Some(repo) => self.current.join(repo),
            None => find_root(&tree, &self.current).ok_or_else(|| no_root(&self.current, &sources))?,
        };
        Platform::load(&tree, &root, &sources).map_err(|error| compose_failed(&error, &sources))
    }

    /// Who has the remotes of `platform` on this machine.
    pub(super) fn providers(&self, platform: &Platform) -> Result<Providers, Failed> {
        let Platform { tree, root, sources, .. } = platform;
        self.remotes_of(tree, root).open(&self.current, &Limits::DEFAULT, sources)
    }

    /// The remotes asked for, or those that the platform carries with it.
    fn remotes_of(&self, tree: &DiskTree, root: &Path) -> RemoteOptions {
        let own = root.join(CARRIED);
        let is_there = tree.resolve(&own).is_ok_and(|found| found.kind == EntryKind::File);
        match &self.remotes.mirror {
            None if is_there => RemoteOptions { mirror: Some(own), ..self.remotes.clone() },
            _ => self.remotes.clone(),
        }
    }
}

fn no_root(current: &Path, sources: &Arc<SourceMap>) -> Failed {
    let error = TreeError::NotFound { path: current.join(crate::compose::composition::PATH) };
    let help = "run this in a platform's repository, or name it with --repo".to_owned();
    Failed::new(Refusal::Invalid, "compose::no-platform", &error, Span::NONE, Some(help), sources)
}

/// A platform's files cannot be used.
pub(super) fn compose_failed(error: &ComposeError, sources: &Arc<SourceMap>) -> Failed {
    let mut failed = Failed::new(Refusal::Invalid, error.code(), error, error.span(), error.help(), sources);
    failed.diagnostic.related = error.related().map(|(span, what)| (span, what.to_owned()));
    failed
}

/// A policy file cannot be used.
pub(super) fn policy_failed(error: &PolicyError, sources: &Arc<SourceMap>) -> Failed {
    Failed::new(Refusal::Invalid, error.code(), error, error.span(), None, sources)
}

/// An Application cannot be rendered.
pub(super) fn render_failed(error: RenderError, sources: &Arc<SourceMap>) -> Failed {
    match error {
        RenderError::Compose(error) => compose_failed(&error, sources),
        RenderError::Build { application, error } => {
            let mut failed = Failed::from(*error);
            failed
                .diagnostic
                .chain
                .push(crate::report::Step { span: Span::NONE, doing: format!("rendering {application}") });
            failed
        }
        RenderError::Export { application, error } => {
            let mut failed = Failed::from(*error);
            // Whatever is missing, it is the export that lacks it.
            failed.refusal = Refusal::Invalid;
            failed
                .diagnostic
                .chain
                .push(crate::report::Step { span: Span::NONE, doing: format!("building the export of {application}") });
            failed
        }
    }
}

//! `pin update`: another commit of the upstream, with all that follows from it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::failure::{Failed, Refusal};
use super::fetch::{Fetcher, Watch};
use super::platform::{Opened, PlatformOptions, compose_failed, render_failed};
use crate::compose::repin::{FilePin, Pins, RepositoryPin, overlays_at, sum_file, with_values};
use crate::compose::{Platform, RenderError, RenderOptions, Rendered, composition, lock, sum};
use crate::kustomize::Cause;
use crate::text::{SourceMap, Span};
use crate::vfs::{
    FetchingRemotes, NetworkOptions, Providers, RemoteError, Remotes, RepoSpec, Tree, replace_files, repository_name,
    sha256_hex,
};
use crate::yaml::Limits;

/// More remotes than any upstream leads to.
const MOST_REMOTES: usize = 200;

/// Which commit, and of which platform.
#[derive(Clone, Debug)]
pub struct UpdateRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The network.
    pub network: NetworkOptions,
    /// A tag, a branch, or a commit in full.
    pub to: String,
    /// What people call the release, when that changes too.
    pub label: Option<String>,
    /// Whether the files stay as they are.
    pub dry_run: bool,
}

/// What another commit brought.
#[derive(Debug)]
pub struct Updated {
    /// The upstream, as it is cloned.
    pub upstream: String,
    /// The commit it was at.
    pub from: String,
    /// The commit it is at.
    pub to: String,
    /// Remotes that nothing led to before, in the order of the lock.
    pub new: Vec<String>,
    /// Remotes that nothing leads to any more.
    pub vanished: Vec<String>,
    /// Files of upstream that are other ones now, that are new, and that are
    /// read no more.
    pub files: [usize; 3],
    /// The files of the platform that say something else now, by their paths
    /// from its root.
    pub written: Vec<String>,
}

/// What cannot be pinned.
#[derive(Debug, thiserror::Error)]
enum UpdateError {
    #[error("{url} names no revision, and only a revision can be pinned")]
    NoRevision { url: String },
    #[error("{path} does not write the value as it is")]
    NotWritten { path: &'static str },
    #[error("{path} changed while the update was made")]
    Changed { path: String },
    #[error("the upstream leads to more than {MOST_REMOTES} remotes")]
    TooMany,
}

/// Pins the upstream to what `to` leads to: finds every remote and every file
/// that any environment's render reads then, and writes composition, overlays,
/// lock and sum. Nothing is written before all environments render from what is
/// to be written.
///
/// # Errors
/// When something cannot be had, or an environment cannot be rendered.
pub fn pin_update(request: &UpdateRequest, watch: Watch<'_>) -> Result<(Updated, Arc<SourceMap>), Failed> {
    let options = &request.platform;
    let platform = options.load()?;
    let update = Update {
        request,
        fetcher: Fetcher::open(&options.remotes, &platform, &options.current, request.network.clone(), watch)?,
        platform: &platform,
    };
    let updated = update.run()?;
    Ok((updated, Arc::clone(&platform.sources)))
}

struct Update<'a> {
    request: &'a UpdateRequest,
    fetcher: Fetcher<'a>,
    platform: &'a Platform,
}

/// The files of a platform by their paths from its root.
type Files = BTreeMap<String, String>;

impl Update<'_> {
    fn run(&self) -> Result<Updated, Failed> {
        let upstream = &self.platform.composition.upstream;
        let (url, from) = (upstream.repository.value.clone(), upstream.commit.value.clone());
        let pin = self.resolve(&url, upstream.repository.span)?;
        let to = pin.commit.clone();
        let mut pins = Pins::of(&self.platform.lock);
        let is_upstream =
            |one: &RepositoryPin| repository_name(&one.url) == repository_name(&url) && one.commit == from;
        match pins.repositories.iter_mut().find(|one| is_upstream(one)) {
            Some(one) => *one = RepositoryPin { url: one.url.clone(), ..pin },
            None => pins.repositories.insert(0, pin),
        }
        let mut files = self.named(&from, &to)?;
        let paths = files.keys().map(String::as_str).chain([lock::PATH, sum::PATH]);
        let before_texts: Files =
            paths.map(|path| Ok((path.to_owned(), self.text(path)?))).collect::<Result<_, Failed>>()?;
        let renders = self.discover(&mut pins, &mut files)?;
        let used: BTreeSet<&str> =
            renders.iter().flat_map(|rendered| &rendered.used_remotes).map(String::as_str).collect();
        let before = names(&Pins::of(&self.platform.lock), &from, &to);
        let all = names(&pins, &from, &to);
        pins.repositories.retain(|one| used.contains(one.name().as_str()));
        pins.files.retain(|one| used.contains(one.name().as_str()));
        let after = names(&pins, &from, &to);
        let read: BTreeMap<String, String> = renders
            .iter()
            .flat_map(|rendered| &rendered.applications)
            .flat_map(|application| application.upstream.clone())
            .collect();
        files.insert(lock::PATH.to_owned(), pins.lock_file(&self.text(lock::PATH)?));
        files.insert(sum::PATH.to_owned(), sum_file(&read));
        self.hold(&files)?;
        let written = self.write(&before_texts, &files)?;
        Ok(Updated {
            upstream: url,
            from,
            to,
            new: after.iter().filter(|name| !before.contains(name)).cloned().collect(),
            vanished: all.into_iter().filter(|name| before.contains(name) && !after.contains(name)).collect(),
            files: self.compared(&read),
            written,
        })
    }

    /// The commit that is asked for, in the cache.
    fn resolve(&self, url: &str, span: Span) -> Result<RepositoryPin, Failed> {
        let Fetcher { network, cache, .. } = &self.fetcher;
        let failed = |error| self.fetcher.failed(&error, span);
        let server = network.git_server(url).map_err(failed)?;
        let commit = server.resolve(&self.request.to).map_err(failed)?;
        if !cache.has_all_of(url, &commit).map_err(|error| failed(error.into()))? {
            network.fetch_commit(&server, &commit, cache, &self.fetcher.received()).map_err(failed)?;
        }
        let tree = cache.repository(url, &commit).map_err(|error| failed(error.into()))?;
        let tree = tree.map(|tree| tree.tree_id()).unwrap_or_default();
        Ok(RepositoryPin { url: url.to_owned(), reference: commit.clone(), commit, tree })
    }

    /// The composition and the overlays at the new commit.
    fn named(&self, from: &str, to: &str) -> Result<Files, Failed> {
        let Platform { composition, sources, .. } = self.platform;
        let mut values = vec![(&composition.upstream.commit, to)];
        values.extend(self.request.label.as_deref().map(|label| (&composition.version, label)));
        let text = with_values(sources, &values).map_err(|value| {
            let error = UpdateError::NotWritten { path: composition::PATH };
            self.refused(&error, value.span, "write it plainly, on one line")
        })?;
        let mut files = overlays_at(self.platform, from, to)
            .map_err(|error| self.refused(&error, Span::NONE, "the overlays must be readable"))?;
        files.insert(composition::PATH.to_owned(), text);
        Ok(files)
    }

    /// Renders until nothing is missing: what is asked for and not locked is
    /// looked up and pinned.
    fn discover(&self, pins: &mut Pins, files: &mut Files) -> Result<Vec<Rendered>, Failed> {
        let lock = self.text(lock::PATH)?;
        for _ in 0..MOST_REMOTES {
            files.insert(lock::PATH.to_owned(), pins.lock_file(&lock));
            let opened = self.opened(files, true)?;
            match render_all(&opened) {
                Ok(renders) => return Ok(renders),
                Err(error) => match missing(&error) {
                    Some((url, span)) => self.pin(&url, span, &opened, pins)?,
                    None => return Err(render_failed(error, &opened.platform.sources)),
                },
            }
        }
        Err(self.refused(&UpdateError::TooMany, Span::NONE, "look for remotes that lead to each other"))
    }

    /// Brings what `url` names into the cache, and pins it unless it is pinned.
    fn pin(&self, url: &str, span: Span, opened: &Opened, pins: &mut Pins) -> Result<(), Failed> {
        let sources = &opened.platform.sources;
        let locked = &opened.platform.lock;
        let spec = RepoSpec::parse(url).ok();
        let known = spec.as_ref().and_then(|spec| locked.repository(&spec.clone_spec(), &spec.reference));
        if known.is_some() || locked.file(url).is_some() {
            return self.fetcher.locked(known, locked.file(url));
        }
        let remotes = FetchingRemotes::new(
            Arc::clone(&self.fetcher.network),
            self.fetcher.cache.clone(),
            Limits::DEFAULT.max_text_bytes as u64,
        );
        let failed = |error: RemoteError| {
            Failed::new(Refusal::SourceUnavailable, "pin::not-fetched", &error, span, error.hint(), sources)
        };
        if let Some(file) = remotes.file(url).map_err(failed)? {
            let kept = self.fetcher.cache.add_file(&file.bytes);
            kept.map_err(|error| self.fetcher.failed(&error.into(), Span::NONE))?;
            let (sha256, size) = (sha256_hex(&file.bytes), file.bytes.len() as u64);
            pins.files.push(FilePin { url: url.to_owned(), sha256, size });
            return Ok(());
        }
        let Some(spec) = spec.filter(|spec| !spec.reference.is_empty()) else {
            let error = UpdateError::NoRevision { url: url.to_owned() };
            let help = Some("write `?ref=` with a tag or commit".to_owned());
            return Err(Failed::new(Refusal::Invalid, "pin::no-revision", &error, span, help, sources));
        };
        let found = remotes.repository(&spec).map_err(failed)?;
        pins.repositories.push(RepositoryPin {
            url: spec.clone_spec(),
            reference: spec.reference,
            commit: found.commit.unwrap_or_default(),
            tree: found.tree_id.unwrap_or_default(),
        });
        Ok(())
    }

    /// The platform as it will be.
    fn opened(&self, files: &Files, unverified: bool) -> Result<Opened, Failed> {
        let Platform { root, tree, .. } = self.platform;
        let texts = files.iter().map(|(path, text)| (root.join(path), text.clone().into_bytes()));
        let (tree, sources) = (tree.clone().with_texts(texts), Arc::new(SourceMap::new()));
        let platform = Platform::load(&tree, root, &sources).map_err(|error| compose_failed(&error, &sources))?;
        let options = PlatformOptions { unverified, ..self.request.platform.clone() };
        // Nobody but the cache: it knows content only. A mirror of plain files has nothing but the sums to be held
        // to, and these are what is made here.
        let mut providers = Providers::default();
        providers.push(self.fetcher.cache.clone());
        options.open_with(platform, providers)
    }

    /// All environments must render from what is to be written, and read nothing
    /// else.
    fn hold(&self, files: &Files) -> Result<(), Failed> {
        let opened = self.opened(files, false)?;
        render_all(&opened).map(drop).map_err(|error| render_failed(error, &opened.platform.sources))
    }

    /// Writes what differs from what is there.
    fn write(&self, before: &Files, files: &Files) -> Result<Vec<String>, Failed> {
        let mut changed = Vec::new();
        // Whoever is killed in between leaves a lock that does not fit the composition, and nothing renders.
        let mut order: Vec<&String> = files.keys().collect();
        order.sort_by_key(|path| (path.as_str() != lock::PATH, path.as_str() == composition::PATH, *path));
        for path in order {
            if before.get(path) != Some(&self.text(path)?) {
                let error = UpdateError::Changed { path: path.clone() };
                return Err(self.refused(&error, Span::NONE, "run it once more"));
            }
            if before.get(path) != files.get(path) {
                changed.push((path.clone(), files[path].clone()));
            }
        }
        if !self.request.dry_run {
            let places: Vec<_> =
                changed.iter().map(|(path, text)| (self.platform.root.join(path), text.clone().into_bytes())).collect();
            replace_files(&places).map_err(|error| Failed::unwritable(&error, &self.platform.sources))?;
        }
        Ok(changed.into_iter().map(|(path, _)| path).collect())
    }

    fn text(&self, path: &str) -> Result<String, Failed> {
        let bytes = self.platform.tree.read(&self.platform.root.join(path));
        let bytes = bytes.map_err(|error| self.refused(&error, Span::NONE, "the platform's files must be readable"))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn compared(&self, read: &BTreeMap<String, String>) -> [usize; 3] {
        let sum = &self.platform.sum;
        let changed = read.iter().filter(|(name, digest)| sum.get(name).is_some_and(|old| old != digest.as_str()));
        let added = read.keys().filter(|name| sum.get(name).is_none());
        let gone = sum.iter().filter(|(name, _)| !read.contains_key(*name));
        [changed.count(), added.count(), gone.count()]
    }

    fn refused(&self, error: &dyn std::error::Error, span: Span, help: &str) -> Failed {
        let help = Some(help.to_owned());
        Failed::new(Refusal::Invalid, "pin::cannot-update", error, span, help, &self.platform.sources)
    }
}

fn render_all(opened: &Opened) -> Result<Vec<Rendered>, RenderError> {
    let environments = &opened.platform.environments;
    environments.iter().map(|environment| opened.try_render(environment, RenderOptions::default())).collect()
}

/// The remote that a render asked for and nobody has, as it is written, and
/// where.
fn missing(error: &RenderError) -> Option<(String, Span)> {
    let RenderError::Build { error, .. } = error else { return None };
    match &*error.cause {
        Cause::Remote { url, source: RemoteError::NotLocked { .. } } => Some((url.clone(), error.span)),
        _ => None,
    }
}

/// What pins are called. The upstream has one name at both commits.
fn names(pins: &Pins, from: &str, to: &str) -> Vec<String> {
    let repositories = pins
        .repositories
        .iter()
        .map(|one| if one.reference == from || one.reference == to { repository_name(&one.url) } else { one.name() });
    repositories.chain(pins.files.iter().map(FilePin::name)).collect()
}

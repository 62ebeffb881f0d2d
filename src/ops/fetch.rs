//! Fetching what the lock lists.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::failure::Failed;
use super::remotes::no_cache;
use super::{Refusal, RemoteOptions};
use crate::compose::lock::{LockedFile, LockedRepository};
use crate::compose::{Lock, Platform};
use crate::text::{SourceMap, Span};
use crate::vfs::{
    Cache, CacheError, Network, NetworkError, NetworkOptions, Providers, RemoteError, Remotes, RepoSpec, Standing,
    repository_name,
};

/// So many remotes are fetched at the same time.
const AT_ONCE: usize = 6;

/// What happens while something is fetched, for whoever shows progress.
#[derive(Clone, Copy, Debug)]
pub enum FetchEvent<'a> {
    /// A remote is begun.
    Began(&'a str),
    /// So many bytes came.
    Received(usize),
    /// A remote is done with.
    Ended(&'a str),
}

/// Told what happens, from several threads.
pub type Watch<'a> = &'a (dyn Fn(FetchEvent<'_>) + Sync);

/// What became of one remote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// All of it was there and is right.
    WasThere,
    /// It came, in so many bytes.
    Came(usize),
    /// What was there was damaged, and came again in so many bytes.
    Mended(usize),
}

/// One remote of the lock and what became of it.
#[derive(Debug)]
pub struct FetchedRemote {
    /// What it is called: `host/org/repo at ref`, or `host/path`.
    pub name: String,
    /// What became of it.
    pub result: Result<Fetched, Failed>,
    /// What is odd, and stops nothing.
    pub remark: Option<String>,
}

/// Fetches remotes into a cache.
pub(super) struct Fetcher<'a> {
    pub(super) network: Arc<Network>,
    pub(super) cache: Cache,
    watch: Watch<'a>,
    sources: Arc<SourceMap>,
}

impl<'a> Fetcher<'a> {
    pub(super) fn open(
        remotes: &RemoteOptions,
        platform: &Platform,
        current: &std::path::Path,
        network: NetworkOptions,
        watch: Watch<'a>,
    ) -> Result<Self, Failed> {
        let sources = Arc::clone(&platform.sources);
        let Some(cache) = remotes.cache(current, &crate::yaml::Limits::DEFAULT, &sources)? else {
            return Err(no_cache(&sources));
        };
        Ok(Self { network: Arc::new(Network::new(network)), cache, watch, sources })
    }

    /// Fetches all that `lock` lists and is not there whole. The answers are in
    /// the order of the lock.
    pub(super) fn all(&self, lock: &Lock) -> Vec<FetchedRemote> {
        self.these(lock.repositories.iter().collect(), lock.files.iter().collect())
    }

    /// Fetches what `lock` lists and nobody of `providers` has.
    ///
    /// # Errors
    /// The first remote, in the order of the lock, that cannot be had.
    pub(super) fn missing(&self, lock: &Lock, providers: &Providers) -> Result<(), Failed> {
        let repositories = lock.repositories.iter().filter(|locked| !has_repository(providers, locked)).collect();
        let files = lock.files.iter().filter(|locked| !has_file(providers, locked)).collect();
        self.these(repositories, files).into_iter().try_for_each(|remote| remote.result.map(drop))
    }

    /// Fetches one remote that is locked.
    ///
    /// # Errors
    /// When it cannot be had.
    pub(super) fn locked(
        &self,
        repository: Option<&LockedRepository>,
        file: Option<&LockedFile>,
    ) -> Result<(), Failed> {
        let fetched = self.these(repository.into_iter().collect(), file.into_iter().collect());
        fetched.into_iter().try_for_each(|remote| remote.result.map(drop))
    }

    /// Tells the watcher of bytes that come.
    pub(super) fn received(&self) -> impl Fn(usize) + Sync + '_ {
        |bytes| (self.watch)(FetchEvent::Received(bytes))
    }

    fn these(&self, repositories: Vec<&LockedRepository>, files: Vec<&LockedFile>) -> Vec<FetchedRemote> {
        // Commits of one repository are fetched one after the other: they share a place.
        let mut by_repository: BTreeMap<String, Vec<(usize, Job<'_>)>> = BTreeMap::new();
        let jobs = repositories.into_iter().map(Job::Repository).chain(files.into_iter().map(Job::File));
        let jobs: Vec<Job<'_>> = jobs.collect();
        for (number, job) in jobs.iter().enumerate() {
            by_repository.entry(job.place()).or_default().push((number, *job));
        }
        let groups: Vec<Vec<(usize, Job<'_>)>> = by_repository.into_values().collect();
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..groups.len().min(AT_ONCE) {
                scope.spawn(|| {
                    while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let fetched = self.group(group);
                        done.lock().unwrap_or_else(PoisonError::into_inner).extend(fetched);
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, remote)| remote).collect()
    }

    /// Fetches the commits of one repository, or one file. When one commit is
    /// damaged, all of the repository is fetched again.
    fn group(&self, jobs: &[(usize, Job<'_>)]) -> Vec<(usize, FetchedRemote)> {
        let Some((_, first)) = jobs.first() else { return Vec::new() };
        // Whoever else fetches the same waits, and finds it.
        let turn = match self.cache.take_turn(&first.place()) {
            Ok(turn) => turn,
            Err(error) => {
                let error = NetworkError::from(error);
                let failed = |job: &Job<'_>| self.outcome(job, Err(self.failed(&error, job.span())), None);
                return jobs.iter().map(|(number, job)| (*number, failed(job))).collect();
            }
        };
        let states: Vec<State> = jobs.iter().map(|(_, job)| self.state(job)).collect();
        let is_damaged = states.iter().any(|state| matches!(state, State::Damaged));
        let mut is_dropped = !is_damaged;
        let fetched = jobs.iter().zip(states).map(|((number, job), state)| {
            // When one commit is damaged, its neighbours go with it.
            let state = if is_damaged && matches!(state, State::Whole) { State::Damaged } else { state };
            (*number, self.one(job, state, &mut is_dropped))
        });
        let fetched = fetched.collect();
        drop(turn);
        fetched
    }

    /// What the cache has of a remote.
    fn state(&self, job: &Job<'_>) -> State {
        let found = match job {
            Job::Repository(locked) => self.cache.has_all_of(&locked.url.value, &locked.commit.value),
            Job::File(locked) => self.cache.file(&locked.sha256.value).map(|file| file.is_some()),
        };
        match found {
            Ok(true) => State::Whole,
            Ok(false) => State::Missing,
            Err(error) if error.is_damage() => State::Damaged,
            Err(error) => State::Unreadable(error),
        }
    }

    fn one(&self, job: &Job<'_>, state: State, is_dropped: &mut bool) -> FetchedRemote {
        let name = job.name();
        let is_damaged = matches!(state, State::Damaged);
        (self.watch)(FetchEvent::Began(&name));
        let came = AtomicUsize::new(0);
        let received = |bytes| {
            came.fetch_add(bytes, Ordering::Relaxed);
            (self.watch)(FetchEvent::Received(bytes));
        };
        let (result, remark) = match (job, state) {
            (_, State::Unreadable(error)) => (Err(self.failed(&error.into(), job.span())), None),
            (Job::Repository(locked), state) => self.repository(locked, &state, is_dropped, &received),
            (Job::File(locked), state) => (self.file(locked, &state, &received), None),
        };
        (self.watch)(FetchEvent::Ended(&name));
        let result = result.map(|is_new| match (is_new, is_damaged) {
            (false, _) => Fetched::WasThere,
            (true, false) => Fetched::Came(came.load(Ordering::Relaxed)),
            (true, true) => Fetched::Mended(came.load(Ordering::Relaxed)),
        });
        self.outcome(job, result, remark)
    }

    fn outcome(&self, job: &Job<'_>, result: Result<Fetched, Failed>, remark: Option<String>) -> FetchedRemote {
        FetchedRemote { name: job.name(), result, remark }
    }

    /// Whether it had to be fetched. The name it is pinned by is looked at also
    /// when the commit is there: a tag that moved is found before it matters.
    fn repository(
        &self,
        locked: &LockedRepository,
        state: &State,
        is_dropped: &mut bool,
        received: &(dyn Fn(usize) + Sync),
    ) -> (Result<bool, Failed>, Option<String>) {
        let (url, commit, reference) = (&locked.url.value, &locked.commit.value, &locked.reference.value);
        let failed = |error: NetworkError| self.failed(&error, locked.url.span);
        let is_there = matches!(state, State::Whole);
        let names_itself = reference == commit;
        let mut remark = None;
        if !(is_there && names_itself) {
            let server = match self.network.git_server(url) {
                Ok(server) => server,
                Err(error) => return (Err(failed(error)), None),
            };
            match server.hold(reference, commit) {
                Ok(Standing::Same) => {}
                Ok(Standing::MovedOn) => remark = Some(format!("{reference} has moved on")),
                Ok(Standing::Gone) => remark = Some(format!("{reference} is gone")),
                Err(error) => return (Err(failed(error)), None),
            }
            // Not before its server has answered: what is damaged may still serve another platform.
            if !std::mem::replace(is_dropped, true)
                && let Err(error) = self.cache.drop_repository(url)
            {
                return (Err(failed(error.into())), remark);
            }
            if !is_there && let Err(error) = self.network.fetch_commit(&server, commit, &self.cache, received) {
                return (Err(failed(error)), remark);
            }
        }
        (self.hold_tree(locked).map(|()| !is_there), remark)
    }

    /// The tree must be the one on record, as for every render.
    fn hold_tree(&self, locked: &LockedRepository) -> Result<(), Failed> {
        let url = locked.url.value.clone();
        let tree = self.cache.repository(&url, &locked.commit.value);
        let tree = tree.map_err(|error| self.failed(&error.into(), locked.url.span))?;
        let Some(actual) = tree.map(|tree| tree.tree_id()) else {
            let error = NetworkError::Incomplete { url, commit: locked.commit.value.clone() };
            return Err(self.failed(&error, locked.url.span));
        };
        if actual == locked.tree.value {
            return Ok(());
        }
        let (reference, expected) = (locked.reference.value.clone(), locked.tree.value.clone());
        let error = RemoteError::OtherTree { url, reference, expected, actual };
        let (refusal, help) = (Refusal::SourceUnavailable, error.hint());
        Err(Failed::new(refusal, "pin::other-tree", &error, locked.tree.span, help, &self.sources))
    }

    fn file(&self, locked: &LockedFile, state: &State, received: &(dyn Fn(usize) + Sync)) -> Result<bool, Failed> {
        if matches!(state, State::Whole) {
            return Ok(false);
        }
        let expected = (locked.sha256.value.as_str(), locked.size.value);
        let fetched = self.network.fetch_file(&locked.url.value, expected, &self.cache, received);
        fetched.map(|()| true).map_err(|error| self.failed(&error, locked.url.span))
    }

    pub(super) fn failed(&self, error: &NetworkError, span: Span) -> Failed {
        let (code, refusal) = match error {
            NetworkError::Cache(_) => ("pin::unwritable-cache", Refusal::Invalid),
            NetworkError::Digest { .. } => ("pin::other-file", Refusal::SourceUnavailable),
            NetworkError::Moved { .. } => ("pin::moved", Refusal::SourceUnavailable),
            _ => ("pin::not-fetched", Refusal::SourceUnavailable),
        };
        Failed::new(refusal, code, error, span, error.hint(), &self.sources)
    }
}

/// What the cache has of a remote.
enum State {
    /// All of it, and it is right.
    Whole,
    /// Nothing, or not all.
    Missing,
    /// Something else than it should be.
    Damaged,
    /// Nobody can say.
    Unreadable(CacheError),
}

/// One remote to fetch.
#[derive(Clone, Copy)]
enum Job<'l> {
    Repository(&'l LockedRepository),
    File(&'l LockedFile),
}

impl Job<'_> {
    fn name(&self) -> String {
        match self {
            Self::Repository(locked) => locked.name(),
            Self::File(locked) => locked.name(),
        }
    }

    /// Where it is kept: jobs for one place follow each other.
    fn place(&self) -> String {
        match self {
            Self::Repository(locked) => repository_name(&locked.url.value),
            Self::File(locked) => format!("file {}", locked.sha256.value),
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Repository(locked) => locked.url.span,
            Self::File(locked) => locked.url.span,
        }
    }
}

fn has_repository(providers: &Providers, locked: &LockedRepository) -> bool {
    let spec = |reference: &str| RepoSpec::parse(&format!("{}?ref={reference}", locked.url.value)).ok();
    let asked = [&locked.reference.value, &locked.commit.value];
    asked.into_iter().filter_map(|reference| spec(reference)).any(|spec| providers.repository(&spec).is_ok())
}

fn has_file(providers: &Providers, locked: &LockedFile) -> bool {
    matches!(providers.file(&locked.url.value), Ok(Some(_)))
        || matches!(providers.file_with_digest(&locked.sha256.value), Ok(Some(_)))
}

//! The example platform, and its upstream on servers.

#![expect(clippy::disallowed_methods, reason = "the tests look at the disk behind the back of the code")]

use std::path::{Path, PathBuf};
use std::process::Command;

use git2::{Oid, Repository};

use crate::command::{Run, quintet, run};
use crate::pin::{FLOWS, UPSTREAM, repository, text};
use crate::platform::Platform;
use crate::servers::{Ca, Git, Proxy, Request, Response, Server, Wants};

/// The release file, by its path on the server.
pub(super) const JOBS: &str = "/jobs/releases/download/v1.0.0/manifests.yaml";
/// The example's other remotes, as the lock calls them.
pub(super) const FLOWS_NAME: &str = "git.example/flows/tiny-flows";
pub(super) const UPSTREAM_NAME: &str = "git.example/kubeflow/tiny-upstream";

/// The example without the upstream it carries, and that upstream as bare
/// repositories and a file, to be served as `https://git.example`.
pub(super) struct Site {
    pub(super) platform: Platform,
    /// What renders gave while the example carried its upstream.
    pub(super) expected: Vec<u8>,
    pub(super) jobs: Vec<u8>,
    pub(super) git: Git,
    pub(super) ca: Ca,
    repositories: PathBuf,
}

impl Site {
    /// Nothing where there is no `git`.
    pub(super) fn new() -> Option<Self> {
        Self::giving(Wants::Any)
    }

    pub(super) fn giving(wants: Wants) -> Option<Self> {
        let platform = Platform::new();
        let expected = run(&mut quintet(["render", "--env", "staging", "--repo", text(platform.root())])).built();
        let upstream = platform.root().join("upstream");
        let repositories = platform.root().join("../served");
        for ((name, message, _), served) in [(FLOWS, "flows/tiny-flows"), (UPSTREAM, "kubeflow/tiny-upstream")] {
            let source = platform.root().join("../sources").join(name);
            let commit = repository(&upstream.join(name), message, &source);
            let bare = repositories.join(format!("{served}.git"));
            let bare = git2::build::RepoBuilder::new().bare(true).clone(text(&source), &bare).expect("cloned");
            // As on a server: its branches are its own.
            for copied in bare.references_glob("refs/remotes/*").expect("listed") {
                copied.expect("read").delete().expect("deleted");
            }
            bare.reference("refs/tags/v1.2.3", Oid::from_str(&commit).expect("an id"), true, "").expect("tagged");
        }
        let jobs = std::fs::read(upstream.join("jobs@v1.0.0/manifests.yaml")).expect("is there");
        std::fs::remove_dir_all(&upstream).expect("was there");
        let git = Git::of(&repositories, wants)?;
        Some(Self { platform, expected, jobs, git, ca: Ca::new(), repositories })
    }

    /// A repository that is served.
    pub(super) fn repository(&self, name: &str) -> Repository {
        Repository::open_bare(self.repositories.join(format!("{name}.git"))).expect("is there")
    }

    pub(super) fn cache(&self) -> PathBuf {
        self.platform.root().join("../cache")
    }

    /// What a well-behaved server answers.
    pub(super) fn answer(&self) -> impl Fn(&Request) -> Response + Send + Sync + 'static {
        let (git, jobs) = (self.git.clone(), self.jobs.clone());
        move |request| match request.path() {
            JOBS => Response::ok(jobs.clone()),
            _ => git.answer(request),
        }
    }

    /// Serves as `https://git.example`.
    pub(super) fn serve(&self, handler: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Served {
        let server = Server::start_tls_as(&self.ca, &["git.example", "other.example"], handler);
        let proxy = Proxy::leading(&[("git.example:443", server.address()), ("other.example:443", server.address())]);
        Served { server, proxy }
    }

    /// `quintet COMMAND --repo … --cache …`, which knows the servers.
    pub(super) fn command(&self, served: &Served, command: &[&str]) -> Command {
        let (root, cache) = (self.platform.root(), self.cache());
        let mut command = quintet(command.iter().copied().chain(["--repo", text(root), "--cache", text(&cache)]));
        command.env("HTTPS_PROXY", served.proxy.url()).env("SSL_CERT_FILE", self.ca.file());
        command
    }

    pub(super) fn fetch(&self, served: &Served) -> Run {
        run(&mut self.command(served, &["pin", "fetch"]))
    }

    /// The render from the cache alone must be what it was.
    #[track_caller]
    pub(super) fn renders(&self) {
        assert!(self.offline(&["render", "--env", "staging"]).built() == self.expected);
    }

    /// Runs with the cache and no network.
    pub(super) fn offline(&self, command: &[&str]) -> Run {
        let (root, cache) = (self.platform.root(), self.cache());
        run(&mut quintet(command.iter().copied().chain(["--repo", text(root), "--cache", text(&cache)])))
    }
}

/// Servers that stand for `https://git.example`.
pub(super) struct Served {
    pub(super) server: Server,
    pub(super) proxy: Proxy,
}

impl Served {
    /// How often the server was asked for something with this in its address.
    pub(super) fn asked(&self, part: &str) -> usize {
        self.server.requests().iter().filter(|request| request.target.contains(part)).count()
    }
}

/// A run that could not have everything: its lines and its messages.
#[track_caller]
pub(super) fn partly(run: Run, code: i32) -> (String, String) {
    assert_eq!(run.code, Some(code), "{}", run.stderr);
    // A long message is broken over lines that begin with a bar.
    (String::from_utf8(run.stdout).expect("a text"), run.stderr.replace("\n  │ ", " "))
}

/// All files below a folder, with their bytes.
pub(super) fn files_of(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("readable"));
    let files = files.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().to_path_buf(), std::fs::read(entry.path()).expect("readable"))).collect()
}

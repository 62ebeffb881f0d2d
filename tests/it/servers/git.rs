//! Git over smart HTTP, protocol version 0, by the program `git`.
//!
//! Follows `Documentation/gitprotocol-http.adoc` and `http-backend.c` of git
//! 2.47: the program is asked without `Git-Protocol`, so newer clients get
//! version 0 as well.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::message::{Request, Response};
use crate::shared::is_ci;

const SERVICE: &str = "git-upload-pack";

/// Which ids a server gives when it is asked for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    /// Those its references point at, as they are advertised. An annotated tag
    /// is advertised, and its commit only beside it, which is not enough.
    Advertised,
    /// As git does when nothing is configured: over HTTP also what a reference
    /// leads to, although the server does not announce that it would.
    Reachable,
    /// Whatever is there, as GitHub does.
    Any,
}

/// The bare repositories `NAME.git` below a folder, as `/NAME` and `/NAME.git`.
#[derive(Clone, Debug)]
pub(crate) struct Git {
    folder: PathBuf,
    wants: Wants,
}

impl Git {
    /// Nothing where there is no `git`.
    pub(crate) fn of(folder: &Path, wants: Wants) -> Option<Self> {
        program_is_there().then(|| Self { folder: folder.to_path_buf(), wants })
    }

    /// A handler's answer: what no repository is asked for is 404.
    pub(crate) fn answer(&self, request: &Request) -> Response {
        let path = request.path();
        if let Some(name) = path.strip_suffix("/info/refs")
            && request.method == "GET"
        {
            return match (self.repository(name), request.target.ends_with("?service=git-upload-pack")) {
                (Some(repository), true) => self.advertise(&repository),
                (Some(_), false) => Response::status(403),
                (None, _) => Response::status(404),
            };
        }
        match path.strip_suffix("/git-upload-pack").and_then(|name| self.repository(name)) {
            Some(_) if request.header("content-encoding").is_some() => Response::status(415),
            Some(repository) if request.method == "POST" => self.upload(&repository, &request.body),
            _ => Response::status(404),
        }
    }

    fn repository(&self, name: &str) -> Option<PathBuf> {
        let name = name.strip_prefix('/')?;
        let name = name.strip_suffix(".git").unwrap_or(name);
        let is_below = !name.split('/').any(|part| part.is_empty() || part.starts_with('.'));
        let folder = self.folder.join(format!("{name}.git"));
        (is_below && folder.is_dir()).then_some(folder)
    }

    fn advertise(&self, repository: &Path) -> Response {
        let mut body = line(&format!("# service={SERVICE}\n"));
        body.extend_from_slice(b"0000");
        body.extend(self.upload_pack(repository, &["--http-backend-info-refs"], b""));
        answered(body, "advertisement")
    }

    fn upload(&self, repository: &Path, asked: &[u8]) -> Response {
        if self.wants == Wants::Advertised
            && let Some(id) = self.unadvertised(repository, asked)
        {
            return answered(line(&format!("ERR upload-pack: not our ref {id}")), "result");
        }
        answered(self.upload_pack(repository, &[], asked), "result")
    }

    /// The first wanted id that no reference points at.
    fn unadvertised(&self, repository: &Path, asked: &[u8]) -> Option<String> {
        let list = git(repository, &["for-each-ref", "--format=%(objectname)"]);
        let list = String::from_utf8(list).expect("hexadecimal numbers");
        let asked = String::from_utf8_lossy(asked);
        let mut wanted = asked.split("want ").skip(1).filter_map(|rest| rest.get(..40));
        wanted.find(|id| !list.lines().any(|advertised| advertised == *id)).map(str::to_owned)
    }

    fn upload_pack(&self, repository: &Path, options: &[&str], input: &[u8]) -> Vec<u8> {
        let any = if self.wants == Wants::Any { "true" } else { "false" };
        let mut command = command(&[
            ("safe.directory", "*"),
            ("uploadpack.allowTipSHA1InWant", any),
            ("uploadpack.allowReachableSHA1InWant", any),
            ("uploadpack.allowAnySHA1InWant", any),
        ]);
        command.args(["upload-pack", "--strict", "--stateless-rpc"]).args(options).arg(repository);
        // It fails where it refuses, and has said so in the protocol.
        output(&mut command, input).1
    }
}

fn answered(body: Vec<u8>, kind: &str) -> Response {
    Response::ok(body)
        .header("Content-Type", format!("application/x-{SERVICE}-{kind}"))
        .header("Cache-Control", "no-cache")
}

/// A line of the protocol: its length in four hexadecimal digits, and it.
fn line(text: &str) -> Vec<u8> {
    format!("{:04x}{text}", text.len() + 4).into_bytes()
}

/// What `git` says to `arguments` in `folder`.
///
/// # Panics
/// It failed.
pub(super) fn git(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let (succeeded, output) = output(command(&[("safe.directory", "*")]).arg("-C").arg(folder).args(arguments), b"");
    assert!(succeeded, "git {arguments:?}");
    output
}

/// `git` that knows nothing of the machine and its user but the program path.
pub(super) fn command(configuration: &[(&str, &str)]) -> Command {
    let mut command = Command::new("git");
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| name == "PATH"));
    command.env("LC_ALL", "C").env("HOME", "/nonexistent").env("GIT_TERMINAL_PROMPT", "0");
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_CONFIG_COUNT", configuration.len().to_string());
    for (at, (key, value)) in configuration.iter().enumerate() {
        command.env(format!("GIT_CONFIG_KEY_{at}"), key).env(format!("GIT_CONFIG_VALUE_{at}"), value);
    }
    command
}

/// Whether the program succeeded, and what it wrote. It is waited for.
fn output(command: &mut Command, input: &[u8]) -> (bool, Vec<u8>) {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("git starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let output = std::thread::scope(|scope| {
        // A refusal may come before all is read: then nobody reads the rest.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("git ends")
    });
    (output.status.success(), output.stdout)
}

/// Whether there is a `git`; in CI there must be.
pub(super) fn program_is_there() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    let found =
        *FOUND.get_or_init(|| Command::new("git").arg("--version").output().is_ok_and(|run| run.status.success()));
    assert!(found || !is_ci(), "git is missing");
    if !found {
        eprintln!("skipped: git is missing");
    }
    found
}

//! Credentials, which git's own helpers know and nobody else keeps.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ureq::http::Uri;

/// Helpers that ask nobody answer at once.
const PATIENCE: Duration = Duration::from_secs(30);

/// A name and a password, as the value of the header `Authorization`. It has no
/// `Debug`, so that nothing prints it.
pub(super) struct Login(String);

impl Login {
    /// What git's credential helpers, as the user configured them, have for
    /// `url`; nothing when there is no git, or they know nothing. Nobody is asked
    /// at a terminal.
    pub(super) fn from_helpers(url: &str) -> Option<Self> {
        // One at a time: a helper may have a door of its own that opens once.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = fill(&question(url)?)?;
        let value = |key: &str| answer.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        Some(Self::new(value("username")?, value("password")?)).filter(|_| value("password") != Some(""))
    }

    fn new(name: &str, password: &str) -> Self {
        Self(format!("Basic {}", BASE64_STANDARD.encode(format!("{name}:{password}"))))
    }

    /// The value of the header (RFC 7617).
    pub(super) fn basic(&self) -> &str {
        &self.0
    }
}

/// What `git credential fill` is asked about `url` (`git-credential(1)`).
fn question(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let (scheme, host, path) = (uri.scheme_str()?, uri.authority()?, uri.path().trim_start_matches('/'));
    Some(format!("protocol={scheme}\nhost={host}\npath={path}\n\n"))
}

/// What `git credential fill` answers, in time.
fn fill(question: &str) -> Option<String> {
    let mut git = Command::new("git");
    git.args(["credential", "fill"]).env("GIT_TERMINAL_PROMPT", "0").env("GCM_INTERACTIVE", "never");
    let mut child = git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    child.stdin.take()?.write_all(question.as_bytes()).ok()?;
    let asked = Instant::now();
    // An answer is short: it fits into the pipe while nobody reads.
    while child.try_wait().ok()?.is_none() {
        if asked.elapsed() > PATIENCE {
            child.kill().ok();
            child.wait().ok();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_the_one_of_the_specification() {
        assert_eq!(Login::new("Aladdin", "open sesame").basic(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    }

    #[test]
    fn helpers_are_asked_about_the_host_with_its_port() {
        let asked = question("https://10.0.0.5:8443/org/repo?x=y").unwrap();
        assert_eq!(asked, "protocol=https\nhost=10.0.0.5:8443\npath=org/repo\n\n");
    }
}

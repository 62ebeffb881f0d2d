//! Programs of other people that tests ask, and scripts that run under them.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests are told by the environment what is at hand, and what is skipped is told"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{Run, run};
use crate::shared::is_ci;

/// Whether `program` is on the PATH; `.ci/run` installs what may not be skipped.
pub(crate) fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !found {
        assert!(!is_ci(), "`{program}` is missing");
        eprintln!("skipped: `{program}` is missing");
    }
    found
}

/// The PATH with the built `quintet` in front.
pub(crate) fn path_with_quintet() -> std::ffi::OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_quintet")).parent().expect("in a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path))).expect("came from a PATH")
}

/// A script in a folder of its own.
pub(crate) struct Script {
    guard: tempfile::TempDir,
}

impl Script {
    pub(crate) fn new(text: &str) -> Self {
        let guard = tempfile::tempdir().expect("a folder");
        std::fs::write(guard.path().join("script"), text).expect("can be written");
        Self { guard }
    }

    fn path(&self) -> PathBuf {
        self.guard.path().join("script")
    }

    /// It, to be run by `shell`, with a cleared environment but a PATH.
    pub(crate) fn under(&self, shell: &[&str]) -> Command {
        let mut command = Command::new(shell[0]);
        command.args(&shell[1..]).arg(self.path()).env_clear().env("PATH", path_with_quintet());
        command.env("HOME", self.guard.path()).stdin(std::process::Stdio::null());
        command
    }

    /// Has `shell` and `shellcheck` read it.
    #[track_caller]
    pub(crate) fn is_sound(&self, shell: &str) {
        assert_reads(self.under(&[shell, "-n"]));
        if has("shellcheck") {
            assert_reads(self.under(&["shellcheck", "--norc", "--severity=style", &format!("--shell={shell}")]));
        }
    }
}

/// Runs what must have nothing to say.
#[track_caller]
pub(crate) fn assert_reads(mut command: Command) {
    let Run { code, stdout, stderr } = run(&mut command);
    let said = format!("{}{stderr}", String::from_utf8_lossy(&stdout));
    assert!(code == Some(0) && said.is_empty(), "{command:?}: {code:?}\n{said}");
}

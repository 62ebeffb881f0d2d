//! The built program, run with nothing of the environment around it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// `quintet` with a cleared environment, lines of 100 columns and no input.
pub(crate) fn quintet(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(arguments).env_clear().env("COLUMNS", "100").stdin(Stdio::null());
    command
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The exit code; nothing after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

pub(crate) fn run(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    Run {
        code: output.status.code(),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// Runs `quintet build` in `folder`.
pub(crate) fn build_in(folder: &Path, arguments: &[&str]) -> Run {
    run(quintet(["build"]).args(arguments).current_dir(folder))
}

impl Run {
    /// The output of a run that must have succeeded.
    #[track_caller]
    pub(crate) fn built(self) -> Vec<u8> {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// The messages of a run that must have failed with `code`, and without
    /// output.
    #[track_caller]
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        assert_eq!(self.stdout, b"", "a failing build writes nothing to standard output");
        assert_ne!(self.stderr.trim(), "");
        self.stderr
    }
}

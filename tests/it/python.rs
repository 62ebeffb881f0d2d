//! Readers of reports in Python, which share nothing with us.

#![expect(clippy::print_stderr, clippy::unwrap_used, reason = "what is skipped is told")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shared;

/// Whether `python3` has `module`; `install` says how to get it.
pub(crate) fn has_module(module: &str, install: &str) -> bool {
    let import = Command::new("python3").args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
    let found = import.is_ok_and(|status| status.success());
    if !found {
        let message = format!("python3 has no module `{module}`: {install}");
        assert!(!shared::is_ci(), "{message}");
        eprintln!("skipped: {message}");
    }
    found
}

/// What `tests/readers/<name>.py` makes of `input`.
#[track_caller]
pub(crate) fn read(name: &str, arguments: &[&OsStr], input: &[u8]) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers").join(name).with_extension("py");
    // No cache of bytecode beside the script.
    run(Command::new("python3").arg("-B").arg(script).args(arguments), input)
}

/// The JSON that a program writes, which reads `input` whole before it writes.
#[track_caller]
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Value {
    command.env("PYTHONUTF8", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    serde_json::from_slice(&ended.stdout).unwrap()
}

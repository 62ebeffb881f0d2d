//! The program, run in a folder with a bound on time and on memory.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the command reads files, and runs against a clock"
)]

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{Run, quintet};

pub(super) const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n";
pub(super) const CONFIG_MAP: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n";
pub(super) const ONE_FILE: &str = "resources: [a.yaml]\n";

/// A build takes two seconds at most; four times that without optimization.
const TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 8 } else { 2 });
/// Peak of resident memory, in KiB.
const MEMORY: u64 = 256 << 10;

pub(super) fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

/// The peak of resident memory so far, in KiB; nothing once the process is gone.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Runs `command` and looks at the clock and the memory every millisecond. A
/// second look at the memory does not miss what comes after the first: the
/// system keeps the peak.
#[track_caller]
pub(super) fn bounded(command: &mut Command) -> Run {
    let started = Instant::now();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).unwrap();
        bytes
    });
    let messages = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).unwrap();
        bytes
    });
    let mut most = 0;
    let status = loop {
        most = most.max(peak(&child).unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > TIME || most > MEMORY {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("killed after {:?} with {most} KiB", started.elapsed());
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let run = Run {
        code: status.code(),
        stdout: reader.join().unwrap(),
        stderr: String::from_utf8(messages.join().unwrap()).expect("messages are UTF-8"),
    };
    assert_eq!(status.signal(), None, "a signal ended the program: {}", run.stderr);
    assert!(run.stderr.len() < 16 << 10, "{} bytes of messages", run.stderr.len());
    run
}

/// Builds `folder` within the bounds.
#[track_caller]
pub(super) fn build(folder: &Path) -> Run {
    bounded(quintet(["build"]).current_dir(folder))
}

/// Builds `files`, which must be refused with all of `expected` in the message.
#[track_caller]
pub(super) fn refused(files: &[(&str, &[u8])], expected: &[&str]) {
    refused_in(folder(files).path(), expected);
}

#[track_caller]
pub(super) fn refused_in(folder: &Path, expected: &[&str]) {
    let message = build(folder).failed(2);
    // A long message is broken over lines that begin with a bar.
    let flat = message.replace("\n  │ ", " ");
    for text in expected {
        assert!(flat.contains(text), "{text} in:\n{message}");
    }
}

/// Builds `a.yaml`, which must be refused.
#[track_caller]
pub(super) fn refused_text(text: impl AsRef<[u8]>, expected: &[&str]) {
    refused(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_ref())], expected);
}

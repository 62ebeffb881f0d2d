//! The cases of `tests/cases`, each for one behaviour.
//!
//! `tests/cases/<topic>/<name>/in` is built. Beside it stands `expected.yaml`,
//! the output, or `error.txt`, the code and the first line of the message.
//! `QUINTET_ACCEPT=1 cargo test` writes these anew and shows what changed; the
//! second test holds them to the reference.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "cases are files")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::command::{build_in, run};
use crate::shared::{accepts, golden, in_parallel, oracle};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
const EXPECTED: &str = "expected.yaml";
const ERROR: &str = "error.txt";

/// Cases in which kustomize does something else, and why quintet does not:
/// each is in a table of `docs/deviations.md`.
const DIFFERENT: &[(&str, &str)] = &[
    ("deviations/json-copy-of-all-annotations", "kustomize copies its bookkeeping with the annotations"),
    ("deviations/key-twice-that-a-patch-removes", "kustomize looks for keys that are there twice only at the end"),
    ("deviations/quoted-merge-key", "kustomize drops the key and its value"),
    ("deviations/source-that-is-all-annotations", "kustomize writes its bookkeeping with the annotations"),
];

static CHECKED: LazyLock<Vec<Result<(), String>>> = LazyLock::new(|| in_parallel(&cases(), Case::check));

struct Case {
    /// `<topic>/<name>`
    name: String,
    folder: PathBuf,
}

impl Case {
    fn read(&self, file: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(file)).ok()
    }

    /// # Errors
    /// What differs from the expectation.
    fn check(&self) -> Result<(), String> {
        let ended = build_in(&self.folder, &["--quiet", "in"]);
        let (file, other, actual) = match ended.code {
            Some(0) => (EXPECTED, ERROR, ended.stdout),
            Some(2) if ended.stdout.is_empty() => (ERROR, EXPECTED, head(&ended.stderr).into_bytes()),
            code => return Err(format!("{}: ended with {code:?}\n{}", self.name, ended.stderr)),
        };
        if self.read(other).is_some() {
            if !accepts() {
                return Err(format!("{}: has {other}, but\n{}{}", self.name, shown(&actual), ended.stderr));
            }
            std::fs::remove_file(self.folder.join(other)).unwrap();
        }
        golden(&self.folder.join(file), &actual)
    }

    /// # Errors
    /// What differs from what `kubectl kustomize` does.
    fn check_reference(&self, kubectl: &Path) -> Result<(), String> {
        let mut command = Command::new(kubectl);
        command.args(["kustomize", "in"]).current_dir(&self.folder).env_clear().stdin(Stdio::null());
        let ended = run(&mut command);
        let built = (ended.code == Some(0)).then_some(ended.stdout);
        let expected = self.read(EXPECTED);
        if expected == built {
            return Ok(());
        }
        match built {
            Some(text) => Err(format!("{}: the reference builds\n{}", self.name, shown(&text))),
            None => Err(format!("{}: the reference refuses it: {}", self.name, ended.stderr)),
        }
    }
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The code of a message and its first line.
fn head(message: &str) -> String {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(2).map(|line| format!("{line}\n")).collect()
}

/// What is in `folder`, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// All cases, sorted by topic and name.
fn cases() -> Vec<Case> {
    let folders = entries(Path::new(CASES)).into_iter().flat_map(|topic| entries(&topic));
    let cases = folders
        .map(|folder| Case { name: folder.strip_prefix(CASES).unwrap().to_string_lossy().replace('\\', "/"), folder });
    cases.collect()
}

#[track_caller]
fn all_ok(results: &[Result<(), String>]) {
    let wrong: Vec<&str> = results.iter().filter_map(|result| result.as_ref().err()).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_own_case_gives_what_is_expected() {
    all_ok(&CHECKED);
}

#[test]
fn expectations_are_what_the_reference_gives() {
    let cases = cases();
    for (name, why) in DIFFERENT {
        assert!(cases.iter().any(|case| case.name == *name), "{name} ({why}) is no case");
    }
    let Some(kubectl) = oracle("kubectl", "QUINTET_KUBECTL") else { return };
    // Expectations that are accepted in this run are written before.
    LazyLock::force(&CHECKED);
    all_ok(&in_parallel(&cases, |case| {
        let checked = case.check_reference(&kubectl);
        match (DIFFERENT.iter().find(|(name, _)| *name == case.name), checked) {
            (None, checked) => checked,
            (Some(_), Err(_)) => Ok(()),
            (Some((name, _)), Ok(())) => Err(format!("{name}: the reference does the same, it is not different")),
        }
    }));
}

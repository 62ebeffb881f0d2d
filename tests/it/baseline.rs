//! `check --baseline`: what was wrong already fails no run.

#![expect(clippy::disallowed_methods, reason = "the tests look at the reports that the program writes")]

use std::path::PathBuf;

use quintet::check::ALL;
use quintet::report::Baseline;
use serde_json::Value;

use crate::command::{Run, quintet, run};
use crate::platform::Platform;
use crate::schemas::schema;
use crate::validator::{has_validator, validate};

const DEVBOX: &str = "compositions/environments/devbox.yaml";

/// A platform with a baseline beside it.
struct Checked {
    platform: Platform,
    file: PathBuf,
}

impl Checked {
    fn new() -> Self {
        let platform = Platform::new();
        let file = platform.root().join("../baseline.json");
        Self { platform, file }
    }

    /// Gives the environment a value that nobody uses: an error of `patch`.
    fn with_unused(&self, name: &str) {
        let values = format!("values:\n  {name}: {{value: uses.it}}\n");
        self.platform.write(DEVBOX, &self.platform.read(DEVBOX).replace("values:\n", &values));
    }

    fn without_unused(&self, name: &str) {
        self.platform
            .write(DEVBOX, &self.platform.read(DEVBOX).replace(&format!("  {name}: {{value: uses.it}}\n"), ""));
    }

    fn check(&self, arguments: &[&str]) -> Run {
        let mut command = quintet(["check", "--repo"]);
        command.arg(self.platform.root()).args(arguments);
        run(command.current_dir(self.platform.root()))
    }

    /// Writes the baseline.
    fn write(&self, arguments: &[&str]) -> Run {
        let output = format!("json={}", self.file.display());
        self.check(&[arguments, &["--output", &output]].concat())
    }

    fn against(&self, arguments: &[&str]) -> Run {
        let file = self.file.to_string_lossy();
        self.check(&[arguments, &["--baseline", &file]].concat())
    }

    /// The last lines of the report for people.
    #[track_caller]
    fn tells(&self, code: i32, expected: &str) {
        let ended = self.against(&["--all-envs"]);
        let text = String::from_utf8(ended.stdout).expect("text");
        assert_eq!(ended.code, Some(code), "{text}{}", ended.stderr);
        assert!(text.ends_with(expected), "{text}");
    }
}

#[test]
fn a_known_finding_fails_nothing_and_a_new_one_does() {
    let checked = Checked::new();
    checked.with_unused("first");
    assert_eq!(checked.write(&["--all-envs"]).code, Some(1));
    checked.tells(0, " 1 known in 3 environments\n");
    checked.with_unused("second");
    checked.tells(1, " 1 known in 3 environments\n");
    checked.without_unused("second");
    checked.without_unused("first");
    checked.tells(0, " 0 known in 3 environments\n1 finding of the baseline is gone: write it again\n");
}

#[test]
fn a_report_made_against_a_baseline_is_a_baseline_of_all_and_fits_its_schema() {
    let checked = Checked::new();
    checked.with_unused("first");
    checked.write(&["--all-envs"]);
    checked.with_unused("second");
    let file = checked.file.to_string_lossy().into_owned();
    assert_eq!(checked.write(&["--all-envs", "--baseline", &file]).code, Some(1));
    let report: Value = serde_json::from_slice(&std::fs::read(&checked.file).expect("written")).expect("JSON");
    assert_eq!(report["counts"]["known"], 1, "{report:#}");
    assert_eq!(report["baseline"]["known"][0]["id"], "patch/unused-value", "{report:#}");
    if has_validator() {
        assert_eq!(validate(&schema("report"), &report), Ok(()), "{report:#}");
    }
    checked.tells(0, " 2 known in 3 environments\n");
    // One for all environments serves a run over one of them.
    assert_eq!(checked.against(&["--env", "staging"]).code, Some(0));
}

#[test]
fn a_baseline_stands_for_no_composition_and_no_confirmation() {
    let checked = Checked::new();
    let policy = checked.platform.read("policies/closed-set.yaml");
    checked.platform.write("policies/closed-set.yaml", &policy.replacen("kubeflow-katib", "kubeflow-other", 1));
    assert_eq!(checked.write(&["--all-envs"]).code, Some(1));
    let ended = checked.against(&["--all-envs", "--output", "json"]);
    let report: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    let ids: Vec<&str> =
        report["findings"].as_array().expect("a list").iter().filter_map(|one| one["id"].as_str()).collect();
    assert!(ids.iter().any(|id| id.starts_with("closed-set/")), "{ids:?}");
    assert!(ids.contains(&"pin/unconfirmed-value"), "{ids:?}");
    assert_eq!((ended.code, &report["counts"]["known"]), (Some(1), &Value::from(0)));
}

#[test]
fn a_family_that_is_never_known_has_checks() {
    for family in ["closed-set", "pin", "snapshot", "waiver"] {
        let of_it: Vec<_> = ALL.iter().filter(|check| check.id.family() == family).collect();
        assert!(!of_it.is_empty() && of_it.iter().all(|check| !Baseline::may_know(check.id.as_str())), "{family}");
    }
}

#[test]
fn a_file_that_is_no_baseline_of_this_run_ends_it() {
    let checked = Checked::new();
    let refused = |arguments: &[&str], expected: &[&str]| {
        let message = checked.against(arguments).failed(2);
        // Lines are broken to fit the terminal.
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        for expected in expected {
            assert!(message.contains(expected), "{expected} in {message}");
        }
    };
    refused(&["--all-envs"], &["check::invalid-baseline", "cannot be read", "baseline.json"]);
    let write = |text: &str| std::fs::write(&checked.file, text).expect("can be written");
    write("{\"schema\": \"quintet/report/v1\",\n oops}");
    refused(&["--all-envs"], &["the baseline is not JSON", "baseline.json:2:2", "quintet check --output json=FILE"]);
    write("{\"schema\": \"quintet/report/v2\", \"environments\": [], \"findings\": []}");
    refused(&["--all-envs"], &["must be `quintet/report/v1`", "baseline.json:1:12"]);
    write("\u{feff}\u{0}");
    refused(&["--all-envs"], &["check::invalid-baseline"]);
    std::fs::write(&checked.file, b"{\"schema\": \"\xff\"}").expect("can be written");
    refused(&["--all-envs"], &["the baseline is not UTF-8 text"]);
    checked.write(&["--env", "devbox"]);
    refused(
        &["--all-envs"],
        &["knows nothing of \"icaruscloudlab\"", "baseline.json:4:19", "--all-envs --output json"],
    );
}

//! The conformance corpus: every case gives what kustomize 5.8.1 gave.
//!
//! `docs/deviations.list` names the cases that give something else on purpose;
//! one that gives the same after all must leave the list.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use std::collections::BTreeSet;
use std::path::Path;

use crate::cases::{self, Case};
use crate::command::{quintet, run};
use crate::shared::{in_parallel, oracle, short_diff};

/// Exit codes of a crash: a panic, an abort, a bad memory access.
const CRASHES: &[Option<i32>] = &[None, Some(101), Some(134), Some(139)];
const DEVIATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/deviations.list");
/// One case in a hundred may differ, and no more.
const MOST_DEVIATIONS: usize = 11;
/// Failures that are shown.
const SHOWN: usize = 10;

/// The cases that differ on purpose.
#[expect(clippy::disallowed_methods, reason = "the list is a file of the repository")]
pub(crate) fn deviations() -> BTreeSet<String> {
    let text = std::fs::read_to_string(DEVIATIONS).unwrap();
    let names = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Runs one case.
///
/// # Errors
/// What differs from the expectation.
fn check(case: &Case, helm: Option<&Path>) -> Result<(), String> {
    let laid_out = case.lay_out();
    let mut command = quintet(["build".as_ref(), laid_out.target.as_os_str()]);
    command.args(&laid_out.arguments).env("HOME", laid_out.home()).env("XDG_CONFIG_HOME", laid_out.home());
    command.env("PATH", "/usr/bin:/bin").current_dir(laid_out.home());
    if let Some(helm) = helm.filter(|_| case.needs_helm()) {
        command.arg("--helm-command").arg(helm);
    }
    let ended = run(&mut command);
    let Some(expected) = &case.expect.stdout else {
        return match ended.code {
            Some(0) => Err(format!("built, but must fail: {}", case.expect.error.as_deref().unwrap_or_default())),
            code if CRASHES.contains(&code) => Err(format!("crashed: {code:?}\n{}", ended.stderr)),
            _ if !ended.stdout.is_empty() => Err("failed, but wrote to standard output".to_owned()),
            _ if ended.stderr.trim().is_empty() => Err("failed without a message".to_owned()),
            _ => Ok(()),
        };
    };
    if ended.code != Some(0) {
        return Err(format!("ended with {:?}\n{}", ended.code, ended.stderr));
    }
    if ended.stdout != expected.as_bytes() {
        return Err(short_diff(expected.as_bytes(), &ended.stdout));
    }
    Ok(())
}

#[test]
fn every_case_gives_what_kustomize_gave() {
    let Some(mut cases) = cases::all() else { return };
    let (mut listed, all) = (deviations(), cases.len());
    assert!(listed.len() <= MOST_DEVIATIONS, "{DEVIATIONS} has {} cases", listed.len());
    let helm = oracle("helm", "QUINTET_HELM");
    if helm.is_none() {
        cases.retain(|case| !case.needs_helm() || case.expect.error.is_some());
        eprintln!("skipped: {} cases that need helm", all - cases.len());
    }
    let results = in_parallel(&cases, |case| check(case, helm.as_deref()));
    let (mut equal, mut wrong) = (0, Vec::new());
    for (case, result) in cases.iter().zip(results) {
        match (listed.remove(&case.name), result) {
            (false, Ok(())) => equal += 1,
            (true, Err(_)) => {}
            (true, Ok(())) => wrong.push(format!("{}: is equal, remove it from {DEVIATIONS}", case.name)),
            (false, Err(why)) => wrong.push(format!("{}: {why}", case.name)),
        }
    }
    if helm.is_some() {
        wrong.extend(listed.iter().map(|name| format!("{name}: is in {DEVIATIONS}, but no case")));
    }
    eprintln!("{equal} of {} cases equal", cases.len());
    let shown: Vec<&str> = wrong.iter().take(SHOWN).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} cases differ, the first:\n{}", wrong.len(), shown.join("\n"));
    assert_eq!(all, 1114);
}

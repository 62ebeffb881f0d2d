//! A baseline: the findings of an earlier report, which fail no later run.

use std::collections::BTreeMap;

use super::{Baselined, Report};
use crate::finding::{CheckId, Finding};

/// Families of which a baseline knows nothing. A waiver has a reason, an owner
/// and a last day; a baseline has none, so it stands back where something else
/// decides what is accepted: the closed set (whose findings also keep the render
/// from being looked at), pins and values nobody confirmed, snapshots, waivers.
const NEVER_KNOWN: [&str; 4] = ["closed-set", "pin", "snapshot", "waiver"];

/// The findings of an earlier report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The environments the report is about.
    pub environments: Vec<String>,
    /// What it found and what it knew itself, as often as it did.
    pub entries: Vec<BaselineEntry>,
}

/// A finding of an earlier report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineEntry {
    /// The id of its check.
    pub check: String,
    /// [`Finding::fingerprint`]
    pub fingerprint: String,
    /// The environments it was found in.
    pub environments: Vec<String>,
}

impl Baseline {
    /// Whether a baseline may know findings of the check `id`: not those of
    /// `closed-set`, `pin`, `snapshot` and `waiver`.
    #[must_use]
    pub fn may_know(id: &str) -> bool {
        let family = id.split_once('/').map_or(id, |(family, _)| family);
        !NEVER_KNOWN.contains(&family)
    }

    /// Takes out of the findings of `report` what is known, as often as it is,
    /// and says how many entries are left. A finding is known when an entry has
    /// its fingerprint and all its environments: what spreads is new.
    ///
    /// Entries left over are gone only if the report is about the environments
    /// of the baseline; a run that looks at fewer cannot tell.
    #[must_use]
    pub fn apply(&self, report: Report) -> Report {
        let mut entries: BTreeMap<&str, Vec<&BaselineEntry>> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| Self::may_know(&entry.check)) {
            entries.entry(&entry.fingerprint).or_default().push(entry);
        }
        let (known, findings) = report.findings.into_iter().partition(|finding| take(&mut entries, finding));
        let is_whole = self.environments.iter().all(|name| report.environments.contains(name));
        let gone = if is_whole { entries.values().map(Vec::len).sum() } else { 0 };
        Report { findings, baseline: Some(Baselined { known, gone }), ..report }
    }
}

/// Whether there was an entry for `finding`; it is used up. Of several the one
/// with the fewest environments goes, so that the others are left for findings
/// that need them.
fn take(entries: &mut BTreeMap<&str, Vec<&BaselineEntry>>, finding: &Finding) -> bool {
    let may_know = |id: CheckId| Baseline::may_know(id.as_str());
    let Some(of_this) = entries.get_mut(finding.fingerprint().as_str()).filter(|_| may_know(finding.id)) else {
        return false;
    };
    let covers = |entry: &BaselineEntry| finding.environments.iter().all(|name| entry.environments.contains(name));
    let fitting = of_this.iter().enumerate().filter(|(_, entry)| covers(entry));
    let Some((at, _)) = fitting.min_by_key(|(_, entry)| entry.environments.len()) else { return false };
    of_this.remove(at);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;

    fn finding(id: &'static str, key: &str, environments: &[&str]) -> Finding {
        let mut finding = Finding::new(CheckId::new(id), Severity::Error, "m", "h").keyed(key);
        finding.environments = environments.iter().map(|&name| name.to_owned()).collect();
        finding
    }

    fn report(environments: &[&str], findings: &[Finding]) -> Report {
        Report {
            environments: environments.iter().map(|&name| name.to_owned()).collect(),
            findings: findings.to_vec(),
            ..Report::default()
        }
    }

    fn baseline(environments: &[&str], findings: &[Finding]) -> Baseline {
        let entry = |finding: &Finding| BaselineEntry {
            check: finding.id.to_string(),
            fingerprint: finding.fingerprint(),
            environments: finding.environments.clone(),
        };
        let environments = environments.iter().map(|&name| name.to_owned()).collect();
        Baseline { environments, entries: findings.iter().map(entry).collect() }
    }

    /// Keys of what is new and known, and how many are gone.
    fn told(report: &Report) -> (Vec<&str>, Vec<&str>, usize) {
        let keys = |findings| <[Finding]>::iter(findings).map(|finding| finding.key.as_str()).collect();
        (keys(&report.findings), keys(report.known()), report.baseline.as_ref().unwrap().gone)
    }

    #[test]
    fn known_findings_are_taken_out_and_missing_ones_counted() {
        let find = |key| finding("a/b", key, &["one"]);
        let report = baseline(&["one"], &[find("x"), find("gone")]).apply(report(&["one"], &[find("x"), find("y")]));
        assert_eq!(told(&report), (vec!["y"], vec!["x"], 1));
    }

    #[test]
    fn a_baseline_knows_a_finding_as_often_as_it_has_it() {
        let find = || finding("a/b", "x", &["one"]);
        let report = baseline(&["one"], &[find(), find()]).apply(report(&["one"], &[find(), find(), find()]));
        assert_eq!(told(&report), (vec!["x"], vec!["x", "x"], 0));
    }

    #[test]
    fn what_spreads_to_an_environment_is_new() {
        let report = baseline(&["one", "two"], &[finding("a/b", "x", &["one"])])
            .apply(report(&["one", "two"], &[finding("a/b", "x", &["one", "two"])]));
        assert_eq!(told(&report), (vec!["x"], vec![], 1));
        let wide_and_narrow = [finding("a/b", "x", &["one", "two"]), finding("a/b", "x", &["one"])];
        let found = [finding("a/b", "x", &["one"]), finding("a/b", "x", &["two"])];
        let report = baseline(&["one", "two"], &wide_and_narrow).apply(self::report(&["one", "two"], &found));
        assert_eq!(told(&report), (vec![], vec!["x", "x"], 0));
    }

    #[test]
    fn a_run_over_fewer_environments_cannot_tell_what_is_gone() {
        let report = baseline(&["one", "two"], &[finding("a/b", "x", &["two"])]).apply(report(&["one"], &[]));
        assert_eq!(told(&report), (vec![], vec![], 0));
    }

    #[test]
    fn some_families_are_never_known() {
        for id in ["closed-set/extra-application", "pin/unconfirmed-value", "snapshot/differs", "waiver/unused-waiver"]
        {
            let find = finding(id, "x", &["one"]);
            let report = baseline(&["one"], std::slice::from_ref(&find)).apply(report(&["one"], &[find]));
            assert_eq!(told(&report), (vec!["x"], vec![], 0));
        }
        assert!(Baseline::may_know("patch/changed-nothing"));
    }
}

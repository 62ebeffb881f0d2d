//! A report by check.

use std::collections::BTreeMap;

use crate::finding::{CheckId, Finding, Severity};
use crate::report::{Report, Rule, WaivedFinding};

/// All that a report says of one check.
#[derive(Debug)]
pub(super) struct Group<'r> {
    pub(super) id: CheckId,
    /// Nothing when the report does not list the check.
    pub(super) rule: Option<&'r Rule>,
    pub(super) findings: Vec<&'r Finding>,
    pub(super) known: Vec<&'r Finding>,
    pub(super) waived: Vec<&'r WaivedFinding>,
}

impl Group<'_> {
    /// How many findings have `severity`; known and waived ones do not count.
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// What its findings weigh at most.
    pub(super) fn heaviest(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

/// Every check that looked or found something, by id; findings keep their order.
pub(super) fn by_check(report: &Report) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<CheckId, Group<'_>> = BTreeMap::new();
    let empty = |id| Group { id, rule: None, findings: Vec::new(), known: Vec::new(), waived: Vec::new() };
    for rule in &report.rules {
        groups.entry(rule.id).or_insert_with(|| empty(rule.id)).rule = Some(rule);
    }
    for finding in &report.findings {
        groups.entry(finding.id).or_insert_with(|| empty(finding.id)).findings.push(finding);
    }
    for finding in report.known() {
        groups.entry(finding.id).or_insert_with(|| empty(finding.id)).known.push(finding);
    }
    for waived in &report.waived {
        let id = waived.finding.id;
        groups.entry(id).or_insert_with(|| empty(id)).waived.push(waived);
    }
    groups.into_values().collect()
}

/// The groups that have findings, those with errors first.
pub(super) fn found<'g, 'r>(groups: &'g [Group<'r>]) -> Vec<&'g Group<'r>> {
    let mut found: Vec<_> = groups.iter().filter(|group| !group.findings.is_empty()).collect();
    found.sort_by_key(|group| std::cmp::Reverse(group.heaviest()));
    found
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, report, waived, warning};
    use super::*;

    #[test]
    fn checks_come_by_id_and_those_with_errors_first() {
        let with_id = |finding: Finding, id| Finding { id: CheckId::new(id), ..finding };
        let findings = vec![with_id(error(), "z/z"), with_id(warning(), "a/a"), with_id(warning(), "z/z")];
        let report = Report { waived: vec![waived(error())], ..report(findings) };
        let groups = by_check(&report);
        assert_eq!(groups.iter().map(|group| group.id.as_str()).collect::<Vec<_>>(), ["a/a", "a/b", "z/z"]);
        assert_eq!((groups[1].rule, groups[1].waived.len()), (report.rules.first(), 1));
        assert_eq!(found(&groups).iter().map(|group| group.id.as_str()).collect::<Vec<_>>(), ["z/z", "a/a"]);
        assert_eq!((groups[2].count(Severity::Error), groups[2].count(Severity::Warning)), (1, 1));
    }
}

//! What a report says, as plain data.

use crate::finding::{CheckId, Finding, Severity};

/// All that the checks of one run found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The version of quintet that looked.
    pub version: String,
    /// The environments that were looked at, in that order.
    pub environments: Vec<String>,
    /// What is wrong, in the order it is told.
    pub findings: Vec<Finding>,
    /// The checks that looked, whether they found something or not.
    pub rules: Vec<Rule>,
    /// What is wrong and was accepted by a review.
    pub waived: Vec<WaivedFinding>,
}

/// A check, as reports describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its stable name.
    pub id: CheckId,
    /// What its findings weigh.
    pub severity: Severity,
    /// What it refuses, in one line.
    pub summary: &'static str,
    /// What, why and an example, as Markdown.
    pub docs: &'static str,
}

/// A finding that a waiver covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaivedFinding {
    /// What was found.
    pub finding: Finding,
    /// Why it is accepted.
    pub reason: String,
    /// Who answers for it.
    pub owner: String,
    /// The last day it is accepted on, as `2027-01-31`.
    pub expires: String,
}

/// How many findings a report has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Findings that fail the run.
    pub errors: usize,
    /// Findings worth a look.
    pub warnings: usize,
    /// Findings that waivers cover; in none of the others.
    pub waived: usize,
}

impl Report {
    /// How many findings there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let of = |severity| self.findings.iter().filter(|finding| finding.severity == severity).count();
        Counts { errors: of(Severity::Error), warnings: of(Severity::Warning), waived: self.waived.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_count_by_severity_and_waived_ones_apart() {
        let finding = |severity| Finding::new(CheckId::new("a/b"), severity, "m", "h");
        let waived = WaivedFinding {
            finding: finding(Severity::Error),
            reason: String::new(),
            owner: String::new(),
            expires: String::new(),
        };
        let report = Report {
            findings: vec![finding(Severity::Warning), finding(Severity::Error), finding(Severity::Warning)],
            waived: vec![waived],
            ..Report::default()
        };
        assert_eq!(report.counts(), Counts { errors: 1, warnings: 2, waived: 1 });
    }
}

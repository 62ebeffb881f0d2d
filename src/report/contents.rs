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
    /// What came of the comparison with a baseline; nothing without one.
    pub baseline: Option<Baselined>,
}

/// What the comparison with a baseline took out of the findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baselined {
    /// What is wrong and was so already; it fails no run.
    pub known: Vec<Finding>,
    /// How many findings of the baseline are found no more.
    pub gone: usize,
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
    /// Findings that the baseline knows; in none of the others.
    pub known: usize,
}

impl Report {
    /// How many findings there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let of = |severity| self.findings.iter().filter(|finding| finding.severity == severity).count();
        Counts {
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            waived: self.waived.len(),
            known: self.known().len(),
        }
    }

    /// The findings that the baseline knows.
    #[must_use]
    pub fn known(&self) -> &[Finding] {
        self.baseline.as_ref().map_or(&[], |baseline| &baseline.known)
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
            baseline: Some(Baselined { known: vec![finding(Severity::Error); 3], gone: 4 }),
            ..Report::default()
        };
        assert_eq!(report.counts(), Counts { errors: 1, warnings: 2, waived: 1, known: 3 });
    }
}

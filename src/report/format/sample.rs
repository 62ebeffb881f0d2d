//! What the tests of the formats write.

use super::FormatOptions;
use crate::finding::{CheckId, Finding, Severity};
use crate::report::{Report, Rule, TextStyle};

const RULE: Rule =
    Rule { id: CheckId::new("a/b"), severity: Severity::Error, summary: "b is refused", docs: "What.\n\nWhy." };

/// Without colours and default file.
pub(super) fn options() -> FormatOptions {
    FormatOptions { style: TextStyle { color: false, width: 80 }, default_file: None }
}

/// An error of the check `a/b`.
pub(super) fn error() -> Finding {
    Finding::new(RULE.id, Severity::Error, "it is wrong", "set it right")
}

/// A warning of the check `a/b`.
pub(super) fn warning() -> Finding {
    Finding { severity: Severity::Warning, ..error() }
}

/// A report of `findings` in one environment, which knows the check `a/b`.
pub(super) fn report(findings: Vec<Finding>) -> Report {
    Report {
        version: "1.2.3".to_owned(),
        environments: vec!["lab".to_owned()],
        findings,
        rules: vec![RULE],
        waived: Vec::new(),
    }
}

//! What the tests of the formats write.

use super::FormatOptions;
use crate::finding::{CheckId, Finding, Severity};
use crate::report::{Report, Rule, TextStyle, WaivedFinding};

const RULE: Rule =
    Rule { id: CheckId::new("a/b"), severity: Severity::Error, summary: "b is refused", docs: "What.\n\nWhy." };

/// Without colours and default file.
pub(super) fn options() -> FormatOptions {
    FormatOptions { style: TextStyle { color: false, width: 80 }, default_file: None, fails_at: Severity::Error }
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
        baseline: None,
    }
}

/// A review that accepted `finding`.
pub(super) fn waived(finding: Finding) -> WaivedFinding {
    let (reason, owner, expires) = ("reviewed".to_owned(), "me".to_owned(), "2027-01-31".to_owned());
    WaivedFinding { finding, reason, owner, expires }
}

/// What an input may say to get out of the text it is repeated in.
pub(super) const HOSTILE: &str =
    "</script><img src=x onerror=alert(1)> & ]]> \"'` ``` @team #1 [a](http://h) \u{0}\u{ffff}\n# b | c";

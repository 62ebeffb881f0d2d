//! What all formats for people say about a finding beside its message.

use super::Report;
use super::cut::one_line;
use crate::finding::Finding;

/// The message, what it is about, where it was found and what to do: a line
/// each, those that are empty left out.
pub(super) fn lines(finding: &Finding, report: &Report) -> Vec<String> {
    let mut lines = vec![one_line(&finding.message)];
    lines.extend(about(finding));
    lines.extend(environments(finding, report));
    lines.extend(help(finding).map(|help| format!("help: {help}")));
    lines
}

/// What to do, if the finding says it.
pub(super) fn help(finding: &Finding) -> Option<String> {
    (!finding.help.is_empty()).then(|| one_line(&finding.help))
}

/// `in <subject>, field <field>`; nothing when it is about neither.
pub(super) fn about(finding: &Finding) -> Option<String> {
    let subject = one_line(&finding.subject.to_string());
    let field = one_line(&finding.field);
    match (subject.as_str(), field.as_str()) {
        ("", "") => None,
        (subject, "") => Some(format!("in {subject}")),
        ("", field) => Some(format!("in field {field}")),
        (subject, field) => Some(format!("in {subject}, field {field}")),
    }
}

/// The environments it was found in, when it was not found in all.
pub(super) fn environments(finding: &Finding, report: &Report) -> Option<String> {
    let found = &finding.environments;
    let everywhere = report.environments.iter().all(|environment| found.contains(environment));
    (!found.is_empty() && !everywhere).then(|| format!("only in {}", one_line(&found.join(", "))))
}

/// `1 error`, `2 errors`.
pub(super) fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{CheckId, Severity, Subject};

    fn report(environments: &[&str]) -> Report {
        Report { environments: environments.iter().map(|&name| name.to_owned()).collect(), ..Report::default() }
    }

    #[test]
    fn what_is_empty_is_not_said() {
        let finding = Finding::new(CheckId::new("a/b"), Severity::Error, "m", "");
        assert_eq!(lines(&finding, &report(&["one"])), ["m"]);
        let finding = finding.in_field("spec.x");
        assert_eq!(about(&finding).as_deref(), Some("in field spec.x"));
        let finding = finding.about(Subject::application("core"));
        assert_eq!(about(&finding).as_deref(), Some("in core, field spec.x"));
    }

    #[test]
    fn environments_are_named_when_some_are_clean() {
        let mut finding = Finding::new(CheckId::new("a/b"), Severity::Error, "m", "h");
        finding.environments = vec!["one".to_owned()];
        assert_eq!(environments(&finding, &report(&["one"])), None);
        assert_eq!(environments(&finding, &report(&["one", "two"])).as_deref(), Some("only in one"));
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "error")), ["0 errors", "1 error", "2 errors"]);
    }
}

//! What all formats for people say about a finding beside its message.

use super::Report;
use super::cut::one_line;
use super::located::Located;
use super::{Counts, WaivedFinding};
use crate::finding::Finding;
use crate::text::SourceMap;

/// The message, what it is about, where it was found and what to do: a line
/// each, those that are empty left out.
pub(super) fn lines(finding: &Finding, report: &Report) -> Vec<String> {
    let mut lines = vec![one_line(&finding.message)];
    lines.extend(about(finding));
    lines.extend(environments(finding, report));
    lines.extend(help(finding).map(|help| format!("help: {help}")));
    lines
}

/// `severity: place: message` and below it, indented, the other [`lines`].
pub(super) fn plain(finding: &Finding, report: &Report, sources: &SourceMap) -> String {
    let place = Located::new(&finding.place, sources).map(|place| format!("{place}: ")).unwrap_or_default();
    format!("{}: {place}{}", finding.severity, lines(finding, report).join("\n  "))
}

/// [`plain`] and by what review it is accepted.
pub(super) fn plain_waived(waived: &WaivedFinding, report: &Report, sources: &SourceMap) -> String {
    format!("{}\n  {}", plain(&waived.finding, report, sources), accepted(waived))
}

/// `waived: <reason> (owner <owner>, until <day>)`.
pub(super) fn accepted(waived: &WaivedFinding) -> String {
    let WaivedFinding { reason, owner, expires, .. } = waived;
    one_line(&format!("waived: {reason} (owner {owner}, until {expires})"))
}

/// `1 error, 2 warnings, 0 waived`, and how many are known where there is a
/// baseline.
pub(super) fn counts(report: &Report) -> String {
    let Counts { errors, warnings, waived, known } = report.counts();
    let known = if report.baseline.is_some() { format!(", {known} known") } else { String::new() };
    format!("{}, {}, {waived} waived{known}", counted(errors, "error"), counted(warnings, "warning"))
}

/// That findings of the baseline are gone, if some are.
pub(super) fn gone(report: &Report) -> Option<String> {
    match report.baseline.as_ref()?.gone {
        0 => None,
        1 => Some("1 finding of the baseline is gone: write it again".to_owned()),
        number => Some(format!("{number} findings of the baseline are gone: write it again")),
    }
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
    use crate::report::Baselined;

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
    fn a_baseline_is_told_of_where_there_is_one() {
        let mut report = report(&["one"]);
        assert_eq!((counts(&report).as_str(), gone(&report)), ("0 errors, 0 warnings, 0 waived", None));
        report.baseline = Some(Baselined::default());
        assert_eq!((counts(&report).as_str(), gone(&report)), ("0 errors, 0 warnings, 0 waived, 0 known", None));
        report.baseline = Some(Baselined { known: Vec::new(), gone: 2 });
        assert_eq!(gone(&report).as_deref(), Some("2 findings of the baseline are gone: write it again"));
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "error")), ["0 errors", "1 error", "2 errors"]);
    }
}

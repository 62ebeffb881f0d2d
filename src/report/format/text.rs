//! For people: errors drawn into the text they are about, a line or two for
//! each warning, and how many there are.

use super::FormatOptions;
use crate::finding::{Finding, Place, Severity};
use crate::report::cut::one_line;
use crate::report::located::Located;
use crate::report::text::draw;
use crate::report::words::{about, counted, counts, environments, gone, help};
use crate::report::{Diagnostic, Report, TextStyle};
use crate::text::{SourceMap, Span};

/// Lines beside a place belong to other values, and those may be secret.
const LINES_AROUND: usize = 0;

pub(super) fn render(report: &Report, sources: &SourceMap, options: &FormatOptions) -> String {
    let mut out = String::new();
    let mut after_block = false;
    for finding in &report.findings {
        let is_block = finding.severity == Severity::Error;
        // Blocks have several lines, so air around them shows where they end.
        if after_block || (is_block && !out.is_empty()) {
            out.push('\n');
        }
        let write = if is_block { block } else { short };
        out.push_str(&write(finding, report, sources, options.style));
        after_block = is_block;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&summary(report));
    out
}

/// `1 error, 2 warnings, 0 waived in 3 environments`.
fn summary(report: &Report) -> String {
    let gone = gone(report).map(|gone| format!("{gone}\n")).unwrap_or_default();
    format!("{} in {}\n{gone}", counts(report), counted(report.environments.len(), "environment"))
}

fn block(finding: &Finding, report: &Report, sources: &SourceMap, style: TextStyle) -> String {
    let span = drawn_span(finding);
    let mut messages = vec![one_line(&finding.message)];
    messages.extend(about(finding));
    messages.extend(environments(finding, report));
    if span.is_none() {
        messages.extend(Located::new(&finding.place, sources).map(|place| format!("at {place}")));
    }
    let diagnostic = Diagnostic {
        severity: finding.severity,
        code: finding.id.to_string(),
        messages,
        span,
        related: None,
        help: help(finding),
        chain: Vec::new(),
    };
    draw(&diagnostic, sources, style, LINES_AROUND)
}

fn short(finding: &Finding, report: &Report, sources: &SourceMap, style: TextStyle) -> String {
    let word = if style.color { "\u{1b}[33mwarning\u{1b}[0m" } else { "warning" };
    let place = Located::new(&finding.place, sources).map(|place| format!("{place}: ")).unwrap_or_default();
    let more = [about(finding), environments(finding, report)].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let more = if more.is_empty() { more } else { format!(" ({more})") };
    let help = help(finding).map(|help| format!("  help: {help}\n")).unwrap_or_default();
    format!("{word}[{}]: {place}{}{more}\n{help}", finding.id, one_line(&finding.message))
}

/// The text to show: none of a Secret, and none that a check of the family
/// `secret` points at.
fn drawn_span(finding: &Finding) -> Span {
    let is_secret = finding.id.family() == "secret" || finding.subject.object.starts_with("v1 Secret ");
    match finding.place {
        Place::Text(span) if !is_secret => span,
        _ => Span::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, options, report, warning};
    use super::*;
    use crate::finding::{CheckId, Subject};
    use crate::report::Baselined;

    fn text(finding: Finding, sources: &SourceMap) -> String {
        render(&report(vec![finding]), sources, &options())
    }

    #[test]
    fn an_error_is_drawn_into_its_text_and_nothing_around_it() {
        let sources = SourceMap::new();
        let source = sources.add("patches/a.yaml", "before: 1\nkey: value\nafter: 2\n");
        let text = text(error().at(Span::new(source.id(), 10, 10)).in_field("key"), &sources);
        for expected in ["a/b\n", "it is wrong", "in field key", "patches/a.yaml:2:1", "key: value", "help: set it"] {
            assert!(text.contains(expected), "{expected} in:\n{text}");
        }
        assert!(!text.contains("before") && !text.contains("after"), "{text}");
        assert!(text.ends_with("1 error, 0 warnings, 0 waived in 1 environment\n"), "{text}");
    }

    #[test]
    fn text_that_may_be_secret_is_not_drawn() {
        let sources = SourceMap::new();
        let source = sources.add("a.yaml", "password: hunter2\n");
        let place = Span::new(source.id(), 0, 17);
        let by_object = Subject { application: String::new(), object: "v1 Secret ns/name".to_owned() };
        let mut by_family = error().at(place);
        by_family.id = CheckId::new("secret/literal-value");
        for finding in [error().at(place).about(by_object), by_family] {
            let text = text(finding, &sources);
            assert!(text.contains("at a.yaml:1:1") && !text.contains("hunter2"), "{text}");
        }
    }

    #[test]
    fn an_error_without_a_text_names_its_file_or_subject() {
        let sources = SourceMap::new();
        assert!(text(error().at(Place::File("a/b.yaml".to_owned())), &sources).contains("at a/b.yaml\n"));
        assert!(text(error().about(Subject::application("core")), &sources).contains("in core\n"));
    }

    #[test]
    fn a_warning_takes_two_lines() {
        let sources = SourceMap::new();
        let source = sources.add("a.yaml", "a: 1\n");
        let finding = warning().at(Span::new(source.id(), 3, 1)).in_field("a");
        assert_eq!(
            text(finding, &sources),
            "warning[a/b]: a.yaml:1:4: it is wrong (in field a)\n  help: set it right\n\
             \n0 errors, 1 warning, 0 waived in 1 environment\n"
        );
    }

    #[test]
    fn known_findings_are_counted_and_not_shown() {
        let baseline = Some(Baselined { known: vec![error(), warning()], gone: 1 });
        let report = Report { baseline, ..report(Vec::new()) };
        assert_eq!(
            render(&report, &SourceMap::new(), &options()),
            "0 errors, 0 warnings, 0 waived, 2 known in 1 environment\n\
             1 finding of the baseline is gone: write it again\n"
        );
    }

    #[test]
    fn what_the_input_says_cannot_steer_the_terminal() {
        let mut finding = warning();
        finding.message = format!("{}\n\u{1b}[2Jend", "x".repeat(5000));
        let text = text(finding, &SourceMap::new());
        assert!(!text.contains('\u{1b}') && text.lines().count() == 4 && text.len() < 1200, "{text}");
    }
}

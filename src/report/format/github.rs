//! For GitHub Actions: workflow commands, which show findings beside the lines
//! of a pull request. Escaping follows `packages/core/src/command.ts` of
//! actions/toolkit; the runner is what undoes it.

use super::FormatOptions;
use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::report::located::{Home, Located, Region};
use crate::report::words::{counted, gone, lines};
use crate::text::SourceMap;

/// GitHub shows so many annotations of a kind per step and drops the others.
const MOST_OF_A_KIND: usize = 10;

pub(super) fn render(report: &Report, sources: &SourceMap, _: &FormatOptions) -> String {
    let mut out = String::new();
    let (mut errors, mut warnings) = (0, 0);
    for finding in &report.findings {
        let (kind, number) = match finding.severity {
            Severity::Error => ("error", &mut errors),
            Severity::Warning => ("warning", &mut warnings),
        };
        *number += 1;
        if *number <= MOST_OF_A_KIND {
            out.push_str(&command(kind, finding, report, sources));
        }
    }
    out.push_str(&rest(errors, warnings));
    out.push_str(&known(report));
    out
}

/// What the baseline took out, if anything: annotations are for what is new.
fn known(report: &Report) -> String {
    let known = match report.known().len() {
        0 => None,
        1 => Some("1 finding is known: it stands in the baseline".to_owned()),
        number => Some(format!("{number} findings are known: they stand in the baseline")),
    };
    let notices = [known, gone(report)].into_iter().flatten();
    notices.map(|message| format!("::notice title=quintet::{}\n", data(&message))).collect()
}

/// What was left out, if anything.
fn rest(errors: usize, warnings: usize) -> String {
    let left_out = [(errors, "more error"), (warnings, "more warning")]
        .map(|(number, what)| (number.saturating_sub(MOST_OF_A_KIND), what))
        .into_iter()
        .filter(|&(number, _)| number > 0)
        .map(|(number, what)| counted(number, what))
        .collect::<Vec<_>>();
    if left_out.is_empty() {
        return String::new();
    }
    let message = format!("{}: GitHub shows {MOST_OF_A_KIND} of each kind", left_out.join(" and "));
    format!("::notice title=quintet::{}\n", data(&message))
}

/// `::error file=…,line=…::message`, a line.
fn command(kind: &str, finding: &Finding, report: &Report, sources: &SourceMap) -> String {
    let located = Located::new(&finding.place, sources);
    let mut properties = located.as_ref().map(place).unwrap_or_default();
    properties.push(("title", finding.id.to_string()));
    let properties: Vec<_> = properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let mut message = lines(finding, report);
    // A file that is not in the repository has no line to stand beside.
    if let Some(elsewhere) = located.filter(|located| place(located).is_empty()) {
        message.insert(1, format!("at {elsewhere}"));
    }
    format!("::{kind} {}::{}\n", properties.join(","), data(&message.join("\n")))
}

/// Nothing for a file outside the platform.
fn place(located: &Located) -> Vec<(&'static str, String)> {
    let Home::Platform(file) = located.home() else { return Vec::new() };
    let mut properties = vec![("file", file.to_owned())];
    if let Some(Region { start, end }) = located.region {
        properties.push(("line", start.line.to_string()));
        properties.push(("endLine", end.line.to_string()));
        // The runner takes columns only of places in one line.
        if start.line == end.line {
            properties.push(("col", start.column.to_string()));
        }
    }
    properties
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, options, report, warning};
    use super::*;
    use crate::finding::{Place, Subject};
    use crate::report::Baselined;
    use crate::text::Span;

    #[track_caller]
    fn check(finding: Finding, sources: &SourceMap, expected: &str) {
        assert_eq!(render(&report(vec![finding]), sources, &options()), format!("{expected}\n"));
    }

    #[test]
    fn a_finding_stands_beside_its_line() {
        let sources = SourceMap::new();
        let source = sources.add("a.yaml", "a: 1\nb:\n  c: 2\n");
        check(
            error().at(Span::new(source.id(), 3, 1)),
            &sources,
            "::error file=a.yaml,line=1,endLine=1,col=4,title=a/b::it is wrong%0Ahelp: set it right",
        );
        check(
            warning().at(Span::new(source.id(), 5, 10)).about(Subject::application("core")),
            &sources,
            "::warning file=a.yaml,line=2,endLine=3,title=a/b::it is wrong%0Ain core%0Ahelp: set it right",
        );
        check(error(), &sources, "::error title=a/b::it is wrong%0Ahelp: set it right");
    }

    #[test]
    fn a_file_outside_the_repository_is_named_in_the_message() {
        let sources = SourceMap::new();
        let source = sources.add("https://host/a.yaml", "a: 1\n");
        check(
            error().at(Span::new(source.id(), 0, 1)),
            &sources,
            "::error title=a/b::it is wrong%0Aat https://host/a.yaml:1:1%0Ahelp: set it right",
        );
    }

    #[test]
    fn what_the_input_says_begins_no_command() {
        let mut finding = error().at(Place::File("a:b,c\r\n::x%.yaml".to_owned()));
        finding.message = "50%\n::set-output name=x::y".to_owned();
        check(
            finding,
            &SourceMap::new(),
            "::error file=a%3Ab%2Cc%0D%0A%3A%3Ax%25.yaml,title=a/b::50%25 ::set-output name=x::y%0Ahelp: set it right",
        );
    }

    #[test]
    fn known_findings_are_counted_in_a_notice() {
        let baseline = Some(Baselined { known: vec![error(); 2], gone: 1 });
        let report = Report { baseline, ..report(Vec::new()) };
        assert_eq!(
            render(&report, &SourceMap::new(), &options()),
            "::notice title=quintet::2 findings are known: they stand in the baseline\n\
             ::notice title=quintet::1 finding of the baseline is gone: write it again\n"
        );
    }

    #[test]
    fn ten_of_a_kind_are_shown_and_the_others_counted() {
        let mut findings = vec![error(); 11];
        findings.extend(vec![warning(); 12]);
        let text = render(&report(findings), &SourceMap::new(), &options());
        assert_eq!(text.matches("::error ").count(), 10);
        assert_eq!(text.matches("::warning ").count(), 10);
        let last = "::notice title=quintet::1 more error and 2 more warnings: GitHub shows 10 of each kind";
        assert_eq!(text.lines().last(), Some(last));
        let text = render(&report(vec![error(); 10]), &SourceMap::new(), &options());
        assert!(!text.contains("::notice"), "{text}");
    }
}

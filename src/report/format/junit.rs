//! For CI servers: JUnit XML as GitLab, Jenkins and Azure Pipelines read it.
//!
//! A check is a test, whose name stays when its findings change: servers follow
//! a test from run to run by its name, and of two with one name GitLab drops the
//! second. So all findings of a check are one failure, and a check without any
//! is a test that passed. One that only found what a waiver or the baseline
//! covers is skipped: it did not fail the run, and is not clean either.

use super::FormatOptions;
use super::groups::{Group, by_check};
use super::markup::{entity, push};
use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::report::cut::one_line;
use crate::report::located::{Home, Located};
use crate::report::words::{counted, plain, plain_waived};
use crate::text::SourceMap;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Passed,
    Skipped,
    Failed(Severity),
}

/// A check as a test.
struct Case<'r> {
    group: Group<'r>,
    end: End,
}

pub(super) fn render(report: &Report, sources: &SourceMap, options: &FormatOptions) -> String {
    let cases: Vec<Case<'_>> =
        by_check(report).into_iter().map(|group| Case { end: end(&group, options.fails_at), group }).collect();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    push(&mut out, format_args!("<testsuites name=\"quintet check\" {}>\n", totals(&cases)));
    for suite in cases.chunk_by(|one, other| one.group.id.family() == other.group.id.family()) {
        let family = suite.first().map_or("", |case| case.group.id.family());
        push(&mut out, format_args!("  <testsuite name=\"{}\" {}>\n", escaped(family), totals(suite)));
        properties(&mut out, report);
        suite.iter().for_each(|case| write_case(&mut out, case, report, sources, options));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn end(group: &Group<'_>, fails_at: Severity) -> End {
    match group.heaviest() {
        Some(severity) if severity >= fails_at => End::Failed(severity),
        None if !group.known.is_empty() || !group.waived.is_empty() => End::Skipped,
        _ => End::Passed,
    }
}

fn totals(cases: &[Case<'_>]) -> String {
    let failures = cases.iter().filter(|case| matches!(case.end, End::Failed(_))).count();
    let skipped = cases.iter().filter(|case| case.end == End::Skipped).count();
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"", cases.len())
}

/// What was looked at, and by what; no time and no machine: equal findings give
/// equal reports.
fn properties(out: &mut String, report: &Report) {
    out.push_str("    <properties>\n");
    for (name, value) in [("version", &report.version), ("environments", &report.environments.join(", "))] {
        let value = escaped(&one_line(value));
        push(out, format_args!("      <property name=\"{name}\" value=\"{value}\"/>\n"));
    }
    out.push_str("    </properties>\n");
}

fn write_case(out: &mut String, case: &Case<'_>, report: &Report, sources: &SourceMap, options: &FormatOptions) {
    let Case { group, end } = case;
    let (id, family) = (escaped(group.id.as_str()), escaped(group.id.family()));
    let place = group.findings.first().map(|finding| place(finding, sources, options)).unwrap_or_default();
    push(out, format_args!("    <testcase classname=\"quintet.{family}\" name=\"{id}\"{place}>\n"));
    let found = texts(group.findings.iter().map(|finding| plain(finding, report, sources)));
    let known = texts(group.known.iter().map(|finding| format!("known {}", plain(finding, report, sources))));
    let waived = texts(group.waived.iter().map(|waived| plain_waived(waived, report, sources)));
    match end {
        End::Passed => {}
        End::Skipped => push(out, format_args!("      <skipped message=\"{}\"/>\n", escaped(&covered(group)))),
        End::Failed(severity) => {
            let message = escaped(&headline(group));
            let found = escaped(&found);
            push(out, format_args!("      <failure type=\"{severity}\" message=\"{message}\">{found}</failure>\n"));
        }
    }
    // A server shows what a failure says already; the rest is output.
    let beside = if matches!(end, End::Failed(_)) { [String::new(), known, waived] } else { [found, known, waived] };
    let beside: Vec<String> = beside.into_iter().filter(|text| !text.is_empty()).collect();
    if !beside.is_empty() {
        push(out, format_args!("      <system-out>{}</system-out>\n", escaped(&beside.join("\n"))));
    }
    out.push_str("    </testcase>\n");
}

fn texts(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

/// The first message, and how many more there are.
fn headline(group: &Group<'_>) -> String {
    let first = group.findings.first().map(|finding| one_line(&finding.message)).unwrap_or_default();
    match group.findings.len() {
        0 | 1 => first,
        number => format!("{first} (and {} more)", number - 1),
    }
}

/// `2 findings waived, 1 finding known`.
fn covered(group: &Group<'_>) -> String {
    let parts = [(group.waived.len(), "waived"), (group.known.len(), "known")];
    let parts = parts.into_iter().filter(|&(number, _)| number > 0);
    parts.map(|(number, how)| format!("{} {how}", counted(number, "finding"))).collect::<Vec<_>>().join(", ")
}

/// Where the first finding is, for servers that lead there.
fn place(finding: &Finding, sources: &SourceMap, options: &FormatOptions) -> String {
    let located = Located::new(&finding.place, sources);
    let (file, region) = match &located {
        Some(located) => match located.home() {
            Home::Platform(file) => (Some(file), located.region),
            _ => (None, None),
        },
        None => (None, None),
    };
    let Some(file) = file.or(options.default_file.as_deref()) else { return String::new() };
    let line = region.map(|region| format!(" line=\"{}\"", region.start.line)).unwrap_or_default();
    format!(" file=\"{}\"{line}", escaped(&one_line(file)))
}

/// `text` as content or value: markup escaped, what XML 1.0 §2.2 cannot hold
/// replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if let Some(entity) = entity(c) {
            out.push_str(entity);
            continue;
        }
        match c {
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::sample::{HOSTILE, error, options, report, waived, warning};
    use super::*;
    use crate::finding::{CheckId, Place};
    use crate::report::Baselined;

    fn xml(report: &Report) -> String {
        render(report, &SourceMap::new(), &options())
    }

    /// The test of `a/b` in `xml`.
    fn case(xml: &str) -> &str {
        let from = xml.find("    <testcase").unwrap();
        &xml[from..xml.find("  </testsuite>").unwrap()]
    }

    #[test]
    fn a_check_without_findings_passes() {
        assert_eq!(
            xml(&report(Vec::new())),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"quintet check\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n  \
             <testsuite name=\"a\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n    \
             <properties>\n      <property name=\"version\" value=\"1.2.3\"/>\n      \
             <property name=\"environments\" value=\"lab\"/>\n    </properties>\n    \
             <testcase classname=\"quintet.a\" name=\"a/b\">\n    </testcase>\n  </testsuite>\n</testsuites>\n"
        );
    }

    #[test]
    fn all_findings_of_a_check_are_one_failure() {
        let first = error().at(Place::File("a.yaml".to_owned()));
        let xml = xml(&report(vec![first, warning()]));
        assert_eq!(
            case(&xml),
            "    <testcase classname=\"quintet.a\" name=\"a/b\" file=\"a.yaml\">\n      \
             <failure type=\"error\" message=\"it is wrong (and 1 more)\">\
             error: a.yaml: it is wrong\n  help: set it right\nwarning: it is wrong\n  help: set it right</failure>\n    \
             </testcase>\n"
        );
        assert!(xml.contains("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""), "{xml}");
    }

    #[test]
    fn a_warning_fails_the_test_where_it_fails_the_run() {
        let found = report(vec![warning()]);
        let passed = xml(&found);
        assert!(case(&passed).contains("<system-out>warning: it is wrong\n"), "{passed}");
        assert!(passed.contains("failures=\"0\""), "{passed}");
        let options = FormatOptions { fails_at: Severity::Warning, ..options() };
        let failed = render(&found, &SourceMap::new(), &options);
        assert!(case(&failed).contains("<failure type=\"warning\""), "{failed}");
    }

    #[test]
    fn what_is_covered_is_skipped_and_told() {
        let baseline = Some(Baselined { known: vec![error()], gone: 0 });
        let xml = xml(&Report { waived: vec![waived(error())], baseline, ..report(Vec::new()) });
        assert!(case(&xml).contains("<skipped message=\"1 finding waived, 1 finding known\"/>"), "{xml}");
        assert!(case(&xml).contains("waived: reviewed (owner me, until 2027-01-31)</system-out>"), "{xml}");
        assert!(xml.contains("skipped=\"1\""), "{xml}");
    }

    #[test]
    fn families_are_suites() {
        let other = Finding { id: CheckId::new("z/unlisted"), ..error() };
        let xml = xml(&report(vec![other]));
        assert!(xml.contains("<testsuite name=\"a\"") && xml.contains("<testsuite name=\"z\""), "{xml}");
    }

    #[test]
    fn what_the_input_says_stays_text() {
        let mut finding = error().at(Place::File(HOSTILE.to_owned()));
        finding.message = HOSTILE.to_owned();
        let xml = xml(&report(vec![finding]));
        assert!(!xml.contains("<img") && !xml.contains("]]>") && !xml.contains(['\0', '\u{ffff}']), "{xml}");
        assert_eq!(escaped("a\r\n\t\u{b}\u{fffe}"), "a&#13;\n\t\u{fffd}\u{fffd}");
    }
}

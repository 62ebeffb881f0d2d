//! For GitLab: a Code Quality report
//! (<https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>).
//! GitLab compares the fingerprints with those of the target branch, so waived
//! findings are left out; it has no word for them.

use serde::Serialize;

use super::FormatOptions;
use super::fingerprints::Fingerprints;
use super::json::pretty;
use crate::finding::Severity;
use crate::report::Report;
use crate::report::located::{Home, Located};
use crate::report::words::lines;
use crate::text::SourceMap;

/// What stands for a file where there is none: GitLab drops an entry without.
const ROOT: &str = ".";

/// An entry.
#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    /// From the root of the repository.
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

pub(super) fn render(report: &Report, sources: &SourceMap, options: &FormatOptions) -> String {
    let mut fingerprints = Fingerprints::default();
    let found = report.findings.iter().map(|finding| (finding, severity(finding.severity)));
    let known = report.known().iter().map(|finding| (finding, "info"));
    let issues: Vec<Issue> = found
        .chain(known)
        .map(|(finding, severity)| {
            let located = Located::new(&finding.place, sources);
            let location = located.as_ref().and_then(in_repository);
            let mut description = lines(finding, report);
            if let Some(elsewhere) = located.filter(|_| location.is_none()) {
                description.insert(1, format!("at {elsewhere}"));
            }
            Issue {
                description: description.join("; "),
                check_name: finding.id.as_str(),
                fingerprint: fingerprints.next(finding),
                severity,
                location: location.unwrap_or_else(|| {
                    let path = options.default_file.as_deref().unwrap_or(ROOT).to_owned();
                    Location { path, lines: Lines { begin: 1, end: 1 } }
                }),
            }
        })
        .collect();
    pretty(&issues)
}

/// An error holds a merge up and a warning does not, which are GitLab's words
/// for the two ends of what is new; `info` is left for what is known.
fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "blocker",
        Severity::Warning => "minor",
    }
}

/// Nothing for a file outside the platform.
fn in_repository(located: &Located) -> Option<Location> {
    let Home::Platform(path) = located.home() else { return None };
    let (begin, end) = located.region.map_or((1, 1), |region| (region.start.line, region.end.line));
    Some(Location { path: path.to_owned(), lines: Lines { begin, end } })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, options, report, waived, warning};
    use super::*;
    use crate::finding::Place;
    use crate::report::Baselined;
    use crate::text::Span;
    use serde_json::{Value, json};

    fn issues(report: &Report, sources: &SourceMap, options: &FormatOptions) -> Value {
        serde_json::from_str(&render(report, sources, options)).unwrap()
    }

    #[test]
    fn an_issue_says_what_and_where() {
        let sources = SourceMap::new();
        let source = sources.add("./a.yaml", "a: 1\nb:\n  c: 2\n");
        let finding = warning().at(Span::new(source.id(), 5, 10));
        let fingerprint = finding.fingerprint();
        let expected = json!([{
            "description": "it is wrong; help: set it right", "check_name": "a/b", "fingerprint": fingerprint,
            "severity": "minor", "location": {"path": "a.yaml", "lines": {"begin": 2, "end": 3}},
        }]);
        assert_eq!(issues(&report(vec![finding]), &sources, &options()), expected);
    }

    #[test]
    fn a_file_outside_the_repository_is_named_in_the_description() {
        let options = FormatOptions { default_file: Some("c.yaml".to_owned()), ..options() };
        for name in ["https://host/a.yaml", "../a.yaml", "/a.yaml", "<inline>"] {
            let found = report(vec![error().at(Place::File(name.to_owned()))]);
            let issues = issues(&found, &SourceMap::new(), &options);
            assert_eq!(issues[0]["location"], json!({"path": "c.yaml", "lines": {"begin": 1, "end": 1}}));
            assert_eq!(issues[0]["description"], format!("it is wrong; at {name}; help: set it right"));
        }
        let issues = issues(&report(vec![error()]), &SourceMap::new(), &super::super::sample::options());
        assert_eq!(issues[0]["location"]["path"], ".");
    }

    #[test]
    fn equal_findings_have_fingerprints_of_their_own_and_waived_ones_none() {
        let baseline = Some(Baselined { known: vec![warning()], gone: 0 });
        let found = Report { waived: vec![waived(error())], baseline, ..report(vec![error(), error()]) };
        let issues = issues(&found, &SourceMap::new(), &options());
        let fingerprint = error().fingerprint();
        let of = |key: &str| issues.as_array().unwrap().iter().map(|issue| issue[key].clone()).collect::<Vec<_>>();
        assert_eq!(of("fingerprint"), [fingerprint.clone(), format!("{fingerprint}-2"), format!("{fingerprint}-3")]);
        assert_eq!(of("severity"), ["blocker", "blocker", "info"]);
    }
}

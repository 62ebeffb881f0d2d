//! For code scanning: SARIF 2.1.0 (OASIS Standard, errata 01). Paths are
//! relative to `%SRCROOT%`, columns count characters.

mod model;

use super::FormatOptions;
use super::json::pretty;
use crate::finding::{Finding, Severity, Subject};
use crate::report::cut::{cut, one_line};
use crate::report::located::{Home, Located, Region, percent_encoded, valid_url};
use crate::report::words::lines;
use crate::report::{Report, Rule, WaivedFinding};
use crate::text::SourceMap;
use model::{
    Artifact, BaseIds, Configuration, Descriptor, Driver, Fingerprints, Location, Log, LogicalLocation, Physical,
    Properties, SarifRegion, SarifResult, SarifRun, Suppression, Text, Tool,
};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const ROOT: &str = "%SRCROOT%";

pub(super) fn render(report: &Report, sources: &SourceMap, options: &FormatOptions) -> String {
    let results = Results { report, sources, default_file: options.default_file.as_deref() };
    let new = report.baseline.as_ref().map(|_| "new");
    let found = report.findings.iter().map(|finding| results.of(finding, new, Vec::new()));
    let known = report.known().iter().map(|finding| results.of(finding, Some("unchanged"), Vec::new()));
    // A baseline says nothing of what is waived.
    let waived = report.waived.iter().map(|waived| results.of(&waived.finding, None, vec![suppression(waived)]));
    let driver = Driver {
        name: "quintet",
        version: (!report.version.is_empty()).then_some(&report.version),
        rules: report.rules.iter().map(descriptor).collect(),
    };
    let run = SarifRun {
        tool: Tool { driver },
        column_kind: "unicodeCodePoints",
        original_uri_base_ids: BaseIds { root: Artifact::described("the platform root") },
        results: found.chain(known).chain(waived).collect(),
    };
    pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn descriptor(rule: &Rule) -> Descriptor {
    let docs = if rule.docs.is_empty() { rule.summary } else { rule.docs };
    // GitHub shows the full description in place of a title.
    let first = docs.split("\n\n").next().unwrap_or(docs);
    Descriptor {
        id: rule.id.as_str(),
        short_description: Text::plain(rule.summary),
        full_description: Text::plain(cut(first)),
        help: Text { text: docs.to_owned(), markdown: Some(docs) },
        default_configuration: Configuration { level: level(rule.severity) },
    }
}

fn suppression(waived: &WaivedFinding) -> Suppression {
    let WaivedFinding { reason, owner, expires, .. } = waived;
    let justification = cut(&format!("{reason} (owner {owner}, until {expires})"));
    Suppression { kind: "external", status: "accepted", justification }
}

/// What results are made from, beside their finding.
struct Results<'r> {
    report: &'r Report,
    sources: &'r SourceMap,
    default_file: Option<&'r str>,
}

impl<'r> Results<'r> {
    /// Results that are not suppressed say so: SARIF 3.27.23 wants the list in
    /// all results of a run or in none.
    fn of(
        &self,
        finding: &'r Finding,
        baseline_state: Option<&'static str>,
        suppressions: Vec<Suppression>,
    ) -> SarifResult<'r> {
        let located = Located::new(&finding.place, self.sources);
        let mut message = lines(finding, self.report);
        let physical = located.as_ref().and_then(physical);
        if let Some(unnamed) = located.filter(|_| physical.is_none()) {
            message.insert(1, format!("at {unnamed}"));
        }
        let location = Location {
            physical_location: physical.or_else(|| self.default_file.map(in_platform)),
            logical_locations: logical(&finding.subject),
        };
        SarifResult {
            rule_id: finding.id.as_str(),
            rule_index: self.report.rules.iter().position(|rule| rule.id == finding.id),
            level: level(finding.severity),
            baseline_state,
            message: Text::plain(message.join("\n")),
            locations: if location.is_empty() { Vec::new() } else { vec![location] },
            partial_fingerprints: Fingerprints { v1: finding.fingerprint() },
            suppressions,
            properties: Properties { environments: &finding.environments },
        }
    }
}

fn in_platform(path: &str) -> Physical {
    Physical { artifact_location: Artifact::at(percent_encoded(path), Some(ROOT)), region: None }
}

/// Nothing for a source that is no file.
fn physical(located: &Located) -> Option<Physical> {
    let artifact_location = match located.home() {
        Home::None => return None,
        Home::Platform(path) => Artifact::at(percent_encoded(path), Some(ROOT)),
        Home::Machine(path) if path.starts_with('/') => Artifact::at(format!("file://{}", percent_encoded(path)), None),
        Home::Machine(path) => Artifact::at(percent_encoded(path), Some(ROOT)),
        Home::Url(url) => Artifact::at(valid_url(url), None),
    };
    Some(Physical { artifact_location, region: located.region.map(region) })
}

fn region(Region { start, end }: Region) -> SarifRegion {
    SarifRegion { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
}

/// The object, or the Application as such.
fn logical(subject: &Subject) -> Vec<LogicalLocation> {
    let (name, full) = match (subject.application.as_str(), subject.object.as_str()) {
        ("", "") => return Vec::new(),
        (application, "") => (application, application.to_owned()),
        ("", object) => (object, object.to_owned()),
        (application, object) => (object, format!("{application}/{object}")),
    };
    vec![LogicalLocation { name: one_line(name), fully_qualified_name: one_line(&full), kind: "resource" }]
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, options, report, warning};
    use super::*;
    use crate::finding::{CheckId, Place};
    use crate::report::Baselined;
    use crate::text::Span;
    use serde_json::{Value, json};

    fn run(report: &Report, sources: &SourceMap, options: &FormatOptions) -> Value {
        let mut value: Value = serde_json::from_str(&render(report, sources, options)).unwrap();
        assert_eq!(value["version"], "2.1.0");
        value["runs"][0].take()
    }

    #[test]
    fn the_driver_lists_the_checks() {
        let run = run(&report(Vec::new()), &SourceMap::new(), &options());
        let rule = json!({
            "id": "a/b", "shortDescription": {"text": "b is refused"}, "fullDescription": {"text": "What."},
            "help": {"text": "What.\n\nWhy.", "markdown": "What.\n\nWhy."}, "defaultConfiguration": {"level": "error"},
        });
        assert_eq!(run["tool"]["driver"], json!({"name": "quintet", "version": "1.2.3", "rules": [rule]}));
        assert_eq!((&run["columnKind"], &run["results"]), (&json!("unicodeCodePoints"), &json!([])));
    }

    #[test]
    fn a_result_says_which_check_where_and_about_what() {
        let sources = SourceMap::new();
        let source = sources.add("a b/é.yaml", "é: 1\n");
        let object = Subject { application: "core".to_owned(), object: "v1 Service web".to_owned() };
        let finding = warning().at(Span::new(source.id(), 0, 5)).about(object);
        let fingerprint = finding.fingerprint();
        let result = &run(&report(vec![finding]), &sources, &options())["results"][0];
        assert_eq!((&result["ruleId"], &result["ruleIndex"]), (&json!("a/b"), &json!(0)));
        assert_eq!((&result["level"], &result["suppressions"]), (&json!("warning"), &json!([])));
        assert_eq!(result["message"]["text"], "it is wrong\nin v1 Service web of core\nhelp: set it right");
        assert_eq!(result["partialFingerprints"], json!({"quintet/v1": fingerprint}));
        let physical = json!({
            "artifactLocation": {"uri": "a%20b/%C3%A9.yaml", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 5},
        });
        let logical =
            json!({"name": "v1 Service web", "fullyQualifiedName": "core/v1 Service web", "kind": "resource"});
        assert_eq!(result["locations"], json!([{"physicalLocation": physical, "logicalLocations": [logical]}]));
    }

    #[test]
    fn files_elsewhere_have_uris_of_their_own() {
        for (name, expected) in [
            ("/tmp/a b.yaml", json!({"uri": "file:///tmp/a%20b.yaml"})),
            ("https://host/a b.yaml", json!({"uri": "https://host/a%20b.yaml"})),
            ("a:b.yaml", json!({"uri": "a%3Ab.yaml", "uriBaseId": "%SRCROOT%"})),
        ] {
            let finding = error().at(Place::File(name.to_owned()));
            let run = run(&report(vec![finding]), &SourceMap::new(), &options());
            let location = json!({"physicalLocation": {"artifactLocation": expected}});
            assert_eq!(run["results"][0]["locations"], json!([location]));
        }
    }

    #[test]
    fn a_result_without_a_file_is_filed_under_the_default() {
        let options = |file: Option<&str>| FormatOptions { default_file: file.map(str::to_owned), ..options() };
        let finding = error().at(Place::File("<inline patch>".to_owned()));
        let result = |options| run(&report(vec![finding.clone()]), &SourceMap::new(), &options)["results"][0].take();
        assert_eq!(result(options(None))["locations"], json!([]));
        let filed = result(options(Some("c.yaml")));
        let artifact = &filed["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(artifact["uri"], "c.yaml");
        assert_eq!(filed["message"]["text"], "it is wrong\nat <inline patch>\nhelp: set it right");
    }

    #[test]
    fn a_waived_finding_is_a_suppressed_result() {
        let mut finding = error();
        finding.id = CheckId::new("a/unlisted");
        let waived = WaivedFinding {
            finding,
            reason: "reviewed".to_owned(),
            owner: "me".to_owned(),
            expires: "2027-01-31".to_owned(),
        };
        let report = Report { waived: vec![waived], ..report(Vec::new()) };
        let result = &run(&report, &SourceMap::new(), &options())["results"][0];
        let justification = "reviewed (owner me, until 2027-01-31)";
        let expected = json!([{"kind": "external", "status": "accepted", "justification": justification}]);
        assert_eq!(result["suppressions"], expected);
        assert_eq!(result.get("ruleIndex"), None);
    }
    #[test]
    fn results_are_new_or_unchanged_where_there_is_a_baseline() {
        let states = |baseline: Option<Baselined>| {
            let run = run(&Report { baseline, ..report(vec![error()]) }, &SourceMap::new(), &options());
            let results = run["results"].as_array().unwrap();
            results.iter().map(|result| result.get("baselineState").cloned()).collect::<Vec<_>>()
        };
        assert_eq!(states(None), [None]);
        let baseline = Baselined { known: vec![warning()], gone: 0 };
        assert_eq!(states(Some(baseline)), [Some(json!("new")), Some(json!("unchanged"))]);
    }
}

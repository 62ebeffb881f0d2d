//! For programs. Keys keep their order and are always there; what is not known
//! is null. A change that takes a key away or changes what it means is a new
//! version of the schema.

use serde::Serialize;

use super::FormatOptions;
use crate::finding::Finding;
use crate::report::cut::cut;
use crate::report::located::Located;
use crate::report::{Counts, Report, Rule, WaivedFinding};
use crate::text::SourceMap;

const SCHEMA: &str = "quintet/report/v1";

pub(super) fn render(report: &Report, sources: &SourceMap, _: &FormatOptions) -> String {
    pretty(&document(report, sources))
}

/// Indented by two, with a line break at the end.
pub(super) fn pretty(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("texts, numbers and lists are always JSON");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Document<'r> {
    schema: &'static str,
    version: &'r str,
    environments: &'r [String],
    counts: JsonCounts,
    findings: Vec<JsonFinding<'r>>,
    waived: Vec<JsonWaived<'r>>,
    rules: Vec<JsonRule>,
}

#[derive(Serialize)]
struct JsonCounts {
    errors: usize,
    warnings: usize,
    waived: usize,
}

#[derive(Serialize)]
struct JsonFinding<'r> {
    id: &'static str,
    severity: String,
    application: Option<&'r str>,
    object: Option<&'r str>,
    field: Option<&'r str>,
    key: Option<&'r str>,
    message: String,
    help: String,
    fingerprint: String,
    environments: &'r [String],
    place: Option<JsonPlace>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonPlace {
    #[serde(rename_all = "camelCase")]
    Text {
        file: String,
        line: u32,
        column: u32,
        end_line: u32,
        end_column: u32,
    },
    File {
        file: String,
    },
}

#[derive(Serialize)]
struct JsonWaived<'r> {
    finding: JsonFinding<'r>,
    reason: &'r str,
    owner: &'r str,
    expires: &'r str,
}

#[derive(Serialize)]
struct JsonRule {
    id: &'static str,
    severity: String,
    summary: &'static str,
    docs: &'static str,
}

fn document<'r>(report: &'r Report, sources: &SourceMap) -> Document<'r> {
    let Counts { errors, warnings, waived } = report.counts();
    Document {
        schema: SCHEMA,
        version: &report.version,
        environments: &report.environments,
        counts: JsonCounts { errors, warnings, waived },
        findings: report.findings.iter().map(|found| finding(found, sources)).collect(),
        waived: report.waived.iter().map(|waived| waived_finding(waived, sources)).collect(),
        rules: report.rules.iter().map(rule).collect(),
    }
}

fn finding<'r>(finding: &'r Finding, sources: &SourceMap) -> JsonFinding<'r> {
    JsonFinding {
        id: finding.id.as_str(),
        severity: finding.severity.to_string(),
        application: known(&finding.subject.application),
        object: known(&finding.subject.object),
        field: known(&finding.field),
        key: known(&finding.key),
        message: cut(&finding.message),
        help: cut(&finding.help),
        fingerprint: finding.fingerprint(),
        environments: &finding.environments,
        place: Located::new(&finding.place, sources).map(place),
    }
}

fn known(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn place(Located { file, region }: Located) -> JsonPlace {
    match region {
        None => JsonPlace::File { file },
        Some(region) => JsonPlace::Text {
            file,
            line: region.start.line,
            column: region.start.column,
            end_line: region.end.line,
            end_column: region.end.column,
        },
    }
}

fn waived_finding<'r>(waived: &'r WaivedFinding, sources: &SourceMap) -> JsonWaived<'r> {
    JsonWaived {
        finding: finding(&waived.finding, sources),
        reason: &waived.reason,
        owner: &waived.owner,
        expires: &waived.expires,
    }
}

fn rule(rule: &Rule) -> JsonRule {
    JsonRule { id: rule.id.as_str(), severity: rule.severity.to_string(), summary: rule.summary, docs: rule.docs }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, options, report, warning};
    use super::*;
    use crate::finding::{Place, Subject};
    use crate::text::Span;
    use serde_json::{Value, json};

    fn value(report: &Report, sources: &SourceMap) -> Value {
        serde_json::from_str(&render(report, sources, &options())).unwrap()
    }

    #[test]
    fn a_finding_has_every_key_and_null_where_nothing_is_known() {
        let value = value(&report(vec![error()]), &SourceMap::new());
        let expected = json!({
            "id": "a/b", "severity": "error", "application": null, "object": null, "field": null, "key": null,
            "message": "it is wrong", "help": "set it right", "fingerprint": error().fingerprint(),
            "environments": [], "place": null,
        });
        assert_eq!(value["findings"], json!([expected]));
        assert_eq!(value["schema"], "quintet/report/v1");
        assert_eq!(value["counts"], json!({"errors": 1, "warnings": 0, "waived": 0}));
    }

    #[test]
    fn places_have_lines_when_there_is_a_text() {
        let sources = SourceMap::new();
        let source = sources.add("a.yaml", "a: 1\nb: 2\n");
        let findings = vec![
            warning().at(Span::new(source.id(), 5, 4)).about(Subject::application("core")),
            warning().at(Place::File("b.yaml".to_owned())),
        ];
        let value = value(&report(findings), &sources);
        let expected = json!({"file": "a.yaml", "line": 2, "column": 1, "endLine": 2, "endColumn": 5});
        assert_eq!(value["findings"][0]["place"], expected);
        assert_eq!(value["findings"][0]["application"], "core");
        assert_eq!(value["findings"][1]["place"], json!({"file": "b.yaml"}));
    }

    #[test]
    fn keys_keep_their_order_and_long_messages_are_cut() {
        let mut finding = error();
        finding.message = "x".repeat(5000);
        let waived = WaivedFinding {
            finding: error(),
            reason: "reviewed".to_owned(),
            owner: "me".to_owned(),
            expires: "2027-01-31".to_owned(),
        };
        let report = Report { waived: vec![waived], ..report(vec![finding]) };
        let text = render(&report, &SourceMap::new(), &options());
        let keys = ["schema", "version", "environments", "counts", "findings", "waived", "rules"];
        let at = keys.map(|key| text.find(&format!("\n  \"{key}\": ")).unwrap());
        assert!(at.is_sorted(), "{text}");
        assert!(text.len() < 3000 && text.ends_with("}\n"), "{text}");
    }
}

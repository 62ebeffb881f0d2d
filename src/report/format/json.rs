//! For programs. Keys keep their order and are always there; what is not known
//! is null. A change that takes a key away or changes what it means is a new
//! version of the schema.

use serde::Serialize;

use super::FormatOptions;
use crate::finding::Finding;
#[cfg(feature = "json-schema")]
use crate::finding::Severity;
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

/// What the checks found.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct Document<'r> {
    /// The version of the form of this report. Keys may come without a new one.
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// The version of the program.
    version: &'r str,
    /// The environments that were checked.
    environments: &'r [String],
    /// How many findings there are.
    counts: JsonCounts,
    /// The findings that count.
    findings: Vec<JsonFinding<'r>>,
    /// The findings that a waiver covers.
    waived: Vec<JsonWaived<'r>>,
    /// What the comparison with a baseline came to.
    baseline: Option<JsonBaseline<'r>>,
    /// The checks that ran.
    rules: Vec<JsonRule>,
}

/// How many findings there are.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct JsonCounts {
    /// How many are errors.
    errors: usize,
    /// How many are warnings.
    warnings: usize,
    /// How many are waived; they are neither errors nor warnings.
    waived: usize,
    /// How many the baseline knows; they are none of the others.
    known: usize,
}

/// What the comparison with a baseline came to.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct JsonBaseline<'r> {
    /// The findings that stand in the baseline.
    known: Vec<JsonFinding<'r>>,
    /// How many findings of the baseline are found no more.
    gone: usize,
}

/// One thing that is wrong.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct JsonFinding<'r> {
    /// The id of the check.
    id: &'static str,
    /// How much it weighs.
    #[cfg_attr(feature = "json-schema", schemars(extend("enum" = [Severity::Error.to_string(), Severity::Warning.to_string()])))]
    severity: String,
    /// The Application it is about.
    application: Option<&'r str>,
    /// The object it is about.
    object: Option<&'r str>,
    /// The field, as a dotted path.
    field: Option<&'r str>,
    /// What tells findings of one check about one subject apart.
    key: Option<&'r str>,
    /// What is wrong.
    message: String,
    /// What to do.
    help: String,
    /// Stays the same when lines move and messages are reworded.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    fingerprint: String,
    /// The environments it was found in.
    environments: &'r [String],
    /// Where the value was written.
    place: Option<JsonPlace>,
}

/// A place in a text, or a whole file.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
enum JsonPlace {
    /// A place in a text.
    #[serde(rename_all = "camelCase")]
    Text {
        /// The file: a path from the platform root, an address, or a name in
        /// angle brackets.
        file: String,
        /// The first line, from 1.
        line: u32,
        /// The first character in it, from 1.
        column: u32,
        /// The line it ends in.
        end_line: u32,
        /// The character after the last.
        end_column: u32,
    },
    /// A whole file.
    File {
        /// The file: a path from the platform root, an address, or a name in
        /// angle brackets.
        file: String,
    },
}

/// A finding that a waiver covers.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct JsonWaived<'r> {
    /// The finding.
    finding: JsonFinding<'r>,
    /// Why it is accepted.
    reason: &'r str,
    /// Who answers for it.
    owner: &'r str,
    /// The last day the waiver counts.
    expires: &'r str,
}

/// A check.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct JsonRule {
    /// Its id.
    id: &'static str,
    /// How much its findings weigh.
    #[cfg_attr(feature = "json-schema", schemars(extend("enum" = [Severity::Error.to_string(), Severity::Warning.to_string()])))]
    severity: String,
    /// What it finds, in a few words.
    summary: &'static str,
    /// What it is for and what to do.
    docs: &'static str,
}

/// The schema of this format.
#[cfg(feature = "json-schema")]
#[must_use]
pub fn report_schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<Document<'_>>()
}

fn document<'r>(report: &'r Report, sources: &SourceMap) -> Document<'r> {
    let Counts { errors, warnings, waived, known } = report.counts();
    let list = |findings: &'r [Finding]| findings.iter().map(|found| finding(found, sources)).collect();
    Document {
        schema: SCHEMA,
        version: &report.version,
        environments: &report.environments,
        counts: JsonCounts { errors, warnings, waived, known },
        findings: list(&report.findings),
        waived: report.waived.iter().map(|waived| waived_finding(waived, sources)).collect(),
        baseline: report
            .baseline
            .as_ref()
            .map(|baseline| JsonBaseline { known: list(&baseline.known), gone: baseline.gone }),
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
    use crate::report::Baselined;
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
        assert_eq!(value["counts"], json!({"errors": 1, "warnings": 0, "waived": 0, "known": 0}));
        assert_eq!(value["baseline"], Value::Null);
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
    fn known_findings_have_a_list_of_their_own() {
        let baseline = Some(Baselined { known: vec![error()], gone: 2 });
        let value = value(&Report { baseline, ..report(Vec::new()) }, &SourceMap::new());
        assert_eq!((&value["counts"]["known"], &value["baseline"]["gone"]), (&json!(1), &json!(2)));
        assert_eq!(value["baseline"]["known"][0]["fingerprint"], error().fingerprint());
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
        let keys = ["schema", "version", "environments", "counts", "findings", "waived", "baseline", "rules"];
        let at = keys.map(|key| text.find(&format!("\n  \"{key}\": ")).unwrap());
        assert!(at.is_sorted(), "{text}");
        assert!(text.len() < 3000 && text.ends_with("}\n"), "{text}");
    }
}

//! One report in every format, and the formats held to their schemas.
//!
//! The expected texts are in `tests/data/report`; `QUINTET_ACCEPT=1 cargo test`
//! writes them anew.

#![expect(clippy::unwrap_used, reason = "the samples are our own")]

use std::path::Path;

use quintet::finding::{CheckId, Finding, Place, Severity, Subject};
use quintet::report::{FORMATS, FormatOptions, Report, Rule, TextStyle, WaivedFinding, find_format};
use quintet::text::{SourceMap, Span};

use crate::shared;
use crate::validator::{has_validator, validate};

const EXPECTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/report");

const RULES: &[Rule] = &[
    Rule {
        id: CheckId::new("closed-set/extra-application"),
        severity: Severity::Error,
        summary: "an Application that is not in the composition",
        docs: "The composition is a closed set.\n\nTake the Application out of the environment.",
    },
    Rule {
        id: CheckId::new("image/unpinned"),
        severity: Severity::Warning,
        summary: "an image that is named by a tag alone",
        docs: "Tags move: 100% of what runs is named by digest.",
    },
    Rule {
        id: CheckId::new("secret/literal-value"),
        severity: Severity::Error,
        summary: "a Secret with a value in it",
        docs: "Secrets are delivered out of band.",
    },
];

const DEPLOYMENT: &str = "\
kind: Deployment
spec:
  template:
    image: registry.example/wéb:1
    args:
    - --first
    - --second
";

const SECRET: &str = "kind: Secret\nstringData:\n  password: hunter2\n";

/// The place of `part` in `text`.
fn place(sources: &SourceMap, name: &str, text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    let source = sources.add(name, text);
    Span::new(source.id(), u32::try_from(start).unwrap(), u32::try_from(part.len()).unwrap())
}

fn finding(rule: &Rule, message: &str, help: &str, environments: &[&str]) -> Finding {
    let mut finding = Finding::new(rule.id, rule.severity, message, help);
    finding.environments = environments.iter().map(|&name| name.to_owned()).collect();
    finding
}

fn subject(application: &str, object: &str) -> Subject {
    Subject { application: application.to_owned(), object: object.to_owned() }
}

fn sample(sources: &SourceMap) -> Report {
    let everywhere = ["devbox", "lab", "staging"];
    let [extra, unpinned, literal] = RULES else { panic!("there are three rules") };
    let web = subject("core", "apps/v1 Deployment platform/web");
    let in_deployment = |part| place(sources, "patches/core/wéb, 1.yaml", DEPLOYMENT, part);
    let image = in_deployment("registry.example/wéb:1");
    let unpinned = |environments| finding(unpinned, "the image has no digest", "name it by digest", environments);
    Report {
        version: "0.1.0".to_owned(),
        environments: everywhere.map(str::to_owned).to_vec(),
        findings: vec![
            finding(extra, "the composition has no Application \"spark\"", "take it out", &["lab"])
                .at(Place::File("compositions/environments/lab.yaml".to_owned()))
                .about(Subject::application("spark")),
            unpinned(&everywhere).at(image).about(web.clone()).in_field("spec.template.image").keyed("web"),
            finding(extra, "two arguments of no Application", "take them out", &everywhere)
                .at(in_deployment("    - --first\n    - --second\n"))
                .about(web)
                .in_field("spec.template.args"),
            finding(literal, "the Secret has a value for `password`", "deliver it out of band", &["devbox", "lab"])
                .at(place(sources, "patches/core/secret.yaml", SECRET, "hunter2"))
                .about(subject("core", "v1 Secret platform/login"))
                .keyed("password"),
            unpinned(&everywhere).about(subject("", "batch/v1 Job platform/migrate")),
        ],
        rules: RULES.to_vec(),
        baseline: None,
        waived: vec![WaivedFinding {
            finding: unpinned(&everywhere).at(Place::File("https://host.example/a b.yaml".to_owned())),
            reason: "built on the node".to_owned(),
            owner: "platform team".to_owned(),
            expires: "2027-01-31".to_owned(),
        }],
    }
}

fn options() -> FormatOptions {
    let style = TextStyle { color: false, width: 100 };
    FormatOptions { style, default_file: Some("compositions/sample.yaml".to_owned()), fails_at: Severity::Error }
}

#[test]
fn every_format_writes_what_is_expected() {
    let sources = SourceMap::new();
    let report = sample(&sources);
    let wrong: Vec<String> = FORMATS
        .iter()
        .filter_map(|format| {
            let text = (format.render)(&report, &sources, &options());
            shared::golden(&Path::new(EXPECTED).join(format.name).with_extension("txt"), text.as_bytes()).err()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_format_repeats_a_secret() {
    let sources = SourceMap::new();
    let report = sample(&sources);
    for format in FORMATS {
        let text = (format.render)(&report, &sources, &options());
        assert!(!text.contains("hunter2"), "{}:\n{text}", format.name);
    }
}

#[test]
fn sarif_reports_are_valid() {
    let Some(schema) = shared::shared("schemas/sarif-schema-2.1.0.json") else { return };
    if !has_validator() {
        return;
    }
    let sources = SourceMap::new();
    let sample = sample(&sources);
    let mut odd = Report { rules: Vec::new(), version: String::new(), ..sample.clone() };
    let names =
        ["a:b.yaml", "../up.yaml", "/abs/olute.yaml", "<inline>", "", "https://h/[x] y?%zz", "é\n\u{1b}\"\\.yaml"];
    odd.findings.extend(names.map(|name| {
        finding(&RULES[0], &"x".repeat(5000), "", &[]).at(Place::File(name.to_owned())).in_field("a.\"b\"")
    }));
    for report in [sample, odd, Report::default()] {
        for default_file in [None, Some("a b.yaml".to_owned())] {
            let options = FormatOptions { default_file, ..options() };
            let text = (find_format("sarif").unwrap().render)(&report, &sources, &options);
            if let Err(wrong) = validate(&schema, &serde_json::from_str(&text).unwrap()) {
                panic!("{wrong}\n{text}");
            }
        }
    }
    let broken = serde_json::json!({"version": "2.1.0", "runs": [{"results": [{"level": "bad"}]}]});
    assert!(validate(&schema, &broken).is_err(), "the validator accepts anything");
}

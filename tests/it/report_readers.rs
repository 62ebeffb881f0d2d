//! Reports as others read them: a JUnit parser, a JSON Schema of GitLab's
//! format, GitHub's own renderer of Markdown.

#![expect(clippy::unwrap_used, reason = "the samples are our own")]

use std::collections::BTreeSet;
use std::path::Path;

use quintet::finding::{CheckId, Finding, Place, Severity, Subject};
use quintet::report::{Baselined, FormatOptions, Report, Rule, TextStyle, WaivedFinding, find_format};
use quintet::text::{SourceMap, Span};
use serde_json::{Value, json};

use crate::python;
use crate::validator::{has_validator, validate};

/// What the input may say to get out of the text it is repeated in. `live` is in
/// all of them, and in nothing of ours.
pub(crate) const HOSTILE: &[&str] = &[
    "</script><script>alert('live')</script>",
    "<img src=x onerror=\"alert('live')\">",
    "\" onmouseover=\"alert('live')\" x='",
    "]]></failure><testcase name=\"live\"/>",
    "--><!-- live",
    "``` live\n```\n# live\n<b>live</b>",
    "`live` ``live`` [live](javascript:alert(1)) ![live](http://live.example/x.png)",
    "@live-team @live/team ping #123 live/live#1 GH-1 live@live.example https://live.example www.live.example",
    "| live | live |\n|---|---|\n</details></summary>live",
    "\n\nlive\n===\n\n> live\n\n- live\n\n<details open>live",
    "&lt;live&gt; &#64;live \\@live",
    "\u{0}\u{8}\u{b}\u{1b}[31mlive\u{7f}\u{85}\u{2028}\u{fffe}\u{ffff}\u{202e}evil\r\n",
    "{{live}} {% live %} ${live} $(live) %live% <?live ?> <!DOCTYPE live>",
];

const RULES: &[Rule] = &[
    Rule {
        id: CheckId::new("image/unpinned"),
        severity: Severity::Warning,
        summary: "an image that is named by a tag alone",
        docs: "Tags move.",
    },
    Rule {
        id: CheckId::new("patch/changed-nothing"),
        severity: Severity::Error,
        summary: "a patch that changes nothing",
        docs: "It is out of date.\n\nTake it out: `patches` has it.",
    },
    Rule {
        id: CheckId::new("patch/matched-nothing"),
        severity: Severity::Error,
        summary: "a patch that matches nothing",
        docs: "It is out of date.",
    },
    Rule {
        id: CheckId::new("schema/invalid-crd"),
        severity: Severity::Error,
        summary: "a definition the API server would refuse",
        docs: "Nothing of its kind could be written.",
    },
];

/// A finding of `rule` that says `text` wherever a finding says something.
fn saying(rule: &Rule, text: &str) -> Finding {
    let mut finding = Finding::new(rule.id, rule.severity, text, text)
        .about(Subject { application: text.to_owned(), object: text.to_owned() })
        .in_field(text)
        .keyed(text)
        .at(Place::File(text.to_owned()));
    finding.environments = vec![text.to_owned()];
    finding
}

fn waived(finding: Finding, text: &str) -> WaivedFinding {
    WaivedFinding { finding, reason: text.to_owned(), owner: text.to_owned(), expires: text.to_owned() }
}

fn hostile() -> Report {
    let [image, changed, matched, _] = RULES else { panic!("there are four rules") };
    Report {
        version: "0.1.0".to_owned(),
        environments: HOSTILE.iter().map(|&text| text.to_owned()).collect(),
        findings: HOSTILE.iter().flat_map(|text| [saying(image, text), saying(changed, text)]).collect(),
        rules: RULES.to_vec(),
        waived: HOSTILE.iter().map(|text| waived(saying(matched, text), text)).collect(),
        baseline: Some(Baselined { known: HOSTILE.iter().map(|text| saying(image, text)).collect(), gone: 2 }),
    }
}

fn options() -> FormatOptions {
    FormatOptions {
        style: TextStyle { color: false, width: 100 },
        default_file: Some("compositions/sample.yaml".to_owned()),
        fails_at: Severity::Error,
    }
}

fn written(name: &str, report: &Report, sources: &SourceMap) -> String {
    (find_format(name).unwrap().render)(report, sources, &options())
}

#[test]
fn a_junit_parser_reads_a_test_for_every_check() {
    if !python::has_module("junitparser", "pip install junitparser") {
        return;
    }
    let [image, changed, matched, _] = RULES else { panic!("there are four rules") };
    let sources = SourceMap::new();
    let source = sources.add("patches/a b.yaml", "a: 1\nb: 2\n");
    let place = Span::new(source.id(), 5, 4);
    let found = |rule: &Rule, message: &str| Finding::new(rule.id, rule.severity, message, "help <me>");
    let report = Report {
        version: "0.1.0".to_owned(),
        environments: vec!["devbox".to_owned()],
        findings: vec![found(changed, "one & \"two\"").at(place), found(changed, "three"), found(image, "tag")],
        rules: RULES.to_vec(),
        waived: vec![waived(found(matched, "m"), "w")],
        baseline: None,
    };
    let seen = python::read("junit", &[], written("junit", &report, &sources).as_bytes());
    assert_eq!(seen["counts"], json!([4, 1, 0, 1]));
    let suite = |at: usize| (&seen["suites"][at]["name"], &seen["suites"][at]["counts"]);
    assert_eq!(suite(0), (&json!("image"), &json!([1, 0, 0, 0])));
    assert_eq!(suite(1), (&json!("patch"), &json!([2, 1, 0, 1])));
    assert_eq!(suite(2), (&json!("schema"), &json!([1, 0, 0, 0])));
    let text = "error: patches/a b.yaml:2:1: one & \"two\"\n  help: help <me>\nerror: three\n  help: help <me>";
    let failed = json!({
        "class": "quintet.patch", "name": "patch/changed-nothing", "file": "patches/a b.yaml", "line": "2",
        "results": [["Failure", "one & \"two\" (and 1 more)", text]], "out": null,
    });
    assert_eq!(seen["suites"][1]["cases"][0], failed);
    let skipped = &seen["suites"][1]["cases"][1];
    assert_eq!(skipped["results"], json!([["Skipped", "1 finding waived", null]]));
    assert_eq!(skipped["out"], "error: m\n  help: help <me>\n  waived: w (owner w, until w)");
    assert_eq!(seen["suites"][0]["cases"][0]["out"], "warning: tag\n  help: help <me>");
    let passed = json!({
        "class": "quintet.schema", "name": "schema/invalid-crd", "file": null, "line": null, "results": [], "out": null,
    });
    assert_eq!(seen["suites"][2]["cases"][0], passed);
}

#[test]
fn a_junit_parser_takes_hostile_texts_for_texts() {
    if !python::has_module("junitparser", "pip install junitparser") {
        return;
    }
    let seen = python::read("junit", &[], written("junit", &hostile(), &SourceMap::new()).as_bytes());
    assert_eq!(seen["counts"], json!([4, 1, 0, 1]));
    let failure = seen["suites"][1]["cases"][0]["results"][0][2].as_str().unwrap();
    for text in ["<img src=x onerror=\"alert('live')\">", "]]></failure><testcase name=\"live\"/>", "&lt;live&gt;"] {
        assert!(failure.contains(text), "{text} in {failure}");
    }
    assert_eq!(failure.lines().filter(|line| line.starts_with("error: ")).count(), HOSTILE.len());
    python::read("junit", &[], written("junit", &Report::default(), &SourceMap::new()).as_bytes());
}

#[test]
fn gitlab_reports_are_valid_and_have_unique_fingerprints() {
    if !has_validator() {
        return;
    }
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/report/gitlab-code-quality.schema.json");
    let mut report = hostile();
    let names =
        ["a:b.yaml", "../up.yaml", "/abs/olute.yaml", "<inline>", "", "https://h/a?b", "./a.yaml", "a/../b.yaml"];
    report.findings.extend(names.map(|name| {
        let mut finding = saying(&RULES[1], "the same");
        finding.place = Place::File(name.to_owned());
        finding
    }));
    let document: Value = serde_json::from_str(&written("gitlab", &report, &SourceMap::new())).unwrap();
    assert_eq!(validate(&schema, &document), Ok(()), "{document:#}");
    let issues = document.as_array().unwrap();
    let fingerprints: BTreeSet<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    assert_eq!((fingerprints.len(), issues.len()), (issues.len(), report.findings.len() + HOSTILE.len()));
    let empty: Value = serde_json::from_str(&written("gitlab", &Report::default(), &SourceMap::new())).unwrap();
    assert_eq!((validate(&schema, &empty), &empty), (Ok(()), &json!([])));
    let mut broken = document.clone();
    broken[0]["severity"] = "error".into();
    assert!(validate(&schema, &broken).is_err(), "the validator accepts anything");
}

#[test]
fn github_makes_nothing_live_of_hostile_texts() {
    if !python::has_module("cmarkgfm", "pip install cmarkgfm") {
        return;
    }
    let text = written("markdown", &hostile(), &SourceMap::new());
    let seen = python::read("markdown", &[], text.as_bytes());
    let tags = ["code", "details", "h3", "h4", "p", "pre", "summary", "table", "tbody", "td", "th", "thead", "tr"];
    assert_eq!((&seen["tags"], &seen["attributes"]), (&json!(tags), &json!(["align"])));
    assert_eq!(seen["comments"], json!([" quintet: check "]));
    // GitHub looks for mentions and references outside of code.
    let words = seen["words"].as_str().unwrap();
    for live in ["live", "@", "http", "www", "#", "GH-", "&"] {
        assert!(!words.contains(live), "{live} in {words}");
    }
    let code = seen["code"].as_str().unwrap();
    for text in ["<img src=x onerror=\"alert('live')\">", "@live-team @live/team ping #123", "&lt;live&gt; &#64;live"] {
        assert!(code.contains(text), "{text} in {code}");
    }
    assert!(text.len() <= 65_000 && text.starts_with("<!-- quintet: check -->\n"));
}

#[test]
fn a_flood_of_findings_is_one_comment_that_says_what_it_lacks() {
    if !python::has_module("cmarkgfm", "pip install cmarkgfm") {
        return;
    }
    let report = hostile();
    for repeated in [100, 3000] {
        let findings: Vec<Finding> = report.findings.iter().cycle().take(repeated).cloned().collect();
        let flood = Report { findings, ..report.clone() };
        let text = written("markdown", &flood, &SourceMap::new());
        assert!(text.len() <= 65_000, "{}", text.len());
        let seen = python::read("markdown", &[], text.as_bytes());
        let (words, code) = (seen["words"].as_str().unwrap(), seen["code"].as_str().unwrap());
        let kinds = ["error: ", "warning: "];
        let shown = code.lines().filter(|line| kinds.iter().any(|kind| line.starts_with(kind))).count();
        let left_out = repeated + 2 * HOSTILE.len() - shown;
        assert!(
            left_out > 0 && words.contains(&format!("{left_out} findings are left out here")),
            "{left_out} {words}"
        );
    }
}

//! The cases of `tests/data/check/schema/<check>/{pass,fail}`: streams of
//! objects, each one render. A line that a finding points at ends with
//! `# ! <check>: <key> at <field>`, several findings parted by ` ! `. Every
//! check looks at every case, the built-in versions as Kubernetes 1.33 has them.

#![expect(clippy::disallowed_methods, reason = "cases are files")]

use std::path::{Path, PathBuf};

use super::structural::Patterns;
use super::{invalid_crd, invalid_custom_resource, unserved_version};
use crate::finding::{Finding, Place};
use crate::policy::KubernetesVersion;
use crate::resource::{Resource, Scopes};
use crate::text::{Source, SourceMap};
use crate::yaml::{Limits, parse_stream};

const CHECKS: [&str; 3] = ["invalid-crd", "invalid-custom-resource", "unserved-version"];

struct Anything;
impl Scopes for Anything {
    fn is_cluster_scoped(&self, _: &str, _: &str) -> bool {
        false
    }
}

fn objects(source: &std::sync::Arc<Source>) -> Vec<Resource> {
    let docs = parse_stream(source, &Limits::DEFAULT).expect("a case is YAML");
    docs.into_iter().map(|doc| Resource::new(doc, &Anything)).collect()
}

fn found(objects: &[Resource], kubernetes: Option<KubernetesVersion>) -> Vec<Finding> {
    let objects: Vec<(&str, &Resource)> = objects.iter().map(|object| ("app", object)).collect();
    let mut found = invalid_crd::of_objects(&objects);
    found.extend(invalid_custom_resource::of_objects(&objects, &mut Patterns::default()));
    found.extend(unserved_version::of_objects(&objects, kubernetes));
    found
}

/// Findings as the marks of the case write them, with their lines.
fn said(source: &Source, findings: &[Finding]) -> Vec<(u32, String)> {
    let mut said: Vec<(u32, String)> = findings
        .iter()
        .map(|finding| {
            let Place::Text(span) = finding.place else { panic!("{finding:?} is nowhere") };
            let name = finding.id.as_str().trim_start_matches("schema/");
            let key = if finding.key.is_empty() { "version" } else { &finding.key };
            (source.line_column(span.start).line, format!("{name}: {key} at {}", finding.field))
        })
        .collect();
    said.sort();
    said
}

fn marked(source: &Source) -> Vec<(u32, String)> {
    let mut marked = Vec::new();
    for (line, number) in source.text().lines().zip(1..) {
        let marks = line.split_once(" # ! ").map(|(_, marks)| marks).into_iter().flat_map(|marks| marks.split(" ! "));
        marked.extend(marks.map(|mark| (number, mark.trim().to_owned())));
    }
    marked.sort();
    marked
}

fn cases(check: &str, outcome: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/check/schema").join(check).join(outcome);
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("every check has cases")
        .map(|entry| entry.expect("readable").path())
        .collect();
    cases.sort();
    assert!(!cases.is_empty(), "{}", folder.display());
    cases
}

#[test]
fn findings_are_where_the_cases_say() {
    let sources = SourceMap::new();
    let mut wrong = Vec::new();
    for check in CHECKS {
        for outcome in ["pass", "fail"] {
            for case in cases(check, outcome) {
                let name = case.display().to_string();
                let source = sources.add(&name, std::fs::read_to_string(&case).expect("readable"));
                let findings = found(&objects(&source), Some(KubernetesVersion::new(1, 33)));
                let (said, marked) = (said(&source, &findings), marked(&source));
                if said != marked {
                    wrong.push(format!("{name}:\n  said   {said:#?}\n  marked {marked:#?}"));
                }
                let own = marked.iter().any(|(_, mark)| mark.starts_with(&format!("{check}: ")));
                assert_eq!(own, outcome == "fail", "{name}");
                let mut fingerprints: Vec<String> = findings.iter().map(Finding::fingerprint).collect();
                fingerprints.sort();
                fingerprints.dedup();
                assert_eq!(fingerprints.len(), findings.len(), "{name}: two findings are one");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_declared_version_built_in_objects_pass() {
    let text = "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: a}\n";
    let source = SourceMap::new().add("a.yaml", text);
    let objects = objects(&source);
    assert_eq!(found(&objects, None), []);
    assert_eq!(found(&objects, Some(KubernetesVersion::new(1, 24))), []);
    let found = found(&objects, Some(KubernetesVersion::new(1, 25)));
    assert_eq!(found[0].message, "Kubernetes 1.25 does not serve batch/v1beta1 CronJob, which was removed in 1.25");
    assert_eq!(found[0].help, "write it as batch/v1");
}

#[test]
fn a_fingerprint_stays_when_other_items_come_and_no_value_is_repeated() {
    let text = std::fs::read_to_string(&cases("invalid-custom-resource", "fail")[0]).expect("readable");
    let sources = SourceMap::new();
    let findings = |text: &str| found(&objects(&sources.add("a.yaml", text)), None);
    let before = findings(&text);
    let after = findings(&text.replace("  # More items.\n", "  - name: another\n    port: 1\n"));
    assert_eq!(before.len(), after.len());
    let fingerprints = |found: &[Finding]| found.iter().map(Finding::fingerprint).collect::<Vec<_>>();
    assert_eq!(fingerprints(&before), fingerprints(&after));
    assert!(before.iter().all(|finding| !finding.message.contains("hunter2")), "{before:#?}");
}

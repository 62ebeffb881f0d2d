//! A CustomResourceDefinition that the API server refuses.
//!
//! Follows the parts of apiextensions-apiserver's `validation/validation.go`
//! that need no look into a schema: the name, the versions, the storage version,
//! a schema per version, and `spec.preserveUnknownFields`.

use std::collections::BTreeSet;

use super::definition::Definition;
use super::field::field_place;
use super::{Objects, in_renders, objects_of};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity, Subject};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("schema/invalid-crd"),
    severity: Severity::Error,
    summary: "a CustomResourceDefinition is refused by the API server",
    docs: "A definition is called `plural.group`, has every version once, exactly one of them for storage, a schema for \
           each, and does not keep unknown fields as a whole. The API server refuses any other, and everything of its kind \
           with it. The schemas themselves are not looked at.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    in_renders(facts, |rendered| of_objects(&objects_of(rendered)))
}

pub(super) fn of_objects(objects: &Objects<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for &(application, object) in objects {
        let Some(definition) = Definition::of(object) else { continue };
        found.extend(problems(definition).into_iter().map(|problem| {
            let path: Vec<&str> = problem.path.iter().map(String::as_str).collect();
            CHECK
                .finding(problem.message, problem.help)
                .about(Subject::object(application, object.id()))
                .in_field(path.join("."))
                .at(field_place(object.top(), &path))
                .keyed(problem.key)
        }));
    }
    found
}

struct Problem {
    key: String,
    path: Vec<String>,
    message: String,
    help: &'static str,
}

fn problem(key: &str, path: &[&str], message: impl Into<String>, help: &'static str) -> Problem {
    let path = path.iter().map(|&part| part.to_owned()).collect();
    Problem { key: key.to_owned(), path, message: message.into(), help }
}

fn problems(definition: Definition<'_>) -> Vec<Problem> {
    let mut found = Vec::new();
    let name = format!("{}.{}", definition.text(&["names", "plural"]), definition.text(&["group"]));
    if definition.object.id().name != name {
        let message = format!("a definition of these names is called {name}");
        found.push(problem("name", &["metadata", "name"], message, "call it as its plural and group say"));
    }
    if definition.text(&["preserveUnknownFields"]) == "true" {
        found.push(problem(
            "preserved",
            &["spec", "preserveUnknownFields"],
            "v1 does not let a definition keep all unknown fields",
            "set x-kubernetes-preserve-unknown-fields in the schema where it is needed",
        ));
    }
    let stored: Vec<&str> =
        definition.versions().filter(|version| version.is_stored()).map(|version| version.name()).collect();
    if stored.len() != 1 {
        let message = if stored.is_empty() {
            "no version is the one for storage".to_owned()
        } else {
            format!("{} are all for storage", stored.join(", "))
        };
        found.push(problem("storage", &["spec", "versions"], message, "set `storage: true` on exactly one version"));
    }
    let mut names = BTreeSet::new();
    for (number, version) in definition.versions().enumerate() {
        let (number, name) = (number.to_string(), version.name());
        if !names.insert(name) {
            let message = format!("the version {name} is there twice");
            let path = ["spec", "versions", &number, "name"];
            found.push(problem(&format!("twice {name}"), &path, message, "leave one of the two"));
        }
        if version.schema().is_none() {
            let message = format!("the version {name} has no openAPIV3Schema");
            let path = ["spec", "versions", &number];
            let help = "write a schema; `type: object` with x-kubernetes-preserve-unknown-fields takes everything";
            found.push(problem(&format!("schema {name}"), &path, message, help));
        }
    }
    found
}

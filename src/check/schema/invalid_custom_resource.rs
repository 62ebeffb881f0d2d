//! A custom resource that its definition refuses, or that loses fields.
//!
//! Every object whose group, kind and version a CustomResourceDefinition of the
//! same render serves is held to that version's `openAPIV3Schema`.

use super::definition::{Definitions, definitions};
use super::structural::{Patterns, Subresource, violations};
use super::{Objects, in_renders, objects_of};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity, Subject};
use crate::resource::Resource;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("schema/invalid-custom-resource"),
    severity: Severity::Error,
    summary: "a custom resource is not as its definition wants it",
    docs: "Argo CD sends every custom resource to the API server, which holds it to the openAPIV3Schema of its definition: \
           it refuses a wrong type, a missing field or a value out of bounds, and drops fields that the schema does not \
           know without a word. What is rendered is compared with the definition in the same render, whichever Application \
           brings that; custom resources whose definition is not rendered are not looked at. A field with a default need not \
           be written: the API server fills it in first. What passes here can still be refused: CEL rules (x-kubernetes-validations) are not evaluated, \
           nor are the formats uri, email, hostname and rarer ones, nor patterns that this program cannot compile.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut patterns = Patterns::default();
    in_renders(facts, |rendered| of_objects(&objects_of(rendered), &mut patterns))
}

pub(super) fn of_objects(objects: &Objects<'_>, patterns: &mut Patterns) -> Vec<Finding> {
    let definitions = definitions(objects.iter().map(|&(_, object)| object));
    let mut found = Vec::new();
    for &(application, object) in objects {
        found.extend(of_object(application, object, &definitions, patterns));
    }
    found
}

fn of_object(
    application: &str,
    object: &Resource,
    definitions: &Definitions<'_>,
    patterns: &mut Patterns,
) -> Vec<Finding> {
    let gvk = &object.id().gvk;
    let definition = definitions.get(&(gvk.group.as_str(), gvk.kind.as_str()));
    let version = definition.and_then(|definition| definition.version(&gvk.version));
    let (Some(definition), Some(version)) = (definition, version.filter(|version| version.is_served())) else {
        return Vec::new();
    };
    let Some(schema) = version.schema() else { return Vec::new() };
    let subresource = if version.has_status() { Subresource::Status } else { Subresource::None };
    let name = &definition.object.id().name;
    violations(schema, object.top(), subresource, patterns)
        .into_iter()
        .map(|violation| {
            CHECK
                .finding(format!("{name} {} {}", gvk.version, violation.says), violation.help)
                .about(Subject::object(application, object.id()))
                .in_field(violation.field)
                .at(violation.place)
                .keyed(violation.rule)
        })
        .collect()
}

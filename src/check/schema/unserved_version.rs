//! An object of an API version that the API server does not serve.
//!
//! Two sources say what is served: the CustomResourceDefinition of the same
//! render, and for what is built into Kubernetes the declared version of the
//! cluster with the table [`REMOVED`](super::removed::REMOVED).

use super::definition::{Definitions, Version, definitions};
use super::field::field_place;
use super::removed::removed;
use super::{Objects, in_renders, objects_of};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity, Subject};
use crate::policy::KubernetesVersion;
use crate::resource::Resource;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("schema/unserved-version"),
    severity: Severity::Error,
    summary: "an object has an API version that is not served",
    docs: "The API server does not know an object of a version that its definition in the same render does not list or does \
           not serve, nor one of a built-in version that the cluster's Kubernetes no longer has. Argo CD cannot sync the \
           Application then. Built-in versions are looked at once the platform declares its version of Kubernetes; the \
           source of what was removed when is the Kubernetes deprecated API migration guide.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    in_renders(facts, |rendered| of_objects(&objects_of(rendered), facts.kubernetes))
}

/// Without `kubernetes` only custom resources are looked at.
pub(super) fn of_objects(objects: &Objects<'_>, kubernetes: Option<KubernetesVersion>) -> Vec<Finding> {
    let definitions = definitions(objects.iter().map(|&(_, object)| object));
    let mut found = Vec::new();
    for &(application, object) in objects {
        let problem = unserved(object, &definitions).or_else(|| gone(object, kubernetes?));
        let Some((message, help)) = problem else { continue };
        found.push(
            CHECK
                .finding(message, help)
                .about(Subject::object(application, object.id()))
                .in_field("apiVersion")
                .at(field_place(object.top(), &["apiVersion"])),
        );
    }
    found
}

/// What is wrong with a custom resource, and what to do.
fn unserved(object: &Resource, definitions: &Definitions<'_>) -> Option<(String, String)> {
    let gvk = &object.id().gvk;
    let definition = definitions.get(&(gvk.group.as_str(), gvk.kind.as_str()))?;
    let listed = definition.version(&gvk.version);
    if listed.is_some_and(Version::is_served) {
        return None;
    }
    let verb = if listed.is_some() { "lists but does not serve" } else { "has no version" };
    let served: Vec<&str> =
        definition.versions().filter(|version| version.is_served()).map(|version| version.name()).collect();
    let help = if served.is_empty() {
        "serve a version in the definition".to_owned()
    } else {
        format!("write it in a version that is served: {}", served.join(", "))
    };
    Some((format!("{} {verb} {}", definition.object.id().name, gvk.version), help))
}

/// What is wrong with an object of a built-in kind, and what to do.
fn gone(object: &Resource, kubernetes: KubernetesVersion) -> Option<(String, String)> {
    let removed = removed(&object.id().gvk)?;
    if kubernetes < removed.version {
        return None;
    }
    let message = format!(
        "Kubernetes {kubernetes} does not serve {} {}, which was removed in {}",
        removed.api_version,
        object.id().gvk.kind,
        removed.version
    );
    let help = match removed.instead {
        "" => "leave the object out: nothing took its place".to_owned(),
        instead => format!("write it as {instead}"),
    };
    Some((message, help))
}

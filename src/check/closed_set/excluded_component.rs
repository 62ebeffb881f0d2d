//! A component that is never installed is rendered.

use crate::check::{Check, Facts};
use crate::compose::images_of;
use crate::finding::{CheckId, Finding, Place, Severity, Subject};
use crate::policy::ExcludedComponent;
use crate::resource::Resource;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/excluded-component"),
    severity: Severity::Error,
    summary: "an excluded component is rendered",
    docs: "policies/closed-set.yaml lists what is not Kubeflow's to install, by API group, image and namespace. Names do not \
           count: upstream keeps NetworkPolicies called `kserve`, which select nothing.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rendered in facts.rendered() {
        for application in &rendered.applications {
            for object in application.objects.iter() {
                for component in &facts.closed_set.excluded_components {
                    let Some(mark) = mark(component, object) else { continue };
                    let mut finding = CHECK
                        .finding(
                            format!("it belongs to {}: {mark} ({})", component.name.value, component.reason),
                            "leave it out of the overlay, or change the policy in review",
                        )
                        .about(Subject::object(&application.name, object.id()))
                        .at(Place::from(object.top().span()))
                        .keyed(&component.name.value);
                    finding.environments.push(rendered.environment.clone());
                    found.push(finding);
                }
            }
        }
    }
    found
}

/// What shows that `object` belongs to `component`.
fn mark(component: &ExcludedComponent, object: &Resource) -> Option<String> {
    let id = object.id();
    let any = |globs: &[crate::policy::Glob], text: &str| globs.iter().any(|glob| glob.matches(text));
    let defined = object.top().get("spec").and_then(|spec| spec.get_text("group"));
    let defined = defined.filter(|_| id.gvk.kind == "CustomResourceDefinition").unwrap_or_default();
    for group in [id.gvk.group.as_str(), defined] {
        if !group.is_empty() && any(&component.groups, group) {
            return Some(format!("API group {group}"));
        }
    }
    let namespace = if id.gvk.kind == "Namespace" { &id.name } else { &id.namespace };
    if any(&component.namespaces, namespace) {
        return Some(format!("namespace {namespace}"));
    }
    let image = images_of(object).into_iter().find(|image| any(&component.images, image));
    image.map(|image| format!("image {image}"))
}

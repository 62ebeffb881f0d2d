//! A component that is never installed is rendered.

use crate::check::renders::each_object;
use crate::check::{Check, Facts};
use crate::compose::images_of;
use crate::finding::{CheckId, Finding, Severity};
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
    each_object(facts, |object| {
        let components = facts.closed_set.excluded_components.iter();
        components
            .filter_map(|component| {
                let message = format!(
                    "it belongs to {}: {} ({})",
                    component.name.value,
                    mark(component, object)?,
                    component.reason
                );
                let finding = CHECK.finding(message, "leave it out of the overlay, or change the policy in review");
                Some(finding.at(object.top().span()).keyed(&component.name.value))
            })
            .collect()
    })
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

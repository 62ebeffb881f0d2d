//! What was retired stays listed too long.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::text::Spanned;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/retired-entry"),
    severity: Severity::Error,
    summary: "a kind or namespace that was retired is still listed, or is back",
    docs: "The AppProject allows exactly what is rendered. A kind or namespace that leaves the render stays listed under `retired:` \
           for the release it leaves with, so that Argo CD may remove its objects. With the next release nothing of it is \
           left, and the row is a right that nobody needs.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let composition = &facts.platform.composition;
    let version = &composition.version.value;
    let mut found = Vec::new();
    let mut look = |row: &Spanned<String>, release: &str, what: String, is_rendered: bool| {
        let message = if is_rendered {
            format!("{what} is rendered again")
        } else if release != version {
            format!("{what} left with {release}, and {version} is rendered now")
        } else {
            return;
        };
        found
            .push(CHECK.finding(message, "remove the row from `retired`").at(row.span).in_field("retired").keyed(what));
    };
    let objects =
        || facts.rendered().flat_map(|rendered| &rendered.applications).flat_map(|found| found.objects.iter());
    for row in &composition.retired.kinds {
        let (group, kind) = (&row.group.value, &row.kind.value);
        let is_rendered = objects().any(|object| object.id().gvk.group == *group && object.id().gvk.kind == *kind);
        look(&row.kind, &row.release.value, format!("{kind} of the group {group:?}"), is_rendered);
    }
    for row in &composition.retired.namespaces {
        let is_rendered = objects().any(|object| object.namespace() == row.name.value);
        look(&row.name, &row.release.value, format!("the namespace {}", row.name.value), is_rendered);
    }
    found
}

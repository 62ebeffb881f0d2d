//! AppProjects in the repository and on a cluster against the composition.

use std::collections::BTreeSet;

use super::claim::{Destination, Origin, Project};
use crate::check::{Check, Facts};
use crate::finding::{Finding, Place, Subject};
use crate::text::Span;
use crate::vfs::repository_name;

/// Whether it is the project of the composition.
pub(super) fn is_own(facts: &Facts<'_>, project: &Project) -> bool {
    project.name.value == facts.platform.composition.delivery.project.value
}

/// Whether two addresses are those of one repository.
pub(super) fn is_same_repository(one: &str, other: &str) -> bool {
    repository_name(one).eq_ignore_ascii_case(&repository_name(other))
}

/// Where objects of the composition go: the namespaces of its Applications, of
/// what they render or rendered before, and Argo CD's own, to which the parent syncs.
pub(super) fn namespaces<'f>(facts: &'f Facts<'_>) -> BTreeSet<&'f str> {
    let applications = facts.closed_set.applications.iter().map(|expected| expected.namespace.value.as_str());
    let recognised = facts.closed_set.recognise.namespaces.iter().map(String::as_str);
    let rendered = facts
        .rendered()
        .flat_map(|rendered| &rendered.applications)
        .flat_map(|application| application.objects.iter())
        .map(|object| object.id().namespace.as_str());
    let own = facts.platform.composition.delivery.namespace.value.as_str();
    // Argo CD still has to remove what is there.
    let retired = facts.platform.composition.retired.namespaces.iter().map(|row| row.name.value.as_str());
    applications.chain(recognised).chain(rendered).chain(retired).chain([own]).collect()
}

/// Whether the destination is the cluster of an environment and a namespace of
/// the composition.
pub(super) fn is_ours(facts: &Facts<'_>, namespaces: &BTreeSet<&str>, destination: &Destination) -> bool {
    let is_cluster =
        |server: &str| facts.platform.environments.iter().any(|found| found.destination.server.value == server);
    namespaces.contains(destination.namespace.as_str()) && is_cluster(&destination.server)
}

/// A finding about `project`.
pub(super) fn about(
    check: &Check,
    project: &Project,
    (field, span): (&'static str, Span),
    message: String,
    help: &str,
) -> Finding {
    let place = match project.origin {
        Origin::Repository => Place::from(span),
        Origin::Live => Place::Nowhere,
    };
    let subject = Subject { application: String::new(), object: format!("AppProject {}", project.name.value) };
    let key = format!("{} {message}", project.file);
    check.finding(message, help).about(subject).at(place).in_field(field).keyed(key)
}

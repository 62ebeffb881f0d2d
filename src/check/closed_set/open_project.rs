//! The AppProject of the composition allows more than the composition.

use super::project::{about, is_ours, is_own, is_same_repository, namespaces};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/open-project"),
    severity: Severity::Error,
    summary: "the AppProject of the composition allows more than the composition",
    docs: "The project is the last thing that stands between a wrong Application and the cluster. Its source is the platform \
           repository and nothing else; its destinations are the clusters of the environments and the namespaces that \
           the composition renders into, by their names. Patterns and clusters called by a name cannot be compared with \
           the composition and are refused.",
    find,
};

const HELP: &str = "take it out of the project";

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let (delivery, namespaces) = (&facts.platform.composition.delivery, namespaces(facts));
    for project in facts.claims.projects.iter().filter(|project| is_own(facts, project)) {
        // A refusal (`!…`) takes away and never adds.
        let sources = project.repositories.iter().filter(|repository| !repository.value.starts_with('!'));
        for repository in sources.filter(|found| !is_same_repository(&found.value, &delivery.repository.value)) {
            let message = format!("it may deploy from {}", repository.value);
            found.push(about(&CHECK, project, ("spec.sourceRepos", repository.span), message, HELP));
        }
        let destinations = project.destinations.iter().filter(|place| {
            let refuses = place.namespace.starts_with('!') || place.server.starts_with('!');
            !refuses && !is_ours(facts, &namespaces, place)
        });
        for destination in destinations {
            let cluster = if destination.server.is_empty() { &destination.name } else { &destination.server };
            let message = format!("it may deploy to the namespace {} of the cluster {cluster}", destination.namespace);
            found.push(about(&CHECK, project, ("spec.destinations", destination.span), message, HELP));
        }
    }
    found
}

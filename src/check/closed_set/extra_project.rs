//! Another AppProject may deploy Kubeflow.

use super::project::{about, is_own, is_same_repository};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/extra-project"),
    severity: Severity::Error,
    summary: "another AppProject may deploy Kubeflow",
    docs: "The Applications of the composition belong to one AppProject, which the composition names. Another one that names \
           Kubeflow's upstream, the platform repository or a namespace of Kubeflow is made for Applications that nobody \
           reviewed as part of the composition. Projects that allow everything, such as Argo CD's default, are not \
           looked at: they name nothing.",
    find,
};

const HELP: &str = "take it out of the project, or deploy with the project of the composition";

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let (delivery, recognise) = (&facts.platform.composition.delivery, &facts.closed_set.recognise);
    for project in facts.claims.projects.iter().filter(|project| !is_own(facts, project)) {
        for repository in &project.repositories {
            let is_of = |other: &str| is_same_repository(&repository.value, other);
            if is_of(&delivery.repository.value) || recognise.repositories.iter().any(|known| is_of(&known.value)) {
                let message = format!("it may deploy from {}", repository.value);
                found.push(about(&CHECK, project, ("spec.sourceRepos", repository.span), message, HELP));
            }
        }
        for destination in project.destinations.iter().filter(|place| recognise.namespaces.contains(&place.namespace)) {
            let message = format!("it may deploy to the namespace {}", destination.namespace);
            found.push(about(&CHECK, project, ("spec.destinations", destination.span), message, HELP));
        }
    }
    found
}

//! An Application renders a folder that does not count.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity, Subject};
use crate::vfs::repository_name;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/used-excluded-folder"),
    severity: Severity::Error,
    summary: "an Application renders a folder whose manifests are not looked at",
    docs: "policies/closed-set.yaml lists folders whose manifests do not count, such as fixtures and examples. An Application \
           that renders one of them brings in what no check has seen.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let own = repository_name(&facts.platform.composition.delivery.repository.value);
    let renders_excluded = facts.claims.applications.iter().filter(|claim| {
        let path = claim.path.value.trim_start_matches("./").trim_matches('/');
        repository_name(&claim.repository.value) == own && facts.closed_set.excludes(path)
    });
    renders_excluded
        .map(|claim| {
            CHECK
                .finding(
                    format!("{} renders `{}`, which is excluded", claim.name.value, claim.path.value),
                    "take the folder off the list, or the Application out",
                )
                .about(Subject::application(&claim.name.value))
                .at(claim.path.span)
                .in_field("spec.source.path")
                .keyed(&claim.file)
        })
        .collect()
}

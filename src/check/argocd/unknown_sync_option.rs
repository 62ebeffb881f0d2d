//! A sync option that Argo CD does not know.

use crate::argocd::SYNC_OPTIONS;
use crate::check::renders::each_object;
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::resource::Resource;
use crate::text::did_you_mean;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/unknown-sync-option"),
    severity: Severity::Error,
    summary: "Argo CD does not know a sync option of an object",
    docs: "Argo CD compares options letter by letter and passes over what it does not know: `prune=false` protects nothing. The \
           options of an object are separated by commas.",
    find: |facts: &Facts<'_>| each_object(facts, look),
};

/// What an object may say, in Argo CD 3.3 to 3.5
/// (`docs/user-guide/sync-options.md` of argo-cd v3.5.1).
const KNOWN: [&str; 15] = [
    "ClientSideApplyMigration=false",
    "Delete=confirm",
    "Delete=false",
    "Delete=true",
    "Force=true",
    "Prune=confirm",
    "Prune=false",
    "Prune=true",
    "PruneLast=true",
    "Replace=true",
    "ServerSideApply=false",
    "ServerSideApply=true",
    "SkipDryRunOnMissingResource=true",
    "Validate=false",
    "Validate=true",
];

fn look(object: &Resource) -> Vec<Finding> {
    let Some(written) = object.annotation_node(SYNC_OPTIONS) else { return Vec::new() };
    let options = written.text().split(',').map(str::trim).filter(|option| !option.is_empty());
    options
        .filter(|option| !KNOWN.contains(option))
        .map(|option| {
            let near = did_you_mean(option, KNOWN.iter().copied());
            let help = near.unwrap_or_else(|| format!("write one of {}", KNOWN.join(", ")));
            CHECK
                .finding(format!("Argo CD passes over the option {option:?}"), help)
                .at(written.span())
                .in_field(format!("metadata.annotations.[{SYNC_OPTIONS}]"))
                .keyed(option)
        })
        .collect()
}

//! Argo CD is not set to what the waves of the Applications need.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::policy::PlatformInventory;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/required-setting"),
    severity: Severity::Error,
    summary: "Argo CD is not set to what the install order needs",
    docs: "Waves of the children gate only while Argo CD judges the health of an Application by the Lua of this composition; with \
           `controller.sync.timeout.seconds` 0 a child that waits for a bad pin blocks its own fix for ever; the order is \
           modelled on Argo CD 3.3 to 3.5. policies/platform-inventory.yaml says what the platform's Argo CD is.",
    find,
};

/// The first and the last minor version the order is modelled on.
const VERSIONS: [(u32, u32); 2] = [(3, 3), (3, 5)];

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let argocd = &facts.inventory.argocd;
    let mut found = Vec::new();
    let version = &argocd.version.value;
    let is_known = minor(&version.value).is_some_and(|found| VERSIONS[0] <= found && found <= VERSIONS[1]);
    if !is_known {
        let message = format!("the order is not modelled on Argo CD {}", version.value);
        found.push(CHECK.finding(message, "run Argo CD 3.3 to 3.5").at(version.span).in_field("argocd.version"));
    }
    if argocd.sync_timeout_seconds.value.value == 0 {
        let help = "set controller.sync.timeout.seconds to a number above 0";
        let finding = CHECK.finding("a child that waits for a bad pin blocks its own fix", help);
        found.push(finding.at(argocd.sync_timeout_seconds.value.span).in_field("argocd.syncTimeoutSeconds"));
    }
    if !argocd.application_health.value.value {
        let help = "put the Lua of `quintet argocd applications` into argocd-cm";
        let finding = CHECK.finding("a wave does not wait for the Applications of the one before", help);
        found.push(finding.at(argocd.application_health.value.span).in_field("argocd.applicationHealth"));
    }
    found.into_iter().map(|finding| finding.keyed(PlatformInventory::PATH)).collect()
}

/// Major and minor of `3.5.1` or `v3.5.1`.
fn minor(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.strip_prefix('v').unwrap_or(version).split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

//! A locked remote that nothing uses.

use std::collections::BTreeSet;

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/unused-lock-entry"),
    severity: Severity::Error,
    summary: "nothing uses a locked remote",
    docs: "The lock is the list of everything a render may reach. An entry that no environment uses is a door left open. It \
           is only looked for when all environments are checked.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    if !facts.all_rendered() {
        return Vec::new();
    }
    let used: BTreeSet<&str> =
        facts.rendered().flat_map(|rendered| &rendered.used_remotes).map(String::as_str).collect();
    let entries = facts.platform.lock.entries();
    entries
        .filter(|(name, _)| !used.contains(name.as_str()))
        .map(|(name, span)| {
            CHECK.finding(format!("nothing uses {name}"), "remove it from the lock").at(span).keyed(name)
        })
        .collect()
}

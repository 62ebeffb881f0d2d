//! A waiver that accepts nothing.

use crate::check::{Check, Facts, Waived};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("waiver/unused-waiver"),
    severity: Severity::Error,
    summary: "a waiver matches no finding",
    docs: "A waiver that matches nothing hides the next finding it happens to match. It is only looked for when all \
           environments are checked: a waiver may be for one of them.",
    // What is unused shows when all other checks have run: see `unused`.
    find: |_| Vec::new(),
};

/// The waivers that accepted none of `waived`.
pub(in crate::check) fn unused(facts: &Facts<'_>, waived: &[Waived]) -> Vec<Finding> {
    if !facts.all_rendered() {
        return Vec::new();
    }
    let is_used = |span| waived.iter().any(|waived| waived.waiver.check.span == span);
    let unused =
        facts.waivers.waivers.iter().filter(|waiver| !waiver.is_expired(&facts.today) && !is_used(waiver.check.span));
    unused
        .map(|waiver| {
            CHECK
                .finding(
                    format!("no finding of {} matches this waiver", waiver.check.value),
                    "remove it, or correct what it names",
                )
                .at(waiver.check.span)
                .keyed(format!("{} {}", waiver.check.value, waiver.reason.value))
        })
        .collect()
}

//! A waiver whose last day is over.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("waiver/expired-waiver"),
    severity: Severity::Error,
    summary: "a waiver's last day is over",
    docs: "A waiver accepts a finding until a day. After it the finding counts again, and the waiver is one itself: either \
           the reason still holds and the waiver gets a new day in review, or it goes.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let expired = facts.waivers.waivers.iter().filter(|waiver| waiver.is_expired(&facts.today));
    expired
        .map(|waiver| {
            let (check, day) = (&waiver.check.value, &waiver.expires.value);
            CHECK
                .finding(format!("the waiver of {check} ended on {day}"), "remove it, or give it a new day in review")
                .at(waiver.expires.span)
                .keyed(format!("{check} {day}"))
        })
        .collect()
}

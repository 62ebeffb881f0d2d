//! An upstream file that is not the one on record.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Place, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("pin/source-unverified"),
    severity: Severity::Warning,
    summary: "an upstream file is not the one on record",
    docs: "Every upstream file has a digest in compositions/upstream.sum. A file with another one ends a run with exit 3, \
           unless `--unverified` makes it this warning. Use that only where the upstream at hand is known to be incomplete.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rendered in facts.rendered() {
        for mismatch in &rendered.mismatches {
            let mut finding = CHECK
                .finding(mismatch.to_string(), "get the pinned file, or find out who changed it")
                .at(Place::File(crate::compose::sum::PATH.to_owned()))
                .keyed(&mismatch.name);
            finding.environments.push(rendered.environment.clone());
            found.push(finding);
        }
    }
    found
}

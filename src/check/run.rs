//! Running the checks, and what waivers make of their findings.

use std::collections::BTreeMap;

use super::{ALL, Facts};
use crate::finding::Finding;
use crate::policy::Waiver;

/// A finding that a waiver accepts.
#[derive(Clone, Debug)]
pub struct Waived {
    /// The finding.
    pub finding: Finding,
    /// The waiver.
    pub waiver: Waiver,
}

/// What the checks came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What is wrong, by check, subject and key.
    pub findings: Vec<Finding>,
    /// What would be wrong without waivers.
    pub waived: Vec<Waived>,
}

/// Runs all checks. Of equal findings in several environments one stays, which
/// names them all. An expired waiver accepts nothing.
#[must_use]
pub fn run(facts: &Facts<'_>) -> Outcome {
    let mut merged: BTreeMap<(&'static str, String, String), Finding> = BTreeMap::new();
    for check in ALL {
        for finding in (check.find)(facts) {
            let order = (check.id.as_str(), finding.subject.to_string(), finding.fingerprint());
            match merged.get_mut(&order) {
                Some(first) => {
                    for environment in finding.environments {
                        if !first.environments.contains(&environment) {
                            first.environments.push(environment);
                        }
                    }
                }
                None => _ = merged.insert(order, finding),
            }
        }
    }
    let mut outcome = Outcome::default();
    for finding in merged.into_values() {
        let covers = |waiver: &&Waiver| waiver.covers(&finding) && !waiver.is_expired(&facts.today);
        match facts.waivers.waivers.iter().find(covers) {
            Some(waiver) => outcome.waived.push(Waived { waiver: waiver.clone(), finding }),
            None => outcome.findings.push(finding),
        }
    }
    outcome.findings.extend(super::waiver::unused(facts, &outcome.waived));
    outcome
}

//! An Application of the closed set is missing.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/missing-application"),
    severity: Severity::Error,
    summary: "an Application of the closed set is missing",
    docs: "The composition must have every Application of policies/closed-set.yaml, and a cluster every one its \
           environment selects.",
    find: |facts| findings(&CHECK, Kind::Missing, facts),
};

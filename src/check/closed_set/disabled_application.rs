//! An Application is present although the environment does not select it.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/disabled-application"),
    severity: Severity::Error,
    summary: "an Application is present although the environment does not select it",
    docs: "An environment selects its Applications. One that is on the cluster without being selected is \
           neither reviewed nor pruned. Select it, or delete it.",
    find: |facts| findings(&CHECK, Kind::Disabled, facts),
};

//! An Application of the closed set has another name.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/renamed-application"),
    severity: Severity::Error,
    summary: "an Application of the closed set has another name",
    docs: "The name is the identity: Argo CD would install the Application a second time beside the old one, \
           and prune the old one's objects later.",
    find: |facts| findings(&CHECK, Kind::Renamed, facts),
};

//! An Application is synced to another place.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/re-pointed-destination"),
    severity: Severity::Error,
    summary: "an Application is synced to another place",
    docs: "An Application's destination is part of the closed set: another namespace or cluster is another \
           installation.",
    find: |facts| findings(&CHECK, Kind::Destination, facts),
};

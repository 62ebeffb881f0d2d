//! An Application takes other folders.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/re-pointed-path"),
    severity: Severity::Error,
    summary: "an Application takes other folders",
    docs: "An overlay brings together exactly the upstream folders that the policy lists, in their order; an \
           Argo CD Application renders the platform's own path.",
    find: |facts| findings(&CHECK, Kind::Path, facts),
};

//! An Application comes from another revision.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/re-pointed-revision"),
    severity: Severity::Error,
    summary: "an Application comes from another revision",
    docs: "The upstream is pinned to one commit, in the policy, the composition and every overlay. An Argo CD \
           child is pinned to a full commit of the platform repository, the same for all children.",
    find: |facts| findings(&CHECK, Kind::Revision, facts),
};

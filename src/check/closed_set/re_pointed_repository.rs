//! An Application comes from another repository.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/re-pointed-repository"),
    severity: Severity::Error,
    summary: "an Application comes from another repository",
    docs: "There is one upstream and one platform repository. Spellings do not matter (case of the host, \
           `.git`, ssh); another repository does.",
    find: |facts| findings(&CHECK, Kind::Repository, facts),
};

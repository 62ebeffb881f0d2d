//! An Application is there twice.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/duplicated-application"),
    severity: Severity::Error,
    summary: "an Application is there twice",
    docs: "Two Applications of one name, or two entries of the composition, fight over the same objects. Only \
           the first counts; remove the other.",
    find: |facts| findings(&CHECK, Kind::Duplicated, facts),
};

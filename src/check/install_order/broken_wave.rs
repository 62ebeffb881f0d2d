//! A dependency inside an Application holds with no wave.

use super::problem::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("install-order/broken-wave"),
    severity: Severity::Error,
    summary: "a dependency inside an Application holds with no wave",
    docs: "quintet writes waves into objects where the first sync would need a retry. It leaves waves alone that an object has already, and \
           against those, or inside a cycle, no wave helps.",
    find: |facts| findings(&CHECK, Kind::BrokenWave, "take the wave off the object, or change it", facts),
};

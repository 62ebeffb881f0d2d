//! Objects need each other before they exist.

use super::problem::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("install-order/cycle"),
    severity: Severity::Error,
    summary: "objects need each other before they exist",
    docs: "No order installs objects that each have to be there before the other. Usually a webhook that fails closed guards something that \
           its own server needs.",
    find: |facts| findings(&CHECK, Kind::Cycle, "narrow the webhook, or take one of the needs away", facts),
};

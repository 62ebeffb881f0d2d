//! A webhook guards the pods that serve it.

use super::problem::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("install-order/self-guarding-webhook"),
    severity: Severity::Error,
    summary: "a webhook guards the pods that serve it",
    docs: "A webhook that fails closed and has to admit its own pods works until the last of them is gone: then none can start any more, and \
           nothing it guards either.",
    find: |facts| {
        findings(&CHECK, Kind::SelfGuard, "leave the pods out with an objectSelector or namespaceSelector", facts)
    },
};

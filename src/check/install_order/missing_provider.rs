//! An object needs what nobody has.

use super::problem::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("install-order/missing-provider"),
    severity: Severity::Error,
    summary: "an object needs what nobody has",
    docs: "Everything that an object names has to be rendered, to be on every cluster, or to stand in policies/platform-inventory.yaml with \
           its source: namespaces, definitions, Secrets with their keys, Services, storage classes. A name that leads nowhere \
           is a pod that never starts or a route that is dead.",
    find: |facts| {
        findings(
            &CHECK,
            Kind::MissingProvider,
            "correct the name, render what is missing, or add it to policies/platform-inventory.yaml",
            facts,
        )
    },
};

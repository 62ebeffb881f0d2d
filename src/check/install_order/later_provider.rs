//! An object needs what a later Application brings.

use super::problem::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("install-order/later-provider"),
    severity: Severity::Error,
    summary: "an object needs what a later Application brings",
    docs: "The composition installs its Applications wave by wave, and a wave waits for the one before. What an object needs of another \
           Application has to come in an earlier wave: a webhook of a later one would refuse it, a definition of a later one \
           does not exist yet. `quintet plan` shows the order and what forces it.",
    find: |facts| {
        findings(
            &CHECK,
            Kind::LaterProvider,
            "change the waves in compositions/kubeflow.yaml, or what the object needs",
            facts,
        )
    },
};

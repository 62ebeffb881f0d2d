//! There is a Kubeflow Application that is not in the closed set.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/extra-application"),
    severity: Severity::Error,
    summary: "there is a Kubeflow Application that is not in the closed set",
    docs: "The composition is exactly the Applications of policies/closed-set.yaml. What makes an Argo CD \
           Application one of Kubeflow's is data there: its repository, name, path or namespace. Remove it, or \
           add it to the policy and the composition in review.",
    find: |facts| findings(&CHECK, Kind::Extra, facts),
};

//! An ApplicationSet can produce a Kubeflow Application.

use super::deviation::{Kind, findings};
use crate::check::Check;
use crate::finding::{CheckId, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/open-generator"),
    severity: Severity::Error,
    summary: "an ApplicationSet can produce a Kubeflow Application",
    docs: "Only literal list generators can be looked at in review. Any other generator whose template can come \
           to a Kubeflow name, path, repository or namespace makes Applications nobody reviewed.",
    find: |facts| findings(&CHECK, Kind::Generator, facts),
};

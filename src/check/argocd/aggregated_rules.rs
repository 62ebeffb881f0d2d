//! A ClusterRole that aggregates others says its rules.

use crate::check::renders::each_object;
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::resource::Resource;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/aggregated-rules"),
    severity: Severity::Error,
    summary: "a ClusterRole that aggregates others says its rules",
    docs: "The controller manager fills the rules of a ClusterRole with an aggregationRule. A server-side apply that has the key \
           `rules`, even an empty one, owns it: every sync takes the rights of all users away until they are filled in \
           again. Without the key it never owns them, and nothing has to be ignored.",
    find: |facts: &Facts<'_>| each_object(facts, look),
};

fn look(object: &Resource) -> Vec<Finding> {
    let is_aggregated = object.kind() == "ClusterRole" && object.top().get("aggregationRule").is_some();
    let rules = object.top().get("rules").filter(|_| is_aggregated);
    rules
        .map(|rules| {
            CHECK
                .finding("its rules belong to the controller manager", "remove the key `rules` by a patch")
                .at(rules.span())
                .in_field("rules")
        })
        .into_iter()
        .collect()
}

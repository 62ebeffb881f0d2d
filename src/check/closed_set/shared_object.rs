//! Two Applications render one object.

use std::collections::BTreeMap;

use crate::check::renders::{in_renders, objects_of};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity, Subject};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/shared-object"),
    severity: Severity::Error,
    summary: "two Applications render one object",
    docs: "Argo CD lets the Applications take turns in owning the object, and the removal from one of them prunes it for \
           both. Every object belongs to one Application.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    in_renders(facts, |rendered| {
        let (mut owners, mut found) = (BTreeMap::<String, &str>::new(), Vec::new());
        for (application, object) in objects_of(rendered) {
            let id = object.id();
            // The version is no part of what the cluster stores.
            let key = format!("{} {} {}/{}", id.gvk.group, id.gvk.kind, id.effective_namespace(), id.name);
            if let Some(first) = owners.get(&key).copied() {
                let finding = CHECK.finding(format!("{first} renders it too"), "take it out of one of the two");
                let finding = finding.about(Subject::object(application, id)).at(object.top().span());
                found.push(finding.keyed(first));
            } else {
                owners.insert(key, application);
            }
        }
        found
    })
}

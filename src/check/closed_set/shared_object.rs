//! Two Applications render one object.

use std::collections::BTreeMap;

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Place, Severity, Subject};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/shared-object"),
    severity: Severity::Error,
    summary: "two Applications render one object",
    docs: "Argo CD lets the Applications take turns in owning the object, and the removal from one of them prunes it for \
           both. Every object belongs to one Application.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rendered in facts.rendered() {
        let mut owners: BTreeMap<String, &str> = BTreeMap::new();
        for application in &rendered.applications {
            for object in application.objects.iter() {
                let id = object.id();
                // The version is no part of what the cluster stores.
                let key = format!("{} {} {}/{}", id.gvk.group, id.gvk.kind, id.effective_namespace(), id.name);
                match owners.get(&key) {
                    None => _ = owners.insert(key, &application.name),
                    Some(first) => {
                        let mut finding = CHECK
                            .finding(format!("{first} renders it too"), "take it out of one of the two")
                            .about(Subject::object(&application.name, id))
                            .at(Place::from(object.top().span()))
                            .keyed(*first);
                        finding.environments.push(rendered.environment.clone());
                        found.push(finding);
                    }
                }
            }
        }
    }
    found
}

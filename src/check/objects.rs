//! Looking at every rendered object.

use super::Facts;
use crate::finding::{Finding, Subject};
use crate::resource::Resource;

/// What `look` finds about each object of each environment, with the object and
/// the environment filled in.
pub(super) fn each_object(facts: &Facts<'_>, mut look: impl FnMut(&Resource) -> Vec<Finding>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rendered in facts.rendered() {
        for application in &rendered.applications {
            for object in application.objects.iter() {
                for finding in look(object) {
                    let mut finding = finding.about(Subject::object(&application.name, object.id()));
                    finding.environments.push(rendered.environment.clone());
                    found.push(finding);
                }
            }
        }
    }
    found
}

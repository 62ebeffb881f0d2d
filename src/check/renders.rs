//! Looking at one environment's render after the other.

use crate::check::Facts;
use crate::compose::Rendered;
use crate::finding::{Finding, Subject};
use crate::resource::Resource;

/// The objects of a render, each with the name of its Application.
pub(super) type Objects<'a> = [(&'a str, &'a Resource)];

pub(super) fn objects_of(rendered: &Rendered) -> Vec<(&str, &Resource)> {
    let applications = rendered.applications.iter();
    applications
        .flat_map(|application| application.objects.iter().map(|object| (application.name.as_str(), object)))
        .collect()
}

/// What `find` finds in every render, with the environment it is in.
pub(super) fn in_renders(facts: &Facts<'_>, mut find: impl FnMut(&Rendered) -> Vec<Finding>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rendered in facts.rendered() {
        let of_one = find(rendered).into_iter().map(|mut finding| {
            finding.environments.push(rendered.environment.clone());
            finding
        });
        found.extend(of_one);
    }
    found
}

/// What `look` finds about each object of each render, with the object and the
/// environment it is in.
pub(super) fn each_object(facts: &Facts<'_>, look: impl Fn(&Resource) -> Vec<Finding>) -> Vec<Finding> {
    in_renders(facts, |rendered| {
        let objects = objects_of(rendered).into_iter();
        objects
            .flat_map(|(application, object)| {
                let about = move |finding: Finding| finding.about(Subject::object(application, object.id()));
                look(object).into_iter().map(about)
            })
            .collect()
    })
}

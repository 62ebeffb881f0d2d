//! A file that nothing reads.

use std::collections::BTreeSet;

use crate::check::{Check, Facts};
use crate::compose::{Application, composition, environment, lock, sum};
use crate::finding::{CheckId, Finding, Place, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("closed-set/stray-file"),
    severity: Severity::Error,
    summary: "a file in compositions/ or patches/ is read by nothing",
    docs: "A patch that no overlay lists has no effect, and a reviewer thinks it has. Everything below compositions/ and \
           patches/ is read by the render of some environment; README.md files are for people. What an overlay's render \
           reads is only known when all environments are checked.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let known = [composition::PATH, lock::PATH, sum::PATH];
    let is_environment = |file: &str| {
        facts
            .platform
            .environments
            .iter()
            .any(|found| file == format!("{}/{}.yaml", environment::FOLDER, found.name.value))
    };
    // An Application that only the policy or only the composition has is told by its own check.
    let listed = facts.platform.composition.applications.iter().map(Application::overlay);
    let reviewed = facts.closed_set.applications.iter().map(|expected| format!("patches/{}", expected.name.value));
    let overlays: Vec<String> = listed.chain(reviewed).map(|overlay| format!("{overlay}/")).collect();
    let read: BTreeSet<&str> = facts
        .rendered()
        .flat_map(|rendered| rendered.applications.iter().flat_map(|application| application.files.keys()))
        .map(String::as_str)
        .collect();
    let is_stray = |file: &str| {
        if file.ends_with("/README.md") {
            return false;
        }
        if file.starts_with("compositions/") {
            return !known.contains(&file) && !is_environment(file);
        }
        if !file.starts_with("patches/") || read.contains(file) {
            return false;
        }
        let is_of_overlay = overlays.iter().any(|overlay| file.starts_with(overlay.as_str()));
        !is_of_overlay || facts.all_rendered()
    };
    let stray = facts.files.iter().filter(|file| is_stray(file));
    stray
        .map(|file| {
            CHECK
                .finding(format!("nothing reads {file}"), "remove it, or list it where it belongs")
                .at(Place::File(file.clone()))
                .keyed(file)
        })
        .collect()
}

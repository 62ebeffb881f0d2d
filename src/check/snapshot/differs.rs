//! A rendered object is not the one that was approved.

use crate::check::{Check, Facts};
use crate::compose::{RenderedApplication, Sum};
use crate::finding::{CheckId, Finding, Place, Severity, Subject};
use crate::snapshot::{Change, Snapshot, compare};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("snapshot/differs"),
    severity: Severity::Error,
    summary: "a rendered object is not the one that was approved",
    docs: "snapshots/<environment>/ has the digest of every object as somebody last approved it, so that a review sees what a \
           change of a patch, a value or the pin does to the cluster. Look at the render, then approve it with \
           `quintet snapshot --env E --accept`. An Application that reads an upstream file that is not the pinned one \
           is not compared: pin/source-unverified tells of it.",
    find,
};

const HELP: &str = "look at the render, then approve it with `quintet snapshot --env E --accept`";

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for checked in &facts.environments {
        let Some(rendered) = &checked.rendered else { continue };
        let environment = &rendered.environment;
        for application in rendered.applications.iter().filter(|found| is_pinned(found, &facts.platform.sum)) {
            match Snapshot::of(environment, &application.name, &application.objects) {
                Ok(now) => {
                    found.extend(differences(environment, application, &now, checked.approved.get(&application.name)))
                }
                // It could not be written as YAML, and was: the render has its text.
                Err(error) => found.push(finding(environment, &application.name, String::new(), error.to_string())),
            }
        }
        let is_rendered = |name: &str| rendered.applications.iter().any(|application| application.name == name);
        for name in checked.approved.keys().filter(|name| !is_rendered(name)) {
            let message = "it is approved, but the environment does not select it".to_owned();
            found.push(finding(environment, name, String::new(), message));
        }
    }
    found
}

/// Whether every upstream file it was made from is the one on record.
fn is_pinned(application: &RenderedApplication, sum: &Sum) -> bool {
    application.upstream.iter().all(|(name, sha256)| sum.get(name) == Some(sha256.as_str()))
}

fn differences(
    environment: &str,
    application: &RenderedApplication,
    now: &Snapshot,
    approved: Option<&Snapshot>,
) -> Vec<Finding> {
    let name = &application.name;
    let Some(approved) = approved else {
        return vec![finding(environment, name, String::new(), "nothing of it is approved".to_owned())];
    };
    let about = |change: Change, object: String| {
        let message = match change {
            Change::Added => "it is rendered, but nobody approved it",
            Change::Removed => "it is approved, but not rendered",
            Change::Changed => "it is not what was approved",
        };
        finding(environment, name, object, message.to_owned())
    };
    compare(approved, now).into_iter().map(|found| about(found.kind, found.id).at(Place::from(found.span))).collect()
}

fn finding(environment: &str, application: &str, object: String, message: String) -> Finding {
    let subject = Subject { application: application.to_owned(), object };
    let mut finding = CHECK.finding(message.clone(), HELP).about(subject).keyed(message);
    finding.environments.push(environment.to_owned());
    finding
}

//! The composition files against the policy.

use super::deviation::{Deviation, Kind};
use crate::check::Facts;
use crate::compose::Application;
use crate::compose::composition::PATH;
use crate::finding::Place;
use crate::policy::ExpectedApplication;
use crate::text::{Span, Spanned};
use crate::vfs::repository_name;

/// Every difference.
pub(super) fn deviations(facts: &Facts<'_>) -> Vec<Deviation> {
    let mut found = upstream(facts);
    let (applications, expected) = (&facts.platform.composition.applications, &facts.closed_set.applications);
    let is_there = |name: &str| applications.iter().any(|application| application.name.value == name);
    let mut missing: Vec<&ExpectedApplication> =
        expected.iter().filter(|expected| !is_there(&expected.name.value)).collect();
    for (number, application) in applications.iter().enumerate() {
        let name = &application.name.value;
        if applications[..number].iter().any(|earlier| earlier.name.value == *name) {
            found.push(about(
                application,
                Kind::Duplicated,
                "name",
                application.name.span,
                format!("{name} is there twice"),
                "remove one of the two",
            ));
            continue;
        }
        if let Some(expected) = expected.iter().find(|expected| expected.name.value == *name) {
            found.extend(fields(application, expected));
            found.extend(overlay(facts, application));
        } else if let Some(at) = missing.iter().position(|missing| same(&missing.entries, &application.entries)) {
            let was = &missing.remove(at).name.value;
            found.push(about(
                application,
                Kind::Renamed,
                "name",
                application.name.span,
                format!("{was} is called {name}"),
                "give it its name back, or change the policy in review",
            ));
        } else {
            found.push(about(
                application,
                Kind::Extra,
                "name",
                application.name.span,
                format!("{name} is not in the closed set"),
                "remove it, or add it to policies/closed-set.yaml in review",
            ));
        }
    }
    found.extend(missing.into_iter().map(|missing| Deviation {
        kind: Kind::Missing,
        application: missing.name.value.clone(),
        field: "applications",
        place: Place::File(PATH.to_owned()),
        message: format!("{} is missing", missing.name.value),
        help: "put it back, or remove it from policies/closed-set.yaml in review",
        key: PATH.to_owned(),
    }));
    found
}

fn about(
    application: &Application,
    kind: Kind,
    field: &'static str,
    span: Span,
    message: String,
    help: &'static str,
) -> Deviation {
    let application = application.name.value.clone();
    Deviation { kind, application, field, place: span.into(), message, help, key: PATH.to_owned() }
}

fn same(left: &[Spanned<String>], right: &[Spanned<String>]) -> bool {
    left.iter().map(|entry| &entry.value).eq(right.iter().map(|entry| &entry.value))
}

fn upstream(facts: &Facts<'_>) -> Vec<Deviation> {
    let (found, expected) = (&facts.platform.composition.upstream, &facts.closed_set.upstream);
    let mut deviations = Vec::new();
    let mut differs = |kind, field, span: Span, message| {
        let help = "put the reviewed one back, or change policies/closed-set.yaml in review";
        deviations.push(Deviation {
            kind,
            application: String::new(),
            field,
            place: span.into(),
            message,
            help,
            key: PATH.to_owned(),
        });
    };
    if repository_name(&found.repository.value) != repository_name(&expected.repository.value) {
        let message = format!("the upstream must be {}, not {}", expected.repository.value, found.repository.value);
        differs(Kind::Repository, "upstream.repository", found.repository.span, message);
    }
    if found.commit.value != expected.commit.value {
        let message = format!("the upstream must be at {}, not {}", expected.commit.value, found.commit.value);
        differs(Kind::Revision, "upstream.commit", found.commit.span, message);
    }
    deviations
}

fn fields(application: &Application, expected: &ExpectedApplication) -> Vec<Deviation> {
    let name = &application.name.value;
    let mut found = Vec::new();
    if application.namespace.value != expected.namespace.value {
        let message =
            format!("{name} must be synced to {}, not {}", expected.namespace.value, application.namespace.value);
        found.push(about(
            application,
            Kind::Destination,
            "namespace",
            application.namespace.span,
            message,
            "put the reviewed namespace back",
        ));
    }
    if !same(&application.entries, &expected.entries) {
        let differs =
            application.entries.iter().zip(&expected.entries).find(|(entry, expected)| entry.value != expected.value);
        let span = differs.map_or(application.name.span, |(entry, _)| entry.span);
        let message = format!("{name} does not take the folders that were reviewed, in their order");
        found.push(about(
            application,
            Kind::Path,
            "entries",
            span,
            message,
            "put the entries of policies/closed-set.yaml back",
        ));
    }
    found
}

/// The overlay must name the upstream at its commit, and the entries in order.
fn overlay(facts: &Facts<'_>, application: &Application) -> Vec<Deviation> {
    let Some(overlay) = facts.overlays.iter().find(|overlay| overlay.application == application.name.value) else {
        return Vec::new();
    };
    let upstream = &facts.platform.composition.upstream;
    let key = format!("{}/kustomization.yaml", application.overlay());
    let mut found = Vec::new();
    let mut differs = |kind, span, message, help| {
        found.push(Deviation { key: key.clone(), ..about(application, kind, "resources", span, message, help) });
    };
    let mut entries = application.entries.iter();
    for remote in &overlay.remotes {
        let (spec, expected) = (&remote.value, entries.next());
        if repository_name(&spec.clone_spec()) != repository_name(&upstream.repository.value) {
            let message = format!("the overlay takes {}, not {}", spec.clone_spec(), upstream.repository.value);
            differs(Kind::Repository, remote.span, message, "overlays name the one upstream");
        } else if spec.reference != upstream.commit.value {
            let message =
                format!("the overlay takes the upstream at `{}`, not at {}", spec.reference, upstream.commit.value);
            differs(Kind::Revision, remote.span, message, "write the composition's commit as `?ref=`");
        } else if expected.is_none_or(|expected| expected.value != spec.path.trim_matches('/')) {
            let message = format!("the overlay takes `{}`, which is not the entry that comes here", spec.path);
            differs(Kind::Path, remote.span, message, "name the entries of the composition, in their order");
        }
    }
    if let Some(left) = entries.next() {
        let message = format!("the overlay does not take `{}`", left.value);
        differs(Kind::Path, left.span, message, "name the entries of the composition, in their order");
    }
    found
}

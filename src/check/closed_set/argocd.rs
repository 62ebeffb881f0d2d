//! Argo CD objects in the repository and on a cluster against the composition.

use std::collections::BTreeMap;

use super::claim::{Claim, ClaimKind, Origin};
use super::deviation::{Deviation, Kind};
use crate::check::Facts;
use crate::compose::composition::is_commit;
use crate::finding::Place;
use crate::policy::ExpectedApplication;
use crate::text::Span;
use crate::vfs::repository_name;

/// Every difference.
pub(super) fn deviations(facts: &Facts<'_>) -> Vec<Deviation> {
    let mut found = Vec::new();
    for origin in [Origin::Repository, Origin::Live] {
        let claims: Vec<&Claim> = facts
            .claims
            .applications
            .iter()
            .filter(|claim| claim.origin == origin && is_kubeflow(facts, claim))
            .collect();
        let is_asked =
            origin == Origin::Live && facts.claims.applications.iter().any(|claim| claim.origin == Origin::Live);
        if !claims.is_empty() || is_asked {
            compare(facts, &claims, &mut found);
        }
    }
    found
}

/// Whether any of the policy's marks is on it.
fn is_kubeflow(facts: &Facts<'_>, claim: &Claim) -> bool {
    let recognise = &facts.closed_set.recognise;
    let repositories =
        recognise.repositories.iter().map(|repository| repository_name(&repository.value).to_lowercase());
    let repositories: Vec<String> = repositories.collect();
    if claim.kind == ClaimKind::Unreadable {
        // All of the text is in `repository`.
        let text = claim.repository.value.to_lowercase();
        return repositories.iter().any(|name| text.contains(name.as_str())) || text.contains("kubeflow");
    }
    let is_open = claim.kind == ClaimKind::Generator;
    let may_be = |text: &str, globs: &[crate::policy::Glob]| match text.split_once("{{").filter(|_| is_open) {
        Some((prefix, _)) => globs.iter().any(|glob| glob.may_match_after(prefix.trim_start_matches('x'))),
        None => globs.iter().any(|glob| glob.matches(text)),
    };
    let from_upstream = |url: &str| repositories.contains(&repository_name(url).to_lowercase());
    from_upstream(&claim.repository.value)
        || claim.further.iter().any(|further| from_upstream(&further.value))
        || may_be(&claim.name.value, &recognise.names)
        || may_be(claim.path.value.trim_matches('/'), &recognise.paths)
        || recognise.namespaces.contains(&claim.namespace.value)
        || claim.application.as_ref().is_some_and(|name| expected(facts, name).is_some())
}

fn expected<'f>(facts: &'f Facts<'_>, name: &str) -> Option<&'f ExpectedApplication> {
    facts.closed_set.applications.iter().find(|expected| expected.name.value == name)
}

/// The Application of the closed set that `claim` renders, whatever its name.
fn rendered_by<'f>(facts: &'f Facts<'_>, claim: &Claim) -> Option<&'f ExpectedApplication> {
    let last = claim.path.value.trim_matches('/').rsplit('/').next().unwrap_or_default();
    claim.application.as_deref().and_then(|name| expected(facts, name)).or_else(|| expected(facts, last))
}

fn compare(facts: &Facts<'_>, claims: &[&Claim], found: &mut Vec<Deviation>) {
    let is_there = |name: &str| claims.iter().any(|claim| claim.name.value == name);
    let usual = usual_revision(claims);
    let (mut seen, mut renamed) = (Vec::new(), Vec::new());
    for &claim in claims {
        let name = claim.name.value.as_str();
        if claim.kind != ClaimKind::Application {
            found.push(about(
                claim,
                Kind::Generator,
                "spec.generators",
                claim.name.span,
                format!("{name} can come to a Kubeflow Application that nobody reviewed"),
                "use a list generator with literal elements, or write the Applications out",
            ));
            continue;
        }
        // Environments are installed on clusters of their own, each with children of the same names.
        let key = (name, environment_of(facts, claim));
        if seen.contains(&key) {
            found.push(about(
                claim,
                Kind::Duplicated,
                "metadata.name",
                claim.name.span,
                format!("{name} is there twice"),
                "remove one of the two",
            ));
            continue;
        }
        seen.push(key);
        if name == facts.platform.composition.delivery.parent.value {
            found.extend(parent(facts, claim));
        } else if let Some(expected) = expected(facts, name) {
            found.extend(fields(facts, claim, expected, usual.as_deref()));
            found.extend(disabled(facts, claim));
        } else if let Some(was) = rendered_by(facts, claim).filter(|was| !is_there(&was.name.value)) {
            renamed.push(was.name.value.as_str());
            found.push(about(
                claim,
                Kind::Renamed,
                "metadata.name",
                claim.name.span,
                format!("{} is called {name}", was.name.value),
                "give it its name back",
            ));
        } else {
            found.push(about(
                claim,
                Kind::Extra,
                "metadata.name",
                claim.name.span,
                format!("{name} is one of Kubeflow's, but not in the closed set"),
                "remove it, or add it to policies/closed-set.yaml and the composition in review",
            ));
        }
    }
    missing(facts, claims, &renamed, found);
}

/// The environment a claim is for, as far as it says: the plugin's parameter, or
/// the folder that rendered manifests stand in.
fn environment_of<'c>(facts: &Facts<'_>, claim: &'c Claim) -> Option<&'c str> {
    let is_known = |name: &str| facts.platform.environments.iter().any(|environment| environment.name.value == name);
    let folders = claim.path.value.trim_matches('/').rsplit('/');
    claim.environment.as_deref().or_else(|| folders.take(2).find(|folder| is_known(folder)))
}

/// Which Applications must be there: those the environment selects. Files of
/// the repository may be for any environment, and say nothing when none of the
/// five is written there.
fn missing(facts: &Facts<'_>, claims: &[&Claim], renamed: &[&str], found: &mut Vec<Deviation>) {
    let live = claims.iter().all(|claim| claim.origin == Origin::Live);
    let any = claims.iter().any(|claim| expected(facts, &claim.name.value).is_some());
    if !live && !any {
        return;
    }
    let is_named = |environment: &str| {
        if live {
            facts.environments.iter().any(|checked| checked.environment.name.value == environment)
        } else {
            claims.iter().any(|claim| environment_of(facts, claim) == Some(environment))
        }
    };
    let environments = facts.platform.environments.iter().filter(|environment| is_named(&environment.name.value));
    // Applications by name, each with the environment that selects it, where one is known.
    let mut wanted: Vec<(&str, Option<&str>)> = environments
        .flat_map(|environment| {
            let name = Some(environment.name.value.as_str());
            environment.applications.iter().map(move |selected| (selected.value.as_str(), name))
        })
        .collect();
    if wanted.is_empty() && !live {
        wanted = facts.closed_set.applications.iter().map(|expected| (expected.name.value.as_str(), None)).collect();
    }
    wanted.sort_unstable();
    wanted.dedup_by_key(|(name, environment)| (*name, if live { None } else { *environment }));
    let is_there = |name: &str, environment: Option<&str>| {
        renamed.contains(&name)
            || claims.iter().any(|claim| {
                let of = environment_of(facts, claim);
                claim.name.value == name && (live || of.is_none() || environment.is_none() || of == environment)
            })
    };
    let file = claims.first().map_or("the live list", |claim| claim.file.as_str());
    for (name, environment) in wanted.into_iter().filter(|(name, environment)| !is_there(name, *environment)) {
        let place = if live { "live".to_owned() } else { format!("repository {}", environment.unwrap_or_default()) };
        found.push(Deviation {
            kind: Kind::Missing,
            application: name.to_owned(),
            field: "",
            place: if live { Place::Nowhere } else { Place::File(file.to_owned()) },
            message: format!("{name} is missing"),
            help: "put it back, or take it out of the environment's selection",
            key: place,
        });
    }
}

fn about(claim: &Claim, kind: Kind, field: &'static str, span: Span, message: String, help: &'static str) -> Deviation {
    let application = claim.name.value.clone();
    Deviation { kind, application, field, place: span.into(), message, help, key: claim.file.clone() }
}

/// The revision most children have.
fn usual_revision(claims: &[&Claim]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| is_commit(&claim.revision.value)) {
        *counts.entry(&claim.revision.value).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(revision, _)| revision.to_owned())
}

fn parent(facts: &Facts<'_>, claim: &Claim) -> Vec<Deviation> {
    let delivery = &facts.platform.composition.delivery;
    let mut found = Vec::new();
    if repository_name(&claim.repository.value) != repository_name(&delivery.repository.value) {
        let message =
            format!("the parent must come from {}, not {}", delivery.repository.value, claim.repository.value);
        found.push(about(
            claim,
            Kind::Repository,
            "spec.source.repoURL",
            claim.repository.span,
            message,
            "name the platform repository",
        ));
    }
    if claim.revision.value != delivery.branch.value {
        let message = format!("the parent must follow `{}`, not `{}`", delivery.branch.value, claim.revision.value);
        found.push(about(
            claim,
            Kind::Revision,
            "spec.source.targetRevision",
            claim.revision.span,
            message,
            "name the branch of the composition",
        ));
    }
    found
}

fn fields(facts: &Facts<'_>, claim: &Claim, expected: &ExpectedApplication, usual: Option<&str>) -> Vec<Deviation> {
    let (name, delivery) = (&claim.name.value, &facts.platform.composition.delivery);
    let mut found = Vec::new();
    let mut differs = |kind, field, span, message| {
        found.push(about(claim, kind, field, span, message, "put the composition's value back"));
    };
    let repositories = std::iter::once(&claim.repository).chain(&claim.further);
    let mut others =
        repositories.filter(|url| repository_name(&url.value) != repository_name(&delivery.repository.value));
    if let Some(other) = others.next() {
        let message = format!("{name} must come from {}, not {}", delivery.repository.value, other.value);
        differs(Kind::Repository, "spec.source.repoURL", other.span, message);
    }
    let revision = &claim.revision;
    if !is_commit(&revision.value) {
        let message = format!("{name} must be at a full commit, not at `{}`", revision.value);
        differs(Kind::Revision, "spec.source.targetRevision", revision.span, message);
    } else if usual.is_some_and(|usual| usual != revision.value) {
        let message = format!("{name} is at {}, the others are at {}", revision.value, usual.unwrap_or_default());
        differs(Kind::Revision, "spec.source.targetRevision", revision.span, message);
    }
    let path = claim.path.value.trim_matches('/');
    let is_own = path.rsplit('/').next().is_some_and(|last| last == expected.name.value);
    let is_root = matches!(path, "" | ".") && claim.application.as_deref() == Some(expected.name.value.as_str());
    if !is_own && !is_root || claim.application.as_ref().is_some_and(|application| *application != expected.name.value)
    {
        let message =
            format!("{name} renders `{}`, which is not its own", claim.application.as_deref().unwrap_or(path));
        differs(Kind::Path, "spec.source.path", claim.path.span, message);
    }
    if claim.namespace.value != expected.namespace.value {
        let message = format!("{name} must be synced to {}, not `{}`", expected.namespace.value, claim.namespace.value);
        differs(Kind::Destination, "spec.destination.namespace", claim.namespace.span, message);
    } else if !facts.environments.iter().any(|facts| facts.environment.destination.server.value == claim.server.value) {
        let message = format!("{name} is synced to `{}`, which is no environment's cluster", claim.server.value);
        differs(Kind::Destination, "spec.destination.server", claim.server.span, message);
    }
    found
}

fn disabled(facts: &Facts<'_>, claim: &Claim) -> Option<Deviation> {
    let selects = |name: &str| {
        let environment = facts.platform.environments.iter().find(|environment| environment.name.value == name)?;
        Some(environment.selects(&claim.name.value))
    };
    let named = claim.environment.as_deref().and_then(|name| Some((name, selects(name)?)));
    let live = || {
        let [only] = facts.environments.as_slice() else { return None };
        let name = only.environment.name.value.as_str();
        (claim.origin == Origin::Live).then_some((name, only.environment.selects(&claim.name.value)))
    };
    let (environment, is_selected) = named.or_else(live)?;
    (!is_selected).then(|| {
        let message = format!("{environment} does not select {}, but it is there", claim.name.value);
        about(claim, Kind::Disabled, "metadata.name", claim.name.span, message, "select it, or delete it")
    })
}

//! `check`: every gate.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::baseline::baseline;
use super::platform::{Opened, PlatformOptions, ordered, policy_failed};
use super::{Failed, Refusal};
use crate::check::{self, ALL, Claims, Deviations, EnvironmentFacts, Facts, Origin, OverlayRefs, claims};
use crate::compose::{Environment, Platform};
use crate::finding::Place;
use crate::order::InstallOrder;
use crate::policy::{ClosedSet, Waivers};
use crate::report::{Report, Rule, WaivedFinding};
use crate::text::{SourceMap, Span};
use crate::vfs::{Tree, list_files};
use crate::yaml::decode_text;

/// What to check.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The environments; all of the platform when there are none.
    pub environments: Vec<String>,
    /// Argo CD objects of a cluster, as `kubectl get -o json` writes them.
    pub live: Option<Live>,
    /// An earlier report in JSON, whose findings are known.
    pub baseline: Option<PathBuf>,
}

/// A list of live objects.
#[derive(Clone, Debug)]
pub enum Live {
    /// In a file.
    File(PathBuf),
    /// Read already, from standard input.
    Text(Vec<u8>),
}

/// What came of it.
#[derive(Debug)]
pub struct Checked {
    /// What was found.
    pub report: Report,
    /// The texts of the places.
    pub sources: Arc<SourceMap>,
}

/// Runs all checks. When the composition files themselves differ from the closed
/// set, nothing is rendered: what would come out is not the composition.
///
/// # Errors
/// When the platform or the baseline cannot be used or an Application cannot be
/// rendered.
pub fn check(request: &CheckRequest) -> Result<Checked, Failed> {
    let opened = request.platform.open()?;
    let platform = &opened.platform;
    let sources = &platform.sources;
    let disk = &platform.tree;
    let closed_set = ClosedSet::load(disk, &platform.root, sources).map_err(|error| policy_failed(&error, sources))?;
    let waivers = Waivers::load(disk, &platform.root, sources).map_err(|error| policy_failed(&error, sources))?;
    let environments = selected(&opened, request)?;
    let names: Vec<String> = environments.iter().map(|environment| environment.name.value.clone()).collect();
    // Before the work, so that a wrong file is told at once.
    let known = request.baseline.as_ref();
    let known = known.map(|file| baseline(disk, &request.platform.current.join(file), &names, sources)).transpose()?;
    let (files, mut found) = repository(platform, &closed_set)?;
    found.extend(live(request, platform)?);
    let mut facts = Facts {
        is_complete: request.environments.is_empty(),
        environments: environments
            .iter()
            .map(|&environment| {
                let approved = opened.approved(environment)?;
                Ok(EnvironmentFacts { environment, rendered: None, order: Vec::new(), approved })
            })
            .collect::<Result<_, Failed>>()?,
        files,
        claims: found,
        ..of_files(&opened, &closed_set, &waivers)
    };
    if check::composition_difference(&facts).is_none() {
        for facts in &mut facts.environments {
            let rendered = opened.render_and_watch(facts.environment)?;
            let applications = ordered(&platform.composition, &rendered.applications);
            facts.order = check::problems(&InstallOrder::of(applications, &opened.inventory));
            facts.rendered = Some(rendered);
        }
    }
    let outcome = check::run(&facts);
    let report = Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        environments: names,
        findings: outcome.findings,
        rules: ALL
            .iter()
            .map(|check| Rule { id: check.id, severity: check.severity, summary: check.summary, docs: check.docs })
            .collect(),
        waived: outcome
            .waived
            .into_iter()
            .map(|waived| WaivedFinding {
                finding: waived.finding,
                reason: waived.waiver.reason.value,
                owner: waived.waiver.owner.value,
                expires: waived.waiver.expires.value,
            })
            .collect(),
        baseline: None,
    };
    let report = match known {
        Some(baseline) => baseline.apply(report),
        None => report,
    };
    Ok(Checked { report, sources: Arc::clone(sources) })
}

/// What the platform's own files say, with nothing rendered and nothing listed.
fn of_files<'o>(opened: &'o Opened, closed_set: &'o ClosedSet, waivers: &'o Waivers) -> Facts<'o> {
    let applications = opened.platform.composition.applications.iter();
    Facts {
        platform: &opened.platform,
        closed_set,
        inventory: &opened.inventory,
        waivers,
        is_complete: false,
        environments: Vec::new(),
        files: Vec::new(),
        overlays: applications.map(|application| OverlayRefs::read(&opened.platform, application)).collect(),
        claims: Claims::default(),
        kubernetes: opened.inventory.kubernetes.version(),
        today: today(),
        deviations: Deviations::default(),
    }
}

/// Where the composition's files first differ from the closed set.
pub(super) fn differs_from_policy(opened: &Opened) -> Result<Option<(String, Span)>, Failed> {
    let Platform { root, tree, sources, .. } = &opened.platform;
    let failed = |error| policy_failed(&error, sources);
    let closed_set = ClosedSet::load(tree, root, sources).map_err(failed)?;
    let waivers = Waivers::load(tree, root, sources).map_err(failed)?;
    let difference = check::composition_difference(&of_files(opened, &closed_set, &waivers));
    Ok(difference.map(|(message, place)| match place {
        Place::Text(span) => (message, span),
        Place::File(_) | Place::Nowhere => (message, Span::NONE),
    }))
}

fn selected<'o>(opened: &'o Opened, request: &CheckRequest) -> Result<Vec<&'o Environment>, Failed> {
    if request.environments.is_empty() {
        return Ok(opened.platform.environments.iter().collect());
    }
    request.environments.iter().map(|name| opened.environment(name)).collect()
}

/// The names of all files of the repository, and the Argo CD objects in those
/// that count.
fn repository(platform: &Platform, closed_set: &ClosedSet) -> Result<(Vec<String>, Claims), Failed> {
    let sources = &platform.sources;
    let unreadable = |error: &dyn std::error::Error| {
        Failed::new(Refusal::Invalid, "check::unreadable-repository", error, Span::NONE, None, sources)
    };
    let files = list_files(&platform.root).map_err(|error| unreadable(&error))?;
    let mut found = Claims::default();
    let is_yaml =
        |file: &str| [".yaml", ".yml", ".json", ".j2", ".tpl", ".tmpl"].iter().any(|ending| file.ends_with(ending));
    for file in files.iter().filter(|file| is_yaml(file) && !closed_set.excludes(file)) {
        let path = platform.root.join(file);
        let bytes = match platform.tree.read(&path) {
            Ok(bytes) => bytes,
            // A link that leads nowhere, or a file that git lists and that was removed.
            Err(_) if platform.tree.resolve(&path).is_err() => continue,
            Err(error) => return Err(unreadable(&error)),
        };
        // Most files name no kind of Argo CD, and need not be read as YAML.
        let names = |kind: &str| memchr::memmem::find(&bytes, kind.as_bytes()).is_some();
        if !names("Application") && !names("AppProject") {
            continue;
        }
        if let Ok(text) = decode_text(bytes) {
            let source = sources.add(platform.tree.display(&path), text);
            found.extend(claims(&source, file, Origin::Repository));
        }
    }
    Ok((files, found))
}

fn live(request: &CheckRequest, platform: &Platform) -> Result<Claims, Failed> {
    let sources = &platform.sources;
    let failed = |error: &dyn std::error::Error| {
        let help = "give it the output of `kubectl get applications,applicationsets -A -o json`".to_owned();
        Failed::new(Refusal::Invalid, "check::unreadable-live-list", error, Span::NONE, Some(help), sources)
    };
    let (name, bytes) = match &request.live {
        None => return Ok(Claims::default()),
        Some(Live::Text(bytes)) => ("<standard input>".to_owned(), bytes.clone()),
        Some(Live::File(file)) => {
            let path = request.platform.current.join(file);
            (platform.tree.display(&path), platform.tree.read(&path).map_err(|error| failed(&error))?)
        }
    };
    let text = decode_text(bytes).map_err(|error| failed(&error))?;
    let source = sources.add(name.clone(), text);
    crate::yaml::parse_single(&source, &crate::yaml::Limits::DEFAULT).map_err(|error| {
        Failed::new(Refusal::Invalid, "check::unreadable-live-list", &error, error.span(), None, sources)
    })?;
    Ok(claims(&source, &name, Origin::Live))
}

/// The day it is, in UTC, as `2027-03-31`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day(seconds / 86_400)
}

/// The day that is `days` after 1970-01-01.
fn day(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_have_dates() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(11_016), "2000-02-29");
        assert_eq!(day(11_017), "2000-03-01");
        assert_eq!(day(20_788), "2026-12-01");
        assert_eq!(day(20_818), "2026-12-31");
        assert_eq!(day(20_819), "2027-01-01");
    }
}

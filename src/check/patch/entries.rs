//! The entries of the platform's kustomizations over all renders.

use std::collections::BTreeMap;

use crate::check::{Check, Facts};
use crate::compose::Rendered;
use crate::finding::{Finding, Subject};
use crate::kustomize::Effect;
use crate::text::{LineColumn, SourceMap};

/// An entry, or a part of one, with what it came to wherever it was applied.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// What it came to where it was applied first.
    first: &'a Effect,
    /// The Application it was applied in first.
    application: &'a str,
    /// Which one of those with its name in the Application, from 1.
    number: usize,
    environments: Vec<String>,
    pub(super) matched: usize,
    pub(super) changed: usize,
}

impl Entry<'_> {
    /// A finding of `check` about the entry.
    pub(super) fn finding(&self, check: &Check, verb: &str, help: &str) -> Finding {
        let Effect { name, field, span, .. } = self.first;
        let key = match self.number {
            1 => name.clone(),
            number => format!("{name} #{number}"),
        };
        let mut finding = check
            .finding(format!("{name} {verb} nothing"), help)
            .about(Subject::application(self.application))
            .in_field(*field)
            .at(*span)
            .keyed(key);
        finding.environments.clone_from(&self.environments);
        finding
    }
}

/// All entries, once everything is rendered: one that does nothing here may be
/// for another environment.
pub(super) fn entries<'a>(facts: &'a Facts<'_>) -> Vec<Entry<'a>> {
    if facts.all_rendered() { merged(facts.rendered(), &facts.platform.sources) } else { Vec::new() }
}

/// What makes the entry of one render that of another: its file, name, and the
/// number among those of the same name in the file. Its line may differ, where
/// the file is a template.
type Identity = (String, String, usize);

/// Entries of several renders as one list. What several Applications share is
/// one entry too.
pub(super) fn merged<'a>(renders: impl Iterator<Item = &'a Rendered>, sources: &SourceMap) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut known: BTreeMap<Identity, usize> = BTreeMap::new();
    let mut of_name: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for rendered in renders {
        for application in &rendered.applications {
            let mut places: BTreeMap<(String, &str), Vec<LineColumn>> = BTreeMap::new();
            for effect in &application.effects {
                let Some(source) = sources.get(effect.span.source) else { continue };
                let same_name = places.entry((source.name().to_owned(), &effect.name)).or_default();
                let place = source.line_column(effect.span.start);
                // A folder that is used twice tells of its entries twice.
                let at = same_name.iter().position(|&other| other == place).unwrap_or_else(|| {
                    same_name.push(place);
                    same_name.len() - 1
                });
                let identity = (source.name().to_owned(), effect.name.clone(), at);
                let index = *known.entry(identity).or_insert_with(|| {
                    let number = of_name.entry((&application.name, &effect.name)).or_default();
                    *number += 1;
                    entries.push(Entry {
                        first: effect,
                        application: &application.name,
                        number: *number,
                        environments: Vec::new(),
                        matched: 0,
                        changed: 0,
                    });
                    entries.len() - 1
                });
                let Some(entry) = entries.get_mut(index) else { continue };
                entry.matched += effect.matched;
                entry.changed += effect.changed;
                if entry.environments.last() != Some(&rendered.environment) {
                    entry.environments.push(rendered.environment.clone());
                }
            }
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::patch::{changed_nothing, matched_nothing};
    use crate::compose::{Kept, RenderedApplication};
    use crate::resource::ResMap;
    use crate::text::Span;

    fn rendered(environment: &str, applications: Vec<(&str, Vec<Effect>)>) -> Rendered {
        let applications = applications.into_iter().map(|(name, effects)| RenderedApplication {
            name: name.to_owned(),
            wave: 0,
            objects: ResMap::default(),
            text: Vec::new(),
            files: BTreeMap::new(),
            materialised: BTreeMap::new(),
            effects,
            upstream: BTreeMap::new(),
            kept: Kept::default(),
            annotated: BTreeMap::new(),
        });
        Rendered {
            environment: environment.to_owned(),
            applications: applications.collect(),
            files: BTreeMap::new(),
            mismatches: Vec::new(),
            unused_values: Vec::new(),
            used_remotes: std::collections::BTreeSet::new(),
        }
    }

    /// Environment, Application, and what is told of: line, matched, changed.
    type Told<'a> = (&'a str, &'a str, &'a [(u32, usize, usize)]);

    /// Finds over renders in which `text` was read anew each time: the patch on
    /// every given line came to (matched, changed).
    fn found(renders: &[Told<'_>]) -> Vec<String> {
        let sources = SourceMap::new();
        let renders: Vec<Rendered> = renders
            .iter()
            .map(|&(environment, application, effects)| {
                let id = sources.add("shared/kustomization.yaml", "a\n".repeat(9)).id();
                let effect = |&(line, matched, changed): &(u32, usize, usize)| Effect {
                    field: "patches",
                    span: Span::new(id, 2 * (line - 1), 1),
                    name: "the patch".to_owned(),
                    matched,
                    changed,
                };
                rendered(environment, vec![(application, effects.iter().map(effect).collect())])
            })
            .collect();
        let entries = merged(renders.iter(), &sources);
        let findings = matched_nothing::of_entries(&entries).into_iter().chain(changed_nothing::of_entries(&entries));
        let place = |finding: &Finding| match finding.place {
            crate::finding::Place::Text(span) => sources.locate(span).expect("is in a text"),
            _ => String::new(),
        };
        findings
            .map(|finding| {
                let environments = finding.environments.join("+");
                format!("{} {} {} {environments} {}", place(&finding), finding.subject, finding.key, finding.message)
            })
            .collect()
    }

    #[test]
    fn an_entry_is_idle_when_it_is_so_everywhere() {
        assert_eq!(found(&[("one", "a", &[(1, 0, 0)]), ("two", "a", &[(1, 1, 1)])]), [""; 0]);
        assert_eq!(found(&[("one", "a", &[(1, 0, 0)]), ("one", "b", &[(1, 1, 1)])]), [""; 0]);
        assert_eq!(
            found(&[("one", "a", &[(1, 0, 0)]), ("one", "b", &[(1, 0, 0)]), ("two", "b", &[(1, 1, 0)])]),
            ["shared/kustomization.yaml:1:1 a the patch one+two the patch changes nothing"]
        );
    }

    #[test]
    fn entries_of_one_name_are_told_apart_by_their_order_and_not_by_their_line() {
        let other_lines = found(&[("one", "a", &[(1, 1, 1), (2, 0, 0)]), ("two", "a", &[(3, 1, 1), (4, 0, 0)])]);
        assert_eq!(other_lines, ["shared/kustomization.yaml:2:1 a the patch #2 one+two the patch matches nothing"]);
        // The folder is used twice, and one use is enough.
        assert_eq!(found(&[("one", "a", &[(1, 0, 0), (2, 1, 1), (1, 1, 1), (2, 0, 0)])]), [""; 0]);
    }
}

//! How something differs from the closed set.

use std::cell::OnceCell;

use super::{argocd, composition};
use crate::check::{Check, Facts};
use crate::finding::{Finding, Place, Subject};

/// The kinds of difference; each has its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Extra,
    Missing,
    Renamed,
    Duplicated,
    Repository,
    Revision,
    Path,
    Destination,
    Disabled,
    Generator,
}

/// One difference.
#[derive(Clone, Debug)]
pub(super) struct Deviation {
    pub(super) kind: Kind,
    /// The Application it is about.
    pub(super) application: String,
    pub(super) field: &'static str,
    pub(super) place: Place,
    pub(super) message: String,
    pub(super) help: &'static str,
    /// Where it was seen: tells the same difference in two places apart.
    pub(super) key: String,
}

/// All differences, looked for once: ten checks are one kind of them each.
#[derive(Debug, Default)]
pub struct Deviations(OnceCell<Vec<Deviation>>);

/// The findings of `check`: all deviations of `kind`.
pub(super) fn findings(check: &Check, kind: Kind, facts: &Facts<'_>) -> Vec<Finding> {
    let all = facts
        .deviations
        .0
        .get_or_init(|| composition::deviations(facts).into_iter().chain(argocd::deviations(facts)).collect());
    let of_kind = all.iter().filter(|deviation| deviation.kind == kind).cloned();
    of_kind
        .map(|deviation| {
            check
                .finding(deviation.message, deviation.help)
                .about(Subject::application(deviation.application))
                .at(deviation.place)
                .in_field(deviation.field)
                .keyed(deviation.key)
        })
        .collect()
}

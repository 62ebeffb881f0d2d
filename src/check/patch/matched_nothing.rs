//! An entry of a kustomization that finds nothing to change.
//!
//! Looked at are `patches`, `patchesStrategicMerge`, `patchesJson6902`,
//! `images`, `replicas` and `replacements` of the platform's own kustomizations,
//! and the targets of a replacement one by one.

use super::entries::{Entry, entries};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("patch/matched-nothing"),
    severity: Severity::Error,
    summary: "a patch, image or replacement is for nothing that is there",
    docs: "kustomize says nothing when no object is as the `target` of a patch or a replacement wants it, or no container has \
           the image: the entry then has no effect, and a reviewer thinks it has. Often upstream renamed or dropped what it \
           was for. An entry may be for one environment or one Application only, so it is a finding when it matches nothing \
           in all of them, and is only looked for when all environments are checked. Entries of upstream's own \
           kustomizations and what `transformers:` names are not looked at.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    of_entries(&entries(facts))
}

pub(super) fn of_entries(entries: &[Entry<'_>]) -> Vec<Finding> {
    let idle = entries.iter().filter(|entry| entry.matched == 0);
    idle.map(|entry| entry.finding(&CHECK, "matches", "correct what it is for, or remove it")).collect()
}

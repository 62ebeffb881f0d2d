//! An entry of a kustomization that leaves all it is for as it was.
//!
//! Looked at are the same entries as by `patch/matched-nothing`, and of an entry
//! that changes something also its parts: the operations of a JSON patch, the
//! documents of a strategic merge patch, the targets of a replacement.

use super::entries::{Entry, entries};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("patch/changed-nothing"),
    severity: Severity::Error,
    summary: "a patch, image or replacement sets what is so already",
    docs: "An entry that changes nothing looks as if it had an effect. Usually upstream has caught up, and the entry can go; \
           or the field is misspelled. An object is changed when a value in it is another one: order of keys and style of \
           writing do not count. Of an entry with several operations, documents or targets each one is looked at, operations \
           `test` apart. An entry may be for one environment or one Application only, so it is a finding when it changes \
           nothing in all of them, and is only looked for when all environments are checked. Entries of upstream's own \
           kustomizations and what `transformers:` names are not looked at.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    of_entries(&entries(facts))
}

pub(super) fn of_entries(entries: &[Entry<'_>]) -> Vec<Finding> {
    let idle = entries.iter().filter(|entry| entry.matched > 0 && entry.changed == 0);
    idle.map(|entry| entry.finding(&CHECK, "changes", "remove it, or correct the field it is for")).collect()
}

//! The fast reader against the general one, for the fast reader's tests and
//! for `fuzz/`.

use std::sync::Arc;

use super::{Keys, fast, reader};
use crate::text::Source;
use crate::yaml::{Doc, Kind, Limits, NodeId, split_documents};

/// How many documents a text has, and how many the fast reader took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) documents: usize,
    pub(super) fast: usize,
}

/// Reads every document of a text both ways.
///
/// # Panics
/// When the fast reader answers, and the general one does not or otherwise.
pub(super) fn compare(source: &Arc<Source>) -> Counts {
    let name = source.name();
    let mut counts = Counts::default();
    let whole = std::iter::once((0..source.text().len(), Keys::LastWins));
    let pieces = split_documents(source.text()).unwrap_or_default();
    for (range, keys) in pieces.into_iter().map(|piece| (piece, Keys::Unique)).chain(whole) {
        let general = reader::read(source, range.clone(), &Limits::DEFAULT, keys);
        counts.documents += usize::from(matches!(general, Ok(Some(_))));
        let Some(fast) = fast::read(source, range.clone(), &Limits::DEFAULT) else { continue };
        counts.fast += 1;
        let Ok(Some((general, _))) = general else {
            panic!("{name}, bytes {range:?}: the fast reader accepts what the general one does not: {general:?}");
        };
        if let Some(difference) = difference(&fast, fast.root(), &general, general.root()) {
            panic!("{name}, bytes {range:?}: fast against general: {difference}");
        }
    }
    counts
}

/// As [`compare`], for a target of `fuzz/`.
///
/// # Panics
/// When the readers do not agree.
#[cfg(fuzzing)]
#[doc(hidden)]
pub fn assert_readers_agree(text: String) {
    compare(&Source::detached(text));
}

/// The first difference between two trees.
fn difference(left: &Doc, l: NodeId, right: &Doc, r: NodeId) -> Option<String> {
    let head = |doc: &Doc, id: NodeId| {
        (doc.kind(id), doc.tag(id), doc.style(id), doc.is_explicitly_tagged(id), doc.text(id).to_owned())
    };
    if head(left, l) != head(right, r) {
        return Some(format!("{:?} against {:?}", head(left, l), head(right, r)));
    }
    // Collections and values that are not written have no place of their own.
    let has_place = left.kind(l) == Kind::Scalar && left.span(l).len != 0 && right.span(r).len != 0;
    if has_place && left.span(l).start != right.span(r).start {
        return Some(format!("place of {:?}: {:?} against {:?}", left.text(l), left.span(l), right.span(r)));
    }
    let (ours, theirs) = (left.children(l), right.children(r));
    if ours.len() != theirs.len() {
        return Some(format!("{} children against {}", ours.len(), theirs.len()));
    }
    ours.iter().zip(theirs).find_map(|(&l, &r)| difference(left, l, right, r))
}

//! The fast reader against the general one, for `fuzz/`.

use super::{Keys, fast, reader};
use crate::text::Source;
use crate::yaml::{Doc, Kind, Limits, NodeId, split_documents};

/// Reads every document of a text both ways.
///
/// # Panics
/// When the fast reader answers, and the general one does not or otherwise.
#[doc(hidden)]
pub fn assert_readers_agree(text: String) {
    let source = Source::detached(text);
    let whole = std::iter::once((0..source.text().len(), Keys::LastWins));
    let pieces = split_documents(source.text()).unwrap_or_default();
    for (range, keys) in pieces.into_iter().map(|piece| (piece, Keys::Unique)).chain(whole) {
        let Some(fast) = fast::read(&source, range.clone(), &Limits::DEFAULT) else { continue };
        let general = match reader::read(&source, range.clone(), &Limits::DEFAULT, keys) {
            Ok(Some((general, _))) => general,
            other => panic!("bytes {range:?}: only the fast reader accepts them: {other:?}"),
        };
        assert_same(&fast, fast.root(), &general, general.root());
    }
}

fn assert_same(left: &Doc, l: NodeId, right: &Doc, r: NodeId) {
    let head = |doc: &Doc, id: NodeId| {
        (doc.kind(id), doc.tag(id), doc.style(id), doc.is_explicitly_tagged(id), doc.text(id).to_owned())
    };
    assert_eq!(head(left, l), head(right, r), "fast against general");
    // Collections and values that are not written have no place of their own.
    if left.kind(l) == Kind::Scalar && left.span(l).len != 0 && right.span(r).len != 0 {
        assert_eq!(left.span(l).start, right.span(r).start, "place of {:?}", left.text(l));
    }
    let (ours, theirs) = (left.children(l), right.children(r));
    assert_eq!(ours.len(), theirs.len(), "children at {:?}", left.span(l));
    for (&l, &r) in ours.iter().zip(theirs) {
        assert_same(left, l, right, r);
    }
}

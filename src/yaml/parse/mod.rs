//! Reading YAML text into [`Doc`]s.
//!
//! The grammar is granit-parser's, made to agree with the libyaml dialect of
//! go-yaml where they differ (`dialect`); tags are set as go-yaml v3's parser
//! sets them (`parser.node` and `parser.scalar` in its `decode.go`, v3.0.3);
//! aliases and merge keys are expanded on the way (`anchors`).

#[cfg(any(test, fuzzing))]
mod agreement;
mod dialect;
mod error;
mod fast;
mod quoted;
mod reader;

use std::ops::Range;
use std::sync::Arc;

use super::limits::Limit;
use super::node::Doc;
use super::{Limits, stream};
use crate::text::{Source, SourceId, Span};

#[cfg(fuzzing)]
pub use agreement::assert_readers_agree;
pub use error::ParseError;

/// What two equal keys in one mapping mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// An error, as for everything kustomize keeps as a tree (go-yaml v3).
    Unique,
    /// The last one counts and `<<` counts where it stands, as for everything
    /// kustomize reads through sigs.k8s.io/yaml (go-yaml v2).
    LastWins,
}

/// The first document of one piece of `source` (see
/// [`split_documents`](super::split_documents)); nothing when there is none,
/// because the piece is blank or all comments. What follows the document
/// inside the piece is not looked at, as with kustomize.
///
/// # Errors
/// See [`ParseError`].
pub fn parse_piece(source: &Arc<Source>, range: Range<usize>, limits: &Limits) -> Result<Option<Doc>, ParseError> {
    check_size(source, limits)?;
    Ok(read(source, range, limits, Keys::Unique)?.map(|(doc, _)| doc))
}

/// All documents of a manifest file. Pieces without a document and documents
/// that are just null are dropped.
///
/// # Errors
/// See [`ParseError`].
pub fn parse_stream(source: &Arc<Source>, limits: &Limits) -> Result<Vec<Doc>, ParseError> {
    check_size(source, limits)?;
    let pieces = stream::split_documents(source.text()).map_err(|error| ParseError::separator(error, source.id()))?;
    let mut docs = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if let Some(doc) = parse_piece(source, piece, limits)?
            && !doc.is_null(doc.root())
        {
            docs.push(doc);
        }
    }
    Ok(docs)
}

/// The first document of a whole text, as sigs.k8s.io/yaml sees a
/// kustomization file: the text is not cut, and of equal keys the last counts.
///
/// # Errors
/// See [`ParseError`].
pub fn parse_text(source: &Arc<Source>, limits: &Limits) -> Result<Option<Doc>, ParseError> {
    check_size(source, limits)?;
    Ok(read(source, 0..source.text().len(), limits, Keys::LastWins)?.map(|(doc, _)| doc))
}

/// The only document of a file of the platform's own: equal keys and a second
/// document are errors.
///
/// # Errors
/// See [`ParseError`].
pub fn parse_single(source: &Arc<Source>, limits: &Limits) -> Result<Option<Doc>, ParseError> {
    check_size(source, limits)?;
    let Some((doc, end)) = read(source, 0..source.text().len(), limits, Keys::Unique)? else {
        return Ok(None);
    };
    let rest = &source.text()[end..];
    let more = rest.lines().position(|line| !(line.trim().is_empty() || line.starts_with('#') || line == "..."));
    match more {
        Some(_) => Err(ParseError::SecondDocument { span: span_of(source.id(), end..end) }),
        None => Ok(Some(doc)),
    }
}

/// The first document in `range` and where it ends: by the fast reader if the
/// text is of the usual kind, else by the general one.
fn read(
    source: &Arc<Source>,
    range: Range<usize>,
    limits: &Limits,
    keys: Keys,
) -> Result<Option<(Doc, usize)>, ParseError> {
    match fast::read(source, range.clone(), limits) {
        Some(doc) => Ok(Some((doc, range.end))),
        None => reader::read(source, range, limits, keys),
    }
}

fn check_size(source: &Source, limits: &Limits) -> Result<(), ParseError> {
    // Node positions have 31 bits, whatever the caller's limits say.
    let max = limits.max_text_bytes.min(i32::MAX as usize);
    if source.text().len() > max {
        return Err(ParseError::Limit { span: span_of(source.id(), 0..0), limit: Limit::TextBytes(max) });
    }
    Ok(())
}

pub(crate) fn span_of(source: SourceId, range: Range<usize>) -> Span {
    let start = offset(range.start);
    Span::new(source, start, offset(range.end).saturating_sub(start))
}

fn offset(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;

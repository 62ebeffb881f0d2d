//! YAML texts with everything go-yaml 3.0.3 keeps of them: comments, anchors,
//! aliases, merge keys and tags without a meaning.
//!
//! Where a comment belongs depends on when go-yaml's scanner sees it: how far
//! it has read ahead, which block it is in, whether an empty line came before.
//! So this is that scanner and that parser again (`scannerc.go`, `parserc.go`,
//! and `parser` in `decode.go`), and no second reading of another parser's
//! events. Texts that `parse_text` refuses only because kustomize would lose
//! something are read here too, since nothing is lost on this way.
//!
//! One thing is not as there: control characters are refused wherever they
//! stand, go-yaml does not see those far behind the first document. Values that
//! replace a whole collection bring no comments along, see
//! [`Comments::forget`].

mod attach;
mod characters;
mod collections;
mod properties;
mod scalars;
mod scan;
mod tags;
#[cfg(test)]
mod tests;
mod token;
mod tree;

use std::collections::HashMap;
use std::sync::Arc;

use super::limits::{Limit, Limits};
use super::node::{Doc, NodeId};
use super::parse::ParseError;
use crate::text::{Source, Span};

/// What is written around the nodes of one [`Doc`].
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// Looked up only, so its order does not matter.
    nodes: HashMap<NodeId, Notes>,
    head: String,
    foot: String,
}

/// What is written around one node. Comments have their `#`, and a line feed
/// between lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// On the lines before.
    pub(super) head: String,
    /// On the same line.
    pub(super) line: String,
    /// On the lines after, before an empty line or the end of the block.
    pub(super) foot: String,
    /// The name after `&`.
    pub(super) anchor: Option<String>,
    /// The name after `*`. The node itself is a scalar that reads `*name`; with
    /// any other text it is no alias any more.
    pub(super) alias: Option<String>,
    /// A tag that [`Tag`](super::Tag) has no name for.
    pub(super) tag: Option<String>,
}

impl Comments {
    /// Drops what is around `id` but not below it: for a node that becomes
    /// another one, as in [`Doc::assign`].
    pub fn forget(&mut self, id: NodeId) {
        self.nodes.remove(&id);
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&Notes> {
        self.nodes.get(&id)
    }

    fn notes(&mut self, id: NodeId) -> &mut Notes {
        self.nodes.entry(id).or_default()
    }

    /// The comments before and after all nodes.
    pub(super) fn of_document(&self) -> (&str, &str) {
        (&self.head, &self.foot)
    }
}

/// The first document of `source` with its comments, as `yaml.Unmarshal` of
/// go-yaml 3.0.3 reads it into a node; nothing for a text without one.
///
/// Equal keys and `<<` stay as they are. An alias is a scalar that reads
/// `*name`; its anchor's value is not copied.
///
/// # Errors
/// [`ParseError::Syntax`], [`ParseError::UnknownAnchor`], [`ParseError::Limit`].
pub fn parse_text_with_comments(source: &Arc<Source>, limits: &Limits) -> Result<Option<(Doc, Comments)>, ParseError> {
    let max = limits.max_text_bytes.min(i32::MAX as usize);
    if source.text().len() > max {
        let span = Span::new(source.id(), 0, 0);
        return Err(ParseError::Limit { span, limit: Limit::TextBytes(max) });
    }
    tree::TreeReader::new(source, limits)?.document()
}

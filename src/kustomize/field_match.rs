//! Field paths that can lead to several places: `*` and `[name=pattern]`.
//!
//! Follows kyaml v0.21.1 `yaml/match.go` (`PathMatcher`).

use regex::Regex;

use super::error::{Cause, EditContext, Failure, Result};
use crate::text::Source;
use crate::yaml::{self, Doc, Kind, Limits, NodeId, edit, route};

/// Where a path leads.
pub(crate) enum Matches {
    /// To these nodes.
    Nodes(Vec<NodeId>),
    /// Into a text that is YAML itself, so to no node of the document.
    InText {
        /// Whether a mapping or list was found there.
        to_collection: bool,
    },
}

/// Follows `path` from `at`; with `create`, missing fields are made and the
/// last becomes that kind.
///
/// # Errors
/// When a part does not fit what it meets.
pub(crate) fn matches(doc: &mut Doc, at: NodeId, path: &[String], create: Option<Kind>) -> Result<Matches> {
    let mut matcher = Matcher { create, in_text: None };
    let nodes = matcher.walk(doc, at, path)?;
    match matcher.in_text {
        Some(to_collection) if nodes.is_empty() => Ok(Matches::InText { to_collection }),
        _ => Ok(Matches::Nodes(nodes)),
    }
}

/// The document in the text of a scalar, as `yaml.Unmarshal` reads it; nothing
/// for a text without one.
///
/// # Errors
/// When the text is no YAML.
pub(crate) fn parse_scalar(doc: &Doc, scalar: NodeId) -> Result<Option<Doc>> {
    Ok(yaml::parse_text(&Source::detached(doc.text(scalar)), &Limits::DEFAULT)?)
}

struct Matcher {
    create: Option<Kind>,
    /// Set when something was found in a text: whether it is a collection.
    in_text: Option<bool>,
}

impl Matcher {
    fn walk(&mut self, doc: &mut Doc, at: NodeId, path: &[String]) -> Result<Vec<NodeId>> {
        let Some((part, rest)) = path.split_first() else { return Ok(vec![at]) };
        let doing = || format!("following `{part}`");
        if let Some(index) = route::list_index(part) {
            edit::expect_kind(doc, at, Kind::Sequence).doing(doing)?;
            return self.index(doc, at, index, rest);
        }
        if route::is_list_selector(part) {
            edit::expect_kind(doc, at, Kind::Sequence).doing(doing)?;
            return self.select(doc, at, part, rest);
        }
        if part == "*" {
            edit::expect_kind(doc, at, Kind::Sequence).doing(doing)?;
            let mut found = Vec::new();
            for item in doc.children(at).to_vec() {
                found.extend(self.walk(doc, item, rest)?);
            }
            return Ok(found);
        }
        self.field(doc, at, part, rest)
    }

    fn next_kind(&self, rest: &[String]) -> Option<Kind> {
        self.create.and_then(|last| route::kind_for_next(rest.first().map(String::as_str), Some(last)))
    }

    fn field(&mut self, doc: &mut Doc, at: NodeId, name: &str, rest: &[String]) -> Result<Vec<NodeId>> {
        let doing = || format!("following `{name}`");
        edit::expect_kind(doc, at, Kind::Mapping).doing(doing)?;
        let found = if doc.is_null(at) { None } else { doc.get(at, name) };
        let field = match (found, self.next_kind(rest)) {
            (Some(field), _) => field,
            (None, None) => return Ok(Vec::new()),
            (None, Some(kind)) => {
                let value = edit::blank(doc, kind);
                edit::set_field(doc, at, name, Some(value)).doing(doing)?.unwrap_or(value)
            }
        };
        if doc.kind(field) == Kind::Scalar && !rest.is_empty() {
            return self.inside_text(doc, field, rest);
        }
        self.walk(doc, field, rest)
    }

    /// The rest of the path goes on in a text. Only whether it leads anywhere
    /// is of interest.
    fn inside_text(&mut self, doc: &Doc, scalar: NodeId, rest: &[String]) -> Result<Vec<NodeId>> {
        let Some(mut inner) = parse_scalar(doc, scalar)? else {
            return Err(Failure::from(Cause::invalid(
                "kustomize::wrong-kind-of-value",
                "the path goes on, but the value is an empty text",
            ))
            .at(doc.span(scalar)));
        };
        let top = inner.root();
        let found = match matches(&mut inner, top, rest, self.create)? {
            Matches::Nodes(nodes) if nodes.is_empty() => return Ok(Vec::new()),
            Matches::Nodes(nodes) => nodes.iter().any(|&node| inner.kind(node) != Kind::Scalar),
            Matches::InText { to_collection } => to_collection,
        };
        self.in_text = Some(found || self.in_text.unwrap_or(false));
        Ok(Vec::new())
    }

    fn index(&mut self, doc: &mut Doc, at: NodeId, index: usize, rest: &[String]) -> Result<Vec<NodeId>> {
        let length = doc.children(at).len();
        if index == length
            && let Some(kind) = self.next_kind(rest)
        {
            let item = edit::blank(doc, kind);
            edit::append(doc, at, item).doing(|| format!("adding item {index}"))?;
            // What is appended to a null goes nowhere, but counts as found.
            return self.walk(doc, item, rest);
        }
        let Some(&item) = doc.children(at).get(index) else {
            return Err(Failure::from(Cause::invalid(
                "kustomize::no-such-item",
                format!("item {index} was asked for, the list has {length}"),
            ))
            .at(doc.span(at)));
        };
        self.walk(doc, item, rest)
    }

    fn select(&mut self, doc: &mut Doc, at: NodeId, part: &str, rest: &[String]) -> Result<Vec<NodeId>> {
        let (field, pattern) = route::split_list_selector(part).doing(|| format!("reading `{part}`"))?;
        let regex = crate::resource::compile_pattern(pattern)?;
        let found = self.selected(doc, at, field, &regex, rest)?;
        if !found.is_empty() || self.create.is_none() {
            return Ok(found);
        }
        let value = doc.untagged(pattern);
        let item = if field.is_empty() {
            value
        } else {
            let item = edit::blank(doc, Kind::Mapping);
            let key = doc.untagged(field);
            doc.push_entry(item, key, value);
            item
        };
        edit::append(doc, at, item).doing(|| format!("adding an item for `{part}`"))?;
        let found = self.selected(doc, at, field, &regex, rest)?;
        if found.is_empty() {
            // kustomize would go on adding items that never match.
            let message = format!("the item made for `{part}` does not match it");
            return Err(Cause::invalid("kustomize::no-such-item", message).into());
        }
        Ok(found)
    }

    fn selected(
        &mut self,
        doc: &mut Doc,
        at: NodeId,
        field: &str,
        regex: &Regex,
        rest: &[String],
    ) -> Result<Vec<NodeId>> {
        let mut found = Vec::new();
        for item in doc.children(at).to_vec() {
            let compared = if field.is_empty() { Some(item) } else { doc.get(item, field) };
            let Some(compared) = compared else { continue };
            if !regex.is_match(yaml::restyle(doc, compared)?.trim()) {
                continue;
            }
            if field.is_empty() {
                found.push(item);
            } else {
                found.extend(self.walk(doc, item, rest)?);
            }
        }
        Ok(found)
    }
}

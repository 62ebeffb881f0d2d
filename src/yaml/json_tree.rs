//! What a document becomes on a trip through JSON.
//!
//! kustomize makes that trip for JSON patches (kyaml v0.21.1
//! `RNode.MarshalJSON`, `UnmarshalJSON`): dates become strings, styles are
//! chosen again, and on the way back every number becomes a 64-bit float and
//! is spelled anew.

use std::borrow::Cow;

use super::key::{MappingPlace, key};
use super::number::{go_float_text, push_float_json};
use super::value::{Scalar, Surroundings, scalar, scalar_in};
use super::value_error::ValueError;
use super::{Doc, Kind, NodeId, Resolved, Style, Tag, plain_tag, reads_as_string_in_v2, resolve, resolve_v2};
use crate::text::Span;

/// The document that JSON makes of the node `id` and all below it, numbers
/// spelled as JSON spells them. Places stay.
///
/// # Errors
/// When a value has no JSON form, or a key is no string.
pub fn to_json_tree(document: &Doc, id: NodeId) -> Result<Doc, ValueError> {
    Trip { from: document, words: Words::V3 }.tree(id)
}

/// As [`to_json_tree`], for text that kustomize reads by YAML 1.1 rules (patch
/// operations written in YAML): `yes` and `off` are truth values, and keys may
/// be anything.
///
/// # Errors
/// When a value has no JSON form, or a key is a collection or null.
pub fn to_json_tree_v2(document: &Doc, id: NodeId) -> Result<Doc, ValueError> {
    Trip { from: document, words: Words::V2 }.tree(id)
}

/// The way back: makes of a document that [`to_json_tree`] made what kustomize
/// makes of JSON. Most of it already is that: only numbers are spelled anew, and
/// texts of several lines are written and read once more.
///
/// # Errors
/// As [`to_json_tree`].
pub fn from_json_tree(document: &mut Doc) -> Result<(), ValueError> {
    let mut left = vec![document.root()];
    while let Some(id) = left.pop() {
        match document.kind(id) {
            Kind::Mapping => left.extend(document.entries(id).map(|(_, value)| value)),
            Kind::Sequence => left.extend_from_slice(document.children(id)),
            Kind::Scalar if is_settled(document, id) => {}
            Kind::Scalar => {
                let value = scalar_in(document, id, Surroundings::new(false))?;
                let (text, tag, style) = spelled(value, Numbers::Floats);
                let text = text.into_owned();
                document.set_text(id, &text);
                document.set_tag(id, tag);
                document.set_style(id, style);
            }
        }
    }
    Ok(())
}

fn is_settled(document: &Doc, id: NodeId) -> bool {
    match document.tag(id) {
        Tag::Str => document.style(id) != Style::Literal,
        Tag::Null => document.text(id) == "null",
        Tag::Bool => true,
        _ => false,
    }
}

/// A string as JSON brings it into a document.
pub fn json_string(document: &mut Doc, text: &str) -> NodeId {
    string(document, text, Span::NONE)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    V2,
    V3,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    AsInJson,
    Floats,
}

#[derive(Clone, Copy)]
struct Trip<'d> {
    from: &'d Doc,
    words: Words,
}

impl<'d> Trip<'d> {
    fn tree(self, id: NodeId) -> Result<Doc, ValueError> {
        let mut doc = Doc::new(self.from.source().clone());
        if id == self.from.root() {
            doc.reserve(self.from.node_count());
        }
        let root = self.convert(id, &mut doc, &mut Vec::new(), MappingPlace { flow: false, top: true })?;
        doc.set_root(root);
        Ok(doc)
    }

    /// `open` holds the children of all open collections.
    fn convert(
        self,
        id: NodeId,
        to: &mut Doc,
        open: &mut Vec<NodeId>,
        place: MappingPlace,
    ) -> Result<NodeId, ValueError> {
        let first = open.len();
        let (from, span) = (self.from, self.from.span(id));
        let flow = place.flow || from.style(id) == Style::Flow;
        let inner = MappingPlace { flow, top: false };
        match from.kind(id) {
            Kind::Scalar => {
                let (text, tag, style) = spelled(self.scalar(id, place.flow)?, Numbers::AsInJson);
                Ok(self.text(to, id, &text, tag, style))
            }
            Kind::Sequence => {
                for &child in from.children(id) {
                    let child = self.convert(child, to, open, inner)?;
                    open.push(child);
                }
                let made = to.collection(Kind::Sequence, Tag::Seq, Style::Plain, span, &open[first..]);
                open.truncate(first);
                Ok(made)
            }
            Kind::Mapping => {
                for (name, child) in from.entries(id) {
                    let text = match self.words {
                        Words::V2 => self.key_v2(name)?,
                        Words::V3 => key(from, name, MappingPlace { flow, top: place.top })?,
                    };
                    open.push(self.text(to, name, &text, Tag::Str, string_style(&text)));
                    let child = self.convert(child, to, open, inner)?;
                    open.push(child);
                }
                let made = to.collection(Kind::Mapping, Tag::Map, Style::Plain, span, &open[first..]);
                open.truncate(first);
                Ok(made)
            }
        }
    }

    /// A scalar made of node `id`, whose text is copied only if it changed.
    fn text(self, to: &mut Doc, id: NodeId, text: &str, tag: Tag, style: Style) -> NodeId {
        if std::ptr::eq(text, self.from.text(id)) {
            let copy = to.import(self.from, id);
            to.set_tag(copy, tag);
            to.set_style(copy, style);
            copy
        } else {
            to.scalar(text, tag, style, self.from.span(id))
        }
    }

    fn scalar(self, id: NodeId, flow: bool) -> Result<Scalar<'d>, ValueError> {
        if self.words == Words::V3 {
            return scalar_in(self.from, id, Surroundings::new(flow));
        }
        let text = self.from.text(id);
        let may_be_word = match self.from.tag(id) {
            Tag::Bool => true,
            _ => self.from.style(id) == Style::Plain && !self.from.is_explicitly_tagged(id),
        };
        if may_be_word && let Resolved::Bool(value) = resolve_v2(text) {
            return Ok(Scalar::Bool(value));
        }
        if self.from.tag(id) == Tag::Timestamp {
            return Ok(Scalar::Str(text.into()));
        }
        scalar(self.from, id)
    }

    /// A plain key is spelled as what it reads as.
    fn key_v2(self, id: NodeId) -> Result<Cow<'d, str>, ValueError> {
        let is_plain = self.from.style(id) == Style::Plain && !self.from.is_explicitly_tagged(id);
        if self.from.kind(id) != Kind::Scalar || !is_plain {
            return key(self.from, id, MappingPlace::default());
        }
        let text = self.from.text(id);
        Ok(match resolve_v2(text) {
            Resolved::Bool(value) => Cow::Owned(value.to_string()),
            Resolved::Int(value) => Cow::Owned(value.to_string()),
            Resolved::Uint(value) => Cow::Owned(value.to_string()),
            Resolved::Float(value) => Cow::Owned(go_float_text(value)),
            Resolved::Timestamp(_) | Resolved::Str => Cow::Borrowed(text),
            Resolved::Null => key(self.from, id, MappingPlace::default())?,
        })
    }
}

/// How a value is written into a document: text, tag and style.
fn spelled(value: Scalar<'_>, numbers: Numbers) -> (Cow<'_, str>, Tag, Style) {
    #[expect(clippy::cast_precision_loss, reason = "kustomize loses it as well")]
    let number = match (value, numbers) {
        (Scalar::Null, _) => return (Cow::Borrowed("null"), Tag::Null, Style::Plain),
        (Scalar::Bool(value), _) => return (Cow::Owned(value.to_string()), Tag::Bool, Style::Plain),
        (Scalar::Str(text), _) => {
            let style = string_style(&text);
            return (text, Tag::Str, style);
        }
        (Scalar::Int(int), Numbers::AsInJson) => int.to_string(),
        (Scalar::Uint(uint), Numbers::AsInJson) => uint.to_string(),
        (Scalar::Float(float), Numbers::AsInJson) => {
            let mut text = String::new();
            push_float_json(&mut text, float);
            text
        }
        (Scalar::Int(int), Numbers::Floats) => go_float_text(int as f64),
        (Scalar::Uint(uint), Numbers::Floats) => go_float_text(uint as f64),
        (Scalar::Float(float), Numbers::Floats) => go_float_text(float),
    };
    let tag = plain_tag(&number);
    (Cow::Owned(number), tag, Style::Plain)
}

/// The style go-yaml v3 writes a Go string in.
fn string_style(text: &str) -> Style {
    if text.contains('\n') {
        Style::Literal
    } else if resolve(text) == Resolved::Str && reads_as_string_in_v2(text) {
        Style::Plain
    } else {
        Style::DoubleQuoted
    }
}

fn string(doc: &mut Doc, text: &str, span: Span) -> NodeId {
    doc.scalar(text, Tag::Str, string_style(text), span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;
    use crate::yaml::{Limits, parse_text, to_json};

    fn json(text: &str, trip: impl Fn(&Doc, NodeId) -> Result<Doc, ValueError>) -> String {
        let doc = parse_text(&Source::detached(text), &Limits::DEFAULT).expect("YAML").expect("a document");
        let tree = trip(&doc, doc.root()).expect("has a JSON form");
        to_json(&tree, tree.root()).expect("has a JSON form")
    }

    #[test]
    fn patches_are_read_by_the_old_words() {
        assert_eq!(json("{n: x, 8080: yes, 0x10: off}", to_json_tree_v2), r#"{"16":false,"8080":true,"false":"x"}"#);
        assert_eq!(json("{a: yes, b: 'yes'}", to_json_tree), r#"{"a":"yes","b":"yes"}"#);
    }

    #[test]
    fn numbers_become_floats_on_the_way_back() {
        let trip = |doc: &Doc, id: NodeId| {
            let mut tree = to_json_tree(doc, id)?;
            from_json_tree(&mut tree)?;
            Ok(tree)
        };
        assert_eq!(json("[123456789012345678, 1.0, 1e6]", trip), "[123456789012345680,1,1000000]");
        assert_eq!(json("[123456789012345678]", to_json_tree), "[123456789012345678]");
    }

    #[test]
    fn an_empty_value_in_braces_is_an_empty_text() {
        assert_eq!(json("{a: , b: x}", to_json_tree), r#"{"a":"","b":"x"}"#);
        assert_eq!(json("a:\nb: x", to_json_tree), r#"{"a":null,"b":"x"}"#);
    }
}

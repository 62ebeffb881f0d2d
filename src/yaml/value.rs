//! The value of a scalar node at the end of a kustomize build.
//!
//! kustomize writes a resource with go-yaml v3 (which keeps or drops the tag
//! and picks a style), reads that with go-yaml v3, turns it into JSON and reads
//! the JSON with go-yaml v2. What comes out depends on text, tag, style and on
//! whether a flow collection is around the node. The functions here compute it
//! without writing anything: `node` in go-yaml 3.0.3's encode.go, `scalar` in
//! decode.go, `yaml_emitter_select_scalar_style` in emitterc.go.

use std::borrow::Cow;

use super::node::{Doc, NodeId, Style, Tag};
use super::number::{Integer, float_as_integer};
use super::resolve::{Resolved, resolve};
use super::value_error::{ValueError, tag_name};
use super::{binary, fold, reread};
use crate::text::Span;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// Null.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer above `i64::MAX`.
    Uint(u64),
    /// A finite number that is not printed as an integer.
    Float(f64),
    /// A text.
    Str(Cow<'a, str>),
}

/// What is around a scalar when go-yaml v3 writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// A flow collection (`{…}`, `[…]`) at any distance.
    pub flow: bool,
    /// The scalar is a key that is written on one line.
    pub(super) simple_key: bool,
}

impl Surroundings {
    /// Inside block collections only, or inside a flow collection.
    #[must_use]
    pub fn new(flow: bool) -> Self {
        Self { flow, simple_key: false }
    }
}

/// The value of scalar `id` with only block collections around it.
///
/// # Errors
/// Whatever kustomize fails on: see [`ValueError`].
pub fn scalar(doc: &Doc, id: NodeId) -> Result<Scalar<'_>, ValueError> {
    scalar_in(doc, id, Surroundings::default())
}

/// The value of scalar `id`. In flow collections an empty plain text is `""`
/// instead of null and a timestamp with a `:` keeps its spelling.
///
/// # Errors
/// Whatever kustomize fails on: see [`ValueError`].
pub fn scalar_in(doc: &Doc, id: NodeId, around: Surroundings) -> Result<Scalar<'_>, ValueError> {
    match json_scalar(doc, id, around)? {
        Scalar::Str(text) => reread_text(text, doc.span(id)).map(Scalar::Str),
        Scalar::Float(value) => Ok(match float_as_integer(value) {
            Some(Integer::Signed(value)) => Scalar::Int(value),
            Some(Integer::Unsigned(value)) => Scalar::Uint(value),
            None => Scalar::Float(value),
        }),
        value => Ok(value),
    }
}

pub(super) fn reread_text(text: Cow<'_, str>, span: Span) -> Result<Cow<'_, str>, ValueError> {
    reread::reread(text).map_err(|refused| match refused {
        reread::Refused::Control(character) => ValueError::Control { span, code: u32::from(character) },
        reread::Refused::DocumentMark => ValueError::DocumentMark { span },
    })
}

/// The value as it goes into JSON, before go-yaml v2 reads that.
pub(super) fn json_scalar(doc: &Doc, id: NodeId, around: Surroundings) -> Result<Scalar<'_>, ValueError> {
    let (tag, style, span) = (doc.tag(id), doc.style(id), doc.span(id));
    let original = doc.text(id);
    let text = block_text(original, style, around).ok_or(ValueError::LeadingTab { span })?;
    if !doc.is_explicitly_tagged(id) {
        match tag {
            Tag::Str => return Ok(Scalar::Str(text)),
            Tag::None => return untagged(resolve(original), text, style, span, around),
            Tag::Int | Tag::Float | Tag::Bool | Tag::Null | Tag::Timestamp => {
                let resolved = resolve(original);
                if resolved.tag() == tag {
                    // The writer drops a tag that the text implies.
                    return untagged(resolved, text, style, span, around);
                }
            }
            Tag::Binary | Tag::Merge | Tag::Map | Tag::Seq | Tag::Other => {}
        }
    }
    tagged(tag, text, span)
}

/// The tag the scalar has after go-yaml v3 wrote and read it.
pub(super) fn written_tag(doc: &Doc, id: NodeId, around: Surroundings) -> Tag {
    let (tag, text) = (doc.tag(id), doc.text(id));
    if doc.is_explicitly_tagged(id) && tag != Tag::None {
        return tag;
    }
    match tag {
        Tag::None | Tag::Int | Tag::Float | Tag::Bool | Tag::Null | Tag::Timestamp => {
            let read = resolve(text).tag();
            if tag != Tag::None && tag != read {
                tag
            } else if gets_quoted(text, doc.style(id), around) {
                Tag::Str
            } else {
                read
            }
        }
        tag => tag,
    }
}

/// Whether the writer quotes a scalar without a tag that would read as
/// something else than a string: in flow collections more than it has to.
fn gets_quoted(text: &str, style: Style, around: Surroundings) -> bool {
    style.is_quoted_or_block()
        || ((around.flow || around.simple_key) && text.is_empty())
        || (around.flow && text.contains([':', ',']))
}

/// The text after go-yaml v3 wrote and read it; nothing when it cannot.
fn block_text(text: &str, style: Style, around: Surroundings) -> Option<Cow<'_, str>> {
    let starts_with_tab = text.as_bytes().first() == Some(&b'\t');
    let is_block = match style {
        Style::Literal => starts_with_tab,
        Style::Folded => true,
        // Texts with line breaks are written as literal blocks.
        Style::Plain | Style::Flow => starts_with_tab && text.contains('\n'),
        Style::SingleQuoted | Style::DoubleQuoted => false,
    };
    if !is_block || around.flow || around.simple_key || !fold::keeps_block_style(text) {
        return Some(Cow::Borrowed(text));
    }
    if starts_with_tab {
        return None;
    }
    Some(Cow::Owned(fold::rewrite_folded(text)))
}

fn untagged(
    resolved: Resolved,
    text: Cow<'_, str>,
    style: Style,
    span: Span,
    around: Surroundings,
) -> Result<Scalar<'_>, ValueError> {
    if gets_quoted(&text, style, around) { Ok(Scalar::Str(text)) } else { from_resolved(resolved, text, span) }
}

fn from_resolved(resolved: Resolved, text: Cow<'_, str>, span: Span) -> Result<Scalar<'_>, ValueError> {
    Ok(match resolved {
        Resolved::Null => Scalar::Null,
        Resolved::Bool(value) => Scalar::Bool(value),
        Resolved::Int(value) => Scalar::Int(value),
        Resolved::Uint(value) => Scalar::Uint(value),
        Resolved::Float(value) if value.is_nan() => return Err(ValueError::NotFinite { span, value: "NaN" }),
        Resolved::Float(f64::INFINITY) => return Err(ValueError::NotFinite { span, value: "+Inf" }),
        Resolved::Float(f64::NEG_INFINITY) => return Err(ValueError::NotFinite { span, value: "-Inf" }),
        Resolved::Float(value) => Scalar::Float(value),
        Resolved::Timestamp(time) => Scalar::Str(Cow::Owned(time.rfc3339().ok_or(ValueError::TimeZone { span })?)),
        Resolved::Str => Scalar::Str(text),
    })
}

/// A scalar whose tag is written out: go-yaml v3's `resolve(tag, text)`.
fn tagged(tag: Tag, text: Cow<'_, str>, span: Span) -> Result<Scalar<'_>, ValueError> {
    match tag {
        Tag::Str | Tag::Merge | Tag::Map | Tag::Seq | Tag::Other => Ok(Scalar::Str(text)),
        Tag::Binary => {
            let bytes = binary::decode(&text).ok_or(ValueError::NotBase64 { span })?;
            Ok(Scalar::Str(Cow::Owned(binary::text(&bytes))))
        }
        Tag::None => {
            let resolved = resolve(&text);
            from_resolved(resolved, text, span)
        }
        Tag::Int | Tag::Float | Tag::Bool | Tag::Null | Tag::Timestamp => {
            let resolved = resolve(&text);
            match resolved {
                #[expect(clippy::cast_precision_loss, reason = "Go converts the same way")]
                Resolved::Int(value) if tag == Tag::Float => Ok(Scalar::Float(value as f64)),
                _ if resolved.tag() == tag => from_resolved(resolved, text, span),
                _ => Err(ValueError::Mismatch { span, tag: tag_name(tag), found: tag_name(resolved.tag()) }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(doc: &mut Doc, text: &str, tag: Tag, style: Style) -> NodeId {
        doc.scalar(text, tag, style, Span::NONE)
    }

    fn check(text: &str, tag: Tag, style: Style, expected: &Result<Scalar<'_>, ValueError>) {
        let mut doc = Doc::empty_mapping();
        let id = node(&mut doc, text, tag, style);
        assert_eq!(scalar(&doc, id), *expected, "{text:?} {tag:?} {style:?}");
    }

    fn check_explicit(text: &str, tag: Tag, style: Style, expected: &Result<Scalar<'_>, ValueError>) {
        let mut doc = Doc::empty_mapping();
        let id = node(&mut doc, text, tag, style);
        doc.set_explicitly_tagged(id);
        assert_eq!(scalar(&doc, id), *expected, "{text:?} {tag:?} {style:?}");
    }

    fn string(text: &str) -> Result<Scalar<'_>, ValueError> {
        Ok(Scalar::Str(Cow::Borrowed(text)))
    }

    fn mismatch(tag: Tag, found: Tag) -> Result<Scalar<'static>, ValueError> {
        Err(ValueError::Mismatch { span: Span::NONE, tag: tag_name(tag), found: tag_name(found) })
    }

    #[test]
    fn implied_tags_give_way_to_the_text_and_the_style() {
        check("123", Tag::Str, Style::Plain, &string("123"));
        check("123", Tag::None, Style::Plain, &Ok(Scalar::Int(123)));
        check("123", Tag::None, Style::DoubleQuoted, &string("123"));
        check("123", Tag::Int, Style::DoubleQuoted, &string("123"));
        check("", Tag::None, Style::Plain, &Ok(Scalar::Null));
        check("yes", Tag::None, Style::Plain, &string("yes"));
        check("true", Tag::Bool, Style::Plain, &Ok(Scalar::Bool(true)));
        check("a: b", Tag::None, Style::Plain, &string("a: b"));
        check("abc", Tag::Int, Style::Plain, &mismatch(Tag::Int, Tag::Str));
        check("1.5", Tag::Int, Style::Plain, &mismatch(Tag::Int, Tag::Float));
        check("yes", Tag::Bool, Style::Plain, &mismatch(Tag::Bool, Tag::Str));
        check("5", Tag::Float, Style::Plain, &Ok(Scalar::Int(5)));
        check("18446744073709551615", Tag::Float, Style::Plain, &mismatch(Tag::Float, Tag::Int));
        check("bar", Tag::Other, Style::Plain, &string("bar"));
        check("<<", Tag::Merge, Style::Plain, &string("<<"));
        check("aGVsbG8=", Tag::Binary, Style::Plain, &string("hello"));
        check("aGVsbG8", Tag::Binary, Style::Plain, &Err(ValueError::NotBase64 { span: Span::NONE }));
    }

    #[test]
    fn explicit_tags_stay_whatever_the_style() {
        check_explicit("123", Tag::Str, Style::Plain, &string("123"));
        check_explicit("7", Tag::Int, Style::DoubleQuoted, &Ok(Scalar::Int(7)));
        check_explicit("3", Tag::Float, Style::Plain, &Ok(Scalar::Int(3)));
        check_explicit("", Tag::Null, Style::DoubleQuoted, &Ok(Scalar::Null));
        check_explicit("x", Tag::Int, Style::Plain, &mismatch(Tag::Int, Tag::Str));
        check_explicit("2001-01-01", Tag::Timestamp, Style::DoubleQuoted, &string("2001-01-01T00:00:00Z"));
    }

    #[test]
    fn numbers_take_the_way_through_json() {
        check("1.0", Tag::Float, Style::Plain, &Ok(Scalar::Int(1)));
        check("1e3", Tag::None, Style::Plain, &Ok(Scalar::Int(1000)));
        check("1e19", Tag::None, Style::Plain, &Ok(Scalar::Uint(10_000_000_000_000_000_000)));
        check("1.5", Tag::None, Style::Plain, &Ok(Scalar::Float(1.5)));
        for (text, value) in [(".inf", "+Inf"), ("-.Inf", "-Inf"), (".nan", "NaN")] {
            check(text, Tag::Float, Style::Plain, &Err(ValueError::NotFinite { span: Span::NONE, value }));
        }
        check("2001-01-01", Tag::Timestamp, Style::Plain, &string("2001-01-01T00:00:00Z"));
    }

    #[test]
    fn flow_collections_quote_what_block_collections_do_not() {
        let mut doc = Doc::empty_mapping();
        let empty = node(&mut doc, "", Tag::Null, Style::Plain);
        let time = node(&mut doc, "2001-01-01T10:00:00Z", Tag::Timestamp, Style::Plain);
        let date = node(&mut doc, "2001-01-01", Tag::Timestamp, Style::Plain);
        let tilde = node(&mut doc, "~", Tag::Null, Style::Plain);
        let folded = node(&mut doc, "a\n  b\n", Tag::Str, Style::Folded);
        let flow = |id| scalar_in(&doc, id, Surroundings::new(true));
        assert_eq!(flow(empty), string(""));
        assert_eq!(flow(time), string("2001-01-01T10:00:00Z"));
        assert_eq!(flow(date), string("2001-01-01T00:00:00Z"));
        assert_eq!(flow(tilde), Ok(Scalar::Null));
        assert_eq!(flow(folded), string("a\n  b\n"));
        assert_eq!(scalar(&doc, folded), string("a\n\n  b\n"));
    }

    #[test]
    fn block_scalars_may_change_or_fail() {
        check("a\n\tb\n", Tag::Str, Style::Literal, &string("a\n\tb\n"));
        check("\ta\n", Tag::Str, Style::Literal, &Err(ValueError::LeadingTab { span: Span::NONE }));
        check("\ta\n", Tag::Str, Style::Plain, &Err(ValueError::LeadingTab { span: Span::NONE }));
        check("\ta", Tag::Str, Style::Plain, &string("\ta"));
        check("\ta\n", Tag::Str, Style::DoubleQuoted, &string("\ta\n"));
        check("\ta \n", Tag::Str, Style::Literal, &string("\ta \n"));
        check("a\u{7F}", Tag::Str, Style::Plain, &Err(ValueError::Control { span: Span::NONE, code: 0x7F }));
        check("a\u{85}b", Tag::Str, Style::DoubleQuoted, &string("a b"));
    }
}

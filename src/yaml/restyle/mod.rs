//! Writing a node the way go-yaml 3.0.3 writes it from nodes: key order and
//! styles stay, the layout is normalised.
//!
//! kustomize 5.8.1 writes a text that is YAML itself so, after a replacement
//! changed a value in it (`serializeAsYAML` in its replacement.go), and
//! compares list items with patterns so (`elem.String()` in kyaml's match.go).
//! The encoder is the one of `NewEncoder` in kyaml's alias.go: two columns,
//! sequences at the column of their key, no limit on the length of lines.

mod flow;
mod output;
mod scalar;
mod writer;

use super::comments::Comments;
use super::node::{Doc, NodeId};
use super::value_error::ValueError;

/// Node `id` as a text that ends with a line feed, without comments. Tags
/// without a meaning are left out, because [`Doc`] does not keep them.
///
/// # Errors
/// [`ValueError::TooDeep`] for collections nested too deeply.
pub fn restyle(doc: &Doc, id: NodeId) -> Result<String, ValueError> {
    restyle_with_comments(doc, id, &Comments::default())
}

/// [`restyle`] with comments, anchors, aliases and tags as they were read by
/// [`parse_text_with_comments`](super::parse_text_with_comments). Comments
/// before and after everything are written when `id` is the top node.
///
/// # Errors
/// [`ValueError::TooDeep`] for collections nested too deeply.
pub fn restyle_with_comments(doc: &Doc, id: NodeId, comments: &Comments) -> Result<String, ValueError> {
    writer::Writer::new(doc, comments).document(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;
    use crate::yaml::{Style, Tag};

    fn written(text: &str, tag: Tag, style: Style) -> String {
        let mut doc = Doc::empty_mapping();
        let id = doc.scalar(text, tag, style, Span::NONE);
        restyle(&doc, id).expect("a scalar is not deep")
    }

    #[test]
    fn one_scalar_is_written_as_patterns_see_it() {
        for (text, tag, style, expected) in [
            ("a", Tag::Str, Style::Plain, "a\n"),
            ("12", Tag::Str, Style::Plain, "\"12\"\n"),
            ("12", Tag::None, Style::Plain, "12\n"),
            ("12", Tag::Int, Style::Plain, "12\n"),
            ("x", Tag::Int, Style::Plain, "!!int x\n"),
            ("yes", Tag::Str, Style::Plain, "yes\n"),
            ("12", Tag::Int, Style::DoubleQuoted, "\"12\"\n"),
            ("a: b", Tag::Str, Style::Plain, "'a: b'\n"),
            ("a\nb\n", Tag::Str, Style::Plain, "|\n  a\n  b\n"),
            ("a \nb", Tag::Str, Style::Literal, "\"a \\nb\"\n"),
            ("a\nb", Tag::Str, Style::SingleQuoted, "'a\n\n  b'\n"),
            (" a\n", Tag::Str, Style::Literal, "|2\n   a\n"),
            ("", Tag::Str, Style::Plain, "\"\"\n"),
            ("", Tag::Null, Style::Plain, "\n"),
            ("a\tb", Tag::Str, Style::Plain, "\"a\\tb\"\n"),
            ("\u{FEFF}a", Tag::Str, Style::Plain, "\"\\uFEFF\\x61\"\n"),
            ("<<", Tag::Merge, Style::Plain, "!!merge <<\n"),
            ("x", Tag::Other, Style::Plain, "x\n"),
        ] {
            assert_eq!(written(text, tag, style), expected, "{text:?} {tag:?} {style:?}");
        }
    }

    #[test]
    fn nodes_made_by_a_transformation_have_tags_where_they_need_them() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let (list, map) =
            (doc.sequence(), doc.collection(super::super::Kind::Mapping, Tag::None, Style::Plain, Span::NONE, &[]));
        let (key, other) = (doc.untagged("list"), doc.string("1"));
        doc.push_entry(root, key, list);
        doc.push_entry(root, other, map);
        assert_eq!(restyle(&doc, root).expect("it is flat"), "list: []\n\"1\": {}\n");
        let item = doc.string("true");
        doc.push(list, item);
        doc.push(list, map);
        assert_eq!(restyle(&doc, root).expect("it is flat"), "list:\n- \"true\"\n- {}\n\"1\": {}\n");
        doc.push_entry(map, item, root);
        assert!(matches!(restyle(&doc, root), Err(ValueError::TooDeep { .. })));
    }
}

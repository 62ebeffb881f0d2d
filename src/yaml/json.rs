//! JSON as Go's `encoding/json` writes it: what kustomize hashes and what JSON
//! patches work on.

use std::borrow::Cow;

use super::key::{Entry, MappingPlace, key, sort_by_bytes};
use super::limits::Limits;
use super::node::{Doc, Kind, NodeId, Style};
use super::number::push_float_json;
use super::value::{Scalar, Surroundings, json_scalar};
use super::value_error::ValueError;

/// `json.Marshal` of the value of node `id`: no spaces, keys sorted by bytes.
///
/// # Errors
/// Whatever kustomize fails on when it turns a node into JSON.
pub fn to_json(doc: &Doc, id: NodeId) -> Result<String, ValueError> {
    let mut out = String::new();
    write_node(doc, id, MappingPlace { flow: false, top: true }, 0, &mut out)?;
    Ok(out)
}

fn write_node(doc: &Doc, id: NodeId, place: MappingPlace, depth: usize, out: &mut String) -> Result<(), ValueError> {
    if doc.kind(id) == Kind::Scalar {
        return write_scalar(doc, id, place.flow, out);
    }
    if depth >= Limits::DEFAULT.max_depth {
        return Err(ValueError::TooDeep { span: doc.span(id) });
    }
    let place = MappingPlace { flow: place.flow || doc.style(id) == Style::Flow, ..place };
    let inner = MappingPlace { top: false, ..place };
    if doc.kind(id) == Kind::Sequence {
        out.push('[');
        for (at, &item) in doc.children(id).iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            write_node(doc, item, inner, depth + 1, out)?;
        }
        out.push(']');
        return Ok(());
    }
    let mut entries = Vec::with_capacity(doc.children(id).len() / 2);
    for (key_id, value) in doc.entries(id) {
        entries.push(Entry { name: key(doc, key_id, place)?, key: key_id, value });
    }
    sort_by_bytes(doc, &mut entries)?;
    out.push('{');
    for (at, Entry { name, value, .. }) in entries.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_json_string(out, name);
        out.push(':');
        write_node(doc, *value, inner, depth + 1, out)?;
    }
    out.push('}');
    Ok(())
}

fn write_scalar(doc: &Doc, id: NodeId, flow: bool, out: &mut String) -> Result<(), ValueError> {
    match json_scalar(doc, id, Surroundings::new(flow))? {
        Scalar::Null => out.push_str("null"),
        Scalar::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Scalar::Int(value) => out.push_str(&value.to_string()),
        Scalar::Uint(value) => out.push_str(&value.to_string()),
        Scalar::Float(value) => push_float_json(out, value),
        Scalar::Str(text) => write_json_string(out, &text),
    }
    Ok(())
}

/// Appends `text` in double quotes, escaped as `json.Marshal` does: also `<`,
/// `>`, `&`, U+2028 and U+2029, and nothing else above U+001F but `"` and `\`.
pub fn write_json_string(out: &mut String, text: &str) {
    out.push('"');
    let mut written = 0;
    for (at, character) in text.char_indices() {
        let escape = match character {
            '"' => Cow::Borrowed("\\\""),
            '\\' => Cow::Borrowed("\\\\"),
            '\n' => Cow::Borrowed("\\n"),
            '\r' => Cow::Borrowed("\\r"),
            '\t' => Cow::Borrowed("\\t"),
            '\u{8}' => Cow::Borrowed("\\b"),
            '\u{C}' => Cow::Borrowed("\\f"),
            '\0'..='\u{1F}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                Cow::Owned(format!("\\u{:04x}", u32::from(character)))
            }
            _ => continue,
        };
        out.push_str(&text[written..at]);
        out.push_str(&escape);
        written = at + character.len_utf8();
    }
    out.push_str(&text[written..]);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;
    use crate::yaml::Tag;

    #[test]
    fn strings_are_escaped_as_go_does() {
        let mut out = String::new();
        write_json_string(&mut out, "a\"\\\n\r\t\u{8}\u{C}\u{1}\u{7F}<>&\u{2028}é\u{1F600}/");
        assert_eq!(out, "\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001\u{7F}\\u003c\\u003e\\u0026\\u2028é\u{1F600}/\"");
    }

    #[test]
    fn values_keep_their_type_and_keys_are_sorted_by_bytes() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        for (name, value) in
            [("b10", "1.0"), ("b2", "true"), ("B", ""), ("a", "1e21"), ("c", "x"), ("d", "-0.0"), ("e", "2001-01-01")]
        {
            let (key, value) = (doc.string(name), doc.untagged(value));
            doc.push_entry(root, key, value);
        }
        let list = doc.sequence();
        let item = doc.scalar("5", Tag::Str, Style::Plain, Span::NONE);
        doc.push(list, item);
        let empty = doc.mapping();
        doc.push(list, empty);
        let key = doc.string("f");
        doc.push_entry(root, key, list);
        assert_eq!(
            to_json(&doc, root).expect("all of it has a value"),
            r#"{"B":null,"a":1e+21,"b10":1,"b2":true,"c":"x","d":-0,"e":"2001-01-01T00:00:00Z","f":["5",{}]}"#
        );
        let key = doc.string("a");
        doc.push_entry(root, key, empty);
        assert!(matches!(to_json(&doc, root), Err(ValueError::DuplicateKey { .. })));
    }

    #[test]
    fn a_cycle_is_an_error() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let key = doc.string("k");
        doc.push_entry(root, key, root);
        assert!(matches!(to_json(&doc, root), Err(ValueError::TooDeep { .. })));
    }
}

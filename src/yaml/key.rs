//! Keys of mappings: what they are at the end of a build, and the entries of a
//! mapping in the order of its keys.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::chars::is_break;
use super::key_order::{is_surely_before, merge_sort};
use super::node::{Doc, Kind, NodeId, Style, Tag};
use super::value::{Scalar, Surroundings, json_scalar, reread_text, written_tag};
use super::value_error::{ValueError, tag_name};
use crate::text::Span;

/// go-yaml v2 looks this many characters of JSON back for the start of a key.
const MAX_JSON_KEY: usize = 1024;

/// The longest key, in bytes, that is written without `?`.
pub(super) const MAX_SIMPLE_KEY: usize = 128;

/// Where a mapping stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MappingPlace {
    /// In a flow collection, or one itself.
    pub(super) flow: bool,
    /// The top of the value. Its keys are read as strings whatever they are; a
    /// number further below makes a map that JSON cannot hold.
    pub(super) top: bool,
}

/// An entry of a mapping.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) key: NodeId,
    pub(super) value: NodeId,
}

/// The text of key `id` as it goes into JSON.
///
/// # Errors
/// For anything but strings. A null key is an error everywhere although
/// go-yaml would drop it at the top; kustomize refuses it earlier.
pub(super) fn key(doc: &Doc, id: NodeId, place: MappingPlace) -> Result<Cow<'_, str>, ValueError> {
    let span = doc.span(id);
    if doc.kind(id) != Kind::Scalar {
        return Err(ValueError::KeyIsCollection { span });
    }
    let (text, tag, style) = (doc.text(id), doc.tag(id), doc.style(id));
    let unquoted = !style.is_quoted_or_block();
    if text == "<<" && (tag == Tag::Merge || (unquoted && matches!(tag, Tag::None | Tag::Str))) {
        return Err(ValueError::MergeKey { span });
    }
    if tag == Tag::Str && !matches!(style, Style::Literal | Style::Folded) && !text.starts_with('\t') {
        return Ok(Cow::Borrowed(text));
    }
    // A key that is written after `?` may stay a block scalar.
    let simple_key = text.len() <= MAX_SIMPLE_KEY && !text.contains(is_break);
    let around = Surroundings { flow: place.flow, simple_key };
    match written_tag(doc, id, around) {
        _ if text.is_empty() && unquoted && tag != Tag::Str => not_a_string(Tag::Null, span),
        tag @ Tag::Null => not_a_string(tag, span),
        Tag::Str | Tag::None => string(doc, id, around),
        tag if !place.top => not_a_string(tag, span),
        Tag::Binary => string(doc, id, around),
        _ => Ok(Cow::Borrowed(text)),
    }
}

fn not_a_string(tag: Tag, span: Span) -> Result<Cow<'static, str>, ValueError> {
    Err(ValueError::KeyNotString { span, found: tag_name(tag) })
}

fn string(doc: &Doc, id: NodeId, around: Surroundings) -> Result<Cow<'_, str>, ValueError> {
    match json_scalar(doc, id, around)? {
        Scalar::Str(name) => Ok(name),
        _ => not_a_string(doc.tag(id), doc.span(id)),
    }
}

/// The text of a key after go-yaml v2 read the JSON.
fn reread_key<'a>(name: Cow<'a, str>, doc: &Doc, id: NodeId) -> Result<Cow<'a, str>, ValueError> {
    let span = doc.span(id);
    // No character takes more than six in JSON.
    if name.len() > MAX_JSON_KEY / 6 - 2 && json_len(&name) > MAX_JSON_KEY {
        return Err(ValueError::KeyTooLong { span });
    }
    let before = name.len();
    let name = reread_text(name, span)?;
    // Only a folded U+0085 makes a text shorter; the key was on two lines then.
    if name.len() != before {
        return Err(ValueError::KeyTooLong { span });
    }
    Ok(name)
}

fn json_len(name: &str) -> usize {
    let mut json = String::with_capacity(name.len() + 2);
    super::json::write_json_string(&mut json, name);
    json.chars().count()
}

/// Appends the entries of mapping `id` to `entries`, in the order kustomize
/// prints them.
///
/// # Errors
/// Keys that are no strings, and duplicates.
pub(super) fn push_sorted<'a>(
    doc: &'a Doc,
    id: NodeId,
    place: MappingPlace,
    entries: &mut Vec<Entry<'a>>,
) -> Result<(), ValueError> {
    let start = entries.len();
    let mut sorted = true;
    for (key_id, value) in doc.entries(id) {
        let name = reread_key(key(doc, key_id, place)?, doc, key_id)?;
        if sorted && entries.len() > start {
            sorted = entries.last().is_some_and(|last| is_surely_before(&last.name, &name));
        }
        entries.push(Entry { name, key: key_id, value });
    }
    if !sorted {
        sort_by_bytes(doc, &mut entries[start..])?;
        merge_sort(&mut entries[start..], |entry| &entry.name);
    }
    Ok(())
}

/// Sorts by bytes and refuses duplicates.
pub(super) fn sort_by_bytes(doc: &Doc, entries: &mut [Entry<'_>]) -> Result<(), ValueError> {
    entries.sort_by(|left, right| left.name.cmp(&right.name));
    for pair in entries.windows(2) {
        if pair[0].name.cmp(&pair[1].name) == Ordering::Equal {
            return Err(ValueError::DuplicateKey { span: doc.span(pair[1].key), first: doc.span(pair[0].key) });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, tag: Tag, style: Style, top: bool, expected: Result<&str, &str>) {
        let mut doc = Doc::empty_mapping();
        let id = doc.scalar(text, tag, style, Span::NONE);
        let name = key(&doc, id, MappingPlace { flow: false, top });
        let name = name.map_err(|error| error.to_string());
        assert_eq!(name.as_deref().map_err(String::as_str), expected, "{text} {tag:?}");
    }

    #[test]
    fn keys_below_the_top_are_strings() {
        check("a", Tag::Str, Style::Plain, false, Ok("a"));
        check("yes", Tag::None, Style::Plain, false, Ok("yes"));
        check("1", Tag::Str, Style::Plain, false, Ok("1"));
        check("1", Tag::Int, Style::Plain, false, Err("a key must be a string, this one is an integer"));
        check("1", Tag::Int, Style::Plain, true, Ok("1"));
        check("1", Tag::None, Style::Plain, false, Err("a key must be a string, this one is an integer"));
        check("true", Tag::Bool, Style::Plain, false, Err("a key must be a string, this one is a truth value"));
        check("2001-01-01", Tag::None, Style::Plain, false, Err("a key must be a string, this one is a timestamp"));
        let time = "2001-01-01T00:00:00Z";
        check(time, Tag::None, Style::Plain, false, Err("a key must be a string, this one is a timestamp"));
        check(time, Tag::None, Style::SingleQuoted, false, Ok(time));
        check("2001-01-01", Tag::Timestamp, Style::Plain, true, Ok("2001-01-01"));
        check("~", Tag::Null, Style::Plain, true, Err("a key must be a string, this one is null"));
        check("", Tag::Str, Style::DoubleQuoted, false, Ok(""));
        check("a", Tag::Other, Style::Plain, false, Err("a key must be a string, this one is of an unknown tag"));
        check("a", Tag::Other, Style::Plain, true, Ok("a"));
    }

    #[test]
    fn a_quoted_merge_key_is_an_ordinary_key() {
        check("<<", Tag::Str, Style::DoubleQuoted, false, Ok("<<"));
        let error = "a merge key cannot be written, quote `<<` if it is an ordinary key";
        check("<<", Tag::Merge, Style::Plain, false, Err(error));
        check("<<", Tag::Str, Style::Plain, false, Err(error));
    }

    fn sorted(names: &[&str]) -> Result<Vec<String>, ValueError> {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        for name in names {
            let (key, value) = (doc.string(name), doc.null());
            doc.push_entry(root, key, value);
        }
        let mut entries = Vec::new();
        push_sorted(&doc, root, MappingPlace::default(), &mut entries)?;
        Ok(entries.iter().map(|entry| entry.name.to_string()).collect())
    }

    #[test]
    fn entries_are_sorted_and_duplicates_refused() {
        assert_eq!(sorted(&["b", "a", "a10", "a2"]).expect("no duplicates"), ["a", "a2", "a10", "b"]);
        assert!(matches!(sorted(&["b", "a", "b"]), Err(ValueError::DuplicateKey { .. })));
        assert!(matches!(sorted(&["a", "a"]), Err(ValueError::DuplicateKey { .. })));
        // The order of these has a cycle, so neighbours do not show duplicates.
        let cycle = ["v1alpha1", "v2", "v10", "v1alpha1"];
        assert!(matches!(sorted(&cycle), Err(ValueError::DuplicateKey { .. })));
        let mut once = vec!["v1", "v1alpha1", "v2", "v10", "v1beta1"];
        let first = sorted(&once).expect("no duplicates");
        for _ in 0..once.len() {
            once.rotate_left(1);
            assert_eq!(sorted(&once).expect("no duplicates"), first);
        }
    }

    #[test]
    fn long_keys_are_refused_where_go_yaml_loses_them() {
        assert!(sorted(&[&"k".repeat(1022)]).is_ok());
        assert!(matches!(sorted(&[&"k".repeat(1023)]), Err(ValueError::KeyTooLong { .. })));
        assert!(matches!(sorted(&[&"<".repeat(171)]), Err(ValueError::KeyTooLong { .. })));
        assert!(matches!(sorted(&["a\u{85}b"]), Err(ValueError::KeyTooLong { .. })));
    }
}

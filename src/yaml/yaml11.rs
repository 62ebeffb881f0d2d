//! kyaml's question whether an unquoted text would be something else than a
//! string to a YAML 1.1 reader: `IsValueNonString` in kyaml 0.21.1's
//! yaml/compatibility.go.

use super::emit::can_be_plain;
use super::node::{Doc, Kind, Tag};
use super::resolve::{Resolved, resolve_v2};
use super::{Limits, parse_text};
use crate::text::Source;

/// Reads `text` as a whole document with go-yaml v2 and tells whether that is
/// not a string: a number, a truth value (`yes` too), null (also a comment
/// alone), a collection (`a: b`, `- x`, `[]`). Empty texts, texts with line
/// feeds and texts that are no YAML count as strings, timestamps too.
#[must_use]
pub fn is_yaml11_non_string(text: &str) -> bool {
    if text.is_empty() || text.contains('\n') {
        return false;
    }
    if can_be_plain(text) {
        return is_non_string(resolve_v2(text));
    }
    match parse_text(&Source::detached(text), &Limits::DEFAULT) {
        Ok(Some(doc)) => is_non_string_document(&doc),
        Ok(None) => true,
        Err(_) => false,
    }
}

fn is_non_string(value: Resolved) -> bool {
    // v2 hands a timestamp to whoever asks for any value as the text it is.
    !matches!(value, Resolved::Str | Resolved::Timestamp(_))
}

fn is_non_string_document(doc: &Doc) -> bool {
    let root = doc.root();
    if doc.kind(root) != Kind::Scalar {
        return all_keys_are_scalars(doc);
    }
    let text = doc.text(root);
    if !doc.is_explicitly_tagged(root) {
        return !doc.style(root).is_quoted_or_block() && is_non_string(resolve_v2(text));
    }
    match (doc.tag(root), resolve_v2(text)) {
        (Tag::Null, Resolved::Null)
        | (Tag::Bool, Resolved::Bool(_))
        | (Tag::Int, Resolved::Int(_) | Resolved::Uint(_))
        | (Tag::Float, Resolved::Float(_) | Resolved::Int(_)) => true,
        // Strings, or an error of the reader.
        _ => false,
    }
}

/// go-yaml refuses a collection as key.
fn all_keys_are_scalars(doc: &Doc) -> bool {
    let mut open = vec![doc.root()];
    while let Some(id) = open.pop() {
        if doc.entries(id).any(|(key, _)| doc.kind(key) != Kind::Scalar) {
            return false;
        }
        open.extend(doc.children(id));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_strings_counts() {
        for text in [
            "1",
            "1.5",
            "0x1F",
            "yes",
            "off",
            "n",
            "~",
            "null",
            "true",
            ".inf",
            "a: b",
            "a:",
            "- x",
            "-",
            "[]",
            "{}",
            "[a, b]",
            "5 # five",
            "# nothing",
            " ",
            "---",
            "!!int 3",
            "!!float 3",
            "!!bool yes",
            "? a",
            "'a': b",
            "5 ",
        ] {
            assert!(is_yaml11_non_string(text), "{text}");
        }
    }

    #[test]
    fn strings_and_errors_do_not_count() {
        for text in [
            "",
            "a",
            "a b",
            "12:30",
            "2001-01-01",
            "\"1\"",
            "'a'",
            "!!str 1",
            "!foo 1",
            "!!int abc",
            "a # b",
            "1\n2",
            "a: b: c",
            "[a",
            "@x",
            "`x`",
            "%x",
            "'a' b",
            "*a",
            "{a: b}: c",
            "http://x",
            "-x",
            "|",
            "é",
            "]",
        ] {
            assert!(!is_yaml11_non_string(text), "{text}");
        }
    }
}

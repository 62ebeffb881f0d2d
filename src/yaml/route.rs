//! Ways into a document: field paths as kustomize splits and follows them.
//!
//! Follows kyaml v0.21.1 `utils/pathsplitter.go` and the `PathGetter` of
//! `yaml/fns.go`.

use super::edit::{self, EditError};
use super::{Doc, Kind, NodeId};

/// Whether collections are nested more than `depth` deep at and below `from`.
/// What follows a document down does so by calling itself, so a change that
/// nests one value in another must ask this.
#[must_use]
pub fn is_deeper_than(doc: &Doc, from: NodeId, depth: usize) -> bool {
    let mut left = vec![(from, 0)];
    while let Some((id, above)) = left.pop() {
        if doc.kind(id) == Kind::Scalar {
            continue;
        }
        if above >= depth {
            return true;
        }
        left.extend(doc.children(id).iter().map(|&child| (child, above + 1)));
    }
    false
}

/// Splits at `delimiter`, except where a backslash stands before it; a leading
/// delimiter is dropped.
#[must_use]
pub fn split_path(path: &str, delimiter: char) -> Vec<String> {
    let mut pieces = path.split(delimiter).peekable();
    if path.starts_with(delimiter) {
        pieces.next();
    }
    let mut parts: Vec<String> = Vec::new();
    for piece in pieces {
        match parts.last_mut() {
            Some(last) if last.ends_with('\\') => {
                last.pop();
                last.push(delimiter);
                last.push_str(piece);
            }
            _ => parts.push(piece.to_owned()),
        }
    }
    parts
}

/// Splits a dotted path. A part in brackets may hold dots: `[name=a.b]` stays
/// one part with its brackets, `[a.b/c]` becomes the part `a.b/c`.
#[must_use]
pub fn split_dotted(path: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut pieces = split_path(path, '.').into_iter();
    while let Some(mut part) = pieces.next() {
        if part.starts_with('[') && !part.ends_with(']') {
            for piece in pieces.by_ref() {
                part.push('.');
                part.push_str(&piece);
                if piece.ends_with(']') {
                    break;
                }
            }
            if !part.contains('=') {
                part = part.trim_matches(['[', ']']).to_owned();
            }
        }
        parts.push(part);
    }
    parts
}

/// Whether a path part selects list items: `[…]`.
#[must_use]
pub fn is_list_selector(part: &str) -> bool {
    part.starts_with('[') && part.ends_with(']')
}

/// Whether a path part is a list index. Go's `Atoi` takes a sign.
#[must_use]
pub fn list_index(part: &str) -> Option<usize> {
    part.parse::<i64>().ok().and_then(|index| usize::try_from(index).ok())
}

/// Splits `[field=value]`.
///
/// # Errors
/// When there is no `=`.
pub fn split_list_selector(part: &str) -> Result<(&str, &str), EditError> {
    let inner = part.strip_suffix(']').unwrap_or(part);
    let inner = inner.strip_prefix('[').unwrap_or(inner);
    inner.split_once('=').ok_or_else(|| EditError::BadSelector { part: part.to_owned() })
}

/// The kind a created value must have for the path to go on with `next`.
#[must_use]
pub fn kind_for_next(next: Option<&str>, last: Option<Kind>) -> Option<Kind> {
    match next.unwrap_or("") {
        part if is_list_selector(part) || list_index(part).is_some() => Some(Kind::Sequence),
        "" => last,
        _ => Some(Kind::Mapping),
    }
}

/// Follows `path` from `from`. Nothing when a part is missing.
///
/// # Errors
/// When a part does not fit the node it meets.
pub fn find<S: AsRef<str>>(doc: &Doc, from: NodeId, path: &[S]) -> Result<Option<NodeId>, EditError> {
    let mut at = from;
    for part in path.iter().map(|part| part.as_ref().trim()).filter(|part| !part.is_empty()) {
        match step(doc, at, part)? {
            Some(next) => at = next,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

/// What `part` leads to from `at`, if it is there.
fn step(doc: &Doc, at: NodeId, part: &str) -> Result<Option<NodeId>, EditError> {
    // Most parts are plain names.
    if part.starts_with(|first: char| first.is_ascii_alphabetic()) && doc.kind(at) == Kind::Mapping && !doc.is_null(at)
    {
        return Ok(doc.get(at, part));
    }
    if let Ok(index) = part.parse::<i64>() {
        let index = usize::try_from(index).map_err(|_| EditError::BadIndex { part: part.to_owned() })?;
        edit::expect_kind(doc, at, Kind::Sequence)?;
        Ok(doc.children(at).get(index).copied())
    } else if part == "-" {
        edit::expect_kind(doc, at, Kind::Sequence)?;
        Ok(doc.children(at).last().copied())
    } else if part == "*" {
        Err(EditError::Wildcard)
    } else if is_list_selector(part) {
        let (field, value) = split_list_selector(part)?;
        edit::find_element(doc, at, &[field], &[value])
    } else if doc.is_null(at) {
        Ok(None)
    } else {
        edit::expect_kind(doc, at, Kind::Mapping)?;
        Ok(doc.get(at, part))
    }
}

/// Follows `path` from `from`, making what is missing; the last part becomes a
/// `kind`. A null on the way is not replaced: the answer is nothing then.
///
/// # Errors
/// When a part does not fit the node it meets.
pub fn lookup_or_create<S: AsRef<str>>(
    doc: &mut Doc,
    from: NodeId,
    path: &[S],
    kind: Kind,
) -> Result<Option<NodeId>, EditError> {
    follow(doc, from, path, kind)
}

fn follow<S: AsRef<str>>(doc: &mut Doc, from: NodeId, path: &[S], kind: Kind) -> Result<Option<NodeId>, EditError> {
    let parts: Vec<&str> = path.iter().map(|part| part.as_ref().trim()).filter(|part| !part.is_empty()).collect();
    let mut at = from;
    for (number, part) in parts.iter().enumerate() {
        let made = match step(doc, at, part)? {
            Some(next) => Some(next),
            None => make(doc, at, part, kind_for_next(parts.get(number + 1).copied(), Some(kind)).unwrap_or(kind))?,
        };
        match made {
            Some(next) => at = next,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

/// Makes what `part` asks for. Indices are never made, and nothing is made in
/// a null.
fn make(doc: &mut Doc, at: NodeId, part: &str, kind: Kind) -> Result<Option<NodeId>, EditError> {
    if part == "-" || part.parse::<i64>().is_ok() {
        return Ok(None);
    }
    if !is_list_selector(part) {
        if doc.is_null(at) {
            return Ok(None);
        }
        let value = edit::blank(doc, kind);
        return edit::set_field(doc, at, part, Some(value));
    }
    let (field, value) = split_list_selector(part)?;
    let scalar = doc.untagged(value);
    let element = if field.is_empty() {
        scalar
    } else {
        let element = edit::blank(doc, Kind::Mapping);
        let key = doc.untagged(field);
        doc.push_entry(element, key, scalar);
        element
    };
    edit::append(doc, at, element)?;
    Ok(Some(element))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_keeps_the_delimiter() {
        assert_eq!(split_path("metadata/annotations/a.b\\/c", '/'), ["metadata", "annotations", "a.b/c"]);
        assert_eq!(split_path("/a/b", '/'), ["a", "b"]);
        assert_eq!(split_path("", '/'), [""]);
    }

    #[test]
    fn brackets_keep_dots_together() {
        assert_eq!(split_dotted("spec.c.[name=a.b].image"), ["spec", "c", "[name=a.b]", "image"]);
        assert_eq!(split_dotted("metadata.annotations.[a.b/c]"), ["metadata", "annotations", "a.b/c"]);
        assert_eq!(split_dotted("metadata.annotations.a\\.b/c"), ["metadata", "annotations", "a.b/c"]);
        assert_eq!(split_dotted("data.[x]"), ["data", "[x]"]);
    }

    #[test]
    fn missing_parts_are_made_and_nulls_stay() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let made = lookup_or_create(&mut doc, root, &["a", "b"], Kind::Scalar).expect("fits");
        assert!(made.is_some());
        assert_eq!(find(&doc, root, &["a", "b"]).expect("fits"), made);
        let (key, null) = (doc.string("n"), doc.null());
        doc.push_entry(root, key, null);
        assert_eq!(lookup_or_create(&mut doc, root, &["n", "x"], Kind::Scalar).expect("fits"), None);
        assert!(find(&doc, root, &["a", "b", "c"]).is_err());
    }
}

//! Places in the terms of report formats: a file, lines and columns.

use std::fmt::Write;

use crate::finding::Place;
use crate::text::{LineColumn, SourceMap, Span};

/// A file and, when it is known, the part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Located {
    /// The name of the source or file.
    pub(super) file: String,
    /// The part of it.
    pub(super) region: Option<Region>,
}

/// From the first character of a part to one past its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: LineColumn,
    pub(super) end: LineColumn,
}

/// Where the file of a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home<'n> {
    /// Below the platform root, by its path from there.
    Platform(&'n str),
    /// Elsewhere on this machine, or `..` from the platform root.
    Machine(&'n str),
    /// At a URL.
    Url(&'n str),
    /// Nowhere: the name is a description in angle brackets.
    None,
}

impl Located {
    /// Where `place` is; nothing for [`Place::Nowhere`] and unknown sources.
    pub(super) fn new(place: &Place, sources: &SourceMap) -> Option<Self> {
        match place {
            Place::Nowhere => None,
            Place::File(file) => Some(Self { file: file.clone(), region: None }),
            Place::Text(span) => Self::in_text(*span, sources),
        }
    }

    fn in_text(span: Span, sources: &SourceMap) -> Option<Self> {
        let source = sources.get(span.source)?;
        // Blocks end with the line break of their last line. A region that ends
        // with it would end in the line below.
        let bytes = source.text().as_bytes();
        let mut end = span.end();
        while end > span.start && bytes.get(end as usize - 1) == Some(&b'\n') {
            end -= 1;
        }
        let region = Region { start: source.line_column(span.start), end: source.line_column(end) };
        Some(Self { file: source.name().to_owned(), region: Some(region) })
    }

    /// Where the file is.
    pub(super) fn home(&self) -> Home<'_> {
        let name = self.file.trim_start_matches("./");
        let scheme = name.split_once("://").map(|(scheme, _)| scheme);
        match name {
            "" => Home::None,
            _ if name.starts_with('<') => Home::None,
            _ if scheme.is_some_and(is_scheme) => Home::Url(name),
            _ if name.starts_with('/') || name.split('/').any(|part| part == "..") => Home::Machine(name),
            _ => Home::Platform(name),
        }
    }
}

impl std::fmt::Display for Located {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&super::cut::one_line(&self.file))?;
        match self.region {
            Some(Region { start, .. }) => write!(out, ":{}:{}", start.line, start.column),
            None => Ok(()),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// `path` as a URI reference: its UTF-8 bytes percent-encoded, but for slashes
/// and the unreserved characters of RFC 3986 §2.3. A colon in the first segment
/// would make a scheme of it, so none is left.
pub(super) fn percent_encoded(path: &str) -> String {
    encoded(path, |byte, _| b"/-._~".contains(&byte))
}

/// `url` with what no URI may hold percent-encoded; what is encoded already
/// stays.
pub(super) fn valid_url(url: &str) -> String {
    encoded(url, |byte, rest| match rest {
        [b'%', one, two, ..] => one.is_ascii_hexdigit() && two.is_ascii_hexdigit(),
        _ => b"/-._~:?#@!$&'()*+,;=".contains(&byte),
    })
}

/// `keeps` sees each byte, and all from it on.
fn encoded(text: &str, keeps: impl Fn(u8, &[u8]) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || keeps(byte, &text.as_bytes()[at..]) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("writing to a String cannot fail");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_and_columns(text: &str, start: u32, len: u32) -> [u32; 4] {
        let sources = SourceMap::new();
        let source = sources.add("a.yaml", text);
        let located = Located::new(&Span::new(source.id(), start, len).into(), &sources).unwrap();
        let Region { start, end } = located.region.unwrap();
        [start.line, start.column, end.line, end.column]
    }

    #[test]
    fn a_region_ends_where_its_last_line_ends() {
        assert_eq!(lines_and_columns("é: one\nb: 2\n", 4, 3), [1, 4, 1, 7]);
        assert_eq!(lines_and_columns("a:\n  b: 1\n\nc: 2\n", 3, 8), [2, 1, 2, 7]);
        assert_eq!(lines_and_columns("a:\n\n", 2, 0), [1, 3, 1, 3]);
    }

    #[test]
    fn places_without_a_text_have_no_region() {
        let sources = SourceMap::new();
        let located = Located::new(&Place::File("a/b".to_owned()), &sources).unwrap();
        assert_eq!((located.to_string().as_str(), located.region), ("a/b", None));
        assert_eq!(Located::new(&Place::Nowhere, &sources), None);
        assert_eq!(Located::new(&Place::Text(Span::NONE), &sources), None);
    }

    #[test]
    fn a_name_says_where_its_file_is() {
        let home = |name: &str, expected: Home<'_>| {
            assert_eq!(Located { file: name.to_owned(), region: None }.home(), expected);
        };
        home("./a/b.yaml", Home::Platform("a/b.yaml"));
        home("a:/b.yaml", Home::Platform("a:/b.yaml"));
        home("../a.yaml", Home::Machine("../a.yaml"));
        home("/tmp/a.yaml", Home::Machine("/tmp/a.yaml"));
        home("https://host/a.yaml", Home::Url("https://host/a.yaml"));
        home("<inline patch>", Home::None);
        home("", Home::None);
    }

    #[test]
    fn paths_and_urls_become_uris() {
        assert_eq!(percent_encoded("a b/é:50%#?.yaml"), "a%20b/%C3%A9%3A50%25%23%3F.yaml");
        assert_eq!(valid_url("https://h/a b?ref=é%20[x]%z"), "https://h/a%20b?ref=%C3%A9%20%5Bx%5D%25z");
    }
}

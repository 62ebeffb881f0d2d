//! The platform's own files: one YAML document with `apiVersion` and `kind`,
//! read into a type, with places.

use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{Tree, TreeError};
use crate::text::{Source, SourceMap, Span};
use crate::yaml::{DeError, DecodeError, Dialect, Limits, ParseError, decode_text, from_node, parse_single};

/// The version of every file of the platform.
pub const API_VERSION: &str = "quintet/v1alpha1";

/// A platform file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlatformFileError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] TreeError),
    /// Its bytes are no text.
    #[error("{path} is not UTF-8 text")]
    NotText {
        /// The file.
        path: String,
        /// Which byte is none.
        #[source]
        source: DecodeError,
    },
    /// Its text is not YAML.
    #[error(transparent)]
    Yaml(#[from] ParseError),
    /// A key or value does not fit.
    #[error(transparent)]
    Shape(#[from] DeError),
    /// It holds nothing.
    #[error("{path} is empty, expected a {kind}")]
    Empty {
        /// The file.
        path: String,
        /// What it must hold.
        kind: &'static str,
        /// Its start.
        span: Span,
    },
    /// `apiVersion` or `kind` is missing or another one.
    #[error("`{key}` must be `{expected}`")]
    Header {
        /// The key.
        key: &'static str,
        /// Its only value.
        expected: &'static str,
        /// Where it is, or should be.
        span: Span,
    },
}

impl PlatformFileError {
    /// The place; [`Span::NONE`] when the file has no text.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Read(_) | Self::NotText { .. } => Span::NONE,
            Self::Yaml(error) => error.span(),
            Self::Shape(error) => error.span,
            Self::Empty { span, .. } | Self::Header { span, .. } => *span,
        }
    }
}

/// The content of the file at `path`, which must be of `kind`, and its text.
/// `T` has the fields `apiVersion` and `kind` too.
///
/// # Errors
/// See [`PlatformFileError`]; unknown keys are errors.
pub fn read_platform_file<T: DeserializeOwned>(
    tree: &dyn Tree,
    path: &Path,
    kind: &'static str,
    sources: &SourceMap,
) -> Result<(T, Arc<Source>), PlatformFileError> {
    let shown = tree.display(path);
    let text =
        decode_text(tree.read(path)?).map_err(|source| PlatformFileError::NotText { path: shown.clone(), source })?;
    let source = sources.add(shown.clone(), text);
    let start = Span::new(source.id(), 0, 0);
    let Some(doc) = parse_single(&source, &Limits::DEFAULT)? else {
        return Err(PlatformFileError::Empty { path: shown, kind, span: start });
    };
    for (key, expected) in [("apiVersion", API_VERSION), ("kind", kind)] {
        let found = doc.top().get(key);
        if found.is_none_or(|found| found.text() != expected) {
            let span = found.map_or(start, |found| found.span());
            return Err(PlatformFileError::Header { key, expected, span });
        }
    }
    Ok((from_node(doc.top(), Dialect::PLATFORM)?, source))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::vfs::MemoryTree;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Sample {
        #[serde(rename = "apiVersion")]
        _api_version: String,
        #[serde(rename = "kind")]
        _kind: String,
        size: u32,
    }

    fn read(text: &str) -> Result<u32, String> {
        let (tree, sources) = (MemoryTree::from_files([("/s.yaml", text)]), SourceMap::new());
        read_platform_file::<Sample>(&tree, Path::new("/s.yaml"), "Sample", &sources)
            .map(|(sample, _)| sample.size)
            .map_err(|error| format!("{} {error}", sources.locate(error.span()).unwrap_or_default()))
    }

    #[test]
    fn a_file_has_its_kind_and_nothing_unknown() {
        let head = "apiVersion: quintet/v1alpha1\nkind: Sample\n";
        assert_eq!(read(&format!("{head}size: 3\n")), Ok(3));
        let error = read(&format!("{head}sizes: 3\n")).unwrap_err();
        assert!(error.starts_with("/s.yaml:3:1 ") && error.contains("size"), "{error}");
        assert_eq!(read("kind: Sample\n").unwrap_err(), "/s.yaml:1:1 `apiVersion` must be `quintet/v1alpha1`");
        assert_eq!(
            read("apiVersion: quintet/v1alpha1\nkind: Other\n").unwrap_err(),
            "/s.yaml:2:7 `kind` must be `Sample`"
        );
        assert_eq!(read("# nothing\n").unwrap_err(), "/s.yaml:1:1 /s.yaml is empty, expected a Sample");
    }
}

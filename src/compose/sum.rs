//! The sum file: the digest of every upstream file that is read.

use std::collections::BTreeMap;
use std::path::Path;

use super::ComposeError;
use crate::text::{SourceMap, Span, Spanned};
use crate::vfs::{Tree, is_hex, sha256_hex};

/// Where the file is, from the platform root.
pub const PATH: &str = "compositions/upstream.sum";

/// `sha256  host/org/repo/path` of each file, in the format of `sha256sum`.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    digests: BTreeMap<String, Spanned<String>>,
}

impl Sum {
    /// Reads the file at `path` of `tree`.
    ///
    /// # Errors
    /// When it cannot be read, or a line has another form or names a file again.
    pub fn load(tree: &dyn Tree, path: &Path, sources: &SourceMap) -> Result<Self, ComposeError> {
        let shown = tree.display(path);
        let bytes = tree.read(path).map_err(|source| ComposeError::Read { path: shown.clone(), source })?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let source = sources.add(shown, text);
        let mut digests = BTreeMap::new();
        let mut start = 0;
        for line in source.text().split_inclusive('\n') {
            let content = line.trim_end_matches('\n');
            let span = Span::new(source.id(), offset(start), offset(content.len()));
            start += line.len();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let (digest, name) = content.split_once("  ").ok_or(ComposeError::SumLine { span })?;
            if !is_hex(digest, 64) || name.trim() != name || name.is_empty() {
                return Err(ComposeError::SumLine { span });
            }
            if digests.insert(name.to_owned(), Spanned::new(digest.to_owned(), span)).is_some() {
                return Err(ComposeError::SummedTwice { name: name.to_owned(), span });
            }
        }
        Ok(Self { digests })
    }

    /// The digest of the file called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.digests.get(name).map(|digest| digest.value.as_str())
    }

    /// All files, sorted by name, with their digests and lines.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Spanned<String>)> {
        self.digests.iter().map(|(name, digest)| (name.as_str(), digest))
    }
}

/// The digests of `files` by their names, in the format of `sha256sum`.
pub(super) fn listing(files: &BTreeMap<String, Vec<u8>>) -> String {
    files.iter().map(|(name, bytes)| format!("{}  {name}\n", sha256_hex(bytes))).collect()
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

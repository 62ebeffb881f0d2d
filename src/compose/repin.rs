//! The files of a platform that name the pins, with other pins.

use std::collections::BTreeMap;

use super::annotate::quoted;
use super::composition::is_commit;
use super::lock::{self, LockedFile, LockedRepository, revision_name};
use super::{Lock, Platform};
use crate::text::{SourceMap, Spanned};
use crate::vfs::{API_VERSION, Tree, TreeError, file_name, files_below};

/// A repository in a lock that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepositoryPin {
    /// As it is cloned.
    pub url: String,
    /// The revision as kustomizations write it.
    pub reference: String,
    /// The commit it is.
    pub commit: String,
    /// The tree of that commit.
    pub tree: String,
}

impl RepositoryPin {
    /// What the lock calls it.
    #[must_use]
    pub fn name(&self) -> String {
        revision_name(&self.url, &self.reference)
    }
}

/// A file in a lock that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePin {
    /// Its address.
    pub url: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
    /// The number of its bytes.
    pub size: u64,
}

impl FilePin {
    /// What the lock calls it.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(&self.url)
    }
}

/// All pins of a platform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pins {
    /// The git repositories, in the order they are written.
    pub repositories: Vec<RepositoryPin>,
    /// The files of web servers.
    pub files: Vec<FilePin>,
}

impl Pins {
    /// What `lock` lists.
    #[must_use]
    pub fn of(lock: &Lock) -> Self {
        let repository = |locked: &LockedRepository| RepositoryPin {
            url: locked.url.value.clone(),
            reference: locked.reference.value.clone(),
            commit: locked.commit.value.clone(),
            tree: locked.tree.value.clone(),
        };
        let file = |locked: &LockedFile| FilePin {
            url: locked.url.value.clone(),
            sha256: locked.sha256.value.clone(),
            size: locked.size.value,
        };
        Self {
            repositories: lock.repositories.iter().map(repository).collect(),
            files: lock.files.iter().map(file).collect(),
        }
    }

    /// The lock file that lists them, after the remarks that `text`, the one
    /// before, begins with.
    #[must_use]
    pub fn lock_file(&self, text: &str) -> String {
        let mut out: String = text.split_inclusive('\n').take_while(|line| line.starts_with('#')).collect();
        out.push_str(&format!("apiVersion: {API_VERSION}\nkind: {}\n", lock::KIND));
        if !self.repositories.is_empty() {
            out.push_str("repositories:\n");
        }
        for RepositoryPin { url, reference, commit, tree } in &self.repositories {
            let (url, reference) = (written(url), written(reference));
            out.push_str(&format!("- url: {url}\n  ref: {reference}\n  commit: {commit}\n  tree: {tree}\n"));
        }
        if !self.files.is_empty() {
            out.push_str("files:\n");
        }
        for FilePin { url, sha256, size } in &self.files {
            out.push_str(&format!("- url: {}\n  sha256: {sha256}\n  size: {size}\n", written(url)));
        }
        out
    }
}

/// A text as people write it, in quotes only where it needs them.
fn written(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._:@%+=~?&-".contains(c);
    // `true` and its like have neither digits nor dots, and numbers no letter at first.
    let is_text =
        text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.contains(['.', '/', '-', '0', '1', '2', '3']);
    let is_plain = is_text && text.chars().all(is_plain) && !text.ends_with(':');
    if is_plain || is_commit(text) { text.to_owned() } else { quoted(text) }
}

/// The sum file for `files`, digests by their names.
#[must_use]
pub fn sum_file(files: &BTreeMap<String, String>) -> String {
    files.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect()
}

/// The text of the file that `values` stand in, each with its new text in its
/// place. All else stays, remarks included.
///
/// # Errors
/// A value that is not written there as it is.
pub fn with_values<'v>(
    sources: &SourceMap,
    values: &[(&'v Spanned<String>, &str)],
) -> Result<String, &'v Spanned<String>> {
    let mut values = values.to_vec();
    // From the last: what stands before it keeps its place.
    values.sort_by_key(|(value, _)| std::cmp::Reverse(value.span.start));
    let mut text = String::new();
    for (number, (value, new)) in values.into_iter().enumerate() {
        let source = sources.get(value.span.source).ok_or(value)?;
        if number == 0 {
            source.text().clone_into(&mut text);
        }
        let place = value.span.start as usize..value.span.end() as usize;
        let written = text.get(place.clone()).filter(|written| written.contains(&value.value)).ok_or(value)?;
        let written = written.replacen(&value.value, new, 1);
        text.replace_range(place, &written);
    }
    Ok(text)
}

/// The files of the overlays that name commit `old`, by their paths from the
/// platform root, with `new` in its place.
///
/// # Errors
/// When the overlays cannot be read.
pub fn overlays_at(platform: &Platform, old: &str, new: &str) -> Result<BTreeMap<String, String>, TreeError> {
    let mut files = BTreeMap::new();
    for application in &platform.composition.applications {
        let folder = platform.root.join(application.overlay());
        for file in files_below(&folder)? {
            let path = folder.join(file);
            let bytes = platform.tree.read(&path)?;
            if let Some(text) = String::from_utf8(bytes).ok().filter(|text| text.contains(old)) {
                files.insert(platform.relative(&path), text.replace(old, new));
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    #[test]
    fn a_lock_keeps_its_first_remarks() {
        let pins = Pins {
            repositories: vec![RepositoryPin {
                url: "https://host/a".to_owned(),
                reference: "1.0".to_owned(),
                commit: "c".repeat(40),
                tree: "d".repeat(40),
            }],
            files: vec![FilePin { url: "https://host/f".to_owned(), sha256: "e".repeat(64), size: 7 }],
        };
        let text = pins.lock_file("# one\n# two\napiVersion: x\n# three\n");
        let (c, d, e) = ("c".repeat(40), "d".repeat(40), "e".repeat(64));
        let expected = format!(
            "# one\n# two\napiVersion: quintet/v1alpha1\nkind: Lock\nrepositories:\n- url: https://host/a\n  ref: \"1.0\"\n  commit: {c}\n  tree: {d}\nfiles:\n- url: https://host/f\n  sha256: {e}\n  size: 7\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_value_is_replaced_where_it_stands() {
        let sources = SourceMap::new();
        let source = sources.add("a.yaml", "a: b\nc: \"b\"  # b\n");
        let value = Spanned::new("b".to_owned(), Span::new(source.id(), 8, 3));
        assert_eq!(with_values(&sources, &[(&value, "d")]).as_deref(), Ok("a: b\nc: \"d\"  # b\n"));
        let first = Spanned::new("b".to_owned(), Span::new(source.id(), 3, 1));
        let both = with_values(&sources, &[(&first, "long"), (&value, "d")]);
        assert_eq!(both.as_deref(), Ok("a: long\nc: \"d\"  # b\n"));
        let elsewhere = Spanned::new("x".to_owned(), Span::new(source.id(), 8, 3));
        assert_eq!(with_values(&sources, &[(&elsewhere, "d")]), Err(&elsewhere));
    }
}

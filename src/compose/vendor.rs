//! A mirror of what renders read from upstream, for machines without a network.
//!
//! A folder `<host>/<org>/<repo>@<ref>` for each repository, with the files that
//! were read from it, links followed; files of web servers below their hosts; and
//! the mirror file that lists them. Plain files are enough: whoever renders from
//! them holds each to its sum.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::annotate::quoted;
use super::bundle::SUMS;
use super::sum::listing;
use super::upstream::revision_folder;
use super::{Lock, Rendered};
use crate::vfs::{API_VERSION, sha256_hex};

/// The mirror file, in the folder of the mirror.
pub const MIRRORS: &str = "mirrors.yaml";

/// The files of the mirror that gives all of `renders`, which kept their texts,
/// again, sorted by name.
/// Entries of the lock that nothing reads are left out.
#[must_use]
pub fn vendor(lock: &Lock, renders: &[Rendered]) -> BTreeMap<String, Vec<u8>> {
    let applications = || renders.iter().flat_map(|rendered| &rendered.applications);
    let mut files: BTreeMap<String, Arc<[u8]>> = BTreeMap::new();
    for (repository, read) in applications().flat_map(|application| &application.kept.repositories) {
        files.extend(read.iter().map(|(path, bytes)| (format!("{repository}/{path}"), Arc::clone(bytes))));
    }
    let mut entries = String::new();
    for locked in &lock.repositories {
        let folder = revision_folder(locked);
        if files.range(format!("{folder}/")..).next().is_some_and(|(name, _)| name.starts_with(&format!("{folder}/"))) {
            entries.push_str(&format!(
                "- url: {}\n  ref: {}\n  commit: {}\n  path: {}\n",
                quoted(&locked.url.value),
                quoted(&locked.reference.value),
                locked.commit.value,
                quoted(&folder),
            ));
        }
    }
    for locked in &lock.files {
        let name = locked.name();
        let Some(bytes) = applications().find_map(|application| application.kept.files.get(&name)) else { continue };
        files.insert(name.clone(), Arc::clone(bytes));
        entries.push_str(&format!(
            "- url: {}\n  path: {}\n  sha256: {}\n",
            quoted(&locked.url.value),
            quoted(&name),
            sha256_hex(bytes),
        ));
    }
    let mut files: BTreeMap<String, Vec<u8>> = files.into_iter().map(|(name, bytes)| (name, bytes.to_vec())).collect();
    files.insert(MIRRORS.to_owned(), mirror_file(&entries).into_bytes());
    files.insert(SUMS.to_owned(), listing(&files).into_bytes());
    files
}

fn mirror_file(entries: &str) -> String {
    let none = if entries.is_empty() { " []" } else { "" };
    format!(
        "# What the platform's renders read from upstream, written by `quintet pin vendor`.\n\
         apiVersion: {API_VERSION}\nkind: Mirrors\nmirrors:{none}\n{entries}"
    )
}

//! Rules about the source tree itself, one file each.
//!
//! Uses nothing but the standard library and nothing of its crate, so that
//! `tests/it/tidy.rs` can take it in and run the same rules as a test.

mod boundaries;
mod code;
mod knowledge;
mod length;
mod names;
mod registries;
mod rooms;
mod tree;

use std::fmt;
use std::path::Path;

use tree::Tree;

/// A broken rule and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    path: String,
    /// From 1; 0 for the file as a whole.
    line: usize,
    message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(formatter, "{}: {}", self.path, self.message),
            line => write!(formatter, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// All rules.
const RULES: &[fn(&Tree) -> Vec<Problem>] =
    &[boundaries::check, knowledge::check, length::check, names::check, registries::check, rooms::check];

/// Every problem of the repository at `root`, by place.
///
/// # Errors
/// When a folder or file cannot be read.
pub(crate) fn check(root: &Path) -> std::io::Result<Vec<Problem>> {
    let tree = Tree::read(root)?;
    let mut problems: Vec<Problem> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    problems.sort();
    Ok(problems)
}

/// What `rule` says about a small tree, as text.
#[cfg(test)]
fn complaints(rule: fn(&Tree) -> Vec<Problem>, files: &[(&str, &str)]) -> Vec<String> {
    rule(&Tree::of(files)).iter().map(ToString::to_string).collect()
}

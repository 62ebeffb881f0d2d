//! Patterns, compiled once.

use std::collections::BTreeMap;

use regex::Regex;

use crate::resource::compile_pattern;

/// The patterns of the schemas that were followed so far.
#[derive(Debug, Default)]
pub(in crate::check::schema) struct Patterns(BTreeMap<String, Option<Regex>>);

impl Patterns {
    /// Nothing for what is no pattern here, which says nothing about what the
    /// API server makes of it.
    pub(super) fn get(&mut self, pattern: &str) -> Option<&Regex> {
        if !self.0.contains_key(pattern) {
            self.0.insert(pattern.to_owned(), compile_pattern(pattern).ok());
        }
        self.0.get(pattern).and_then(Option::as_ref)
    }
}

//! Objects for tests.

use crate::resource::{ResMap, Resource, Scopes};
use crate::schema::Schema;
use crate::text::Source;
use crate::yaml::{Limits, parse_stream};

struct BuiltIn;

impl Scopes for BuiltIn {
    fn is_cluster_scoped(&self, api_version: &str, kind: &str) -> bool {
        Schema::builtin().is_certainly_cluster_scoped(api_version, kind)
    }
}

/// The objects of a YAML stream.
pub(super) fn objects(text: &str) -> ResMap {
    let mut objects = ResMap::new();
    for doc in parse_stream(&Source::detached(text), &Limits::DEFAULT).expect("YAML") {
        objects.append(Resource::new(doc, &BuiltIn)).expect("another object");
    }
    objects
}

/// The head of an object called `n` with one annotation.
pub(super) fn with_metadata(api_version: &str, kind: &str, annotation: &str) -> String {
    format!("apiVersion: {api_version}\nkind: {kind}\nmetadata:\n  name: n\n  annotations:\n    {annotation}\n")
}

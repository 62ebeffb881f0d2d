//! Objects from texts, as a build would hand them out.

use quintet::resource::{ResMap, Resource, Scopes};
use quintet::schema::Schema;
use quintet::text::SourceMap;
use quintet::yaml::{Limits, parse_stream};

/// Scopes of the kinds kustomize knows.
struct Known;

impl Scopes for Known {
    fn is_cluster_scoped(&self, api_version: &str, kind: &str) -> bool {
        Schema::builtin().is_certainly_cluster_scoped(api_version, kind)
    }
}

/// The objects of a YAML stream.
pub(crate) fn objects(text: &str) -> Vec<Resource> {
    let source = SourceMap::new().add("objects.yaml", text);
    let docs = parse_stream(&source, &Limits::DEFAULT).expect("YAML");
    docs.into_iter().map(|doc| Resource::new(doc, &Known)).filter(|resource| !resource.is_empty()).collect()
}

/// They as a map.
pub(crate) fn res_map(text: &str) -> ResMap {
    let mut map = ResMap::new();
    objects(text).into_iter().for_each(|resource| map.append(resource).expect("ids differ"));
    map
}

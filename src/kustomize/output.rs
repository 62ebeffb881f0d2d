//! The objects of a build as bytes.
//!
//! Follows kustomize v5.8.1 `commands/build/writer.go`.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{Cause, Failure, Result};
use super::threads::in_order;
use crate::resource::{ResMap, Resource};
use crate::yaml;

/// Nodes a thread must have to write before it pays to start one: writing them
/// takes ten times as long, and a core that serves two threads is half a core.
const NODES_PER_THREAD: usize = 1 << 14;

/// The objects as one YAML stream.
///
/// # Errors
/// When a value cannot be written.
pub(crate) fn to_yaml(map: &ResMap) -> Result<Vec<u8>> {
    let resources: Vec<&Resource> = map.iter().collect();
    let nodes: usize = resources.iter().map(|resource| resource.doc().node_count()).sum();
    match nodes / NODES_PER_THREAD {
        0 | 1 => stream(&resources),
        worthwhile => {
            let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            side_by_side(&parts(&resources, nodes, worthwhile.min(cores)))
        }
    }
}

/// Cuts a list into at most `count` runs with about the same number of nodes.
fn parts<'r, 'm>(resources: &'r [&'m Resource], nodes: usize, count: usize) -> Vec<&'r [&'m Resource]> {
    let share = nodes.div_ceil(count.max(1));
    let mut parts = Vec::with_capacity(count);
    let (mut start, mut seen) = (0, 0);
    for (number, resource) in resources.iter().enumerate() {
        seen += resource.doc().node_count();
        if seen >= share * (parts.len() + 1) {
            parts.push(&resources[start..=number]);
            start = number + 1;
        }
    }
    if start < resources.len() {
        parts.push(&resources[start..]);
    }
    parts
}

/// Writes the parts at the same time.
fn side_by_side(parts: &[&[&Resource]]) -> Result<Vec<u8>> {
    let texts = in_order(parts, |part| stream(part));
    let mut texts = texts.into_iter();
    let mut out = texts.next().transpose()?.unwrap_or_default();
    for text in texts {
        out.extend_from_slice(b"---\n");
        out.extend_from_slice(&text?);
    }
    Ok(out)
}

fn stream(resources: &[&Resource]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for (number, resource) in resources.iter().enumerate() {
        if number > 0 {
            out.extend_from_slice(b"---\n");
        }
        write(resource, &mut out)?;
    }
    Ok(out)
}

fn write(resource: &Resource, out: &mut Vec<u8>) -> Result<()> {
    yaml::emit(resource.doc(), resource.doc().root(), out).map_err(|error| {
        Failure::from(error).during(resource.top().span(), format!("writing {} `{}`", resource.kind(), resource.name()))
    })
}

/// The objects as files with kustomize's names: the namespace is part of the
/// name when there are several.
///
/// # Errors
/// When a value cannot be written, or two objects would share a file;
/// kustomize keeps the last of them without a word.
pub(crate) fn to_files(map: &ResMap) -> Result<Vec<(String, Vec<u8>)>> {
    let namespaced = map.iter().filter(|resource| !resource.id().cluster_scoped);
    let namespaces: BTreeSet<&str> = namespaced.map(|resource| resource.id().effective_namespace()).collect();
    let mut files = BTreeMap::new();
    for resource in map.iter() {
        let name = file_name(resource, namespaces.len() > 1);
        let mut text = Vec::new();
        write(resource, &mut text)?;
        if files.insert(name.clone(), text).is_some() {
            return Err(Cause::invalid_with_help(
                "kustomize::duplicate-file",
                format!("two objects would be written to `{name}`"),
                "write one stream instead, or rename one of the objects",
            )
            .into());
        }
    }
    Ok(files.into_iter().collect())
}

fn file_name(resource: &Resource, with_namespace: bool) -> String {
    let id = resource.id();
    let gvk = [&id.gvk.group, &id.gvk.version, &id.gvk.kind];
    let gvk: Vec<&str> = gvk.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let name = format!("{}_{}.yaml", gvk.join("_").to_lowercase(), id.name.to_lowercase());
    if with_namespace && !id.cluster_scoped {
        format!("{}_{name}", id.effective_namespace().to_lowercase())
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Scopes;
    use crate::text::Source;

    struct Namespaced;

    impl Scopes for Namespaced {
        fn is_cluster_scoped(&self, _: &str, _: &str) -> bool {
            false
        }
    }

    #[test]
    fn parts_written_side_by_side_are_the_stream() {
        let objects: Vec<Resource> = (0..7)
            .map(|number| {
                let list = "  - x\n".repeat(number * number);
                let text = format!("apiVersion: v1\nkind: K\nmetadata:\n  name: n{number}\nitems:\n{list}");
                let limits = &yaml::Limits::DEFAULT;
                let doc = yaml::parse_text(&Source::detached(text), limits).expect("YAML").expect("a document");
                Resource::new(doc, &Namespaced)
            })
            .collect();
        let objects: Vec<&Resource> = objects.iter().collect();
        let expected = stream(&objects).expect("can be written");
        let nodes = objects.iter().map(|object| object.doc().node_count()).sum();
        for count in 1..10 {
            let parts = parts(&objects, nodes, count);
            assert!(parts.len() <= count && parts.iter().all(|part| !part.is_empty()), "{count}");
            assert_eq!(side_by_side(&parts).expect("can be written"), expected, "{count}");
        }
        assert_eq!(side_by_side(&[]).expect("nothing to write"), b"");
    }
}

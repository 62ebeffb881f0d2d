//! Annotations that Argo CD reads, written into the objects of a render.
//!
//! The same annotations go into an export as strategic patches, so that
//! kustomize writes them as well.

use std::collections::BTreeMap;

use super::{ComposeError, RenderedApplication};
use crate::finding::object_name;
use crate::resource::Resource;

/// Annotations by their names.
pub type Annotations = BTreeMap<String, String>;

/// The annotations of the objects of one Application, by the objects' places in
/// its render.
pub type ObjectAnnotations = BTreeMap<usize, Annotations>;

/// Writes `annotations` into the objects; others that they have stay.
///
/// # Errors
/// When an object has something else where its annotations would be.
pub(super) fn annotate(
    application: &mut RenderedApplication,
    annotations: ObjectAnnotations,
) -> Result<(), ComposeError> {
    for (at, new) in &annotations {
        let Some(object) = application.objects.get_mut(*at) else { continue };
        for (name, text) in new {
            object.set_annotation(name, text).map_err(|error| ComposeError::Annotate {
                application: application.name.clone(),
                object: object_name(object.id()),
                source: Box::new(error),
            })?;
        }
    }
    application.annotated = annotations;
    Ok(())
}

/// The annotations as strategic patches, a document for each object.
pub(super) fn patches(application: &RenderedApplication) -> String {
    let objects = application.objects.as_slice();
    let patch = |(at, annotations): (&usize, &Annotations)| Some(patch(objects.get(*at)?, annotations));
    application.annotated.iter().filter_map(patch).collect::<Vec<_>>().join("---\n")
}

/// Names an object as it is called before a hash is added to its name: that
/// happens after all patches.
fn patch(object: &Resource, annotations: &Annotations) -> String {
    let id = object.id();
    let name = if object.book.needs_hash {
        object.previous_ids().last().map_or_else(|| id.name.clone(), |previous| previous.name)
    } else {
        id.name.clone()
    };
    let mut text = format!(
        "apiVersion: {}\nkind: {}\nmetadata:\n  name: {}\n",
        quoted(object.api_version()),
        quoted(object.kind()),
        quoted(&name)
    );
    if !object.namespace().is_empty() {
        text.push_str(&format!("  namespace: {}\n", quoted(object.namespace())));
    }
    text.push_str("  annotations:\n");
    for (name, value) in annotations {
        text.push_str(&format!("    {}: {}\n", quoted(name), quoted(value)));
    }
    text
}

/// A text as YAML writes it whatever its characters: JSON is YAML.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::kustomize::{BuildOptions, build, to_yaml};
    use crate::resource::ResMap;
    use crate::vfs::MemoryTree;

    const FILES: [(&str, &str); 2] = [
        (
            "/a/kustomization.yaml",
            "resources: [objects.yaml]\nnamePrefix: p-\nnamespace: nn\nconfigMapGenerator: [{name: made, literals: [a=b]}]\n",
        ),
        (
            "/a/objects.yaml",
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: x, annotations: {cert-manager.io/inject-ca-from: a/b}}\n---\n\
             apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  annotations: null\nstringData: {a: 'yes'}\n---\n\
             apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: t\nspec: {empty: {}, none: null, text: \"1\"}\n",
        ),
    ];

    fn built(files: &[(&str, &str)], folder: &str) -> ResMap {
        build(&MemoryTree::from_files(files.iter().copied()), Path::new(folder), &BuildOptions::default()).unwrap()
    }

    #[test]
    fn the_patches_give_what_was_annotated() {
        let objects = built(&FILES, "/a");
        assert!(objects.as_slice().iter().any(|object| object.name().starts_with("p-made-")));
        let mut application = RenderedApplication {
            name: "a".to_owned(),
            wave: 0,
            text: Vec::new(),
            files: BTreeMap::new(),
            materialised: BTreeMap::new(),
            upstream: BTreeMap::new(),
            effects: Vec::new(),
            kept: crate::compose::Kept::default(),
            annotated: ObjectAnnotations::new(),
            objects,
        };
        let new = Annotations::from([
            ("argocd.argoproj.io/sync-wave".to_owned(), "-1".to_owned()),
            ("x".to_owned(), "\"quoted\": {{no}}\n".to_owned()),
        ]);
        let all = (0..application.objects.len()).map(|at| (at, new.clone())).collect();
        annotate(&mut application, all).unwrap();
        let text = |objects: &ResMap| String::from_utf8(to_yaml(objects, &BuildOptions::default()).unwrap()).unwrap();
        let (annotated, patches) = (text(&application.objects), patches(&application));
        let outermost =
            [("/b/kustomization.yaml", "resources: [../a]\npatches: [{path: p.yaml}]\n"), ("/b/p.yaml", &patches)];
        let files: Vec<(&str, &str)> = FILES.into_iter().chain(outermost).collect();
        assert_eq!(text(&built(&files, "/b")), annotated);
        assert!(annotated.contains("cert-manager.io/inject-ca-from: a/b"), "{annotated}");
        assert_eq!(annotated.matches("argocd.argoproj.io/sync-wave: \"-1\"").count(), 4, "{annotated}");
    }
}

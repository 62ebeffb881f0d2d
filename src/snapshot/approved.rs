//! The approved render of one Application, as a file of the platform.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use serde::Deserialize;

use super::{SnapshotError, object_digest};
use crate::finding::object_name;
use crate::resource::ResMap;
use crate::text::{SourceMap, Span, Spanned};
#[cfg(feature = "json-schema")]
use crate::vfs::SHA256_PATTERN;
use crate::vfs::{API_VERSION, Tree, is_hex, read_platform_file};
use crate::yaml::{is_yaml11_non_string, write_json_string};

const KIND: &str = "Snapshot";

/// The objects of one Application in one environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The environment.
    pub environment: String,
    /// The Application.
    pub application: String,
    /// The objects by their names, as [`object_name`] writes them.
    pub objects: BTreeMap<String, ApprovedObject>,
}

/// What a snapshot knows of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovedObject {
    /// Its digest: see [`object_digest`].
    pub sha256: String,
    /// The line that lists it; [`Span::NONE`] in a snapshot of a render.
    pub span: Span,
}

/// The approved render of one Application for one environment, as `quintet
/// snapshot --accept` writes it.
#[derive(Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    /// The version of the form of this file.
    #[serde(rename = "apiVersion")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = API_VERSION)))]
    _api_version: String,
    /// What this file is.
    #[serde(rename = "kind")]
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = KIND)))]
    _kind: String,
    /// The environment, and the folder of this file.
    environment: Spanned<String>,
    /// The Application, and the name of this file.
    application: Spanned<String>,
    /// The objects that were approved.
    objects: Vec<Object>,
}

/// An object that was approved.
#[derive(Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Object {
    /// Version, kind, namespace and name.
    id: Spanned<String>,
    /// The SHA-256 of the object as it is compared.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = SHA256_PATTERN)))]
    sha256: Spanned<String>,
}

/// The schema of the file.
#[cfg(feature = "json-schema")]
#[must_use]
pub fn snapshot_schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<File>()
}

impl Snapshot {
    /// A snapshot without objects: what is approved where nothing is.
    #[must_use]
    pub fn empty(environment: &str, application: &str) -> Self {
        Self { environment: environment.to_owned(), application: application.to_owned(), objects: BTreeMap::new() }
    }

    /// The snapshot of a render.
    ///
    /// # Errors
    /// When an object cannot be written, or two have one name.
    pub fn of(environment: &str, application: &str, objects: &ResMap) -> Result<Self, SnapshotError> {
        let mut snapshot = Self::empty(environment, application);
        let mut places: BTreeMap<String, Span> = BTreeMap::new();
        for object in objects {
            let (id, span) = (object_name(object.id()), object.top().span());
            if let Some(first) = places.insert(id.clone(), span) {
                return Err(SnapshotError::RenderedTwice { id, first, span });
            }
            let sha256 = object_digest(object).map_err(|source| {
                let (id, source) = (id.clone(), Box::new(source));
                SnapshotError::Unwritable { id, source, span }
            })?;
            snapshot.objects.insert(id, ApprovedObject { sha256, span: Span::NONE });
        }
        Ok(snapshot)
    }

    /// Reads the file at `path`, which is `<environment>/<application>.yaml` in
    /// some folder.
    ///
    /// # Errors
    /// When it cannot be used, stands in another environment's folder or under
    /// another Application's name, or lists an object twice.
    pub fn load(tree: &dyn Tree, path: &Path, sources: &SourceMap) -> Result<Self, SnapshotError> {
        let (file, _) = read_platform_file::<File>(tree, path, KIND, sources)
            .map_err(|source| SnapshotError::File { path: tree.display(path), source: Box::new(source) })?;
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        held(&file.environment, "environment", "the name of the folder", file.environment.value == folder)?;
        held(
            &file.application,
            "application",
            "the name of the file, without `.yaml`",
            file.application.value == stem,
        )?;
        let mut snapshot = Self::empty(&file.environment.value, &file.application.value);
        for Object { id, sha256 } in file.objects {
            held(&sha256, "sha256", "64 lower-case hexadecimal digits", is_hex(&sha256.value, 64))?;
            let span = id.span;
            match snapshot.objects.entry(id.value) {
                Entry::Vacant(free) => {
                    free.insert(ApprovedObject { sha256: sha256.value, span });
                }
                Entry::Occupied(taken) => {
                    let (first, id) = (taken.get().span, taken.key().clone());
                    return Err(SnapshotError::ListedTwice { id, first, span });
                }
            }
        }
        Ok(snapshot)
    }

    /// The text of its file: sorted by name, and with nothing of the objects but
    /// their names and digests.
    #[must_use]
    pub fn write(&self) -> String {
        let Self { environment, application, objects } = self;
        let mut text = format!(
            "# The approved render of {application} for {environment}. \
             `quintet snapshot --env {environment} --accept` writes it.\n\
             apiVersion: {API_VERSION}\nkind: {KIND}\nenvironment: {}\napplication: {}\nobjects:",
            scalar(environment),
            scalar(application),
        );
        text.push_str(if objects.is_empty() { " []\n" } else { "\n" });
        for (id, ApprovedObject { sha256, .. }) in objects {
            text.push_str(&format!("- id: {}\n  sha256: {}\n", scalar(id), scalar(sha256)));
        }
        text
    }
}

fn held(text: &Spanned<String>, key: &'static str, form: &'static str, holds: bool) -> Result<(), SnapshotError> {
    if holds { Ok(()) } else { Err(SnapshotError::Value { key, form, span: text.span }) }
}

/// `text` as a YAML scalar that reads as that text: plain where that is safe
/// beyond doubt, as it is for the names of objects.
fn scalar(text: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || " -_./:".contains(character);
    let is_safe = text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric())
        && text.chars().all(is_plain)
        && !text.contains(": ")
        && !is_yaml11_non_string(text);
    if is_safe {
        return text.to_owned();
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    write_json_string(&mut quoted, text);
    quoted
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::resource::{Resource, Scopes};
    use crate::text::Source;
    use crate::vfs::MemoryTree;
    use crate::yaml::{Limits, parse_stream};

    struct Namespaced;

    impl Scopes for Namespaced {
        fn is_cluster_scoped(&self, _: &str, _: &str) -> bool {
            false
        }
    }

    /// The objects of a YAML stream.
    pub(in crate::snapshot) fn objects(text: &str) -> ResMap {
        let mut objects = ResMap::new();
        for doc in parse_stream(&Source::detached(text), &Limits::DEFAULT).unwrap() {
            objects.append(Resource::new(doc, &Namespaced)).unwrap();
        }
        objects
    }

    fn load(text: &str) -> Result<Snapshot, String> {
        let (tree, sources) = (MemoryTree::from_files([("/snapshots/e/a.yaml", text)]), SourceMap::new());
        Snapshot::load(&tree, Path::new("/snapshots/e/a.yaml"), &sources)
            .map_err(|error| format!("{} {error}", sources.locate(error.span()).unwrap_or_default()))
    }

    const HEAD: &str = "apiVersion: quintet/v1alpha1\nkind: Snapshot\nenvironment: e\napplication: a\n";

    #[test]
    fn a_snapshot_is_sorted_and_holds_names_and_digests_only() {
        let two = "apiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: n}\nspec: {ports: [{port: 81}]}\n---\n\
                   apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: 'system:d'}\n";
        let snapshot = Snapshot::of("e", "a", &objects(two)).unwrap();
        let text = snapshot.write();
        let ids: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("- id: ")).collect();
        assert_eq!(ids, ["apps/v1 Deployment system:d", "v1 Service n/s"]);
        assert!(text.starts_with("# The approved render of a for e. `quintet snapshot --env e --accept` writes it.\n"));
        assert!(!text.contains("81"), "{text}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut snapshot = Snapshot::empty("e", "a");
        assert_eq!(load(&snapshot.write()), Ok(snapshot.clone()));
        let names =
            ["v1 K n", "yes", "1", "x: y", "a #b", "", " ", "\u{e9}\n\"\\", "system:a:", "- a", "{a}", "1.5", "null"];
        for name in names {
            for sha256 in ["1".repeat(64), format!("{}e{}", "1".repeat(10), "2".repeat(53))] {
                snapshot.objects.insert(name.to_owned(), ApprovedObject { sha256, span: Span::NONE });
            }
        }
        let mut read = load(&snapshot.write()).unwrap();
        assert!(read.objects.values().all(|object| !object.span.is_none()));
        read.objects.values_mut().for_each(|object| object.span = Span::NONE);
        assert_eq!(read, snapshot);
    }

    #[test]
    fn a_file_that_cannot_be_meant_is_refused_with_its_place() {
        let digest = "0".repeat(64);
        assert!(load(&format!("{HEAD}objects: []\n")).is_ok());
        assert_eq!(
            load(&format!("{HEAD}objects:\n- id: x\n  sha256: \"{digest}\"\n- id: x\n  sha256: \"{digest}\"\n"))
                .unwrap_err(),
            "/snapshots/e/a.yaml:8:7 x is listed twice"
        );
        assert_eq!(
            load(&format!("{HEAD}objects:\n- id: x\n  sha256: abc\n")).unwrap_err(),
            "/snapshots/e/a.yaml:7:11 `sha256` must be 64 lower-case hexadecimal digits"
        );
        let (other, objects) = (HEAD.replace("application: a", "application: b"), "objects: []\n");
        assert_eq!(
            load(&format!("{other}{objects}")).unwrap_err(),
            "/snapshots/e/a.yaml:4:14 `application` must be the name of the file, without `.yaml`"
        );
        let other = HEAD.replace("environment: e", "environment: f");
        assert_eq!(
            load(&format!("{other}{objects}")).unwrap_err(),
            "/snapshots/e/a.yaml:3:14 `environment` must be the name of the folder"
        );
        assert!(load(&format!("{HEAD}object: []\n")).unwrap_err().starts_with("/snapshots/e/a.yaml:5:1 "));
    }
}

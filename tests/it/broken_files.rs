//! Files that are broken in every way we can think of: a schema and the reader
//! of the file refuse the same ones.

#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "the samples are our own; counts are told")]

use std::path::Path;
use std::sync::Arc;

use quintet::policy::{ClosedSet, Waivers};
use quintet::snapshot::Snapshot;
use quintet::text::SourceMap;
use quintet::vfs::{DiskTree, MemoryTree, MirrorFile};
use serde_json::{Value, json};

use crate::platform::Platform;
use crate::schemas::{document, schema};
use crate::validator::{has_validator, refusals};

/// What `load` of a text says.
type Reader<'r> = &'r dyn Fn(&str) -> Result<(), String>;

/// A document with one thing changed, and which.
struct Broken {
    what: String,
    document: Value,
}

/// `document` with one thing changed, for everything that can be.
fn broken(document: &Value) -> Vec<Broken> {
    let mut all = Vec::new();
    let mut pointers = Vec::new();
    pointers_below(document, String::new(), &mut pointers);
    for pointer in &pointers {
        let value = document.pointer(pointer).unwrap();
        let odd = [
            json!(null),
            json!(true),
            json!(7),
            json!(-7),
            json!(5_000_000_000_i64),
            json!(""),
            json!(" "),
            json!("Not of the form!"),
            json!("../a"),
            json!("2027-13-01"),
            json!("ABCDEF".repeat(10)),
            json!([]),
            json!([7]),
            json!({}),
        ];
        for odd in odd.into_iter().filter(|odd| odd != value) {
            let what = format!("{pointer} is {odd}");
            let mut document = document.clone();
            *document.pointer_mut(pointer).unwrap() = odd;
            all.push(Broken { what, document });
        }
        for key in value.as_object().into_iter().flat_map(|object| object.keys()) {
            let mut document = document.clone();
            document.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(key);
            all.push(Broken { what: format!("{pointer} has no {key}"), document });
        }
        if value.is_object() {
            let mut document = document.clone();
            document.pointer_mut(pointer).unwrap()["unknownKey"] = json!("x");
            all.push(Broken { what: format!("{pointer} has unknownKey"), document });
        }
    }
    all
}

/// The pointers to `value`, which is at `pointer`, and all it holds; of lists
/// the first and the last are enough.
fn pointers_below(value: &Value, pointer: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                pointers_below(value, format!("{pointer}/{key}"), pointers);
            }
        }
        Value::Array(list) => {
            let few = list.iter().enumerate().filter(|(at, _)| *at == 0 || at + 1 == list.len());
            for (at, value) in few {
                pointers_below(value, format!("{pointer}/{at}"), pointers);
            }
        }
        _ => {}
    }
    pointers.push(pointer);
}

/// Holds the schema called `name` and `reader` to each other on everything that
/// can be broken in `text`. The reader also looks at other files: a refusal that
/// has one of `beyond` in it is none of the schema's.
#[track_caller]
fn agree(name: &str, text: &str, beyond: &[&str], reader: Reader<'_>) {
    if !has_validator() {
        return;
    }
    let sound = document(text);
    let as_text = |document: &Value| serde_json::to_string_pretty(document).unwrap();
    assert_eq!(reader(&as_text(&sound)), Ok(()), "the sample itself");
    let mut all = broken(&sound);
    all.insert(0, Broken { what: "nothing".to_owned(), document: sound });
    let documents: Vec<Value> = all.iter().map(|broken| broken.document.clone()).collect();
    let mut wrong = Vec::new();
    let mut refused = 0;
    for (broken, by_schema) in all.iter().zip(refusals(&schema(name), &documents)) {
        let by_reader = reader(&as_text(&broken.document)).err();
        match (&by_schema, &by_reader) {
            (Some(_), Some(_)) => refused += 1,
            (None, None) => {}
            (None, Some(refusal)) if beyond.iter().any(|part| refusal.contains(part)) => {}
            _ => wrong.push(format!("{}\n  schema: {by_schema:?}\n  reader: {by_reader:?}", broken.what)),
        }
        if broken.what.contains("unknownKey") && by_schema.is_none() {
            wrong.push(format!("{} is accepted", broken.what));
        }
    }
    eprintln!("{name}: {refused} of {} broken files are refused by both", all.len() - 1);
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(refused > 50);
}

/// Loads the platform with `path` changed.
fn load_platform(platform: &Platform, path: &str, text: &str) -> Result<(), String> {
    platform.write(path, text);
    let tree = DiskTree::new(platform.root().to_path_buf());
    let loaded = quintet::compose::Platform::load(&tree, platform.root(), &Arc::new(SourceMap::new()));
    loaded.map(|_| ()).map_err(|error| format!("{error:?}"))
}

#[test]
fn compositions() {
    let (platform, path) = (Platform::new(), "compositions/kubeflow.yaml");
    let retired = "retired:\n  kinds:\n  - {group: apps, kind: Deployment, clusterScoped: true, release: '1', reason: it left}\n  \
                   namespaces:\n  - {name: old, release: '1', reason: it left}\n";
    let delivery = "delivery:\n  mode: rendered\n  renderedPath: rendered/kubeflow\n";
    let text = format!("{}{retired}", platform.read(path)).replace("delivery:\n", delivery);
    agree("composition", &text, &["there for `mode: rendered`"], &|text| load_platform(&platform, path, text));
}

#[test]
fn environments() {
    let (platform, path) = (Platform::new(), "compositions/environments/staging.yaml");
    let values = "values:\n  texts: {value: [a, b]}\n  number: {value: 3, unconfirmed: true}\n  truth: {value: true}\n";
    let text = platform.read(path).replace("values:\n", values);
    let beyond = ["the name of the file, without"];
    agree("environment", &text, &beyond, &|text| load_platform(&platform, path, text));
}

#[test]
fn locks() {
    let (platform, path) = (Platform::new(), "compositions/upstream.lock.yaml");
    agree("lock", &platform.read(path), &["LockedTwice"], &|text| load_platform(&platform, path, text));
}

/// A tree with one file.
fn one_file(path: &str, text: &str) -> MemoryTree {
    MemoryTree::from_files([(format!("/{path}"), text)])
}

#[test]
fn closed_sets() {
    agree("closed-set", &Platform::new().read(ClosedSet::PATH), &[], &|text| {
        let loaded = ClosedSet::load(&one_file(ClosedSet::PATH, text), Path::new("/"), &SourceMap::new());
        loaded.map(|_| ()).map_err(|error| format!("{error:?}"))
    });
}

#[test]
fn waivers() {
    let text = "apiVersion: quintet/v1alpha1\nkind: Waivers\nwaivers:\n- check: image/unpinned\n  application: core-*\n  \
                object: v1 Secret a/b\n  field: spec.x\n  reason: reviewed\n  owner: me\n  expires: \"2027-03-31\"\n";
    agree("waivers", text, &[], &|text| {
        let loaded = Waivers::load(&one_file(Waivers::PATH, text), Path::new("/"), &SourceMap::new());
        loaded.map(|_| ()).map_err(|error| format!("{error:?}"))
    });
}

#[test]
fn snapshots() {
    let path = "snapshots/devbox/kubeflow-core.yaml";
    let beyond = ["the name of the folder", "the name of the file, without", "ListedTwice"];
    agree("snapshot", &Platform::new().read(path), &beyond, &|text| {
        let path = format!("/{path}");
        let tree = MemoryTree::from_files([(&path, text)]);
        let loaded = Snapshot::load(&tree, Path::new(&path), &SourceMap::new());
        loaded.map(|_| ()).map_err(|error| format!("{error:?}"))
    });
}

#[test]
fn mirrors() {
    let (platform, path) = (Platform::new(), "upstream/mirrors.yaml");
    let disk = DiskTree::new(platform.root().to_path_buf());
    let reader = |text: &str| {
        platform.write(path, text);
        let loaded = MirrorFile::load(&disk, &platform.root().join(path), &SourceMap::new());
        loaded.map(|_| ()).map_err(|error| format!("{error:?}"))
    };
    agree("mirrors", &platform.read(path), &["Duplicate"], &reader);
    let kinds =
        "apiVersion: quintet/v1alpha1\nkind: Mirrors\nmirrors:\n- {url: \"https://h/f?a=b\", path: p, sha256: D}\n";
    let file = document(&kinds.replace('D', &"0".repeat(64)));
    let mut both = file.clone();
    both["mirrors"][0]["ref"] = json!("v1");
    let mut query = file.clone();
    query["mirrors"][0].as_object_mut().unwrap().remove("sha256");
    let said = |document: &Value| reader(&document.to_string()).is_ok();
    assert_eq!([&file, &both, &query].map(said), [true, false, false]);
    if has_validator() {
        let said = refusals(&schema("mirrors"), &[file, both, query]);
        assert_eq!(said.iter().map(Option::is_none).collect::<Vec<_>>(), [true, false, false], "{said:?}");
    }
}

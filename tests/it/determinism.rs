//! The same input gives the same bytes, whatever is around it, and nothing but
//! the input is read.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use quintet::kustomize::{BuildOptions, LoadRestrictor, build, to_yaml};
use quintet::vfs::{DiskTree, RecordingTree, clean};

use crate::command::{build_in, quintet, run};
use crate::realworld::built;
use crate::shared::{relative, shared};

const PART: &str = "applications/notebooks-v1/overlays/istio";

/// The upstream tree and what one part of it builds to.
fn part() -> Option<(PathBuf, Vec<u8>)> {
    let tree = shared("upstream/kubeflow-26.03.1")?.canonicalize().unwrap();
    let text = built(&tree.join(PART), LoadRestrictor::RootOnly).unwrap();
    assert!(text.len() > 700_000);
    Some((tree, text))
}

#[test]
fn builds_at_the_same_time_give_the_same_bytes() {
    let Some((tree, expected)) = part() else { return };
    let texts: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let build = || built(&tree.join(PART), LoadRestrictor::RootOnly).unwrap();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(build)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(texts.iter().all(|text| *text == expected));
}

#[test]
fn folder_home_language_and_spelling_of_the_target_do_not_matter() {
    let Some((tree, expected)) = part() else { return };
    let (absolute, other) = (tree.join(PART), tempfile::tempdir().unwrap());
    let other = other.path().canonicalize().unwrap();
    let from = |folder: &Path, target: &Path| {
        let mut command = quintet(["build".as_ref(), target.as_os_str()]);
        command.current_dir(folder);
        command
    };
    let with = |name: &str, value: &str| {
        let mut command = from(&tree, &absolute);
        command.env(name, value);
        command
    };
    let runs: Vec<(&str, Command)> = vec![
        ("first run", from(&tree, &absolute)),
        ("second run", from(&tree, &absolute)),
        ("other folder", from(Path::new("/"), &absolute)),
        ("relative", from(&tree, Path::new(PART))),
        ("relative, spelled oddly", from(&tree, &Path::new("./common/..").join(PART).join("."))),
        ("relative, through folders above", from(&other, &relative(&other, &absolute))),
        ("the current folder", from(&absolute, Path::new("."))),
        ("other home", with("HOME", "/nonexistent")),
        ("home with nothing", with("HOME", other.to_str().unwrap())),
        ("Turkish", with("LC_ALL", "tr_TR.UTF-8")),
        ("no language", with("LC_ALL", "C")),
        ("other time zone", with("TZ", "Asia/Kathmandu")),
        ("other width", with("COLUMNS", "40")),
        ("other plugins", with("KUSTOMIZE_PLUGIN_HOME", "/nonexistent")),
    ];
    for (what, mut command) in runs {
        assert!(run(&mut command).built() == expected, "{what}");
    }
}

/// All texts in a YAML document, keys aside, and in `key=value` what follows.
fn texts(value: &serde_yaml::Value, found: &mut Vec<String>) {
    match value {
        serde_yaml::Value::String(text) => {
            found.push(text.clone());
            found.extend(text.split_once('=').map(|(_, path)| path.to_owned()));
        }
        serde_yaml::Value::Sequence(items) => items.iter().for_each(|item| texts(item, found)),
        serde_yaml::Value::Mapping(entries) => entries.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// The files that the kustomization in `folder` and those it leads to name,
/// found by reading them with another YAML reader.
#[expect(clippy::disallowed_methods, reason = "the files are found on disk, without the code that is tested")]
fn named_files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    let file = folder.join("kustomization.yaml");
    if !file.is_file() || !found.insert(file.clone()) {
        return;
    }
    let document = serde_yaml::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let mut names = Vec::new();
    texts(&document, &mut names);
    for path in names.iter().filter(|name| !name.contains('\n')).map(|name| clean(&folder.join(name))) {
        if path.is_dir() {
            named_files(&path, found);
        } else if path.is_file() {
            found.insert(path);
        }
    }
}

#[test]
fn nothing_is_read_but_what_the_kustomizations_name() {
    let Some((tree, expected)) = part() else { return };
    let disk = DiskTree::new(&tree);
    let recording = RecordingTree::new(&disk);
    let options = BuildOptions::default();
    let objects = build(&recording, &tree.join(PART), &options).unwrap();
    assert!(to_yaml(&objects, &options).unwrap() == expected);
    let read: BTreeSet<PathBuf> = recording.files_read().into_iter().collect();
    let outside: Vec<_> = read.iter().filter(|path| !path.starts_with(&tree)).collect();
    assert!(outside.is_empty(), "{outside:?}");

    let mut named = BTreeSet::new();
    named_files(&tree.join(PART), &mut named);
    let unnamed: Vec<_> = read.difference(&named).collect();
    assert!(unnamed.is_empty(), "read, but named by no kustomization: {unnamed:?}");

    let copy = tempfile::tempdir().unwrap();
    for path in &read {
        let place = copy.path().join(path.strip_prefix(&tree).unwrap());
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::copy(path, place).unwrap();
    }
    assert!(build_in(copy.path(), &[PART]).built() == expected);
}

/// The last object cannot be written; the ones before it must not come out.
#[test]
#[expect(clippy::disallowed_methods, reason = "the command needs files")]
fn a_build_that_fails_late_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let objects = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n";
    std::fs::write(folder.path().join("a.yaml"), objects).unwrap();
    let kustomization = "resources: [a.yaml]\nreplacements:\n\
        - source: {kind: Service, fieldPath: spec.nothing}\n  targets:\n  - select: {kind: Service}\n    fieldPaths: [spec.x]\n";
    std::fs::write(folder.path().join("kustomization.yaml"), kustomization).unwrap();
    build_in(folder.path(), &[]).failed(2);
}

//! What holds for every build, whatever is in it.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use quintet::kustomize::{BuildOptions, LoadRestrictor, build, to_yaml};
use quintet::resource::ResMap;
use quintet::vfs::{DiskTree, MemoryTree};

use crate::cases::{self, Case};
use crate::corpus::deviations;
use crate::realworld::{built, rows};
use crate::shared::{in_parallel, short_diff};

/// The cases that build without options, and as kustomize builds them.
fn built_cases() -> Option<Vec<Case>> {
    let (mut cases, deviations) = (cases::all()?, deviations());
    cases.retain(|case| case.builds_without_options() && !deviations.contains(&case.name));
    Some(cases)
}

/// Whether the output has annotations that a build takes off what it reads.
fn has_build_annotations(case: &Case) -> bool {
    let is_one = |line: &str| {
        let line = line.trim_start();
        line.starts_with("config.kubernetes.io/origin:")
            || line.starts_with("alpha.config.kubernetes.io/transformations:")
    };
    stdout(case).lines().any(is_one)
}

fn stdout(case: &Case) -> &str {
    case.expect.stdout.as_deref().expect("only cases that build are looked at")
}

/// Whether the order of the output is the default one.
fn has_default_order(case: &Case) -> bool {
    !case.files.values().any(|text| text.to_lowercase().contains("sortoptions"))
}

/// The documents of a stream as it is written by the build. A line `---` can
/// be in a text, too, but is indented there.
fn documents(stream: &str) -> Vec<String> {
    let mut documents: Vec<String> = vec![String::new()];
    for line in stream.split_inclusive('\n') {
        if line == "---\n" {
            documents.push(String::new());
        } else {
            documents.last_mut().expect("there is always one").push_str(line);
        }
    }
    documents.retain(|document| !document.is_empty());
    documents
}

/// What a kustomization with these files gives, in a tree of its own.
fn build_files(kustomization: &str, files: &[(String, String)]) -> Result<String, String> {
    let tree =
        files.iter().fold(MemoryTree::new(), |tree, (name, text)| tree.with_file(format!("/app/{name}"), &**text));
    let tree = tree.with_file("/app/kustomization.yaml", kustomization);
    let options = BuildOptions::default();
    let text = build(&tree, "/app".as_ref(), &options).and_then(|objects| to_yaml(&objects, &options));
    text.map(|text| String::from_utf8(text).unwrap()).map_err(|error| error.to_string())
}

fn rebuilt(stream: &str, fields: &str) -> Result<String, String> {
    build_files(&format!("resources: [all.yaml]\n{fields}"), &[("all.yaml".to_owned(), stream.to_owned())])
}

/// # Errors
/// How the two differ.
fn compare(expected: &str, actual: Result<String, String>) -> Result<(), String> {
    match actual {
        Ok(actual) if actual == expected => Ok(()),
        Ok(actual) => Err(short_diff(expected.as_bytes(), actual.as_bytes())),
        Err(error) => Err(error),
    }
}

/// Fails with the items whose result is an error.
#[track_caller]
fn assert_none<'a>(wrong: impl IntoIterator<Item = (&'a str, Result<(), String>)>) {
    let wrong: Vec<String> =
        wrong.into_iter().filter_map(|(name, result)| result.err().map(|why| format!("{name}:\n{why}"))).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn unique(objects: &ResMap) -> Result<(), String> {
    for (at, object) in objects.iter().enumerate() {
        if objects.iter().skip(at + 1).any(|other| other.id().equals(object.id())) {
            return Err(format!("{} is there twice", object.id()));
        }
    }
    Ok(())
}

#[test]
fn ids_of_a_build_are_unique() {
    let Some(cases) = built_cases() else { return };
    let results = in_parallel(&cases, |case| {
        let laid_out = case.lay_out();
        let options = BuildOptions::default();
        unique(&build(&DiskTree::new(laid_out.root()), &laid_out.target, &options).map_err(|error| error.to_string())?)
    });
    assert_none(cases.iter().map(|case| &*case.name).zip(results));
    eprintln!("the ids of {} builds are unique", cases.len());
}

#[test]
fn an_output_builds_to_itself() {
    let Some(mut cases) = built_cases() else { return };
    cases.retain(|case| !has_build_annotations(case));
    let results = in_parallel(&cases, |case| {
        let expected = stdout(case);
        let order = if has_default_order(case) { "" } else { "sortOptions: {order: fifo}\n" };
        compare(expected, rebuilt(expected, order))
    });
    assert_none(cases.iter().map(|case| &*case.name).zip(results));
    eprintln!("{} outputs build to themselves", cases.len());
}

/// Numbers in an order that is always the same.
fn shuffled<T>(mut items: Vec<T>) -> Vec<T> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for last in (1..items.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from((state >> 33) % (last as u64 + 1)).expect("it is below the length");
        items.swap(last, other);
    }
    items
}

#[test]
fn the_order_of_resources_does_not_matter_for_the_default_order() {
    let Some(mut cases) = built_cases() else { return };
    cases.retain(|case| has_default_order(case) && !has_build_annotations(case) && documents(stdout(case)).len() > 1);
    let results = in_parallel(&cases, |case| {
        let expected = stdout(case);
        let files: Vec<(String, String)> =
            documents(expected).into_iter().enumerate().map(|(at, text)| (format!("{at}.yaml"), text)).collect();
        let reversed = files.iter().rev().cloned().collect();
        for files in [shuffled(files), reversed] {
            let names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
            compare(expected, build_files(&format!("resources: [{}]\n", names.join(", ")), &files))?;
        }
        Ok(())
    });
    assert_none(cases.iter().map(|case| &*case.name).zip(results));
    eprintln!("{} outputs of several objects do not depend on the order of the input", cases.len());
}

/// One real build in so many is patched.
const EVERY: usize = 5;
/// The largest output that is patched, in bytes.
const MOST_BYTES: u64 = 400_000;
/// Changes nothing of everything.
const EMPTY_PATCH: &str =
    "patches:\n- target: {kind: .*}\n  patch: |\n    apiVersion: v1\n    kind: Any\n    metadata:\n      name: any\n";

#[test]
fn an_empty_patch_changes_nothing() {
    let Some((folder, mut rows)) = rows("index.tsv") else { return };
    rows.retain(|row| row.builds() && (1..MOST_BYTES).contains(&row.bytes));
    let rows: Vec<_> = rows.into_iter().step_by(EVERY).collect();
    let results = in_parallel(&rows, |row| {
        let text = built(&folder.join(row.folder()), LoadRestrictor::RootOnly).map_err(|error| error.to_string())?;
        let text = String::from_utf8(text).unwrap();
        let unchanged = rebuilt(&text, "sortOptions: {order: fifo}\n")?;
        compare(&unchanged, rebuilt(&text, &format!("sortOptions: {{order: fifo}}\n{EMPTY_PATCH}")))
    });
    let names: Vec<String> = rows.iter().map(|row| row.folder().display().to_string()).collect();
    assert_none(names.iter().map(String::as_str).zip(results));
    eprintln!("an empty patch changes nothing of {} builds", names.len());
}

/// Otherwise the empty patch would prove nothing.
#[test]
fn the_patch_reaches_every_object() {
    let stream = "kind: A\nmetadata:\n  name: a\n---\nkind: B\nmetadata:\n  name: b\n";
    let patched = rebuilt(stream, &format!("{EMPTY_PATCH}    spec: {{x: 1}}\n")).unwrap();
    assert_eq!(patched.matches("spec:\n  x: 1\n").count(), 2, "{patched}");
}

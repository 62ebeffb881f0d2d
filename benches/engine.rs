//! Parts of the engine alone, on the real notebooks entry point. Whole
//! processes beside the reference: `cargo xtask bench`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench is told by the environment where data is, and ends where the setup is broken"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput};
use quintet::kustomize::{BuildOptions, build, to_yaml};
use quintet::text::Source;
use quintet::vfs::{DiskTree, MemoryTree};
use quintet::yaml::{Doc, Limits, emit, parse_stream};

const NOTEBOOKS: &str = "upstream/kubeflow-26.03.1/applications/notebooks-v1";

/// Merged into every Deployment: a map, a list merged by name, a list that is replaced.
const PATCH: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: any
spec:
  template:
    metadata:
      annotations:
        bench: merged
    spec:
      containers:
      - name: manager
        env:
        - name: BENCH
          value: merged
      tolerations:
      - key: bench
        operator: Exists
";

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    match notebooks() {
        Some(folder) => all(&mut criterion, &folder),
        None => println!("skipped: there is no {NOTEBOOKS} in the shared folder"),
    }
    criterion.final_summary();
}

fn notebooks() -> Option<PathBuf> {
    let shared = std::env::var_os("QUINTET_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    shared.join(NOTEBOOKS).canonicalize().ok()
}

fn all(criterion: &mut Criterion, folder: &Path) {
    let rendered = rendered(folder);
    parse(criterion, "parse/upstream files", &manifests(folder));
    parse(criterion, "parse/rendered", std::slice::from_ref(&rendered));
    emission(criterion, &rendered);
    builds(criterion, folder, &rendered);
}

/// What the entry point builds to.
fn rendered(folder: &Path) -> String {
    let target = folder.join("overlays/istio");
    let options = BuildOptions::default();
    let objects = build(&DiskTree::new(&target), &target, &options).unwrap();
    String::from_utf8(to_yaml(&objects, &options).unwrap()).unwrap()
}

/// The text of every YAML file below `folder`, sorted by path.
fn manifests(folder: &Path) -> Vec<String> {
    let (mut folders, mut files) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

fn documents(texts: &[String]) -> Vec<Doc> {
    let stream = |text: &String| parse_stream(&Source::detached(text.clone()), &Limits::DEFAULT).unwrap();
    texts.iter().flat_map(stream).collect()
}

fn bytes(texts: &[String]) -> Throughput {
    Throughput::Bytes(texts.iter().map(|text| text.len() as u64).sum())
}

fn parse(criterion: &mut Criterion, name: &str, texts: &[String]) {
    let sources: Vec<Arc<Source>> = texts.iter().map(|text| Source::detached(text.clone())).collect();
    let mut group = criterion.benchmark_group("yaml");
    group.throughput(bytes(texts));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for source in &sources {
                black_box(parse_stream(source, &Limits::DEFAULT).unwrap());
            }
        });
    });
    group.finish();
}

fn emission(criterion: &mut Criterion, rendered: &String) {
    let texts = std::slice::from_ref(rendered);
    let documents = documents(texts);
    let mut group = criterion.benchmark_group("yaml");
    group.throughput(bytes(texts));
    group.bench_function("emit/rendered", |bencher| {
        bencher.iter_batched(
            || Vec::with_capacity(rendered.len()),
            |mut out| {
                for document in &documents {
                    emit(document, document.root(), &mut out).unwrap();
                }
                out
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Builds of the rendered objects from memory. The first has no transformers:
/// what another takes beyond it is what its transformers take.
fn builds(criterion: &mut Criterion, folder: &Path, rendered: &str) {
    let merge = "patches:\n- path: patch.yaml\n  target: {kind: Deployment}\n";
    for (name, transformers) in
        [("objects only", ""), ("strategic merge", merge), ("name references", "namePrefix: b-\n")]
    {
        let tree = MemoryTree::from_files([
            ("/bench/kustomization.yaml", format!("resources: [objects.yaml]\n{transformers}")),
            ("/bench/objects.yaml", rendered.to_owned()),
            ("/bench/patch.yaml", PATCH.to_owned()),
        ]);
        let target = Path::new("/bench");
        criterion.bench_function(&format!("build/{name}"), |bencher| {
            bencher.iter(|| build(&tree, target, &BuildOptions::default()).unwrap());
        });
    }
    let (tree, target) = (DiskTree::new(folder), folder.join("overlays/istio"));
    criterion.bench_function("build/notebooks", |bencher| {
        bencher.iter(|| {
            let options = BuildOptions::default();
            to_yaml(&build(&tree, &target, &options).unwrap(), &options).unwrap()
        });
    });
}

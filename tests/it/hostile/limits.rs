//! The limits: real input stays far below, and each can be raised by its flag.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "real files are read and measured")]

use std::path::{Path, PathBuf};

use quintet::text::SourceMap;
use quintet::yaml::{Doc, Kind, Limits, NodeId, decode_text, parse_piece, split_documents};

use super::bounds::{CONFIG_MAP, ONE_FILE, SERVICE, bounded, folder};
use crate::command::quintet;
use crate::shared::{in_parallel, shared};

/// The largest there is.
#[derive(Clone, Copy, Debug, Default)]
struct Most {
    texts: usize,
    bytes: usize,
    documents: usize,
    depth: usize,
    nodes: usize,
    alias_nodes: usize,
    alias_bytes: usize,
}

impl Most {
    fn or(self, other: Self) -> Self {
        Self {
            texts: self.texts + other.texts,
            bytes: self.bytes.max(other.bytes),
            documents: self.documents + other.documents,
            depth: self.depth.max(other.depth),
            nodes: self.nodes.max(other.nodes),
            alias_nodes: self.alias_nodes.max(other.alias_nodes),
            alias_bytes: self.alias_bytes.max(other.alias_bytes),
        }
    }
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            files_below(&entry.path(), found);
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
}

fn measure(path: &Path) -> Most {
    let bytes = std::fs::read(path).unwrap();
    let mut most = Most { texts: 1, bytes: bytes.len(), ..Most::default() };
    let is_yaml =
        path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known));
    let Ok(text) = decode_text(bytes) else { return most };
    if !is_yaml {
        return most;
    }
    let source = SourceMap::new().add(path.to_string_lossy(), text);
    for piece in split_documents(source.text()).unwrap_or_default() {
        // Files that are templates or wrong on purpose have nothing to measure.
        let Ok(Some(doc)) = parse_piece(&source, piece.clone(), &Limits::DEFAULT) else { continue };
        let (depth, nodes, bytes) = size(&doc, doc.root());
        // What is there and not written is from aliases; comments only make the
        // text longer, so this is too much rather than too little.
        let (alias_nodes, alias_bytes) =
            if source.text()[piece.clone()].contains('*') { (nodes, bytes) } else { (0, 0) };
        let document = Most { documents: 1, depth, nodes, alias_nodes, alias_bytes, ..Most::default() };
        most = most.or(document);
    }
    most
}

/// Depth, nodes and bytes of scalars.
fn size(doc: &Doc, at: NodeId) -> (usize, usize, usize) {
    if doc.kind(at) == Kind::Scalar {
        return (0, 1, doc.text(at).len());
    }
    doc.children(at)
        .iter()
        .map(|&child| size(doc, child))
        .fold((1, 1, 0), |sum, child| (sum.0.max(child.0 + 1), sum.1 + child.1, sum.2 + child.2))
}

#[test]
fn real_input_stays_below_half_of_every_limit() {
    let mut paths = Vec::new();
    for corpus in ["upstream", "conformance"] {
        let Some(folder) = shared(corpus) else { return };
        files_below(&folder, &mut paths);
    }
    paths.sort();
    let most = in_parallel(&paths, |path| measure(path)).into_iter().fold(Most::default(), Most::or);
    eprintln!("{most:?}");
    assert!(most.documents > 1000, "the corpora were read");
    let limits = Limits::DEFAULT;
    for (name, found, limit) in [
        ("max_text_bytes", most.bytes, limits.max_text_bytes),
        ("max_depth", most.depth, limits.max_depth),
        ("max_nodes", most.nodes, limits.max_nodes),
        ("max_alias_nodes", most.alias_nodes, limits.max_alias_nodes),
        ("max_alias_bytes", most.alias_bytes, limits.max_alias_bytes),
        // No build enters more folders than there are kustomizations in all.
        ("max_folders", kustomizations(&paths), limits.max_folders),
        ("max_folder_depth", deepest_chain(&paths), limits.max_folder_depth),
    ] {
        assert!(2 * found < limit, "{name}: {found} of {limit}");
    }
}

/// The sums over one build, which no look at single files finds.
#[test]
fn real_builds_stay_below_half_of_every_sum() {
    let Some(tree) = shared("upstream/kubeflow-26.03.1") else { return };
    let Some(mirror) = shared("upstream/mirrors.yaml") else { return };
    let half = |limit: usize| (limit / 2).to_string();
    let (read, gained) = (half(Limits::DEFAULT.max_read_bytes), half(Limits::DEFAULT.max_gained_bytes));
    for entry in [
        "applications/notebooks-v1/overlays/istio",
        "applications/pipeline/overlays",
        "applications/trainer/overlays",
        "applications/katib/upstream/installs/katib-with-kubeflow",
        "applications/dashboard/overlays/istio",
    ] {
        let mut build = quintet(["build", "--max-read-bytes", &read, "--max-gained-bytes", &gained, "--mirror"]);
        bounded(build.arg(&mirror).arg(tree.join(entry))).built();
    }
}

fn is_kustomization(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name.eq_ignore_ascii_case("kustomization"))
}

/// The most kustomizations of one repository.
fn kustomizations(paths: &[PathBuf]) -> usize {
    let mut counts = std::collections::BTreeMap::new();
    let root = |path: &Path| path.components().take(root_length(path)).collect::<PathBuf>();
    for path in paths.iter().filter(|path| is_kustomization(path)) {
        *counts.entry(root(path)).or_insert(0) += 1;
    }
    counts.into_values().max().unwrap_or(0)
}

/// Up to the folder below `upstream` or the case below `conformance`.
fn root_length(path: &Path) -> usize {
    let corpus =
        path.components().position(|part| ["upstream", "conformance"].iter().any(|name| part.as_os_str() == *name));
    corpus.map_or(0, |at| at + 3)
}

/// The longest chain of kustomizations that name each other by `..` or by name.
fn deepest_chain(paths: &[PathBuf]) -> usize {
    fn follow(folder: &Path, above: usize, most: &mut usize) {
        *most = (*most).max(above);
        // Cases that go in circles on purpose end here.
        if above > 40 {
            return;
        }
        let names = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
        let Some(text) = names.iter().find_map(|name| std::fs::read_to_string(folder.join(name)).ok()) else { return };
        for line in text.lines() {
            let entry = line.trim().trim_start_matches("- ").trim_matches(['"', '\'']);
            let is_path = !entry.is_empty() && !entry.starts_with('/') && !entry.contains(": ");
            if let Some(next) = is_path.then(|| folder.join(entry)).filter(|next| next.is_dir())
                && let (Ok(next), Ok(here)) = (next.canonicalize(), folder.canonicalize())
                && !here.starts_with(&next)
            {
                follow(&next, above + 1, most);
            }
        }
    }
    let real = paths
        .iter()
        .filter(|path| is_kustomization(path) && path.components().any(|part| part.as_os_str() == "upstream"));
    let mut most = 0;
    for path in real {
        follow(path.parent().unwrap(), 1, &mut most);
    }
    most
}

/// Builds with a limit just too low, then with the flag the message names.
#[track_caller]
fn raised(flag: &str, low: &str, files: &[(&str, &[u8])], expected: &str) {
    let folder = folder(files);
    let message = bounded(quintet(["build", flag, low]).current_dir(folder.path())).failed(2);
    for text in [expected, flag, &flag.trim_start_matches('-').replace('-', "_"), "kustomize::"] {
        assert!(message.contains(text), "{text} in:\n{message}");
    }
    bounded(quintet(["build", flag, "200000"]).current_dir(folder.path())).built();
    let help = String::from_utf8(bounded(&mut quintet(["build", "--help"])).built()).unwrap();
    assert!(help.contains("\nLimits:\n") && help.contains(flag), "{help}");
    let short = String::from_utf8(bounded(&mut quintet(["build", "-h"])).built()).unwrap();
    assert!(!short.contains(flag), "{short}");
}

#[test]
fn every_limit_has_a_flag() {
    let aliases = format!("{CONFIG_MAP}a: &a [x, x, x]\nb: [*a, *a]\n");
    let with = |text: &'static str| [("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())];
    let aliased = [("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", aliases.as_bytes())];
    raised("--max-text-bytes", "30", &with(SERVICE), "[kustomization.yaml:1:13]");
    raised("--max-nodes", "8", &with(SERVICE), "[a.yaml:");
    raised("--max-alias-nodes", "5", &aliased, "[a.yaml:6:9]");
    raised("--max-alias-bytes", "5", &aliased, "[a.yaml:6:9]");
    let chain: [(&str, &[u8]); 3] = [
        ("kustomization.yaml", b"resources: [a]\n"),
        ("a/kustomization.yaml", b"resources: [../b]\n"),
        ("b/kustomization.yaml", b"configMapGenerator: [{name: a}]\n"),
    ];
    let prefixed = [
        ("kustomization.yaml", &b"resources: [a.yaml]\nnamePrefix: a-long-prefix-\n"[..]),
        ("a.yaml", SERVICE.as_bytes()),
    ];
    raised("--max-gained-bytes", "10", &prefixed, "[a.yaml:1:1]");
    raised("--max-read-bytes", "30", &with(SERVICE), "[kustomization.yaml:1:13]");
    raised("--max-folders", "1", &chain, "[a/kustomization.yaml:1:13]");
    raised("--max-folder-depth", "1", &chain, "[a/kustomization.yaml:1:13]");
}

#[test]
fn more_depth_can_be_had() {
    let (open, close) = ("[".repeat(20), "]".repeat(20));
    let text = format!("{SERVICE}spec: {open}{close}\n");
    let files = [("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())];
    raised_depth(&files);
    // Deeper than anything can be, the program ends in order.
    let (open, close) = ("[".repeat(9000), "]".repeat(9000));
    let text = format!("{SERVICE}spec: {open}{close}\n");
    let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())]);
    let run = bounded(quintet(["build", "--max-depth", "10000"]).current_dir(folder.path()));
    assert!(matches!(run.code, Some(0 | 2)), "{}", run.stderr);
    bounded(quintet(["build", "--max-depth", "10001"]).current_dir(folder.path())).failed(2);
}

#[track_caller]
fn raised_depth(files: &[(&str, &[u8])]) {
    let folder = folder(files);
    let message = bounded(quintet(["build", "--max-depth", "15"]).current_dir(folder.path())).failed(2);
    assert!(message.contains("(max_depth)") && message.contains("--max-depth"), "{message}");
    bounded(quintet(["build", "--max-depth", "200"]).current_dir(folder.path())).built();
}

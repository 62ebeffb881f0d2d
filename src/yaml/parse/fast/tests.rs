//! The fast reader against the general one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::read;
use crate::text::{Source, SourceMap};
use crate::yaml::limits::Limits;
use crate::yaml::node::{Doc, Kind, NodeId};
use crate::yaml::parse::{Keys, reader};
use crate::yaml::{decode_text, split_documents};

/// The first difference between two trees.
fn difference(left: &Doc, l: NodeId, right: &Doc, r: NodeId) -> Option<String> {
    let head = |doc: &Doc, id: NodeId| {
        (doc.kind(id), doc.tag(id), doc.style(id), doc.is_explicitly_tagged(id), doc.text(id).to_owned())
    };
    if head(left, l) != head(right, r) {
        return Some(format!("{:?} against {:?}", head(left, l), head(right, r)));
    }
    let is_place_kept = left.kind(l) != Kind::Scalar || left.span(l).len == 0 || right.span(r).len == 0;
    if !is_place_kept && left.span(l).start != right.span(r).start {
        return Some(format!("place of {:?}: {:?} against {:?}", left.text(l), left.span(l), right.span(r)));
    }
    let (ours, theirs) = (left.children(l), right.children(r));
    if ours.len() != theirs.len() {
        return Some(format!("{} children against {}", ours.len(), theirs.len()));
    }
    ours.iter().zip(theirs).find_map(|(&l, &r)| difference(left, l, right, r))
}

/// Reads every document of a text both ways: how many there are, and how many
/// the fast reader took.
fn compare(name: &str, text: String, counts: &mut (usize, usize)) {
    let sources = SourceMap::new();
    let source: Arc<Source> = sources.add(name, text);
    let whole = std::iter::once((0..source.text().len(), Keys::LastWins));
    let pieces = split_documents(source.text()).unwrap_or_default();
    for (range, keys) in pieces.into_iter().map(|piece| (piece, Keys::Unique)).chain(whole) {
        let general = reader::read(&source, range.clone(), &Limits::DEFAULT, keys);
        let fast = read(&source, range.clone(), &Limits::DEFAULT);
        counts.0 += usize::from(matches!(general, Ok(Some(_))));
        let Some(fast) = fast else { continue };
        counts.1 += 1;
        let Ok(Some((general, _))) = general else {
            panic!("{name}: the fast reader accepts what the general one does not: {general:?}");
        };
        if let Some(difference) = difference(&fast, fast.root(), &general, general.root()) {
            panic!("{name}, bytes {range:?}: fast against general: {difference}");
        }
    }
}

fn shared() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared");
    #[expect(clippy::disallowed_methods, reason = "a test looks for its data")]
    let folder = std::env::var("QUINTET_SHARED").map_or_else(|_| PathBuf::from(default), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    #[expect(clippy::disallowed_methods, reason = "a test looks for its data")]
    let in_ci = std::env::var_os("CI").is_some();
    assert!(!in_ci, "{} is missing: set QUINTET_SHARED", folder.display());
    eprintln!("skipped: {} is missing", folder.display());
    None
}

fn visit(folder: &Path, counts: &mut (usize, usize)) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.display().to_string();
        if path.is_dir() {
            visit(&path, counts);
        } else if name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with("ustomization") {
            #[expect(clippy::disallowed_methods, reason = "a test reads its data")]
            let bytes = std::fs::read(&path).expect("readable");
            if let Ok(text) = decode_text(bytes) {
                compare(&name, text, counts);
            }
        }
    }
}

#[test]
fn both_readers_agree_on_every_document_there_is() {
    let Some(shared) = shared() else { return };
    for folder in ["upstream", "conformance/realworld", "conformance/kustomize"] {
        let mut counts = (0, 0);
        visit(&shared.join(folder), &mut counts);
        println!("{folder}: {} of {} documents took the fast way", counts.1, counts.0);
        assert!(counts.0 > 500, "{folder} has documents");
    }
}

#[test]
fn both_readers_agree_on_odd_layouts() {
    let texts = [
        "a: 'one\n  two'\nb: c\n",
        "a: 'one  \n\n\n  two  '\nb: c\n",
        "a: '\n  two'\n",
        "a: 'one\n  '\n",
        "a: 'one\n  '\nb: 'it''s\n  two ''\n  x'''\n",
        "a: '  one ''  \n  # two: - x'  # note\n",
        "a: 'one\n two\n   three' # note\nb: 1\n",
        "a:\n  b: 'one\n  two'\n",
        "a:\n  b: 'one\n two'\n",
        "a: 'one\ntwo'\n",
        "- 'one\n  two'\n- \"x\n  y\"\n",
        "- 'one\n two'\n-  'x\n y'\n",
        "a: \"one \\\" \\\\ \\n \\t  \n  two\"\n",
        "a: \"one\\\n  two\"\n",
        "a: \"\\x41\"\n",
        "a: \"x \\t\n  y\"\n",
        "a: 'one\n  two\n",
        "a: 'one\n---\n  two'\n",
        "a: 'one\n  two' x\n",
        "a: 'one\n  two': x\n",
        "a: 'é\n  ü'\n",
        "a: 1\nb:\n- x\n- y: 1\n  z: 2\nc: d\n",
        "a:\n  - - x\n    - y\n  -\n    k: v\n  - # note\n    k: v\n",
        "a: one\n  two\n\n  three # not\nb: c\n",
        "a: one\n  two\n\n  three\nb: c\n",
        "a: x # note\n  y\n",
        "a: |\n  one\n   two\n\n\nb: |-\n  x\n\nc: |+\n  y\n\n",
        "a: |\n  x",
        "a: |\n\n  x\n# note\nb: 1\n",
        "a: |\n     \n  x\n",
        "a: |\n  x\n \n   \n  y\n",
        "- a\n- b: c\n-\n- d\n",
        "a: {b: c, d: [e, 'f', \"g\"]} # note\nh: []\n",
        "a: {b: c,}\nd: [e,]\n",
        "a: [x:y, 2001-01-01, -1, - ]\n",
        "a: [b: c]\n",
        "a:b\n",
        "\"a\": 'it''s'\n\"b\\n\": c\n",
        "a: 'x' y\n",
        "a: b: c\n",
        "a: b:\n",
        "a: - b\n",
        "a:\n- b\n c: d\n",
        "a:\n b: 1\n  c: 2\n",
        "a:\n  b: 1\n c: 2\n",
        "a: 1\na: 2\n",
        "b: 1\na: 2\nb: 3\n",
        "---\na: 1\n",
        "# note\n--- # note\na: 1\n",
        "--- a: 1\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n...\nb: 2\n",
        "%YAML 1.1\n---\na: 1\n",
        "a: &x 1\nb: *x\n",
        "a: !!str 1\n",
        "? a\n: b\n",
        "<<: {a: 1}\n",
        "a: >\n  b\n",
        "a: |2\n   b\n",
        "a:\n\n\n# note\n  # note\n  b: 1\n",
        "a: ~\nb:\nc: null\n",
        "null: 1\n~: 2\n",
        "a: \n  b\n",
        "a: b\n- c\n",
        "- a\nb: c\n",
        " a: 1\n b: 2\n",
        "  a: 1\nb: 2\n",
        "a: -\nb: --\nc: -x\n",
        "a: x\n  - y\n",
        "a: 'multi\n  line'\n",
        "a: \"x\"#y\n",
        "a #b: c\n",
        "a : b\n",
        "é: ü\n",
        "a: \u{85}\n",
        "a: b\tc\n",
        "a:\tb\n",
        "{a: 1}\n",
        "text\n",
        "",
        "# only a note\n",
    ];
    let mut counts = (0, 0);
    for text in texts {
        compare(text, text.to_owned(), &mut counts);
    }
    assert!(counts.1 > 20, "{counts:?}");
}

#[test]
fn both_readers_agree_on_random_text() {
    // A small generator with a fixed seed: words, marks and line breaks of manifests.
    let words = [
        "a", "b", "key", ": ", ":", "- ", "-", "\n", "\n", "\n  ", "\n    ", "\n ", " ", "  ", "#", " # n", "'", "\"",
        "|", "|-", ">", "{", "}", "[", "]", ", ", "1", "true", "~", "x y", "é", "'q'", "\"d\"", "---\n", "&", "*", "!",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % (bound as u64)).expect("below a usize")
    };
    let mut counts = (0, 0);
    for _ in 0..60_000 {
        let length = 2 + next(14);
        let text: String = (0..length).map(|_| words[next(words.len())]).collect();
        compare(&format!("{text:?}"), text.clone(), &mut counts);
    }
    println!("random: {} of {} documents took the fast way", counts.1, counts.0);
}

//! The fast reader against the general one.

use std::path::{Path, PathBuf};

use crate::text::SourceMap;
use crate::yaml::decode_text;
use crate::yaml::parse::agreement::{self, Counts};

/// Reads every document of a text both ways and counts them.
fn compare(name: &str, text: String, counts: &mut Counts) {
    let found = agreement::compare(&SourceMap::new().add(name, text));
    counts.documents += found.documents;
    counts.fast += found.fast;
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

fn visit(folder: &Path, counts: &mut Counts) {
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
        let mut counts = Counts::default();
        visit(&shared.join(folder), &mut counts);
        println!("{folder}: {} of {} documents took the fast way", counts.fast, counts.documents);
        assert!(counts.documents > 500, "{folder} has documents");
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
        "a: |2-\n\n\n  b\n c\n",
        "a: |2-\n\n\n  b\nc: d\n",
        "a:\n  b: |-1\n    c\n   \n     \n   d\n  e: f\n",
        "a:\n- |2\n    b\n  c\n- |1+\n b\n\n",
        "a: |9\n  b\n",
        "a: |2\n    \n  b\n",
        "a: |2\n\n",
        "a: \"one\\\n\n  two\"\n",
        "a: \"one \\\n  \\ two\\ \n  three\"\n",
        "a: \"one\\\\\n  two\"\n",
        "a: [b,\n  c]\nd: e\n",
        "a: [b,\nc]\n",
        "a: [b\n  , c\n\n  ]\n",
        "a: [b\n  c]\n",
        "a: [\n  {b: c,\n   d: \"e\"\n  },\n  f ]\n",
        "a: {b\n  : c}\n",
        "a: {b:\n  c}\n",
        "a: [b, # note\n  c]\n",
        "- [a,\n  b]\n- c\n",
        "a:\n  'b'\nc: d\n",
        "a:\n  'b'\n  c: d\n",
        "a:\n  # note\n  b # note\nc: d\n",
        "a:\n  b\n  c\n e: f\n",
        "a:\n  b\n c\n",
        "a:\n  |\n  c\n",
        "a:\n  --b\n- c\n",
        "-\n  b\n-\n  \"c\n   d\"\n",
        "a: :b\n:c: :d:e\n",
        ":: a\n",
        "a: [:b]\n",
        "a: :\n",
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
    let mut counts = Counts::default();
    for text in texts {
        compare(text, text.to_owned(), &mut counts);
    }
    assert!(counts.fast > 20, "{counts:?}");
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
    let mut counts = Counts::default();
    for _ in 0..60_000 {
        let length = 2 + next(14);
        let text: String = (0..length).map(|_| words[next(words.len())]).collect();
        compare(&format!("{text:?}"), text.clone(), &mut counts);
    }
    println!("random: {} of {} documents took the fast way", counts.fast, counts.documents);
}

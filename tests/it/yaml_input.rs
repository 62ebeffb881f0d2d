//! Texts are read as kustomize 5.8.1 reads them.
#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet::text::Source;
use quintet::yaml::{Doc, Limits, decode_text, emit, parse_stream, parse_text};
use serde::Deserialize;

use crate::shared::shared;

#[expect(clippy::disallowed_methods, reason = "the recorded data are files")]
fn read(path: &Path) -> String {
    decode_text(std::fs::read(path).unwrap()).unwrap()
}

fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn parsed(text: &str) -> Result<Vec<Doc>, String> {
    let source: Arc<Source> = Source::detached(text);
    parse_stream(&source, &Limits::DEFAULT).map_err(|error| error.to_string())
}

#[test]
fn all_of_upstream_can_be_read() {
    let Some(folder) = shared("upstream") else { return };
    let (mut count, mut bytes, mut wrong) = (0, 0, Vec::new());
    for path in yaml_files(&folder) {
        let text = read(&path);
        // Templates of Helm charts and of programs are no YAML.
        if text.contains("{{") && path.components().any(|part| part.as_os_str() == "templates") {
            continue;
        }
        count += 1;
        bytes += text.len();
        if let Err(error) = parsed(&text) {
            wrong.push(format!("{}: {error}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{count} upstream files ({bytes} bytes) can be read");
}

/// The part of a conformance case that is read here.
#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    files: std::collections::BTreeMap<String, String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    error: Option<String>,
}

fn is_kustomization(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    matches!(name.as_str(), "kustomization" | "kustomization.yaml" | "kustomization.yml")
}

#[test]
fn files_of_cases_that_build_can_be_read() {
    let Some(folder) = shared("conformance/kustomize") else { return };
    let (mut count, mut wrong) = (0, Vec::new());
    for path in yaml_files(&folder) {
        let case: Case = serde_yaml::from_str(&read(&path)).unwrap();
        let is_broken = |error: &String| error.contains("yaml: ") || error.contains("invalid document separator");
        let may_break = case.expect.error.as_ref().is_some_and(is_broken);
        for (name, text) in &case.files {
            if !name.ends_with(".yaml") || name.contains("charts/") || may_break {
                continue;
            }
            // A quoted `<<` key is refused, kustomize drops it.
            if text.contains("\"<<\":") {
                continue;
            }
            count += 1;
            let text = decode_text(text.replace("{{root}}", "/root").into_bytes()).unwrap();
            let result = if is_kustomization(name) {
                parse_text(&Source::detached(text), &Limits::DEFAULT).map(|_| ()).map_err(|error| error.to_string())
            } else {
                parsed(&text).map(|_| ())
            };
            if let Err(error) = result {
                wrong.push(format!("{} {name}: {error}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{count} files of recorded cases can be read");
}

/// Numbers from a seed, the same on every machine (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }

    fn pick<'p>(&mut self, from: &[&'p str]) -> &'p str {
        from[self.below(from.len())]
    }
}

const WORDS: &[&str] = &[
    "a",
    "b c",
    "yes",
    "0777",
    "1.50",
    "~",
    "",
    "2001-01-01",
    "x: y",
    "# no",
    "- z",
    "it's",
    "say \"hi\"",
    "é😀",
    "tab\there",
    " lead",
    "trail ",
    "line\nbreak\n",
    "\nfirst",
    "a\n  b\n\nc",
    "*x",
    "&x",
    "!t",
    "%d",
    "@a",
    "{",
    "]",
    ",",
    "12:30",
    "=",
    "a long text that goes on and on until it is longer than one line of eighty characters, and then some more of it",
];

/// A random value as flow YAML with every text double quoted.
fn value(dice: &mut Dice, depth: usize, text: &mut String) {
    match dice.below(if depth == 0 { 4 } else { 8 }) {
        0 => text.push_str(dice.pick(&["1", "true", "null", "-2.5", "1e20", "plain"])),
        1..4 => write!(text, "{}", serde_json::Value::from(dice.pick(WORDS))).unwrap(),
        4 | 5 => {
            text.push('[');
            for _ in 0..dice.below(4) {
                value(dice, depth - 1, text);
                text.push_str(", ");
            }
            text.push(']');
        }
        _ => {
            text.push('{');
            for index in 0..dice.below(4) {
                write!(text, "{}: ", serde_json::Value::from(format!("{}{index}", dice.pick(WORDS)))).unwrap();
                value(dice, depth - 1, text);
                text.push_str(", ");
            }
            text.push('}');
        }
    }
}

fn emitted(doc: &Doc) -> String {
    let mut out = Vec::new();
    emit(doc, doc.root(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn what_is_written_reads_as_the_same_and_is_written_the_same() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..2000 {
        let mut text = String::from("{root: ");
        value(&mut dice, 5, &mut text);
        text.push('}');
        let first = emitted(&parsed(&text).unwrap_or_else(|error| panic!("round {round}: {error}\n{text}"))[0]);
        let again = parsed(&first).unwrap_or_else(|error| panic!("round {round}: {error}\n{first}"));
        assert_eq!(emitted(&again[0]), first, "round {round}: {text}");
    }
}

#[test]
fn no_text_breaks_the_reader() {
    let mut dice = Dice(42);
    let pieces = [
        ": ",
        ":",
        "- ",
        "-",
        "?",
        "? ",
        "\n",
        "\n  ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ",",
        "#",
        " #",
        "&a ",
        "*a",
        "!",
        "!!int ",
        "|",
        ">-\n  ",
        "'",
        "\"",
        "\\",
        "\\u12",
        "%YAML 1.1\n",
        "---",
        "\n---\n",
        "...",
        "<<: ",
        "a",
        "1",
        "é",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\0",
        "\r",
        "\u{7f}",
    ];
    let limits = Limits { max_depth: 30, max_nodes: 10_000, max_alias_nodes: 1000, ..Limits::DEFAULT };
    for _ in 0..20_000 {
        let text: String = (0..dice.below(30)).map(|_| dice.pick(&pieces)).collect();
        let source = Source::detached(text.clone());
        for result in [parse_stream(&source, &limits).map(|_| ()), parse_text(&source, &limits).map(|_| ())] {
            if let Err(error) = result {
                let range = error.span().start as usize..error.span().end() as usize;
                assert!(range.end <= text.len(), "{error} at {range:?} of {text:?}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

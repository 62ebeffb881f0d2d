//! Documents are written as kustomize 5.8.1 wrote them when it was recorded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet::text::{Source, Span};
use quintet::yaml::{Doc, Limits, NodeId, Style, Tag, emit, parse_stream, resolve};
use serde::Deserialize;

use crate::shared::shared;

#[expect(clippy::disallowed_methods, reason = "the recorded examples are files")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the examples can be read")
}

fn emitted(doc: &Doc) -> Result<String, String> {
    let mut out = Vec::new();
    emit(doc, doc.root(), &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).expect("output is UTF-8"))
}

fn parsed(text: &str) -> Result<Vec<Doc>, String> {
    let source: Arc<Source> = Source::detached(text);
    parse_stream(&source, &Limits::DEFAULT).map_err(|error| error.to_string())
}

/// Writes what `text` holds, documents joined as kustomize joins them.
fn rewritten(text: &str) -> Result<String, String> {
    let docs = parsed(text)?;
    let texts: Vec<String> = docs.iter().map(emitted).collect::<Result<_, _>>()?;
    Ok(texts.join("---\n"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    #[serde(rename = "group")]
    _group: String,
    json: String,
    yaml: String,
}

fn node(doc: &mut Doc, value: &serde_json::Value) -> NodeId {
    use serde_json::Value;
    match value {
        Value::Null => doc.null(),
        Value::Bool(value) => doc.untagged(&value.to_string()),
        Value::Number(value) => number(doc, &value.to_string()),
        Value::String(text) => doc.scalar(text, Tag::Str, Style::DoubleQuoted, Span::NONE),
        Value::Array(items) => {
            let list = doc.sequence();
            for item in items {
                let item = node(doc, item);
                doc.push(list, item);
            }
            list
        }
        Value::Object(entries) => {
            let map = doc.mapping();
            for (name, value) in entries {
                let (key, value) = (doc.string(name), node(doc, value));
                doc.push_entry(map, key, value);
            }
            map
        }
    }
}

fn number(doc: &mut Doc, text: &str) -> NodeId {
    doc.scalar(text, resolve(text).tag(), Style::Plain, Span::NONE)
}

/// `spec: {v: <value>}`, the place the examples were recorded at.
fn document(json: &str) -> Doc {
    let mut doc = Doc::empty_mapping();
    let value = match serde_json::from_str(json).expect("the example is JSON") {
        // The text as it is, not what serde_json makes of it.
        serde_json::Value::Number(_) => number(&mut doc, json.trim()),
        value => node(&mut doc, &value),
    };
    let (root, spec) = (doc.root(), doc.mapping());
    let (v, name) = (doc.string("v"), doc.string("spec"));
    doc.push_entry(spec, v, value);
    doc.push_entry(root, name, spec);
    doc
}

#[test]
fn recorded_values_are_written_as_recorded() {
    let Some(path) = shared("facts/yaml-emission-examples.yaml") else { return };
    let examples: Vec<Example> = serde_yaml::from_str(&read(&path)).unwrap();
    let mut wrong = Vec::new();
    for Example { json, yaml, .. } in &examples {
        let expected = format!("spec:\n  v:{yaml}");
        let text = emitted(&document(json));
        if text.as_deref() != Ok(&expected) {
            wrong.push(format!("{json}\n  expected {expected:?}\n  written  {text:?}"));
            continue;
        }
        // What was written reads as the same value and is written again, but
        // for the line breaks the reader refuses outside quotes.
        let again = rewritten(&expected);
        let refused = again.is_err() && expected.contains('\u{2028}');
        if !refused && again.as_deref() != Ok(&expected) {
            wrong.push(format!("{json}\n  expected {expected:?}\n  read and written {again:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), examples.len(), wrong.join("\n"));
    println!("{} recorded values are written as recorded", examples.len());
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    #[serde(rename = "group")]
    _group: String,
    input: String,
    yaml: Option<String>,
    #[serde(rename = "error")]
    _error: Option<String>,
}

const HEAD: &str = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\nspec:\n  v:";

#[test]
fn recorded_inputs_are_read_and_written_as_recorded() {
    let Some(path) = shared("facts/yaml-input-examples.yaml") else { return };
    let inputs: Vec<Input> = serde_yaml::from_str(&read(&path)).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    for Input { input, yaml, .. } in &inputs {
        // kustomize drops a quoted `<<` key; here it is an ordinary one.
        if input.contains("\"<<\"") {
            continue;
        }
        count += 1;
        let text = rewritten(&format!("{HEAD}{input}"));
        let agrees = match yaml {
            Some(yaml) => text.as_deref() == Ok(&format!("{HEAD}{yaml}")),
            None => text.is_err(),
        };
        if !agrees {
            wrong.push(format!("{input:?}\n  expected {yaml:?}\n  written  {text:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{count} recorded inputs are read and written as recorded");
}

/// The part of a conformance case that is read here.
#[derive(Deserialize)]
struct Case {
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    stdout: Option<String>,
}

fn yaml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the cases can be listed") {
        let path = entry.expect("the cases can be listed").path();
        if path.is_dir() {
            yaml_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(path);
        }
    }
}

#[test]
fn recorded_outputs_are_written_again_as_they_are() {
    let Some(folder) = shared("conformance/kustomize") else { return };
    let mut files = Vec::new();
    yaml_files(&folder, &mut files);
    files.sort();
    let (mut count, mut wrong) = (0, Vec::new());
    for file in &files {
        let case: Case = serde_yaml::from_str(&read(file)).unwrap();
        let Some(stdout) = case.expect.stdout else { continue };
        count += 1;
        match rewritten(&stdout) {
            Ok(text) if text == stdout => {}
            Ok(text) => {
                let difference = stdout.lines().zip(text.lines()).find(|(left, right)| left != right);
                wrong.push(format!("{}: {difference:?}", file.display()));
            }
            Err(error) => wrong.push(format!("{}: {error}", file.display())),
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{count} recorded outputs are written again as they are");
}

/// Texts over characters that matter to the writer, the same in every run.
struct Texts(u64);

impl Texts {
    fn below(&mut self, bound: usize) -> usize {
        // Constants of Knuth's MMIX generator.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % bound
    }

    fn next(&mut self) -> String {
        const PARTS: [&str; 32] = [
            "a",
            "b",
            " ",
            " ",
            " ",
            "\n",
            "\n",
            "\t",
            ":",
            "#",
            "-",
            "'",
            "\"",
            "?",
            ".",
            "0",
            "1",
            "e",
            "é",
            "\u{1F600}",
            "\r",
            "{",
            "\\",
            "word",
            "another-word",
            "some words in a row",
            "---",
            "true",
            "~",
            "\0",
            "\u{A0}",
            "\u{FEFF}",
        ];
        let len = self.below(40);
        (0..len).map(|_| PARTS[self.below(PARTS.len())]).collect()
    }
}

#[test]
fn an_independent_reader_finds_the_texts_that_were_written() {
    let mut texts = Texts(1);
    for _ in 0..10_000 {
        let (name, value) = (texts.next(), texts.next());
        let mut doc = Doc::empty_mapping();
        let (root, list) = (doc.root(), doc.sequence());
        let key = doc.scalar(&name, Tag::Str, Style::DoubleQuoted, Span::NONE);
        let text = doc.scalar(&value, Tag::Str, Style::DoubleQuoted, Span::NONE);
        doc.push(list, text);
        doc.push_entry(root, key, list);
        let written = emitted(&doc).unwrap();
        let read: std::collections::BTreeMap<String, Vec<String>> =
            serde_yaml::from_str(&written).unwrap_or_else(|error| panic!("{error}: {name:?} {value:?}\n{written}"));
        assert_eq!(read, [(name, vec![value])].into(), "{written}");
        assert_eq!(rewritten(&written).as_ref(), Ok(&written));
    }
}

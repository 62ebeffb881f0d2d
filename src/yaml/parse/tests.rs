//! Tests of the reader on small texts.

use super::*;
use crate::text::SourceMap;
use crate::yaml::{Kind, NodeRef, Style, Tag};

/// Kind, tag and text of a tree on one line.
fn show(node: NodeRef<'_>) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match node.kind() {
        Kind::Scalar => match node.tag() {
            Tag::Str => format!("{:?}", node.text()),
            tag => format!("{tag:?} {}", node.text()).trim_end().to_owned(),
        },
        Kind::Sequence => format!("[{}]", list(node.items().map(show).collect())),
        Kind::Mapping => {
            format!("{{{}}}", list(node.entries().map(|(k, v)| format!("{}: {}", show(k), show(v))).collect()))
        }
    }
}

fn source(text: &str) -> Arc<Source> {
    SourceMap::new().add("f.yaml", text)
}

fn piece(text: &str) -> Result<Option<Doc>, ParseError> {
    parse_piece(&source(text), 0..text.len(), &Limits::DEFAULT)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let doc = piece(text).unwrap_or_else(|error| panic!("{text:?}: {error}")).expect("a document");
    assert_eq!(show(doc.top()), expected, "{text:?}");
}

/// `marked` holds the place of the error between `«` and `»`.
#[track_caller]
fn refuse(marked: &str, expected: &str) {
    let start = marked.find('«').expect("a marked place");
    let text = marked.replace(['«', '»'], "");
    let end = marked.find('»').map_or(start, |end| end - '«'.len_utf8());
    let error = piece(&text).map(|doc| doc.map(|doc| show(doc.top()))).expect_err(&text);
    assert_eq!(error.to_string(), expected, "{text:?}");
    let span = error.span();
    assert_eq!(span.start as usize..span.end() as usize, start..end, "{text:?}: {expected}");
}

#[test]
fn plain_text_is_resolved_and_the_rest_is_not() {
    check("a: 1\nb: yes\nc: 'true'\nd: \"1\"\n", "{\"a\": Int 1, \"b\": \"yes\", \"c\": \"true\", \"d\": \"1\"}");
    check("[1.5, ~, true, 2001-01-01, a b]", "[Float 1.5, Null ~, Bool true, Timestamp 2001-01-01, \"a b\"]");
    check("a:\nb: # c\n", "{\"a\": Null, \"b\": Null}");
    check("{a, b: , c: 1}", "{\"a\": Null, \"b\": Null, \"c\": Int 1}");
    check("a: |\n  1\n", "{\"a\": \"1\\n\"}");
}

#[test]
fn tags_are_kept() {
    check("[!!str 1, !!int \"7\", !!null '', !foo 12, !!foo x]", "[\"1\", Int 7, Null, Other 12, Other x]");
    check("[! 12, ! '12', !<tag:yaml.org,2002:float> 3, !!binary aGk=]", "[Int 12, \"12\", Float 3, Binary aGk=]");
    check("!!map {a: !!seq []}", "{\"a\": []}");
    let doc = piece("[!!int 1, 1, !foo {}, ! 1]").unwrap().unwrap();
    let tagged: Vec<_> = doc.top().items().map(|item| doc.is_explicitly_tagged(item.id())).collect();
    assert_eq!(tagged, [true, false, true, false]);
}

#[test]
fn styles_and_places_are_kept_and_texts_are_borrowed() {
    let text = "# c\nkey: &a 'v'\nlist:\n- {x: \"y\"}\nlit: |\n  a\nfold: >-\n  a\n  b\nempty:\n";
    let doc = piece(text).unwrap().unwrap();
    let top = doc.top();
    let style = |key: &str| top.get(key).unwrap().style();
    assert_eq!(style("key"), Style::SingleQuoted);
    assert_eq!((style("list"), style("lit"), style("fold")), (Style::Plain, Style::Literal, Style::Folded));
    let item = top.get("list").unwrap().items().next().unwrap();
    assert_eq!((item.style(), item.get("x").unwrap().style()), (Style::Flow, Style::DoubleQuoted));
    let place = |node: NodeRef<'_>| &text[node.span().start as usize..node.span().end() as usize];
    assert_eq!(place(top.get("key").unwrap()), "'v'");
    assert_eq!(place(item), "{x: \"y\"}");
    assert_eq!(place(top.get("list").unwrap()), "{x: \"y\"}");
    assert_eq!(place(top), text[4..].trim_end().trim_end_matches(':'), "a value that is not there has no place");
}

#[test]
fn only_the_first_document_of_a_piece_counts() {
    check("a: 1\n...\nb: [", "{\"a\": Int 1}");
    check("---\na: 1\n", "{\"a\": Int 1}");
    check("---\n", "Null");
    check("null", "Null null");
    check("\u{feff}a: 1", "{\"a\": Int 1}");
    refuse("{a: 1}\n«»b: 2\n", "did not find expected <document start>");
    refuse(" a: 1\n«»b: 2\n", "did not find expected <document start>");
    for text in ["", "\n\n", "# c\n", "  # c"] {
        assert!(piece(text).unwrap().is_none(), "{text:?}");
    }
    assert!(piece("%YAML 1.1\n").is_err());
}

#[test]
fn a_stream_is_cut_as_text_and_spans_count_from_its_start() {
    let text = "# only a comment\n---\na: 1\n---\nnull\n--- # c\nb: |\n  x\n---\n";
    let docs = parse_stream(&source(text), &Limits::DEFAULT).unwrap();
    let shown: Vec<_> = docs.iter().map(|doc| show(doc.top())).collect();
    assert_eq!(shown, ["{\"a\": Int 1}", "{\"b\": \"x\\n\"}"]);
    assert_eq!(docs[1].top().get("b").unwrap().span().start as usize, text.find("x").unwrap());
    let error = parse_stream(&source("a: 1\n--- b\n"), &Limits::DEFAULT).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.span().start), ("invalid document separator: --- b", 5));
}

#[test]
fn equal_keys_are_refused_with_both_places() {
    refuse("a: 1\nb: 2\n«a»: 3\n", "mapping key \"a\" already defined at line 1");
    refuse("m: {'1': a, «1»: b}\n", "mapping key \"1\" already defined at line 1");
    let many: String = (0..40).rev().map(|n| format!("k{n}: 1\n")).collect();
    assert!(piece(&many).is_ok());
    refuse(&format!("{many}«k7»: 2\n"), "mapping key \"k7\" already defined at line 33");
}

#[test]
fn of_equal_keys_in_a_kustomization_the_last_counts() {
    let text = |text: &str| show(parse_text(&source(text), &Limits::DEFAULT).unwrap().unwrap().top());
    assert_eq!(text("a: 1\nb: 2\na: 3\n"), "{\"a\": Int 3, \"b\": Int 2}");
    assert_eq!(text("x: &x {a: 1}\ny: {a: 2, <<: *x}\n---\nz: 1\n"), "{\"x\": {\"a\": Int 1}, \"y\": {\"a\": Int 1}}");
    assert_eq!(text("x: &x {a: 1}\ny: {<<: *x, a: 2}\n"), "{\"x\": {\"a\": Int 1}, \"y\": {\"a\": Int 2}}");
}

#[test]
fn own_files_hold_one_document() {
    let single = |text: &str| parse_single(&source(text), &Limits::DEFAULT).map(|doc| doc.is_some());
    assert_eq!(single("# c\na: 1\n\n# end\n"), Ok(true));
    assert_eq!(single(""), Ok(false));
    assert!(matches!(single("a: 1\n---\nb: 1\n"), Err(ParseError::SecondDocument { .. })));
    assert!(matches!(single("a: 1\na: 1\n"), Err(ParseError::DuplicateKey { .. })));
}

#[test]
fn keys_are_texts() {
    refuse("«~»: a\n", "a mapping key is a text, not null");
    refuse("? «[a]»\n: b\n", "a mapping key is a text, not a sequence");
    refuse("{«{a: 1}»: b}\n", "a mapping key is a text, not a mapping");
    refuse("a:\n  «»: b\n", "a mapping key is a text, not null");
    check("1: a\ntrue: b\n", "{Int 1: \"a\", Bool true: \"b\"}");
}

#[test]
fn aliases_become_copies() {
    check("a: &x [1]\nb: *x\n", "{\"a\": [Int 1], \"b\": [Int 1]}");
    check("a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "{\"a\": Int 1, \"b\": Int 1, \"c\": Int 2, \"d\": Int 2}");
    check("p: &k foo\n*k : bar\n", "{\"p\": \"foo\", \"foo\": \"bar\"}");
    check("a: &e\nb: *e\n", "{\"a\": Null, \"b\": Null}");
    refuse("a: «*nope»\n", "unknown anchor \"nope\" referenced");
    refuse("a: &a {b: «*a»}\n", "the value of an anchor contains itself");
    let mut doc = piece("a: &x [1]\nb: *x\n").unwrap().unwrap();
    let (left, right) = (doc.get(doc.root(), "a").unwrap(), doc.get(doc.root(), "b").unwrap());
    let item = doc.children(left)[0];
    doc.set_text(item, "2");
    assert_eq!((show(doc.at(left)), show(doc.at(right))), ("[Int 2]".into(), "[Int 1]".into()));
}

#[test]
fn merge_keys_are_expanded() {
    let base = "x: &x {p: 1, q: 2}\ny: &y {q: 9, r: 8}\n";
    let merged = |text: &str| show(piece(&format!("{base}b: {text}\n")).unwrap().unwrap().top().get("b").unwrap());
    assert_eq!(merged("{<<: *x, q: 3}"), "{\"q\": Int 3, \"p\": Int 1}");
    assert_eq!(merged("{q: 3, <<: *x}"), "{\"q\": Int 3, \"p\": Int 1}");
    assert_eq!(merged("{<<: [*x, *y], s: 3}"), "{\"s\": Int 3, \"q\": Int 2, \"r\": Int 8, \"p\": Int 1}");
    assert_eq!(merged("{<<: {a: 1}}"), "{\"a\": Int 1}");
    assert_eq!(merged("<<"), "Merge <<");
    refuse("{«<<»: 3, p: 1}", "map merge requires map or sequence of maps as the value");
    refuse("{«<<»: [1]}", "map merge requires every item of the sequence to be a map");
    refuse("{a: &a 1, b: {«<<»: *a}}", "invalid map merge: received alias for a non-map value");
    refuse("{<<: {}, «<<»: {}}", "duplicate merge key");
    refuse("{«\"<<\"»: {}}", "a quoted `<<` key is no merge, and kustomize drops it; rename the key");
}

#[test]
fn limits_hold() {
    let limits = Limits {
        max_text_bytes: 400,
        max_depth: 5,
        max_nodes: 60,
        max_alias_nodes: 20,
        max_alias_bytes: 100,
        ..Limits::DEFAULT
    };
    let read = |text: &str| match parse_piece(&source(text), 0..text.len(), &limits) {
        Err(ParseError::Limit { limit, .. }) => Some(limit),
        result => result.map(|_| None).unwrap(),
    };
    assert_eq!(read("[[[[[1]]]]]"), None);
    assert_eq!(read("[[[[[[1]]]]]]"), Some(Limit::Depth(5)));
    assert_eq!(read("a:\n- b:\n  - c: [[1]]\n"), Some(Limit::Depth(5)));
    assert_eq!(read("- &a [[1]]\n- [[*a]]\n"), None);
    assert_eq!(read("- &a [[1]]\n- [[[*a]]]\n"), Some(Limit::Depth(5)));
    assert_eq!(read(&format!("[{}]", "1,".repeat(70))), Some(Limit::Nodes(60)));
    assert_eq!(read(&" ".repeat(401)), Some(Limit::TextBytes(400)));
    assert_eq!(read("- &a [1,2,3,4,5,6,7,8,9,0]\n- *a\n- *a\n"), Some(Limit::AliasNodes(20)));
    assert_eq!(read(&format!("- &a {}\n- *a\n- *a\n", "x".repeat(60))), Some(Limit::AliasBytes(100)));
}

#[test]
fn hostile_texts_end_quickly() {
    let laughs: String = std::iter::once("a0: &a0 lol\n".to_owned())
        .chain((1..30).map(|n| format!("a{n}: &a{n} [{}]\n", format!("*a{},", n - 1).repeat(9))))
        .collect();
    assert!(matches!(piece(&laughs), Err(ParseError::Limit { limit: Limit::AliasNodes(_), .. })));
    for open in ["[", "{a: ", "- ", "? "] {
        let text = open.repeat(100_000);
        assert!(piece(&text).is_err(), "{open}");
    }
    assert!(piece(&format!("{}{}", "[".repeat(900), "]".repeat(900))).is_ok());
    assert!(piece(&"&a ".repeat(1000)).is_err());
}

#[test]
fn what_libyaml_refuses_is_refused() {
    refuse("a:\n  -«\t»a\n", "found a tab where only spaces may separate");
    refuse("-«\t»a: 1\n", "found a tab where only spaces may separate");
    refuse("«\t»a: 1", "found a tab where only spaces may separate");
    refuse("m: {\n\ta: 1}\nn:\n«\t»b: 1", "found a tab where only spaces may separate");
    check("- [a,\tb]\n- a:\tb\n- {\n\tx: 1}\n", "[[\"a\", \"b\"], {\"a\": \"b\"}, {\"x\": Int 1}]");
    refuse("a: |\n  «\t»b\n", "found a tab character where an indentation space is expected");
    check("a: |2\n  \tb\n", "{\"a\": \"\\tb\\n\"}");
    refuse("a: \"«\\/»\"", "found unknown escape character");
    refuse("a: \"x«\\u»d83d\\ude00\"", "found invalid Unicode character escape code");
    check("a: \"\\x41\\u00e9\\U0001F600\\e\\0\"", "{\"a\": \"A\u{e9}\u{1f600}\\u{1b}\\0\"}");
    refuse("a: b«\0»", "control characters are not allowed");
    for text in ["a: \x7f", "a: '\u{80}'", "# \x01\na: 1", "\ta: 1", "a: b: c", "a: - b", " a: 1\nb: 2", "a: \"\\q\""] {
        assert!(piece(text).is_err(), "{text:?}");
    }
}

#[test]
fn wide_line_breaks_fold_in_quoted_text_and_are_refused_elsewhere() {
    check("a: 'x\u{85}  y'\n", "{\"a\": \"x y\"}");
    check("a: 'x\u{2028}    y'\n", "{\"a\": \"x\\u{2028}y\"}");
    let problem = "U+0085, U+2028 and U+2029 are line breaks and may only stand in quoted text";
    for text in ["a: x\u{85}y\n", "a: |\n  x\u{2028}y\n", "# x\u{2029}y\na: 1\n"] {
        assert_eq!(piece(text).map(|_| ()).map_err(|error| error.to_string()), Err(problem.to_owned()), "{text:?}");
    }
    check("a: \"\\N\\L\\P\"", "{\"a\": \"\\u{85}\\u{2028}\\u{2029}\"}");
}

#[test]
fn block_scalars_end_as_in_libyaml() {
    check("v: |\n  a", "{\"v\": \"a\"}");
    check("v: |+\n  a", "{\"v\": \"a\"}");
    check("v: >\n  a\n  b", "{\"v\": \"a b\"}");
    check("v: |\n", "{\"v\": \"\"}");
    check("v: |+\n\n\n", "{\"v\": \"\\n\\n\"}");
    check("v: |\n  a\r  b\n", "{\"v\": \"a\\nb\\n\"}");
}

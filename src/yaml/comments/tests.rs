use super::*;
use crate::yaml::restyle_with_comments;
use crate::yaml::{Kind, Tag};

fn parsed(text: &str) -> Result<Option<(Doc, Comments)>, ParseError> {
    parse_text_with_comments(&Source::detached(text), &Limits::DEFAULT)
}

fn document(text: &str) -> (Doc, Comments) {
    parsed(text).expect("it is YAML").expect("there is a document")
}

/// Where the comments of `text` went, as `key head|line|foot`.
fn attached(text: &str) -> Vec<String> {
    fn walk(doc: &Doc, comments: &Comments, id: NodeId, path: &str, found: &mut Vec<String>) {
        if let Some(Notes { head, line, foot, .. }) = comments.get(id)
            && [head, line, foot].iter().any(|comment| !comment.is_empty())
        {
            found.push(format!("{path} {head}|{line}|{foot}"));
        }
        let is_mapping = doc.kind(id) == Kind::Mapping;
        for (at, &child) in doc.children(id).iter().enumerate() {
            let name = if is_mapping { doc.text(doc.children(id)[at - at % 2]).to_owned() } else { at.to_string() };
            let mark = if is_mapping && at % 2 == 1 { ":" } else { "" };
            walk(doc, comments, child, &format!("{path}/{name}{mark}"), found);
        }
    }
    let (doc, comments) = document(text);
    let mut found = Vec::new();
    let (head, foot) = comments.of_document();
    found.push(format!("{head}||{foot}"));
    walk(&doc, &comments, doc.root(), "", &mut found);
    found
}

#[test]
fn comments_go_to_the_nodes_around_them() {
    assert_eq!(
        attached("# top\n\n# head\na: 1 # line\n# foot\n\nb: 2\n\n# end\n"),
        ["# top||# end", "/a # head||# foot", "/a: |# line|"]
    );
    assert_eq!(attached("a: # key\n  # head\n  b: 1\n"), ["||", "/a |# key|", "/a:/b # head||"]);
    assert_eq!(
        attached("- # of the block\n  a: 1\n# of the item\n- b: 1\n"),
        ["||", "/0/a # of the block||", "/1 # of the item||"]
    );
    assert_eq!(attached("a: [ # lost\n  b, # line\n  c\n  # foot\n]\n")[1..], ["/a:/0 |# line|", "/a:/1 ||# foot"]);
    assert_eq!(attached("a: | # line\n  # text\n"), ["||", "/a: |# line|"]);
}

#[test]
fn nothing_is_expanded_and_equal_keys_stay() {
    let (doc, comments) = document("a: &x 1\nb: *x\n<<: *x\na: 2\n");
    let root = doc.root();
    let texts: Vec<&str> = doc.children(root).iter().map(|&child| doc.text(child)).collect();
    assert_eq!(texts, ["a", "1", "b", "*x", "<<", "*x", "a", "2"]);
    assert_eq!(doc.tag(doc.children(root)[4]), Tag::Merge);
    assert_eq!(comments.get(doc.children(root)[1]).and_then(|notes| notes.anchor.as_deref()), Some("x"));
    assert_eq!(comments.get(doc.children(root)[3]).and_then(|notes| notes.alias.as_deref()), Some("x"));
}

#[test]
fn an_alias_with_another_text_is_a_scalar() {
    let (mut doc, comments) = document("a: &x 1\nb: *x # line\n");
    let root = doc.root();
    let alias = doc.get(root, "b").expect("it is there");
    doc.set_text(alias, "12");
    let written = restyle_with_comments(&doc, root, &comments).expect("it is flat");
    assert_eq!(written, "a: &x 1\nb: \"12\" # line\n");
}

#[test]
fn a_node_can_lose_what_is_around_it() {
    let (doc, mut comments) = document("# head\na: 1 # line\n");
    comments.forget(doc.children(doc.root())[1]);
    assert_eq!(restyle_with_comments(&doc, doc.root(), &comments).expect("it is flat"), "# head\na: 1\n");
}

#[test]
fn only_the_first_document_is_read() {
    let (doc, comments) = document("a: 1\n# foot\n---\n] no YAML\n");
    assert_eq!(restyle_with_comments(&doc, doc.root(), &comments).expect("it is flat"), "a: 1\n\n# foot\n");
    assert!(parsed("").expect("it is YAML").is_none());
    assert!(parsed("# only\n# comments\n").expect("it is YAML").is_none());
    let (doc, _) = document("---\n");
    assert!(doc.is_null(doc.root()));
}

#[test]
fn problems_have_a_place() {
    for (text, problem, start) in [
        ("a: 1\n\tb: 2\n", "found a tab character that violates indentation", 5),
        ("a: b: c\n", "mapping values are not allowed in this context", 4),
        ("a: [b\n", "did not find expected ',' or ']'", 6),
        ("a: 'b\n", "found unexpected end of stream", 6),
        ("a: \"\\q\"\n", "found unknown escape character", 4),
        ("a: *x\n", "unknown anchor \"x\" referenced", 3),
        ("a: \u{1}\n", "control characters are not allowed", 3),
        ("a\nb: 1\n", "mapping values are not allowed in this context", 3),
        ("a: |0\n  b\n", "found an indentation indicator equal to 0", 4),
        ("a: 1\nb\n", "could not find expected ':'", 5),
        ("!x!y z", "found undefined tag handle", 0),
    ] {
        let error = parsed(text).expect_err(text);
        assert_eq!((error.to_string().as_str(), error.span().start), (problem, start), "{text:?}");
    }
}

#[test]
fn nesting_and_size_are_limited() {
    let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let (doc, comments) = document(&deep);
    assert_eq!(restyle_with_comments(&doc, doc.root(), &comments).expect("it is deep enough"), format!("{deep}\n"));
    let deeper = format!("[{deep}]");
    assert!(matches!(parsed(&deeper), Err(ParseError::Limit { limit: Limit::Depth(1000), .. })));
    let limits = Limits { max_nodes: 3, ..Limits::DEFAULT };
    let many = parse_text_with_comments(&Source::detached("[a, b, c, d]"), &limits);
    assert!(matches!(many, Err(ParseError::Limit { limit: Limit::Nodes(3), .. })));
    let limits = Limits { max_text_bytes: 3, ..Limits::DEFAULT };
    let long = parse_text_with_comments(&Source::detached("a: 1"), &limits);
    assert!(matches!(long, Err(ParseError::Limit { limit: Limit::TextBytes(3), .. })));
}

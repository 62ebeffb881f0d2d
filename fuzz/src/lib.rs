//! What several targets share: texts from bytes, builds in memory.

use quintet::kustomize::{BuildOptions, build, to_yaml};
use quintet::text::Source;
use quintet::vfs::MemoryTree;
use quintet::yaml::{Doc, Limits, decode_text, emit, parse_stream};

/// The input as a text, if a file with these bytes could be read as one.
pub fn text(input: &[u8]) -> Option<String> {
    decode_text(input.to_vec()).ok()
}

/// Two texts in one input, with the first NUL between them, which is in no YAML
/// text.
pub fn halves(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = input.iter().position(|&byte| byte == 0)?;
    Some((&input[..at], &input[at + 1..]))
}

/// What `/app` of `tree` builds to.
///
/// # Panics
/// When a second build comes to something else.
pub fn build_twice(tree: &MemoryTree) -> Result<Vec<u8>, String> {
    let build_once = || {
        let options = BuildOptions::default();
        build(tree, "/app".as_ref(), &options)
            .and_then(|objects| to_yaml(&objects, &options))
            .map_err(|error| error.to_string())
    };
    let built = build_once();
    assert_eq!(built, build_once(), "two builds of one input");
    built
}

/// Emitting what was emitted changes nothing. The answer is what was emitted,
/// read again; nothing for line breaks of YAML 1.1, which are written as
/// kustomize writes them, but refused where they are not quoted.
///
/// # Panics
/// When the text is no YAML, or is written in another way.
pub fn check_stable(stream: &[u8]) -> Option<Vec<Doc>> {
    let text = std::str::from_utf8(stream).expect("YAML that is written is UTF-8");
    if text.contains(['\u{85}', '\u{2028}', '\u{2029}']) {
        return None;
    }
    let docs = parse_stream(&Source::detached(text), &Limits::DEFAULT)
        .unwrap_or_else(|error| panic!("what was written cannot be read: {error}\n{text}"));
    let mut again = Vec::new();
    for doc in &docs {
        if !again.is_empty() {
            again.extend(b"---\n");
        }
        emit(doc, doc.root(), &mut again).unwrap_or_else(|error| panic!("cannot be written again: {error}\n{text}"));
    }
    assert_eq!(text, String::from_utf8_lossy(&again), "writing again what was written");
    Some(docs)
}

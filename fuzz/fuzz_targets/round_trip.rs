//! What is written reads as what was read, and is written in the same way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet::text::Source;
use quintet::yaml::{Limits, emit, parse_stream, to_json};
use quintet_fuzz::check_stable;

fuzz_target!(|input: &[u8]| {
    let Some(text) = quintet_fuzz::text(input) else { return };
    let Ok(docs) = parse_stream(&Source::detached(text), &Limits::DEFAULT) else { return };
    for doc in &docs {
        let mut written = Vec::new();
        if emit(doc, doc.root(), &mut written).is_err() {
            continue;
        }
        let (Some(again), Ok(before)) = (check_stable(&written), to_json(doc, doc.root())) else { continue };
        // kustomize writes a next-line character as a space.
        if before.contains('\u{85}') {
            continue;
        }
        let after: Vec<_> =
            again.iter().map(|doc| without_minus_zero(to_json(doc, doc.root()).unwrap_or_default())).collect();
        let written = String::from_utf8_lossy(&written);
        assert_eq!(after, [without_minus_zero(before)], "values change when they are written as\n{written}");
    }
});

/// Zero has no sign in YAML that is written, but has one in JSON.
fn without_minus_zero(json: String) -> String {
    if json == "-0" { "0".to_owned() } else { json.replace("-0,", "0,").replace("-0]", "0]").replace("-0}", "0}") }
}

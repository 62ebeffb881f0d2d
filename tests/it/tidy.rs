//! The rules of `cargo xtask tidy`, so that they cannot be forgotten.

#[path = "../../xtask/src/rules/mod.rs"]
#[allow(clippy::disallowed_methods, reason = "the rules read the source tree")]
mod rules;

#[test]
fn the_source_tree_keeps_the_rules_of_the_house() {
    let problems = rules::check(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let shown: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "\n{}", shown.join("\n"));
}

//! Arrows between the rooms of `src` go one way: the table of DESIGN §3.

use super::Problem;
use super::code::{line_of, names_below};
use super::tree::{File, Tree};

/// What a room may use. `text` to `kustomize` in the order data flows.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("yaml", &["text"]),
    ("vfs", &["text", "yaml"]),
    ("resource", &["yaml", "text"]),
    ("schema", &["resource", "yaml", "text"]),
    ("kustomize", &["schema", "resource", "vfs", "yaml", "text"]),
    ("finding", &["resource", "yaml", "text"]),
    ("policy", &["finding", "resource", "vfs", "yaml", "text"]),
    ("compose", &["kustomize", "schema", "resource", "vfs", "yaml", "text", "finding"]),
    ("argocd", &["compose", "policy", "kustomize", "schema", "resource", "vfs", "yaml", "text", "finding"]),
    ("order", &["resource", "policy", "finding", "yaml", "text"]),
    ("mesh", &["resource", "policy", "finding"]),
    ("snapshot", &["resource", "schema", "vfs", "yaml", "text", "finding"]),
    ("check", ABOVE_CHECK),
    ("report", &["finding", "text"]),
    ("ops", ABOVE_OPS),
    ("cli", &["ops", "report"]),
];

const ABOVE_CHECK: &[&str] = &[
    "text",
    "yaml",
    "vfs",
    "resource",
    "schema",
    "kustomize",
    "finding",
    "policy",
    "compose",
    "argocd",
    "order",
    "mesh",
    "snapshot",
];

const ABOVE_OPS: &[&str] = &[
    "text",
    "yaml",
    "vfs",
    "resource",
    "schema",
    "kustomize",
    "finding",
    "policy",
    "compose",
    "argocd",
    "order",
    "mesh",
    "snapshot",
    "check",
    "report",
];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    tree.files.iter().flat_map(check_file).collect()
}

/// Tests count too: a test that needs a higher room belongs there.
fn check_file(file: &File) -> Vec<Problem> {
    let Some(room) = file.room() else { return Vec::new() };
    let problem = |line, message| Problem { path: file.path.clone(), line, message };
    let Some((_, may_use)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return vec![problem(0, format!("`{room}` is no room of DESIGN §3"))];
    };
    let mut problems = Vec::new();
    for (at, used) in names_below(&file.code, "crate") {
        if used != room && !may_use.contains(&used) {
            let allowed = if may_use.is_empty() { "nothing".to_owned() } else { may_use.join(", ") };
            problems.push(problem(
                line_of(&file.code, at),
                format!("room `{room}` uses `crate::{used}`; it may use {allowed}"),
            ));
        }
    }
    for (at, _) in file.product.match_indices(&"super::".repeat(depth(file))) {
        problems.push(problem(line_of(&file.code, at), "climbs to the crate by `super`; write `crate::`".to_owned()));
    }
    problems
}

/// How many modules deep a file is: `src/yaml/mod.rs` 1, `src/yaml/node.rs` 2.
fn depth(file: &File) -> usize {
    file.path.matches('/').count() - usize::from(file.stem() == "mod")
}

#[cfg(test)]
mod tests {
    use super::super::complaints;
    use super::*;

    #[track_caller]
    fn passes(path: &str, text: &str) {
        assert_eq!(complaints(check, &[(path, text)]), [""; 0]);
    }

    #[track_caller]
    fn fails(path: &str, text: &str, expected: &str) {
        assert_eq!(complaints(check, &[(path, text)]), [expected]);
    }

    #[test]
    fn a_room_uses_what_its_row_lists() {
        passes("src/yaml/node.rs", "use crate::text::Span;\nuse crate::yaml::Doc;\nuse super::Tag;");
        passes("src/yaml/node.rs", "// use crate::kustomize;\nconst S: &str = \"crate::kustomize\";");
        passes("src/lib.rs", "pub use crate::kustomize::build;");
        fails(
            "src/yaml/node.rs",
            "\nuse crate::{text::Span, vfs::Tree};",
            "src/yaml/node.rs:2: room `yaml` uses `crate::vfs`; it may use text",
        );
        fails(
            "src/text/a.rs",
            "fn f() { crate::yaml::g() }",
            "src/text/a.rs:1: room `text` uses `crate::yaml`; it may use nothing",
        );
        fails(
            "src/report/a.rs",
            "#[cfg(test)]\nmod tests { use crate::check::Check; }",
            "src/report/a.rs:2: room `report` uses `crate::check`; it may use finding, text",
        );
    }

    #[test]
    fn an_unknown_room_is_a_problem() {
        fails("src/extra/mod.rs", "", "src/extra/mod.rs: `extra` is no room of DESIGN §3");
        fails("src/extra.rs", "", "src/extra.rs: `extra` is no room of DESIGN §3");
    }

    #[test]
    fn the_crate_is_not_reached_by_climbing() {
        passes("src/kustomize/transform/images.rs", "use super::super::accumulate;");
        passes("src/yaml/node.rs", "#[cfg(test)]\nmod tests { use super::super::Doc; }");
        fails(
            "src/yaml/node.rs",
            "use super::super::vfs;",
            "src/yaml/node.rs:1: climbs to the crate by `super`; write `crate::`",
        );
    }

    #[test]
    fn no_room_uses_a_room_that_uses_it() {
        for (name, uses) in ROOMS {
            for used in *uses {
                let (_, back) = ROOMS.iter().find(|(room, _)| room == used).expect("rows name rooms");
                assert!(!back.contains(name), "{name} and {used} use each other");
            }
        }
    }
}

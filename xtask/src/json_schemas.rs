//! The part of `codegen` that keeps `docs/schema` equal to the types that read
//! and write the files. Only the library knows these types, and the other commands
//! should not have to build it; so a program of its own prints the schemas
//! (`xtask/schemas`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::command::{self, Place};

const FOLDER: &str = "docs/schema";
const SUFFIX: &str = ".schema.json";

/// Writes the schemas and shows what changed, or compares them.
pub(crate) fn run(place: &Place, check: bool) -> Result<(), String> {
    let program = ["run", "--quiet", "--features", "json-schema", "--example", "schemas"];
    let printed = command::output(place.cargo().args(program))?;
    let wanted: BTreeMap<String, String> =
        serde_json::from_str(&printed).map_err(|error| format!("the schemas are no JSON object: {error}"))?;
    let folder = place.root.join(FOLDER);
    let present = present(&folder)?;
    let mut stale = Vec::new();
    for name in wanted.keys().chain(present.keys()).collect::<BTreeSet<_>>() {
        let (wanted, present) = (wanted.get(name), present.get(name));
        if wanted == present {
            continue;
        }
        if check {
            stale.push(format!("{FOLDER}/{name} is not what `cargo xtask codegen` writes"));
            continue;
        }
        let path = folder.join(name);
        let done = match wanted {
            Some(text) => fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text)),
            None => fs::remove_file(&path),
        };
        done.map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{FOLDER}/{name}");
        for line in changes(present.map_or("", String::as_str), wanted.map_or("", String::as_str)) {
            println!("  {line}");
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n")) }
}

/// The schemas that are there, by name.
fn present(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    if !folder.exists() {
        return Ok(BTreeMap::new());
    }
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(SUFFIX) {
            found.insert(name, fs::read_to_string(entry.path()).map_err(failed)?);
        }
    }
    Ok(found)
}

/// What stands between the lines at the start and at the end that are the same.
fn changes(before: &str, after: &str) -> Vec<String> {
    let (mut before, mut after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    before.drain(..same);
    after.drain(..same);
    let same = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
    before.truncate(before.len() - same);
    after.truncate(after.len() - same);
    let marked = |sign: char| move |line: &str| format!("{sign} {line}");
    before.into_iter().map(marked('-')).chain(after.into_iter().map(marked('+'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_without_what_is_the_same() {
        assert_eq!(changes("a\nb\nc\n", "a\nx\nc\n"), ["- b", "+ x"]);
        assert_eq!(changes("a\na\n", "a\n"), ["- a"]);
        assert_eq!(changes("", "a\n"), ["+ a"]);
        assert_eq!(changes("a\n", "a\n"), [""; 0]);
    }
}

//! A folder with generated files, made equal to what they should be, or compared.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Writes `wanted` to `folder` below `root`, takes other files away and shows what
/// changed; with `check` nothing is changed. Only files that `is_ours` are looked at.
///
/// # Errors
/// With `check`, what is not as it should be; else what could not be read or written.
pub(crate) fn keep(
    root: &Path,
    folder: &str,
    wanted: &BTreeMap<String, String>,
    is_ours: fn(&str) -> bool,
    check: bool,
) -> Result<(), String> {
    let whole = root.join(folder);
    let present = read(&whole, is_ours)?;
    let mut stale = Vec::new();
    for name in wanted.keys().chain(present.keys()).collect::<BTreeSet<_>>() {
        let (wanted, present) = (wanted.get(name), present.get(name));
        if wanted == present {
            continue;
        }
        if check {
            stale.push(format!("{folder}/{name} is not what `cargo xtask codegen` writes"));
            continue;
        }
        let path = whole.join(name);
        let done = match wanted {
            Some(text) => fs::create_dir_all(&whole).and_then(|()| fs::write(&path, text)),
            None => fs::remove_file(&path),
        };
        done.map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{folder}/{name}");
        for line in changes(present.map_or("", String::as_str), wanted.map_or("", String::as_str)) {
            println!("  {line}");
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n")) }
}

/// The files of `folder` that `is_ours`, by name; none where there is no folder.
///
/// # Errors
/// When one cannot be read.
pub(crate) fn read(folder: &Path, is_ours: fn(&str) -> bool) -> Result<BTreeMap<String, String>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    if !folder.exists() {
        return Ok(BTreeMap::new());
    }
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_ours(&name) {
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

    #[test]
    fn a_folder_is_compared_and_then_made_equal() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("made");
        fs::create_dir(&folder).unwrap();
        for (name, text) in [("old.1", "old"), ("same.1", "same"), ("README.md", "by hand")] {
            fs::write(folder.join(name), text).unwrap();
        }
        let wanted = BTreeMap::from([("same.1", "same"), ("new.1", "new")].map(|(a, b)| (a.to_owned(), b.to_owned())));
        let is_ours = |name: &str| name.ends_with(".1");
        let stale = keep(root.path(), "made", &wanted, is_ours, true).unwrap_err();
        assert_eq!(stale.lines().count(), 2, "{stale}");
        assert!(stale.contains("made/new.1") && stale.contains("made/old.1"), "{stale}");
        keep(root.path(), "made", &wanted, is_ours, false).unwrap();
        assert_eq!(read(&folder, is_ours).unwrap(), wanted);
        assert!(folder.join("README.md").exists());
        keep(root.path(), "made", &wanted, is_ours, true).unwrap();
    }
}

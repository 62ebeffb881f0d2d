//! The text of git's commits and trees (`gitformat-pack(5)`,
//! `git-hash-object(1)`), read without a repository.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use git2::Oid;

/// What a tree says stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GitKind {
    File,
    Link,
    Tree,
    /// A commit of another repository, whose objects are not in this one.
    Submodule,
}

/// The entries of one tree.
pub(super) type GitEntries = BTreeMap<OsString, (GitKind, Oid)>;

const ID_BYTES: usize = 20;

/// The tree that the commit with these bytes is of.
pub(super) fn tree_of_commit(bytes: &[u8]) -> Result<Oid, &'static str> {
    let id = bytes.strip_prefix(b"tree ").and_then(|rest| rest.split(|&byte| byte == b'\n').next());
    id.and_then(|id| std::str::from_utf8(id).ok()).and_then(parse_id).ok_or("it does not start with a tree")
}

/// The entries of the tree with these bytes.
///
/// Names that would mean another place are refused, as `git fsck` does.
pub(super) fn parse_tree(mut bytes: &[u8]) -> Result<GitEntries, &'static str> {
    let mut entries = GitEntries::new();
    while !bytes.is_empty() {
        let (mode, rest) = cut(bytes, b' ').ok_or("an entry has no mode")?;
        let (name, rest) = cut(rest, 0).ok_or("an entry has no name")?;
        let (id, rest) = rest.split_at_checked(ID_BYTES).ok_or("an entry has no object")?;
        bytes = rest;
        if name.is_empty() || name == b"." || name == b".." || name.contains(&b'/') {
            return Err("an entry has a name that is no file name");
        }
        let id = Oid::from_bytes(id).map_err(|_| "an entry has no object")?;
        if entries.insert(OsString::from_vec(name.to_vec()), (kind_of(mode)?, id)).is_some() {
            return Err("two entries have one name");
        }
    }
    Ok(entries)
}

/// `text` as the name of an object, when it is one in full.
pub(super) fn parse_id(text: &str) -> Option<Oid> {
    if super::digest::is_hex(text, 2 * ID_BYTES) { Oid::from_str(text).ok() } else { None }
}

/// The type is in the upper bits of the octal mode; of the others, old versions
/// of git wrote more than two.
fn kind_of(mode: &[u8]) -> Result<GitKind, &'static str> {
    let mode = std::str::from_utf8(mode).ok().and_then(|mode| u32::from_str_radix(mode, 8).ok());
    match mode.map(|mode| mode >> 12) {
        Some(0o04) => Ok(GitKind::Tree),
        Some(0o10) => Ok(GitKind::File),
        Some(0o12) => Ok(GitKind::Link),
        Some(0o16) => Ok(GitKind::Submodule),
        _ => Err("an entry has an unknown mode"),
    }
}

fn cut(bytes: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == at)?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(mode: &str, name: &str) -> Vec<u8> {
        [mode.as_bytes(), b" ", name.as_bytes(), &[0], &[7; ID_BYTES]].concat()
    }

    #[test]
    fn entries_have_the_kind_of_their_mode() {
        let modes = [("100644", "a"), ("100755", "b"), ("120000", "c"), ("40000", "d"), ("160000", "e")];
        let bytes: Vec<u8> = modes.iter().flat_map(|(mode, name)| entry(mode, name)).collect();
        let kinds: Vec<GitKind> = parse_tree(&bytes).unwrap().values().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [GitKind::File, GitKind::File, GitKind::Link, GitKind::Tree, GitKind::Submodule]);
        assert!(parse_tree(b"").unwrap().is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for name in ["", ".", "..", "a/b"] {
            assert!(parse_tree(&entry("100644", name)).is_err(), "{name}");
        }
        for mode in ["", "0", "20000", "8", "99999999999"] {
            assert!(parse_tree(&entry(mode, "a")).is_err(), "{mode}");
        }
        let whole = entry("100644", "a");
        for length in 1..whole.len() {
            assert!(parse_tree(&whole[..length]).is_err(), "{length}");
        }
        assert!(parse_tree(&[whole.clone(), whole].concat()).is_err());
        for commit in ["", "tree", "tree 12\n", "parent 0123456789012345678901234567890123456789\n"] {
            assert!(tree_of_commit(commit.as_bytes()).is_err(), "{commit}");
        }
        let id = "0123456789012345678901234567890123456789";
        assert_eq!(tree_of_commit(format!("tree {id}\nauthor").as_bytes()).unwrap().to_string(), id);
    }
}

//! The Rust files the rules look at.

use std::fs;
use std::path::Path;

use super::code::{blank_tests, blank_text};

/// A Rust file.
pub(super) struct File {
    /// From the root of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    /// The text with comments and the contents of literals blanked, line by
    /// line the same.
    pub(super) code: String,
    /// The code with `#[cfg(test)]` items blanked as well.
    pub(super) product: String,
}

impl File {
    fn new(path: String, text: String) -> Self {
        let code = blank_text(&text);
        let of_tests = path.starts_with("tests/") || path.ends_with("/tests.rs") || path.contains("/tests/");
        let product = if of_tests { String::new() } else { blank_tests(&code) };
        Self { path, text, code, product }
    }

    /// The room: the folder or file below `src`; nothing for its roots.
    pub(super) fn room(&self) -> Option<&str> {
        let below = self.path.strip_prefix("src/")?;
        let room = below.split_once('/').map_or_else(|| below.trim_end_matches(".rs"), |(room, _)| room);
        (!matches!(room, "lib" | "main")).then_some(room)
    }

    /// The last part of the path, without `.rs`.
    pub(super) fn stem(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    /// The folder, without a `/` at the end.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// All Rust files of `src`, `tests` and `xtask/src`, sorted by path.
pub(super) struct Tree {
    pub(super) files: Vec<File>,
}

impl Tree {
    pub(super) fn read(root: &Path) -> std::io::Result<Self> {
        let mut files = Vec::new();
        for top in ["src", "tests", "xtask/src"] {
            if root.join(top).is_dir() {
                read_folder(root, top, &mut files)?;
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { files })
    }

    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|&(path, text)| File::new(path.to_owned(), text.to_owned())).collect() }
    }

    pub(super) fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }
}

/// Test data is data, whatever its name.
fn read_folder(root: &Path, folder: &str, files: &mut Vec<File>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            if path != "tests/data" {
                read_folder(root, &path, files)?;
            }
        } else if path.ends_with(".rs") {
            files.push(File::new(path, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_knows_its_room() {
        let tree =
            Tree::of(&[("src/yaml/node.rs", ""), ("src/lib.rs", ""), ("src/order.rs", ""), ("tests/it/a.rs", "")]);
        let rooms: Vec<_> = tree.files.iter().map(File::room).collect();
        assert_eq!(rooms, [Some("yaml"), None, Some("order"), None]);
    }

    #[test]
    fn a_tree_is_read_from_disk_without_test_data() {
        let root = std::env::temp_dir().join(format!("quintet-tidy-{}", std::process::id()));
        for path in ["src/a/b.rs", "tests/data/x.rs", "xtask/src/main.rs", "src/a/c.txt"] {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), "fn f() {}").unwrap();
        }
        let tree = Tree::read(&root).unwrap();
        let paths: Vec<_> = tree.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["src/a/b.rs", "xtask/src/main.rs"]);
        fs::remove_dir_all(root).unwrap();
    }
}

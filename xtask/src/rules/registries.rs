//! A registry is the list of files in its folder: a file nobody declares is
//! not compiled, and nobody would notice.

use super::Problem;
use super::tree::{File, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    tree.files.iter().filter_map(|file| undeclared(tree, file)).collect()
}

fn undeclared(tree: &Tree, file: &File) -> Option<Problem> {
    let (name, parents) = parents(file)?;
    // The library and the binary are two roots: `cli` belongs to the binary.
    let mut present = parents.iter().filter_map(|path| tree.get(path)).peekable();
    let first = present.peek().copied();
    if present.any(|parent| declares(&parent.code, name)) {
        return None;
    }
    match first {
        Some(parent) => Some(problem(file, format!("`{}` does not declare `mod {name}`", parent.path))),
        None => Some(problem(file, format!("nothing declares it: there is no `{}`", parents[0]))),
    }
}

fn problem(file: &File, message: String) -> Problem {
    Problem { path: file.path.clone(), line: 0, message }
}

/// The module's name and the files that may declare it; nothing for roots of
/// crates.
fn parents(file: &File) -> Option<(&str, Vec<String>)> {
    let folder = file.folder();
    let of = |folder: &str| match folder {
        "src" => vec!["src/lib.rs".to_owned(), "src/main.rs".to_owned()],
        "xtask/src" => vec!["xtask/src/main.rs".to_owned()],
        "tests/it" => vec!["tests/it/main.rs".to_owned()],
        _ => vec![format!("{folder}/mod.rs"), format!("{folder}.rs")],
    };
    match file.stem() {
        "main" | "lib" => None,
        _ if folder == "tests" || file.path.starts_with("src/bin/") => None,
        "mod" => folder.rsplit_once('/').map(|(above, name)| (name, of(above))),
        stem => Some((stem, of(folder))),
    }
}

fn declares(code: &str, name: &str) -> bool {
    code.lines().map(str::trim).filter_map(|line| line.strip_suffix(';')).any(|line| {
        let mut words = line.split_whitespace().rev();
        words.next() == Some(name) && words.next() == Some("mod")
    })
}

#[cfg(test)]
mod tests {
    use super::super::complaints;
    use super::check;

    #[test]
    fn every_file_is_declared_where_it_belongs() {
        let good = [
            ("src/cli/build.rs", ""),
            ("src/cli/mod.rs", "#[rustfmt::skip]\npub(crate) mod build;\n"),
            ("src/lib.rs", "pub mod cli;"),
            ("tests/it/main.rs", "mod tidy;"),
            ("tests/it/tidy.rs", ""),
            ("xtask/src/main.rs", ""),
        ];
        assert_eq!(complaints(check, &good), [""; 0]);
        let bad = [
            ("src/cli/build.rs", ""),
            ("src/cli/mod.rs", "// mod build;"),
            ("src/lib.rs", ""),
            ("src/text/a.rs", ""),
            ("tests/it/main.rs", ""),
            ("tests/it/tidy.rs", ""),
        ];
        assert_eq!(
            complaints(check, &bad),
            [
                "src/cli/build.rs: `src/cli/mod.rs` does not declare `mod build`",
                "src/cli/mod.rs: `src/lib.rs` does not declare `mod cli`",
                "src/text/a.rs: nothing declares it: there is no `src/text/mod.rs`",
                "tests/it/tidy.rs: `tests/it/main.rs` does not declare `mod tidy`",
            ]
        );
    }
}

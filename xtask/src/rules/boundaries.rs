//! Only `vfs` and `cli` touch files and sockets, only `vfs` starts programs,
//! only `cli` prints. Tests are free.

use super::Problem;
use super::code::{line_of, names_below};
use super::tree::{File, Tree};

const PRINTING: &[&str] = &["println", "print", "eprintln", "eprint"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    tree.files.iter().filter(|file| file.path.starts_with("src/")).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Problem> {
    let room = file.room().unwrap_or_default();
    let is_main = file.path == "src/main.rs";
    let mut problems = Vec::new();
    let mut problem = |at, message| {
        problems.push(Problem { path: file.path.clone(), line: line_of(&file.product, at), message });
    };
    for (at, name) in names_below(&file.product, "std") {
        match name {
            "fs" | "net" if !matches!(room, "vfs" | "cli") => {
                problem(at, format!("`std::{name}` outside `vfs` and `cli`"));
            }
            "process" if room != "vfs" && !((is_main || room == "cli") && only_exit_code(&file.product[at..])) => {
                problem(at, "`std::process` outside `vfs`".to_owned());
            }
            _ => {}
        }
    }
    if !is_main && room != "cli" {
        for (at, _) in file.product.match_indices('!') {
            let before = &file.product[..at];
            let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
            if PRINTING.contains(&&before[start..]) {
                problem(at, format!("`{}!` outside `cli`", &before[start..]));
            }
        }
    }
    problems
}

/// The type `main` returns is no start of a program.
fn only_exit_code(path: &str) -> bool {
    path.starts_with("process::ExitCode")
}

#[cfg(test)]
mod tests {
    use super::super::complaints;
    use super::check;

    #[test]
    fn files_sockets_and_programs_have_their_rooms() {
        let check = |path, text, expected: &[&str]| assert_eq!(complaints(check, &[(path, text)]), expected);
        check("src/vfs/disk.rs", "use std::{fs, net, process};", &[]);
        check("src/cli/build.rs", "use std::fs;\nuse std::process::ExitCode;", &[]);
        check("src/cli/build.rs", "use std::process::Command;", &["src/cli/build.rs:1: `std::process` outside `vfs`"]);
        check("src/main.rs", "fn main() -> std::process::ExitCode { println!() }", &[]);
        check("src/yaml/a.rs", "use std::{fmt, fs::File};", &["src/yaml/a.rs:1: `std::fs` outside `vfs` and `cli`"]);
        check("src/yaml/a.rs", "#[cfg(test)]\nmod tests { use std::fs; fn f() { eprintln!() } }", &[]);
        check("tests/it/main.rs", "use std::fs;", &[]);
    }

    #[test]
    fn only_the_command_line_prints() {
        let check = |path, text, expected: &[&str]| assert_eq!(complaints(check, &[(path, text)]), expected);
        check("src/ops/build.rs", "\nprintln!(\"x\");", &["src/ops/build.rs:2: `println!` outside `cli`"]);
        check("src/ops/build.rs", "writeln!(out); // println!", &[]);
        check("src/cli/build.rs", "eprint!(\"x\");", &[]);
    }
}

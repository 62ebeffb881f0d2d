//! The completions of `docs/completions`, read by the shells they are for. That
//! they are those of the program is held here and by `cargo xtask codegen --check`.

#![expect(clippy::disallowed_methods, reason = "the tests read files themselves")]

use std::path::{Path, PathBuf};
use std::process::Command;

use quintet::report::FORMATS;

use crate::command::{quintet, run};
use crate::tool::{Script, assert_reads, has};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/completions").join(name)
}

#[test]
fn the_files_are_what_the_program_writes() {
    let files = [
        ("bash", "quintet.bash"),
        ("elvish", "quintet.elv"),
        ("fish", "quintet.fish"),
        ("powershell", "quintet.ps1"),
        ("zsh", "_quintet"),
    ];
    for (shell, name) in files {
        let written = run(quintet(["completions", shell]).env("COLUMNS", "40")).built();
        assert!(written == std::fs::read(file(name)).expect("is there"), "{name}: run `cargo xtask codegen`");
    }
    assert!(run(&mut quintet(["completions", "tcsh"])).failed(2).contains("possible values: bash"));
}

#[test]
fn shells_can_read_them() {
    for (shell, arguments, name) in [
        ("bash", ["-n"].as_slice(), "quintet.bash"),
        ("zsh", ["-n"].as_slice(), "_quintet"),
        ("fish", ["-n"].as_slice(), "quintet.fish"),
    ] {
        if has(shell) {
            let mut command = Command::new(shell);
            command.args(arguments).arg(file(name)).env("HOME", "/nonexistent");
            assert_reads(command);
        }
    }
}

/// What bash offers for the last word of each line, in the lines' order.
fn bash_offers(lines: &[&[&str]]) -> Vec<String> {
    let mut script = format!("source {}\n", file("quintet.bash").display());
    for words in lines {
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        script += &format!(
            "COMP_WORDS=({}); COMP_CWORD={}; COMPREPLY=()\n\
             _quintet quintet \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
             echo \"${{COMPREPLY[*]}}\"\n",
            words.join(" "),
            words.len() - 1
        );
    }
    // Where words end is up to bash's own list, as on a terminal.
    let said = run(&mut Script::new(&script).under(&["bash", "--noprofile", "--norc"])).built();
    String::from_utf8(said).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let formats = FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(" ");
    let rows: &[(&[&str], &str)] = &[
        (&["quintet", "che"], "check"),
        (&["quintet", "check", "--al"], "--all-envs"),
        (&["quintet", "check", "--output", ""], &formats),
        (&["quintet", "check", "--output", "sa"], "sarif"),
        (&["quintet", "check", "--all-envs", "--fail-on", ""], "error warning"),
        (&["quintet", "plan", "--output", "m"], "mermaid"),
        (&["quintet", "render", "--layout", ""], "application object"),
        (&["quintet", "completions", "f"], "fish"),
        (&["quintet", "--color", ""], "auto always never"),
        (&["quintet", "check", "--color", "a"], "auto always"),
        (&["quintet", "pin", "ver"], "verify"),
        (&["quintet", "pin", "verify", "--unv"], "--unverified"),
        (&["quintet", "help", "pin", "ven"], "vendor"),
        (&["quintet", "explain", "patch/ch"], "patch/changed-nothing"),
        (&["quintet", "build", "--load-restrictor", ""], "LoadRestrictionsRootOnly LoadRestrictionsNone"),
    ];
    let offered = bash_offers(&rows.iter().map(|(words, _)| *words).collect::<Vec<_>>());
    for ((words, expected), offered) in rows.iter().zip(&offered) {
        assert_eq!(offered, expected, "{words:?}");
    }
    assert_eq!(offered.len(), rows.len());
}

#[test]
fn fish_completes_commands_options_and_values() {
    if !has("fish") {
        return;
    }
    let rows = [
        ("quintet chec", "check"),
        ("quintet check --output sar", "sarif"),
        ("quintet check --fail-on w", "warning"),
        ("quintet pin ver", "verify"),
        ("quintet completions zs", "zsh"),
        ("quintet explain patch/cha", "patch/changed-nothing"),
    ];
    let mut script = format!("source {}\n", file("quintet.fish").display());
    for (line, _) in rows {
        script += &format!("complete -C '{line}'\n");
    }
    let said = run(&mut Script::new(&script).under(&["fish", "--no-config"])).built();
    let said = String::from_utf8(said).expect("UTF-8");
    let offered: Vec<_> = said.lines().map(|line| line.split('\t').next().unwrap_or_default()).collect();
    assert_eq!(offered, rows.map(|(_, expected)| expected), "{said}");
}

/// Elvish has the module `edit:` on a terminal only; this stands in for what a
/// completion uses of it.
const ELVISH_EDIT: &str = "\
var edit: = (ns [&completion:=(ns [&arg-completer=[&]]) &complex-candidate~={|text &display=''| put $text }])
";

#[test]
fn elvish_completes_commands_and_options() {
    if !has("elvish") {
        return;
    }
    let completer = std::fs::read_to_string(file("quintet.elv")).expect("UTF-8");
    let ask = "\
for words [[quintet ''] [quintet pin ''] [quintet check '']] {
  echo ($edit:completion:arg-completer[quintet] $@words | str:join ' ')
}
";
    // Modules are named before anything else is said.
    let script = format!("use str\n{ELVISH_EDIT}{completer}\n{ask}");
    let said = run(&mut Script::new(&script).under(&["elvish", "-norc"])).built();
    let said = String::from_utf8(said).expect("UTF-8");
    let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split(' ').collect()).collect();
    for (line, expected) in lines.iter().zip(["check", "verify", "--all-envs"]) {
        assert!(line.contains(&expected), "{said}");
    }
    assert_eq!(lines.len(), 3, "{said}");
}

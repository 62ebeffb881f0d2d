//! The manual pages of `docs/man`, read by programs that typeset them.

#![expect(clippy::disallowed_methods, reason = "the tests read files themselves")]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{quintet, run};
use crate::tool::{assert_reads, has};

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/man");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect();
    pages.sort();
    pages
}

fn name(page: &Path) -> String {
    page.file_name().expect("a file").to_string_lossy().into_owned()
}

#[test]
fn the_pages_are_what_the_program_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("made/man1");
    let written = run(quintet(["man", "--out"]).arg(&out).env("COLUMNS", "40").env("QUINTET_CACHE", "/somewhere"));
    assert_eq!(written.built(), b"");
    let made = std::fs::read_dir(&out).expect("a folder").count();
    assert_eq!(made, pages().len(), "run `cargo xtask codegen`");
    for page in pages() {
        let same = std::fs::read(out.join(name(&page))).expect("is there") == std::fs::read(&page).expect("readable");
        assert!(same, "{}: run `cargo xtask codegen`", name(&page));
    }
    let top = run(&mut quintet(["man"])).built();
    assert!(top == std::fs::read(out.join("quintet.1")).expect("is there"));
    // Files of others stay, and a place that is none is refused.
    std::fs::write(out.join("other.1"), "").expect("can be written");
    run(quintet(["man", "--out"]).arg(&out)).built();
    assert!(out.join("other.1").exists());
    assert!(run(quintet(["man", "--out"]).arg(out.join("other.1/x"))).failed(2).starts_with("error: "));
}

#[test]
fn every_page_has_its_sections() {
    let all = pages();
    for expected in ["quintet.1", "quintet-render.1", "quintet-pin-verify.1", "quintet-argocd-generate.1"] {
        assert!(all.iter().any(|page| name(page) == expected), "{expected}");
    }
    for page in all {
        let text = std::fs::read_to_string(&page).expect("UTF-8");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "FILES", "\"EXIT STATUS\"", "EXAMPLES"] {
            assert!(text.contains(&format!("\n.SH {section}\n")), "{}: {section}", name(&page));
        }
        let version = env!("CARGO_PKG_VERSION");
        assert!(text.contains(&format!(" \"1\" \"\" \"quintet {version}\" ")), "{}", name(&page));
        assert!(text.contains("QUINTET_CACHE"), "{}", name(&page));
    }
}

#[test]
fn groff_has_nothing_to_say() {
    if has("groff") {
        let mut command = Command::new("groff");
        command.args(["-man", "-ww", "-z"]).args(pages());
        assert_reads(command);
    }
}

#[test]
fn mandoc_finds_only_long_lines_and_no_date() {
    if !has("mandoc") {
        return;
    }
    let mut command = Command::new("mandoc");
    let said = run(command.args(["-T", "lint"]).args(pages()));
    let said = String::from_utf8(said.stdout).expect("UTF-8");
    let known = ["STYLE: input text line longer than 80 bytes", "WARNING: missing date, using \"\""];
    let new: Vec<_> = said.lines().filter(|line| !known.iter().any(|known| line.contains(known))).collect();
    assert!(new.is_empty(), "{}", new.join("\n"));
    assert!(!said.is_empty(), "mandoc did not read the pages");
}

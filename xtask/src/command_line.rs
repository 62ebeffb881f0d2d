//! The part of `codegen` that keeps the manual pages (`docs/man`) and completions
//! (`docs/completions`) equal to the command line. The program itself makes both.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command as Process;

use crate::built::Built;
use crate::command::{self, Place};
use crate::generated_folder::{keep, read};

/// The shells, and what their files are called where shells look for them.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "quintet.bash"),
    ("elvish", "quintet.elv"),
    ("fish", "quintet.fish"),
    ("powershell", "quintet.ps1"),
    ("zsh", "_quintet"),
];

/// Writes both folders and shows what changed, or compares them.
pub(crate) fn run(place: &Place, built: &Built, check: bool) -> Result<(), String> {
    let quintet = |arguments: &[&str]| {
        let mut process = Process::new(&built.quintet);
        // What the user has set is not what everybody should read.
        process.env_clear().args(arguments).current_dir(&place.root);
        process
    };
    let folder = place.target().join("codegen-man");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    command::run(quintet(&["man", "--out"]).arg(&folder))?;
    let pages = read(&folder, |_| true)?;
    let mut completions = BTreeMap::new();
    for (shell, file) in COMPLETIONS {
        completions.insert((*file).to_owned(), command::output(&mut quintet(&["completions", shell]))?);
    }
    let kept = [
        keep(&place.root, "docs/man", &pages, |_| true, check),
        keep(&place.root, "docs/completions", &completions, |_| true, check),
    ];
    let stale: Vec<String> = kept.into_iter().filter_map(Result::err).collect();
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n")) }
}

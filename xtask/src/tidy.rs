//! `cargo xtask tidy`: the rules of the house that no test of behaviour holds.

use crate::command::{self, Command, Place};
use crate::rules;

pub(crate) const COMMAND: Command =
    Command { name: "tidy", usage: "", summary: "rooms, boundaries, registries, names and lengths of files", run };

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    command::no_arguments(arguments)?;
    let problems = rules::check(&place.root).map_err(|error| format!("{}: {error}", place.root.display()))?;
    for problem in &problems {
        eprintln!("{problem}");
    }
    if problems.is_empty() { Ok(()) } else { Err(format!("{} problems", problems.len())) }
}

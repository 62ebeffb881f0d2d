//! The part of `codegen` that keeps `docs/schema` equal to the types that read
//! and write the files. Only the library knows these types, and the other commands
//! should not have to build it; so a program of its own prints the schemas
//! (`xtask/schemas`).

use std::collections::BTreeMap;
use std::process::Command as Process;

use crate::built::Built;
use crate::command::{self, Place};
use crate::generated_folder;

/// Writes the schemas and shows what changed, or compares them.
pub(crate) fn run(place: &Place, built: &Built, check: bool) -> Result<(), String> {
    let printed = command::output(&mut Process::new(&built.schemas))?;
    let wanted: BTreeMap<String, String> =
        serde_json::from_str(&printed).map_err(|error| format!("the schemas are no JSON object: {error}"))?;
    generated_folder::keep(&place.root, "docs/schema", &wanted, |name| name.ends_with(".schema.json"), check)
}

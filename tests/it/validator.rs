//! JSON Schema, decided by the module `jsonschema` of `python3`, which shares
//! nothing with us.

#![expect(clippy::print_stderr, clippy::unwrap_used, reason = "what is skipped is told")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shared;

/// Writes what is wrong with each document of the list on standard input, or
/// null.
const VALIDATE: &str = "\
import json, sys, jsonschema
schema = json.load(open(sys.argv[1], encoding='utf-8'))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema, format_checker=jsonschema.FormatChecker())
def wrong(document):
    errors = ['/'.join(map(str, e.absolute_path)) + ': ' + e.message for e in validator.iter_errors(document)]
    return '\\n'.join(errors) or None
json.dump([wrong(document) for document in json.load(sys.stdin)], sys.stdout)
";

/// Whether `python3` can validate.
pub(crate) fn has_validator() -> bool {
    let import = Command::new("python3").args(["-c", "import jsonschema"]).stderr(Stdio::null()).status();
    let found = import.is_ok_and(|status| status.success());
    if !found {
        let message = "python3 has no module `jsonschema`: install python3-jsonschema";
        assert!(!shared::is_ci(), "{message}");
        eprintln!("skipped: {message}");
    }
    found
}

/// What `schema` refuses in each of `documents`; nothing where it is valid.
pub(crate) fn refusals(schema: &Path, documents: &[Value]) -> Vec<Option<String>> {
    let mut command = Command::new("python3");
    command.args(["-c", VALIDATE]).arg(schema).env("PYTHONUTF8", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It reads everything before it writes, so that neither waits for the other.
    child.stdin.take().unwrap().write_all(serde_json::to_string(documents).unwrap().as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    serde_json::from_slice(&ended.stdout).unwrap()
}

/// # Errors
/// What `schema` refuses in `document`.
pub(crate) fn validate(schema: &Path, document: &Value) -> Result<(), String> {
    refusals(schema, std::slice::from_ref(document)).remove(0).map_or(Ok(()), Err)
}

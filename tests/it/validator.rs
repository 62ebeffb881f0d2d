//! JSON Schema, decided by the module `jsonschema` of `python3`, which shares
//! nothing with us.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::python;

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
    python::has_module("jsonschema", "install python3-jsonschema")
}

/// What `schema` refuses in each of `documents`; nothing where it is valid.
pub(crate) fn refusals(schema: &Path, documents: &[Value]) -> Vec<Option<String>> {
    let documents = serde_json::to_vec(documents).expect("documents are JSON");
    let told = python::run(Command::new("python3").args(["-c", VALIDATE]).arg(schema), &documents);
    serde_json::from_value(told).expect("a list of texts")
}

/// # Errors
/// What `schema` refuses in `document`.
pub(crate) fn validate(schema: &Path, document: &Value) -> Result<(), String> {
    refusals(schema, std::slice::from_ref(document)).remove(0).map_or(Ok(()), Err)
}

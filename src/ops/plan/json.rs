//! For programs. Keys keep their order and are always there; what is not known
//! is null. A change that takes a key away or changes what it means is a new
//! version of the schema.

use serde::Serialize;

/// Indented by two, with a line break at the end.
pub(super) fn pretty(record: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(record).expect("texts, numbers and lists are always JSON");
    text.push('\n');
    text
}

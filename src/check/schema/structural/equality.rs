//! When two values are equal.

use std::fmt::Write as _;

use super::given::{Given, Value};

/// A text that equal values share: the order of the fields of a mapping and the
/// way a value is written do not count.
pub(super) fn canonical(given: Given<'_>) -> String {
    let mut out = String::new();
    write_canonical(given, &mut out);
    out
}

fn write_canonical(given: Given<'_>, out: &mut String) {
    // Writing to a text does not fail.
    let _ = match given.read() {
        None | Some(Value::Null) => write!(out, "null"),
        Some(Value::Bool(value)) => write!(out, "{value}"),
        Some(Value::Number(number)) => write!(out, "{number}"),
        Some(Value::Text(text)) => write!(out, "{text:?}"),
        Some(Value::List) => {
            out.push('[');
            for item in given.items() {
                write_canonical(item, out);
                out.push(',');
            }
            write!(out, "]")
        }
        Some(Value::Map) => {
            let mut fields: Vec<_> = given.fields().collect();
            fields.sort_by_key(|&(name, _)| name);
            out.push('{');
            for (name, value) in fields {
                let _ = write!(out, "{name:?}:");
                write_canonical(value, out);
                out.push(',');
            }
            write!(out, "}}")
        }
    };
}

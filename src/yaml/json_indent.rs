//! JSON on several lines, as Go's `json.MarshalIndent(value, "", "  ")`.

use super::json::to_json;
use super::node::{Doc, NodeId};
use super::value_error::ValueError;

/// [`to_json`](super::to_json) with a line per entry and item, two columns per
/// level. Empty collections stay on their line.
///
/// # Errors
/// See [`to_json`](super::to_json).
pub fn to_json_indented(doc: &Doc, id: NodeId) -> Result<String, ValueError> {
    Ok(indent(&to_json(doc, id)?))
}

/// Go, too, writes compact JSON first and indents it then (`appendIndent` in
/// encoding/json's indent.go).
fn indent(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 2);
    let mut depth = 0;
    let (mut in_string, mut escaped) = (false, false);
    let mut characters = compact.chars().peekable();
    while let Some(character) = characters.next() {
        if in_string {
            out.push(character);
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => {
                out.push(character);
                match characters.next_if(|&next| matches!(next, '}' | ']')) {
                    Some(end) => out.push(end),
                    None => {
                        depth += 1;
                        new_line(&mut out, depth);
                    }
                }
            }
            '}' | ']' => {
                depth -= 1;
                new_line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(',');
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                in_string = character == '"';
                out.push(character);
            }
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_indented_outside_of_strings() {
        assert_eq!(
            indent(r#"{"a":{},"b":[],"c":[1,{"d":"x{,:\\"}],"e\"[":"\\"}"#),
            "{\n  \"a\": {},\n  \"b\": [],\n  \"c\": [\n    1,\n    {\n      \"d\": \"x{,:\\\\\"\n    }\n  ],\n  \
             \"e\\\"[\": \"\\\\\"\n}"
        );
        assert_eq!(indent("[]"), "[]");
        assert_eq!(indent("\"a\""), "\"a\"");
    }
}

//! What the cases of the checks cannot show: input that nobody would write.

use std::fmt::Write as _;

use super::{Patterns, Subresource, violations};
use crate::text::SourceMap;
use crate::yaml::{Doc, Limits, parse_text};

fn doc(text: &str) -> Option<Doc> {
    parse_text(&SourceMap::new().add("a.yaml", text), &Limits::DEFAULT).ok().flatten()
}

fn broken(schema: &str, object: &str) -> Vec<String> {
    let (schema, object) = (doc(schema).expect("YAML"), doc(object).expect("YAML"));
    let found = violations(schema.top(), object.top(), Subresource::None, &mut Patterns::default());
    found.into_iter().map(|violation| format!("{}: {}; {}", violation.field, violation.says, violation.help)).collect()
}

#[test]
fn messages_say_what_and_what_to_do() {
    let schema = "type: object\nproperties: {spec: {type: object, properties: {replicas: {type: integer}}}}\n";
    assert_eq!(
        broken(schema, "spec: {replica: 1, replicas: x}\n"),
        [
            "spec.replica: does not know `replica`, so the API server drops it; remove the field, or put it where the \
             schema has it; did you mean \"replicas\"",
            "spec.replicas: demands an integer here, not a text; write a value of that type; quotes make a text",
        ]
    );
    assert_eq!(
        broken("required: [a, b]\nproperties: {b: {default: 1}}\n", "{}\n"),
        ["a: demands the field `a`; write the field"]
    );
    let schema = "type: object\nproperties: {a: {enum: [x, 1, null]}}\n";
    let help = "write a value that the schema allows";
    assert_eq!(broken(schema, "a: y\n"), [format!("a: allows only \"x\", 1, null; {help}")]);
}

#[test]
fn schemas_and_objects_as_deep_as_can_be_read_are_followed() {
    let depth = Limits::DEFAULT.max_depth - 1;
    let (items, lists) = ("{items: ".repeat(depth), "[".repeat(depth));
    let (items, lists) = (items + "{}" + &"}".repeat(depth), lists + "[]" + &"]".repeat(depth));
    assert_eq!(broken(&items, &lists), [""; 0]);
    let junctors = "{allOf: [".repeat(depth / 2) + "{type: string}" + &"]}".repeat(depth / 2);
    assert_eq!(broken(&junctors, "[]").len(), 1);
    let nots = "{not: ".repeat(depth) + "{type: array}" + &"}".repeat(depth);
    assert!(broken(&nots, "[]").len() < 2);
    assert!(broken(&format!("{{enum: [{}]}}", &lists[2..lists.len() - 2]), &lists).len() < 2);
}

/// Texts of YAML out of the words schemas are made of.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound
    }

    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    fn value(&mut self, depth: usize, keys: &[&str]) -> String {
        const SCALARS: &[&str] = &[
            "1",
            "-1",
            "0",
            "1.5",
            "1e400",
            ".nan",
            "18446744073709551615",
            "true",
            "null",
            "~",
            "\"\"",
            "a",
            "\"1\"",
            "object",
            "array",
            "string",
            "integer",
            "number",
            "date-time",
            "int32",
            "map",
            "set",
            "(",
            "^a+$",
            "é",
            "!!binary YQ==",
            "!!int x",
            "2026-01-01",
            "<<",
        ];
        let mut text = String::new();
        match if depth == 0 { 0 } else { self.below(4) } {
            0 => text.push_str(self.pick(SCALARS)),
            1 => {
                text.push('[');
                for _ in 0..self.below(4) {
                    let _ = write!(text, "{}, ", self.value(depth - 1, keys));
                }
                text.push(']');
            }
            _ => {
                text.push('{');
                for _ in 0..self.below(7) {
                    let _ = write!(text, "{}: {}, ", self.pick(keys), self.value(depth - 1, keys));
                }
                text.push('}');
            }
        }
        text
    }
}

#[test]
fn random_schemas_and_objects_do_no_harm() {
    const WORDS: &[&str] = &[
        "type",
        "properties",
        "additionalProperties",
        "items",
        "required",
        "enum",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "multipleOf",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "format",
        "nullable",
        "default",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "x-kubernetes-int-or-string",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-list-type",
        "x-kubernetes-list-map-keys",
    ];
    const FIELDS: &[&str] =
        &["type", "items", "name", "metadata", "kind", "status", "a.b", "\"\"", "1", "~", "[a]", "properties"];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut patterns = Patterns::default();
    let (mut looked_at, mut refused) = (0, 0);
    for _ in 0..6_000 {
        let keys: Vec<&str> = WORDS.iter().chain(FIELDS).copied().collect();
        let schema =
            format!("{{properties: {}, {}: {}}}", random.value(4, &keys), random.pick(WORDS), random.value(4, WORDS));
        let object = random.value(5, FIELDS);
        let (Some(schema), Some(object)) = (doc(&schema), doc(&object)) else { continue };
        looked_at += 1;
        let subresource = if random.below(2) == 0 { Subresource::Status } else { Subresource::None };
        refused += usize::from(!violations(schema.top(), object.top(), subresource, &mut patterns).is_empty());
    }
    assert!(looked_at > 1_000 && refused > 200, "{looked_at} looked at, {refused} refused");
}

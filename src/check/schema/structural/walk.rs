//! Following a schema and an object together.

use super::equality::canonical;
use super::given::{Given, Value};
use super::number::Number;
use super::path::{Step, dotted};
use super::patterns::Patterns;
use super::schema::Schema;
use super::violation::{Rule, Violation};
use crate::yaml::NodeRef;

/// How many allowed values a message names.
const MOST_NAMED: usize = 12;

/// Whether the status of an object is a subresource. The API server then takes
/// none from a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check::schema) enum Subresource {
    Status,
    None,
}

/// What `object` has that `schema`, an `openAPIV3Schema`, refuses or drops, in
/// the order of the object.
pub(in crate::check::schema) fn violations(
    schema: NodeRef<'_>,
    object: NodeRef<'_>,
    subresource: Subresource,
    patterns: &mut Patterns,
) -> Vec<Violation> {
    let mut walk = Walk { patterns, path: Vec::new(), found: Vec::new() };
    let around = Around { root: true, no_status: subresource == Subresource::Status, ..Around::default() };
    walk.value(Schema::new(schema), Given::top(object), around);
    walk.found
}

/// What a value's surroundings say about unknown fields in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    /// It is the object itself.
    pub(super) root: bool,
    /// Its status does not count.
    pub(super) no_status: bool,
    /// It is the item of a list that keeps unknown fields.
    pub(super) preserved: bool,
    /// The schema is part of a junctor, which says nothing about unknown fields.
    pub(super) junctor: bool,
}

/// A walk through one object.
pub(super) struct Walk<'a, 'p> {
    pub(super) patterns: &'p mut Patterns,
    pub(super) path: Vec<Step<'a>>,
    pub(super) found: Vec<Violation>,
}

impl<'a> Walk<'a, '_> {
    pub(super) fn breaks(&mut self, rule: Rule, given: Given<'a>, says: String) {
        self.found.push(Violation::new(rule, dotted(&self.path), given.place, says));
    }

    /// As [`Walk::breaks`], about the field `name` of `given`.
    pub(super) fn breaks_in(&mut self, name: &'a str, rule: Rule, given: Given<'a>, says: String) {
        self.path.push(Step::Field(name));
        self.breaks(rule, given, says);
        self.path.pop();
    }

    pub(super) fn below(&mut self, step: Step<'a>, schema: Schema<'a>, given: Given<'a>, around: Around) {
        self.path.push(step);
        self.value(schema, given, around);
        self.path.pop();
    }

    pub(super) fn value(&mut self, schema: Schema<'a>, given: Given<'a>, around: Around) {
        let Some(value) = given.read() else { return };
        if matches!(value, Value::Null) && schema.says("nullable") {
            return;
        }
        if let Some(wanted) = wanted_instead(schema, &value) {
            self.breaks(Rule::Type, given, format!("demands {wanted} here, not {}", value.description()));
            return;
        }
        match &value {
            Value::Map => self.object(schema, given, around),
            Value::List => self.array(schema, given, around),
            Value::Text(text) => self.text(schema, given, text),
            Value::Number(number) => self.number(schema, given, *number),
            Value::Bool(_) | Value::Null => {}
        }
        self.allowed(schema, given);
        self.junctors(schema, given, around);
    }

    fn allowed(&mut self, schema: Schema<'a>, given: Given<'a>) {
        let Some(allowed) = schema.list("enum") else { return };
        if allowed.len() == 0 {
            return;
        }
        let present = canonical(given);
        let allowed: Vec<String> = allowed.map(|node| canonical(Given::top(node))).collect();
        if !allowed.contains(&present) {
            let more = if allowed.len() > MOST_NAMED { " and others" } else { "" };
            let names = allowed[..allowed.len().min(MOST_NAMED)].join(", ");
            self.breaks(Rule::Enum, given, format!("allows only {names}{more}"));
        }
    }
}

/// What the schema wants when `value` is of another type.
fn wanted_instead(schema: Schema<'_>, value: &Value<'_>) -> Option<&'static str> {
    let is_integer = matches!(value, Value::Number(Number::Int(_)));
    if schema.says("x-kubernetes-int-or-string") {
        return (!is_integer && !matches!(value, Value::Text(_))).then_some("an integer or a text");
    }
    let (fits, wanted) = match schema.text("type")? {
        "object" => (matches!(value, Value::Map), "a mapping"),
        "array" => (matches!(value, Value::List), "a list"),
        "string" => (matches!(value, Value::Text(_)), "a text"),
        "integer" => (is_integer, "an integer"),
        "number" => (matches!(value, Value::Number(_)), "a number"),
        "boolean" => (matches!(value, Value::Bool(_)), "a truth value"),
        _ => return None,
    };
    (!fits).then_some(wanted)
}

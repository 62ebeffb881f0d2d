//! What a schema says of mappings.

use super::given::{Given, Value};
use super::path::Step;
use super::schema::Schema;
use super::violation::Rule;
use super::walk::{Around, Walk};
use crate::text::did_you_mean;

/// What every object of Kubernetes has, whatever its schema says.
const OBJECT_FIELDS: &[&str] = &["apiVersion", "kind", "metadata"];

impl<'a> Walk<'a, '_> {
    pub(super) fn object(&mut self, schema: Schema<'a>, given: Given<'a>, around: Around) {
        // The API server leaves such nulls out before it looks at the object.
        let is_left_out = |name: &str, value: &Given<'a>| {
            let schema = schema.property(name).or_else(|| schema.get("additionalProperties"));
            matches!(value.read(), Some(Value::Null)) && schema.is_some_and(Schema::drops_null)
        };
        let fields: Vec<(&'a str, Given<'a>)> =
            given.fields().filter(|(name, value)| !is_left_out(name, value)).collect();
        let present = |wanted: &str| fields.iter().any(|(name, _)| *name == wanted);
        let embedded = schema.says("x-kubernetes-embedded-resource");
        let implied = if embedded { &OBJECT_FIELDS[..2] } else { &[] };
        let has_default = |name: &str| schema.property(name).and_then(Schema::default_value).is_some();
        let is_demanded = |name: &&str| !implied.contains(name) && !has_default(name);
        let required: Vec<&'a str> = schema.texts("required").filter(is_demanded).collect();
        for name in implied.iter().copied().chain(required).filter(|name| !present(name)) {
            self.required(name, given);
        }
        self.size(schema, given, fields.len());
        for (name, value) in fields {
            if around.root && around.no_status && name == "status" {
                continue;
            }
            let below = Around { junctor: around.junctor, ..Around::default() };
            let is_object_field = (around.root || embedded) && OBJECT_FIELDS.contains(&name);
            if let Some(property) = schema.property(name) {
                let below = Around { junctor: around.junctor || is_object_field, ..below };
                self.below(Step::Field(name), property, value, below);
            } else if is_object_field {
                // Known, whatever the schema says.
            } else if let Some(others) = schema.get("additionalProperties") {
                self.below(Step::Field(name), others, value, below);
            } else {
                let is_kept = around.junctor
                    || around.preserved
                    || schema.says("additionalProperties")
                    || schema.says("x-kubernetes-preserve-unknown-fields");
                if !is_kept {
                    self.unknown(schema, name, value);
                }
            }
        }
    }

    fn required(&mut self, name: &'a str, given: Given<'a>) {
        self.breaks_in(name, Rule::Required, given, format!("demands the field `{name}`"));
    }

    fn unknown(&mut self, schema: Schema<'a>, name: &'a str, value: Given<'a>) {
        self.breaks_in(name, Rule::Unknown, value, format!("does not know `{name}`, so the API server drops it"));
        if let (Some(near), Some(last)) = (did_you_mean(name, schema.property_names()), self.found.last_mut()) {
            last.help = format!("{}; {}", last.help, near.trim_end_matches('?'));
        }
    }

    fn size(&mut self, schema: Schema<'a>, given: Given<'a>, fields: usize) {
        if let Some(least) = schema.size("minProperties").filter(|&least| fields < least) {
            self.breaks(Rule::MinProperties, given, format!("demands at least {least} fields"));
        }
        if let Some(most) = schema.size("maxProperties").filter(|&most| fields > most) {
            self.breaks(Rule::MaxProperties, given, format!("demands at most {most} fields"));
        }
    }
}

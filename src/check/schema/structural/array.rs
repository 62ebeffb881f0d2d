//! What a schema says of lists.

use std::collections::BTreeSet;

use super::equality::canonical;
use super::given::Given;
use super::path::Step;
use super::schema::Schema;
use super::violation::Rule;
use super::walk::{Around, Walk};

impl<'a> Walk<'a, '_> {
    pub(super) fn array(&mut self, schema: Schema<'a>, given: Given<'a>, around: Around) {
        let length = given.node.len();
        if let Some(least) = schema.size("minItems").filter(|&least| length < least) {
            self.breaks(Rule::MinItems, given, format!("demands at least {least} items"));
        }
        if let Some(most) = schema.size("maxItems").filter(|&most| length > most) {
            self.breaks(Rule::MaxItems, given, format!("demands at most {most} items"));
        }
        self.unique(schema, given);
        let Some(items) = schema.get("items") else { return };
        let preserved = around.preserved || schema.says("x-kubernetes-preserve-unknown-fields");
        for (number, item) in given.items().enumerate() {
            let below = Around { preserved, junctor: around.junctor, ..Around::default() };
            self.below(step(number, item), items, item, below);
        }
    }

    /// Items that may be there only once.
    fn unique(&mut self, schema: Schema<'a>, given: Given<'a>) {
        let kind = schema.text("x-kubernetes-list-type");
        let keys: Vec<&'a str> = schema.texts("x-kubernetes-list-map-keys").collect();
        let (by_key, says) = match kind {
            Some("map") => (true, format!("allows an item with the same {} only once", keys.join(" and "))),
            Some("set") => (false, "allows an item only once".to_owned()),
            _ if schema.says("uniqueItems") => (false, "allows an item only once".to_owned()),
            _ => return,
        };
        let mut seen = BTreeSet::new();
        for (number, item) in given.items().enumerate() {
            let identity = if by_key {
                // What is no mapping has a type that is refused already.
                if !item.node.is_mapping() {
                    continue;
                }
                let of = |key: &str| {
                    let written = item.fields().find(|(name, _)| *name == key).map(|(_, value)| value);
                    let filled_in = || schema.get("items")?.property(key)?.default_value();
                    written.or_else(filled_in).map(canonical)
                };
                keys.iter().map(|key| of(key).unwrap_or_default()).collect()
            } else {
                vec![canonical(item)]
            };
            if !seen.insert(identity) {
                self.path.push(step(number, item));
                self.breaks(Rule::Duplicate, item, says.clone());
                self.path.pop();
            }
        }
    }
}

fn step<'a>(number: usize, item: Given<'a>) -> Step<'a> {
    Step::Item(number, item.node.get_text("name"))
}

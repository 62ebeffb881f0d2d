//! `allOf`, `anyOf`, `oneOf` and `not`.

use super::given::Given;
use super::schema::Schema;
use super::violation::{Rule, Violation};
use super::walk::{Around, Walk};

impl<'a> Walk<'a, '_> {
    pub(super) fn junctors(&mut self, schema: Schema<'a>, given: Given<'a>, around: Around) {
        let around = Around { junctor: true, ..around };
        for part in schema.schemas("allOf").into_iter().flatten() {
            self.value(part, given, around);
        }
        if let Some(parts) = schema.schemas("anyOf").filter(|parts| !parts.is_empty())
            && parts.iter().all(|&part| !self.holds(part, given, around))
        {
            let says = format!("demands one of {} forms that are all missed", parts.len());
            self.breaks(Rule::AnyOf, given, says);
        }
        if let Some(parts) = schema.schemas("oneOf").filter(|parts| !parts.is_empty()) {
            let held = parts.iter().filter(|&&part| self.holds(part, given, around)).count();
            if held != 1 {
                let says = format!("demands exactly one of {} forms, and {held} fit", parts.len());
                self.breaks(Rule::OneOf, given, says);
            }
        }
        if let Some(part) = schema.get("not")
            && self.holds(part, given, around)
        {
            self.breaks(Rule::Not, given, "forbids this form".to_owned());
        }
    }

    /// Whether `given` is as `part` wants it.
    fn holds(&mut self, part: Schema<'a>, given: Given<'a>, around: Around) -> bool {
        let before: Vec<Violation> = std::mem::take(&mut self.found);
        self.value(part, given, around);
        std::mem::replace(&mut self.found, before).is_empty()
    }
}

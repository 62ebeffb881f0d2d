//! What a schema says of texts.

use super::format;
use super::given::Given;
use super::schema::Schema;
use super::violation::Rule;
use super::walk::Walk;

impl<'a> Walk<'a, '_> {
    pub(super) fn text(&mut self, schema: Schema<'a>, given: Given<'a>, text: &str) {
        let (least, most) = (schema.size("minLength"), schema.size("maxLength"));
        if least.is_some() || most.is_some() {
            let length = text.chars().count();
            if let Some(least) = least.filter(|&least| length < least) {
                self.breaks(Rule::MinLength, given, format!("demands at least {least} characters"));
            }
            if let Some(most) = most.filter(|&most| length > most) {
                self.breaks(Rule::MaxLength, given, format!("demands at most {most} characters"));
            }
        }
        if let Some(pattern) = schema.text("pattern")
            && self.patterns.get(pattern).is_some_and(|compiled| !compiled.is_match(text))
        {
            self.breaks(Rule::Pattern, given, format!("demands a text that matches `{pattern}`"));
        }
        // Of a value that may be either, the format is the number's.
        if let Some(format) = schema.text("format").filter(|_| !schema.says("x-kubernetes-int-or-string"))
            && !format::accepts(format, text)
        {
            self.breaks(Rule::Format, given, format!("demands a text in the format `{format}`"));
        }
    }
}

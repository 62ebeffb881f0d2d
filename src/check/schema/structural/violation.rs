//! What an object has that its schema refuses.

use crate::text::Span;

/// What a schema can demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    AnyOf,
    Duplicate,
    Enum,
    Format,
    MaxItems,
    MaxLength,
    MaxProperties,
    Maximum,
    MinItems,
    MinLength,
    MinProperties,
    Minimum,
    MultipleOf,
    Not,
    OneOf,
    Pattern,
    Required,
    Type,
    Unknown,
}

impl Rule {
    /// Its stable name, part of fingerprints.
    fn name(self) -> &'static str {
        match self {
            Self::AnyOf => "any-of",
            Self::Duplicate => "duplicate",
            Self::Enum => "enum",
            Self::Format => "format",
            Self::MaxItems => "max-items",
            Self::MaxLength => "max-length",
            Self::MaxProperties => "max-properties",
            Self::Maximum => "maximum",
            Self::MinItems => "min-items",
            Self::MinLength => "min-length",
            Self::MinProperties => "min-properties",
            Self::Minimum => "minimum",
            Self::MultipleOf => "multiple-of",
            Self::Not => "not",
            Self::OneOf => "one-of",
            Self::Pattern => "pattern",
            Self::Required => "required",
            Self::Type => "type",
            Self::Unknown => "unknown-field",
        }
    }

    /// What to do about it, when there is nothing more to say.
    fn help(self) -> &'static str {
        match self {
            Self::Required => "write the field",
            Self::Unknown => "remove the field, or put it where the schema has it",
            Self::Duplicate => "leave one of the two",
            Self::Type => "write a value of that type; quotes make a text",
            _ => "write a value that the schema allows",
        }
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::check::schema) struct Violation {
    /// The name of the rule that is broken.
    pub(in crate::check::schema) rule: &'static str,
    /// The field, as a dotted path.
    pub(in crate::check::schema) field: String,
    /// Where it was written.
    pub(in crate::check::schema) place: Span,
    /// What the schema says, to follow its name: `demands an integer`. No value
    /// of the object is in it.
    pub(in crate::check::schema) says: String,
    /// What to do.
    pub(in crate::check::schema) help: String,
}

impl Violation {
    pub(super) fn new(rule: Rule, field: String, place: Span, says: String) -> Self {
        Self { rule: rule.name(), field, place, says, help: rule.help().to_owned() }
    }
}

//! Numbers: their order, and what a schema says of them.

use std::cmp::Ordering;
use std::fmt;

use super::given::Given;
use super::schema::Schema;
use super::violation::Rule;
use super::walk::Walk;

/// A number. Integers are kept exact.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    #[expect(clippy::cast_precision_loss, reason = "the API server compares as Go's float64")]
    fn as_float(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(one), Self::Int(other)) => Some(one.cmp(&other)),
            _ => self.as_float().partial_cmp(&other.as_float()),
        }
    }

    /// Whether it is a whole multiple of `unit`; one that is not positive
    /// counts for nothing.
    fn is_multiple_of(self, unit: Self) -> bool {
        match (self, unit) {
            (Self::Int(value), Self::Int(unit)) => unit <= 0 || value % unit == 0,
            _ => {
                let (value, unit) = (self.as_float(), unit.as_float());
                let quotient = value / unit;
                unit <= 0.0 || (quotient - quotient.round()).abs() < 1e-9
            }
        }
    }

    /// Whether it fits the width that `format` names.
    fn fits(self, format: &str) -> bool {
        match (self, format) {
            (Self::Int(value), "int32") => i32::try_from(value).is_ok(),
            (Self::Int(value), "int64") => i64::try_from(value).is_ok(),
            (Self::Int(value), "uint32") => u32::try_from(value).is_ok(),
            (Self::Int(value), "uint64") => u64::try_from(value).is_ok(),
            (_, "float" | "float32") => self.as_float().abs() <= f32::MAX.into(),
            _ => true,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(out),
            Self::Float(value) => value.fmt(out),
        }
    }
}

impl<'a> Walk<'a, '_> {
    pub(super) fn number(&mut self, schema: Schema<'a>, given: Given<'a>, number: Number) {
        let is = |ordering: Ordering, limit: Number| number.compare(limit) == Some(ordering);
        if let Some(least) = schema.number("minimum") {
            let excluded = schema.says("exclusiveMinimum");
            if is(Ordering::Less, least) || (excluded && is(Ordering::Equal, least)) {
                let than = if excluded { "more than" } else { "at least" };
                self.breaks(Rule::Minimum, given, format!("demands {than} {least}"));
            }
        }
        if let Some(most) = schema.number("maximum") {
            let excluded = schema.says("exclusiveMaximum");
            if is(Ordering::Greater, most) || (excluded && is(Ordering::Equal, most)) {
                let than = if excluded { "less than" } else { "at most" };
                self.breaks(Rule::Maximum, given, format!("demands {than} {most}"));
            }
        }
        if let Some(unit) = schema.number("multipleOf")
            && !number.is_multiple_of(unit)
        {
            self.breaks(Rule::MultipleOf, given, format!("demands a multiple of {unit}"));
        }
        if let Some(format) = schema.text("format")
            && !number.fits(format)
        {
            self.breaks(Rule::Format, given, format!("demands a number that fits {format}"));
        }
    }
}

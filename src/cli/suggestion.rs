//! Values a shell can offer for an argument that takes more than them.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use quintet::{check, ops, report};

/// Takes any text, as `name=path` and a name that is spelled wrong have to reach
/// the command, and tells help and shells which names there are.
#[derive(Clone)]
pub(super) struct Suggested(fn() -> Vec<PossibleValue>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        line: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(line, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

/// The formats of a report.
pub(super) const REPORT_FORMATS: Suggested =
    Suggested(|| report::FORMATS.iter().map(|format| named(format.name, format.summary)).collect());

/// The formats of a plan.
pub(super) const PLAN_FORMATS: Suggested =
    Suggested(|| ops::PLAN_FORMATS.iter().map(|format| named(format.name, format.summary)).collect());

/// The ids of the checks.
pub(super) const CHECKS: Suggested =
    Suggested(|| check::ALL.iter().map(|check| named(check.id.as_str(), check.summary)).collect());

fn named(name: &'static str, summary: &'static str) -> PossibleValue {
    PossibleValue::new(name).help(summary)
}

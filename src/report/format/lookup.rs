//! Formats by name.

use super::{FORMATS, Format};
use crate::text::did_you_mean;

/// A format nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {name:?}")]
pub struct UnknownFormat {
    /// What was asked for.
    pub name: String,
}

impl UnknownFormat {
    /// What to ask for instead.
    #[must_use]
    pub fn help(&self) -> String {
        let names = || FORMATS.iter().map(|format| format.name);
        did_you_mean(&self.name, names())
            .unwrap_or_else(|| format!("the formats are {}", names().collect::<Vec<_>>().join(", ")))
    }
}

/// The format called `name`.
///
/// # Errors
/// There is none of that name.
pub fn find_format(name: &str) -> Result<&'static Format, UnknownFormat> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| UnknownFormat { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn formats_are_found_by_name() {
        for format in FORMATS {
            assert_eq!(find_format(format.name).unwrap().summary, format.summary);
        }
        let names: BTreeSet<_> = FORMATS.iter().map(|format| format.name).collect();
        assert_eq!(names.len(), FORMATS.len());
    }

    #[test]
    fn an_unknown_format_leads_to_a_known_one() {
        let error = find_format("jsno").unwrap_err();
        assert_eq!(error.to_string(), "unknown format \"jsno\"");
        assert_eq!(error.help(), "did you mean \"json\"?");
        assert!(find_format("x").unwrap_err().help().starts_with("the formats are text, json"));
    }
}

//! The release of Argo CD that the platform declares.

use std::str::FromStr;

/// Major, minor and patch number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArgoRelease(u32, u32, u32);

/// A text that is no release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a release such as 3.5.1")]
pub struct NoRelease;

impl ArgoRelease {
    /// From here on `RespectIgnoreDifferences` leaves the live status out of what
    /// is applied (DECISIONS 20).
    pub const RESPECTS_DIFFERENCES: Self = Self(3, 4, 4);
}

/// `3.5.1` or `v3.5.1`. Without a patch number it is the first of its line, and a
/// candidate is what comes before the release: so neither promises a fix.
impl FromStr for ArgoRelease {
    type Err = NoRelease;

    fn from_str(text: &str) -> Result<Self, NoRelease> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let (numbers, is_candidate) = match text.split_once(['-', '+']) {
            Some((numbers, _)) => (numbers, text[numbers.len()..].starts_with('-')),
            None => (text, false),
        };
        let number =
            |part: &str| if part.starts_with('+') { Err(NoRelease) } else { part.parse().map_err(|_| NoRelease) };
        let parts: Vec<u32> = numbers.split('.').map(number).collect::<Result<_, _>>()?;
        match (parts.as_slice(), is_candidate) {
            (&[major, minor], false) => Ok(Self(major, minor, 0)),
            (&[major, minor, patch], false) => Ok(Self(major, minor, patch)),
            (&[major, minor, patch], true) if patch > 0 => Ok(Self(major, minor, patch - 1)),
            (&[major, minor, _], true) if minor > 0 => Ok(Self(major, minor - 1, u32::MAX)),
            _ => Err(NoRelease),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_ordered_by_number() {
        let is_fixed =
            |text: &str| text.parse::<ArgoRelease>().map(|release| release >= ArgoRelease::RESPECTS_DIFFERENCES);
        for text in ["3.4.4", "v3.4.4", "3.4.10", "3.5.1", "3.5", "4.0.0", "3.5.1+build", "3.4.5-rc1", "3.6.0-rc2"] {
            assert_eq!(is_fixed(text), Ok(true), "{text}");
        }
        for text in ["3.4.3", "3.4", "2.14.9", "3.4.4-rc1", "3.3.12"] {
            assert_eq!(is_fixed(text), Ok(false), "{text}");
        }
        for text in ["", "stable", "3", "3.x", "3.4.4.4", "3.+4.4"] {
            assert_eq!(is_fixed(text), Err(NoRelease), "{text}");
        }
    }
}

//! The stable name of a check.

use std::fmt;

/// `family/what-is-wrong`, such as `closed-set/extra-application`. Waivers,
/// reports and documentation go by it, so it never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckId(&'static str);

impl CheckId {
    /// The id `text`, which the registry's tests hold to the form
    /// `family/what-is-wrong`.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self(text)
    }

    /// The whole id.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// What stands before the slash.
    #[must_use]
    pub fn family(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(family, _)| family)
    }

    /// Lower-case words with hyphens on both sides of one slash.
    #[must_use]
    pub fn is_well_formed(self) -> bool {
        let is_word = |word: &str| {
            !word.is_empty()
                && word.split('-').all(|part| {
                    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
                })
        };
        self.0.split_once('/').is_some_and(|(family, name)| is_word(family) && is_word(name))
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_family_and_a_name() {
        let id = CheckId::new("closed-set/extra-application");
        assert!(id.is_well_formed());
        assert_eq!((id.family(), id.to_string().as_str()), ("closed-set", "closed-set/extra-application"));
        for bad in ["closed-set", "a/b/c", "/b", "a/", "A/b", "a/-b", "a/b--c"] {
            assert!(!CheckId::new(bad).is_well_formed(), "{bad}");
        }
    }
}

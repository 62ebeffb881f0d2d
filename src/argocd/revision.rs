//! The commit of the platform repository that children stay at.

use std::fmt;
use std::str::FromStr;

use super::ArgoError;
use crate::compose::composition::is_commit;

/// A full commit. A branch or tag would reach the children on its own, past the
/// parent and its waves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision(String);

impl Revision {
    /// 40 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Revision {
    type Err = ArgoError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if is_commit(text) { Ok(Self(text.to_owned())) } else { Err(ArgoError::Revision { text: text.to_owned() }) }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_commit_is_one() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        assert_eq!(commit.parse::<Revision>().expect("is one").as_str(), commit);
        for text in ["", "main", "HEAD", "v1.0", &commit[1..], &commit.to_uppercase(), &format!("{commit}0")] {
            assert!(matches!(text.parse::<Revision>(), Err(ArgoError::Revision { .. })), "{text}");
        }
    }
}

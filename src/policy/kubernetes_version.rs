//! The version of a cluster's Kubernetes.

use std::fmt;
use std::str::FromStr;

/// A minor release of Kubernetes, such as `1.33`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KubernetesVersion {
    major: u32,
    minor: u32,
}

/// A text that is no version of Kubernetes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no version of Kubernetes such as `1.33`")]
pub struct KubernetesVersionError {
    /// The text.
    pub text: String,
}

impl KubernetesVersion {
    /// From its parts.
    #[must_use]
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }
}

/// `1.33`, `v1.33`, `1.33.2` and what vendors put behind the patch release,
/// `v1.33.2-eks-1`.
impl FromStr for KubernetesVersion {
    type Err = KubernetesVersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: Option<&str>| {
            part.filter(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
                .and_then(|part| part.parse().ok())
        };
        let mut parts = text.strip_prefix('v').unwrap_or(text).splitn(3, '.');
        let (major, minor) = (number(parts.next()), number(parts.next()));
        let patch_is_fine = parts.next().is_none_or(|patch| patch.starts_with(|c: char| c.is_ascii_digit()));
        match (major, minor) {
            (Some(major), Some(minor)) if patch_is_fine => Ok(Self { major, minor }),
            _ => Err(KubernetesVersionError { text: text.to_owned() }),
        }
    }
}

impl fmt::Display for KubernetesVersion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::KubernetesVersion;

    #[test]
    fn versions_are_read_and_ordered_by_number() {
        for text in ["1.33", "v1.33", "1.33.2", "v1.33.2-eks-1", "1.33.0+k3s1"] {
            assert_eq!(text.parse(), Ok(KubernetesVersion::new(1, 33)), "{text}");
        }
        for text in ["", "1", "1.", "1.x", "+1.33", "1.33.", "1.33-rc", "99999999999.1"] {
            assert!(text.parse::<KubernetesVersion>().is_err(), "{text}");
        }
        assert!(KubernetesVersion::new(1, 9) < KubernetesVersion::new(1, 33));
        assert_eq!(KubernetesVersion::new(1, 33).to_string(), "1.33");
    }
}

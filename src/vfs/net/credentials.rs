//! Credentials, which git's own helpers know and nobody else keeps.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use git2::{Config, CredentialHelper};

/// A name and a password, as the value of the header `Authorization`. It has no
/// `Debug`, so that nothing prints it.
pub(super) struct Login(String);

impl Login {
    /// What git's credential helpers, as the user configured them, have for
    /// `url`; nothing when there is no helper or it knows nothing.
    pub(super) fn from_helpers(url: &str) -> Option<Self> {
        let config = Config::open_default().ok()?;
        let (name, password) = CredentialHelper::new(url).config(&config).execute()?;
        Some(Self::new(&name, &password))
    }

    fn new(name: &str, password: &str) -> Self {
        Self(format!("Basic {}", BASE64_STANDARD.encode(format!("{name}:{password}"))))
    }

    /// The value of the header (RFC 7617).
    pub(super) fn basic(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_the_one_of_the_specification() {
        assert_eq!(Login::new("Aladdin", "open sesame").basic(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    }
}

//! Why the network did not give something.

use crate::vfs::{CacheError, OutputError};

/// Why something cannot be had over the network. Addresses in messages are
/// those that were asked for, without credentials; never those that redirects
/// lead to, which can be signed.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The address is of no use.
    #[error("{url} cannot be fetched: {why}")]
    Address {
        /// The address, without what is secret in it.
        url: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is nobody to trust.
    #[error("no certificates to check servers with: {why}")]
    NoCertificates {
        /// What was tried.
        why: String,
    },
    /// A proxy that the environment names cannot be used.
    #[error("the environment names no usable proxy for {scheme}")]
    Proxy {
        /// For what. The value of the variable may hold a password.
        scheme: &'static str,
    },
    /// The exchange did not work.
    #[error("cannot fetch {url}: {what}")]
    Exchange {
        /// The address.
        url: String,
        /// What happened, without addresses that redirects lead to: they can be
        /// signed.
        what: String,
        /// Whether it may work a moment later.
        may_pass: bool,
    },
    /// The server says no.
    #[error("{url}: the server answers {status}")]
    Status {
        /// The address.
        url: String,
        /// The status of HTTP.
        status: u16,
    },
    /// There is more than expected.
    #[error("{url} gives more than {limit} bytes")]
    TooLarge {
        /// The address.
        url: String,
        /// The most that would have been taken.
        limit: u64,
    },
    /// The file is not the one on record.
    #[error("{url} must have the SHA-256 {expected}, but has {actual}")]
    Digest {
        /// The address.
        url: String,
        /// The digest on record.
        expected: String,
        /// The digest of what came.
        actual: String,
    },
    /// What came is not what git servers say.
    #[error("{url} does not answer as a git server: {what}")]
    Protocol {
        /// The repository.
        url: String,
        /// What was expected, or came.
        what: String,
    },
    /// A git server says no.
    #[error("{url}: the git server answers {message:?}")]
    Refused {
        /// The repository.
        url: String,
        /// Its words.
        message: String,
    },
    /// A tag that leads somewhere else than before.
    #[error("{url} at {reference} must be commit {expected}, but is {actual}")]
    Moved {
        /// The repository.
        url: String,
        /// The tag.
        reference: String,
        /// The commit on record.
        expected: String,
        /// The commit that it leads to now.
        actual: String,
    },
    /// A name that leads nowhere.
    #[error("{url} has no revision {reference:?}")]
    NoRevision {
        /// The repository.
        url: String,
        /// The tag or branch.
        reference: String,
    },
    /// The server gives only what names lead to, and none leads to the commit.
    #[error("{url} does not give commit {commit}, to which none of its tags and branches leads")]
    NotOffered {
        /// The repository.
        url: String,
        /// The commit.
        commit: String,
    },
    /// The answer ended early, or lacks objects.
    #[error("{url} gave commit {commit} without all of its files")]
    Incomplete {
        /// The repository.
        url: String,
        /// The commit.
        commit: String,
    },
    /// What came cannot be kept.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

impl From<OutputError> for NetworkError {
    fn from(error: OutputError) -> Self {
        Self::Cache(error.into())
    }
}

impl NetworkError {
    /// Whether the same may work a moment later.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 429 | 500 | 502 | 503 | 504),
            Self::Exchange { may_pass, .. } => *may_pass,
            _ => false,
        }
    }

    /// An exchange with `url` that failed with `error`.
    pub(super) fn exchange(url: &str, error: &ureq::Error) -> Self {
        use ureq::Timeout::{Connect, RecvResponse, Resolve};
        let what = match error {
            ureq::Error::BadUri(_) => "it leads to what is no address".to_owned(),
            ureq::Error::RequireHttpsOnly(_) => "it leads from https to an address without".to_owned(),
            // It may repeat where a redirect leads.
            ureq::Error::Protocol(_) => "the answer breaks the rules of HTTP, or ends too early".to_owned(),
            other => other.to_string(),
        };
        let may_pass = match error {
            ureq::Error::Io(error) => error.kind() != std::io::ErrorKind::InvalidData,
            ureq::Error::Timeout(Connect | Resolve | RecvResponse)
            | ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed
            // A header that ends in the middle.
            | ureq::Error::Protocol(_) => true,
            _ => false,
        };
        Self::Exchange { url: url.to_owned(), what, may_pass }
    }

    /// What the reader can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NoCertificates { .. } => {
                "install ca-certificates, or name a file of certificates in SSL_CERT_FILE".to_owned()
            }
            Self::Exchange { .. } => {
                "proxies come from HTTPS_PROXY and NO_PROXY, certificates from SSL_CERT_FILE or the system".to_owned()
            }
            Self::Proxy { .. } => "proxies are spoken to over http: and https:, as HTTPS_PROXY names them".to_owned(),
            Self::Status { status: 401, .. } => {
                "what is not public needs a credential helper of git: see `git help credentials`".to_owned()
            }
            Self::Digest { .. } => {
                "the file changed at its source: find out why before anything is rendered".to_owned()
            }
            Self::Moved { .. } => "the tag moved: find out why before anything is rendered".to_owned(),
            Self::NotOffered { .. } => {
                "the branch moved on, and the server gives no commits by id: pin a tag, or use a mirror".to_owned()
            }
            Self::Cache(error) => return error.hint(),
            _ => return None,
        })
    }
}

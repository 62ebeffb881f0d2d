//! How the network is to be used.

use std::path::PathBuf;
use std::time::Duration;

/// What the environment says about the network, and how patient to be.
#[derive(Clone, Debug)]
pub struct NetworkOptions {
    /// The proxy for `https:`, as `HTTPS_PROXY` names it.
    pub https_proxy: Option<String>,
    /// The proxy for `http:`, as `http_proxy` names it.
    pub http_proxy: Option<String>,
    /// Hosts to reach without a proxy, as `NO_PROXY` lists them.
    pub no_proxy: Option<String>,
    /// Certificates to trust instead of the system's, as `SSL_CERT_FILE` names
    /// them.
    pub ca_file: Option<PathBuf>,
    /// Folders of them, as `SSL_CERT_DIR` lists them.
    pub ca_folders: Vec<PathBuf>,
    /// The longest that one answer may take to its end.
    pub timeout: Duration,
}

impl NetworkOptions {
    /// The longest that one answer may take when nobody says otherwise.
    pub const TIMEOUT: Duration = Duration::from_secs(300);
}

impl Default for NetworkOptions {
    fn default() -> Self {
        Self {
            https_proxy: None,
            http_proxy: None,
            no_proxy: None,
            ca_file: None,
            ca_folders: Vec::new(),
            timeout: Self::TIMEOUT,
        }
    }
}

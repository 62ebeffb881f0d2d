//! What the environment says about the network.

use std::path::PathBuf;
use std::time::Duration;

use quintet::ops::NetworkOptions;

/// The network as the variables describe it that curl, git and OpenSSL read too.
/// `HTTP_PROXY` in capitals is not read: a web server gives it to programs it
/// runs, with what a stranger wrote (<https://httpoxy.org>).
pub(super) fn network(timeout: u64) -> NetworkOptions {
    NetworkOptions {
        https_proxy: first(&["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]),
        http_proxy: first(&["http_proxy", "all_proxy", "ALL_PROXY"]),
        no_proxy: first(&["no_proxy", "NO_PROXY"]),
        ca_file: first(&["SSL_CERT_FILE", "GIT_SSL_CAINFO"]).map(PathBuf::from),
        ca_folder: first(&["SSL_CERT_DIR", "GIT_SSL_CAPATH"]).map(PathBuf::from),
        timeout: Duration::from_secs(timeout),
    }
}

/// The first of these variables that says something.
fn first(names: &[&str]) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "cli is where the environment is read")]
    let value = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    names.iter().find_map(value)
}

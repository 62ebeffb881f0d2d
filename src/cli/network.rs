//! What the environment says about the network.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use quintet::ops::NetworkOptions;

/// The network as the variables describe it that curl, git and OpenSSL read too.
/// `HTTP_PROXY` in capitals is not read: a web server gives it to programs it
/// runs, with what a stranger wrote (<https://httpoxy.org>).
pub(super) fn network(timeout: u64) -> NetworkOptions {
    NetworkOptions {
        https_proxy: first_text(&["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]),
        http_proxy: first_text(&["http_proxy", "all_proxy", "ALL_PROXY"]),
        no_proxy: first_text(&["no_proxy", "NO_PROXY"]),
        ca_file: first(&["SSL_CERT_FILE", "GIT_SSL_CAINFO"]).map(PathBuf::from),
        ca_folders: first(&["SSL_CERT_DIR", "GIT_SSL_CAPATH"])
            .map(|list| std::env::split_paths(&list).collect())
            .unwrap_or_default(),
        timeout: Duration::from_secs(timeout),
    }
}

/// The first of these variables that says something.
fn first(names: &[&str]) -> Option<OsString> {
    #[expect(clippy::disallowed_methods, reason = "cli is where the environment is read")]
    let value = |name: &&str| std::env::var_os(name).filter(|value| !value.is_empty());
    names.iter().find_map(value)
}

/// The same as text. What is none becomes one that names nothing, so that it is
/// an error and not as if it were not there.
fn first_text(names: &[&str]) -> Option<String> {
    first(names).map(|value| value.to_string_lossy().into_owned())
}

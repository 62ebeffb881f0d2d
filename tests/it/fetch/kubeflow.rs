//! The real upstream from a loopback copy of its remotes.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the tests prepare the disk that is then read, and a broken setup ends the test"
)]

use std::path::Path;

use crate::command::{quintet, run};
use crate::pin::text;
use crate::platform::copy;
use crate::servers::{Ca, Proxy, Server, kubeflow};
use crate::shared::shared;

/// As in `compositions/upstream.lock.yaml`.
const ARGO: (&str, &str) = ("bded09fe4abd37cb98d7fc81b4c14a6f5034e9ab", "2cd2e67448c02009a2d39d2a2caf5c199c8575e0");
const PINNED: (&str, &str) = ("0d1a00306501ebaf2a0edc121656752b3deeba57", "a570794f9aea8f9c8a6673bfc130c021341e15f0");

/// Replaces texts in all files below `folder`.
fn replace(folder: &Path, texts: &[(&str, &str)]) {
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.unwrap();
        if entry.file_type().is_file()
            && let Ok(text) = std::fs::read_to_string(entry.path())
        {
            let new = texts.iter().fold(text.clone(), |text, (from, to)| text.replace(from, to));
            if new != text {
                std::fs::write(entry.path(), new).unwrap();
            }
        }
    }
}

/// From an empty cache: fetch, then render without a network. The copy has not
/// the real commits, and a placeholder for one file; the platform's own copy
/// here is pinned to that.
#[test]
fn the_real_platform_renders_from_what_was_fetched() {
    let (Some(remotes), Some(mirror)) = (kubeflow(), shared("upstream/mirrors.yaml")) else { return };
    let guard = tempfile::tempdir().unwrap();
    let (root, cache) = (guard.path().join("platform"), guard.path().join("cache"));
    for folder in ["compositions", "patches", "policies"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &root.join(folder));
    }
    let render = |from: &[&str]| {
        let mut command = quintet(["render", "--env", "icaruscloudlab", "--repo", text(&root), "--unverified"]);
        run(command.args(from)).built()
    };
    // Before anything is fetched: the mirror names the commits that the lock has.
    let expected = render(&["--mirror", text(&mirror)]);
    let (distribution, argo) = (remotes.distribution.clone(), remotes.argo.clone());
    let moved =
        [(PINNED.0, &*distribution.id), (PINNED.1, &*distribution.tree), (ARGO.0, &*argo.id), (ARGO.1, &*argo.tree)];
    replace(&root, &moved);

    let ca = Ca::new();
    let server = Server::start_tls_as(&ca, &["github.com"], move |request| remotes.answer(request));
    let proxy = Proxy::leading(&[("github.com:443", server.address())]);
    let mut fetch = quintet(["pin", "fetch", "--repo", text(&root), "--cache", text(&cache)]);
    fetch.env("HTTPS_PROXY", proxy.url()).env("SSL_CERT_FILE", ca.file());
    let said = String::from_utf8(run(&mut fetch).built()).unwrap();
    assert_eq!(said.lines().filter(|line| line.contains(": fetched, ")).count(), 3, "{said}");
    drop((server, proxy));
    assert!(render(&["--cache", text(&cache)]) == expected, "the same bytes as from the mirror");
}

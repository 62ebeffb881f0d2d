//! The proxy is seen by who uses it, and leads where the test says.

use super::super::{Ca, Proxy, Response, Server, kubeflow};
use super::python::{get, text};

#[test]
fn plain_requests_pass_with_their_whole_address() {
    let server = Server::start(|request| Response::ok(request.target.clone()));
    let proxy = Proxy::start();
    let through = proxy.url();
    let urls = [&server.url("/a?b=c"), &server.localhost_url("/d"), "http://git.example/"];
    let environment = [("http_proxy", through.as_str()), ("no_proxy", "localhost")];
    let Some([found, direct, outside]) = get(urls, &environment) else { return };
    assert_eq!((found.expect("it is there"), direct.expect("it is there")), ("/a?b=c".into(), "/d".into()));
    // Nothing leaves the machine.
    assert!(outside.as_ref().is_err_and(|error| error.contains("502")), "{outside:?}");
    let asked: Vec<_> = proxy.requests().into_iter().map(|request| request.target).collect();
    assert_eq!(asked, [urls[0], urls[2]]);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn tunnels_lead_real_names_to_loopback() {
    let Some(kubeflow) = kubeflow() else { return };
    let expected = kubeflow.jobset.clone();
    let ca = Ca::new();
    let server = Server::start_tls_as(&ca, &["github.com"], move |request| kubeflow.answer(request));
    let proxy = Proxy::leading(&[("github.com:443", server.address())]);
    let urls = [
        "https://github.com/kubernetes-sigs/jobset/releases/download/v0.11.0/manifests.yaml",
        "https://github.com/github-production-release-asset/495479219/manifests.yaml",
    ];
    let (through, ca_file) = (proxy.url(), ca.file());
    let environment = [("https_proxy", through.as_str()), ("SSL_CERT_FILE", text(&ca_file))];
    let Some([found, unsigned]) = get(urls, &environment) else { return };
    assert!(found.expect("it is there").as_bytes() == expected);
    assert!(unsigned.as_ref().is_err_and(|error| error.contains("403")), "{unsigned:?}");
    assert_eq!(server.requests().len(), 3);
    for request in proxy.requests() {
        assert_eq!((request.method.as_str(), request.target.as_str()), ("CONNECT", "github.com:443"));
    }
}

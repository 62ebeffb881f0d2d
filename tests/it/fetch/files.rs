//! Files of web servers.

#![expect(clippy::disallowed_methods, reason = "the tests write what is then built")]

use std::time::{Duration, Instant};

use super::site::{JOBS, Site, partly};
use crate::command::run;
use crate::pin::text;
use crate::servers::{Ca, Request, Response, refused_url};

/// Fetches with another answer for the release file: the message must have all
/// of `expected`, and the cache must not have the file.
#[track_caller]
fn refused(site: &Site, answer: impl Fn(&Request) -> Response + Send + Sync + 'static, expected: &[&str]) -> usize {
    let others = site.answer();
    let served = site.serve(move |request| if request.path() == JOBS { answer(request) } else { others(request) });
    let (lines, said) = partly(run(site.command(&served, &["pin", "fetch"]).args(["--timeout", "2"])), 3);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for part in expected {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(said.contains("upstream.lock.yaml:14:8"), "{said}");
    assert!(!site.cache().join("files").exists());
    served.asked(JOBS)
}

#[test]
fn what_is_not_the_file_is_not_taken() {
    let Some(site) = Site::new() else { return };
    let jobs = site.jobs.clone();
    let cut = move |_: &Request| Response::ok(jobs.clone()).cut_after(100);
    let (wrong, long) = (site.jobs.to_ascii_uppercase(), [&*site.jobs, b"\n"].concat());
    assert_eq!(refused(&site, |_| Response::status(404), &["the server answers 404"]), 1);
    assert_eq!(refused(&site, |_| Response::status(503), &["the server answers 503"]), 4);
    assert_eq!(refused(&site, cut, &["cannot fetch https://git.example/jobs"]), 4);
    let changed = ["must have the SHA-256 a4ac4e74", "the file changed at its source"];
    assert_eq!(refused(&site, move |_| Response::ok(wrong.clone()), &changed), 1);
    assert_eq!(refused(&site, move |_| Response::ok(long.clone()), &changed), 1);
    assert_eq!(refused(&site, |_| Response::ok("x".repeat(1 << 20)).endless(), &changed), 1);
}

#[test]
fn redirects_are_followed_to_an_end() {
    let Some(site) = Site::new() else { return };
    refused(&site, |request| Response::redirect(request.url(JOBS)), &["cannot fetch", "redirects"]);
    refused(&site, |_| Response::redirect("http://git.example/plain"), &["cannot fetch", "https"]);
    let (others, jobs) = (site.answer(), site.jobs.clone());
    let served = site.serve(move |request| match request.path() {
        JOBS => Response::redirect(request.url("/asset?sig=secret")),
        "/asset" => Response::ok(jobs.clone()).chunked(),
        _ => others(request),
    });
    let fetched = site.fetch(&served);
    assert!(!fetched.stderr.contains("secret"));
    assert!(!String::from_utf8(fetched.built()).unwrap().contains("secret"));
    site.renders();
}

#[test]
fn a_server_that_says_too_little_is_left() {
    let Some(site) = Site::new() else { return };
    let jobs = site.jobs.clone();
    let began = Instant::now();
    refused(
        &site,
        move |_| Response::ok(jobs.clone()).dripping(Duration::from_millis(200)),
        &["cannot fetch", "timeout"],
    );
    // It is not asked again: the next answer would take as long.
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn nobody_listens() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let mut command = site.command(&served, &["pin", "fetch"]);
    let address = refused_url("");
    let (lines, said) = partly(run(command.env("HTTPS_PROXY", address.trim_end_matches('/'))), 3);
    assert_eq!(lines, "");
    assert_eq!(said.matches("cannot fetch https://git.example/").count(), 3, "{said}");
}

#[test]
fn a_server_of_somebody_else_is_not_believed() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let (stranger, empty) = (Ca::new(), tempfile::NamedTempFile::new().unwrap());
    let (lines, said) = partly(run(site.command(&served, &["pin", "fetch"]).env("SSL_CERT_FILE", stranger.file())), 3);
    assert_eq!(lines, "");
    assert!(said.contains("certificate"), "{said}");
    let (_, said) = partly(run(site.command(&served, &["pin", "fetch"]).env("SSL_CERT_FILE", empty.path())), 3);
    assert!(said.contains("no certificates to check servers with") && said.contains("SSL_CERT_FILE"), "{said}");
}

#[test]
fn a_host_may_be_reached_without_the_proxy() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    // The name leads nowhere but through the proxy.
    for (variable, value) in [("NO_PROXY", "git.example"), ("no_proxy", "other.example, .example"), ("NO_PROXY", "*")] {
        let (_, said) = partly(run(site.command(&served, &["pin", "fetch"]).env(variable, value)), 3);
        assert!(said.contains("cannot fetch"), "{variable}={value}: {said}");
        assert_eq!(served.proxy.requests().len(), 0, "{variable}={value}");
    }
    run(site.command(&served, &["pin", "fetch"]).env("NO_PROXY", "other.example")).built();
    assert!(!served.proxy.requests().is_empty());
}

#[test]
fn a_build_has_no_lock_and_fetches_what_it_asks_for() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let folder = site.platform.root().join("../free");
    std::fs::create_dir(&folder).unwrap();
    let resources = "https://git.example/jobs/releases/download/v1.0.0/manifests.yaml\n- https://git.example/kubeflow/tiny-upstream//common/namespace/base?ref=v1.2.3";
    std::fs::write(folder.join("kustomization.yaml"), format!("resources:\n- {resources}\n")).unwrap();
    let build = |options: &[&str]| {
        let mut command = crate::command::quintet(["build", text(&folder), "--cache", text(&site.cache())]);
        command.args(options).env("HTTPS_PROXY", served.proxy.url()).env("SSL_CERT_FILE", site.ca.file());
        run(&mut command)
    };
    assert!(build(&[]).failed(3).contains("--fetch"));
    assert_eq!(served.server.requests().len(), 0);
    let built = String::from_utf8(build(&["--fetch"]).built()).unwrap();
    assert!(built.contains("kind: Namespace") && built.contains("kind: CustomResourceDefinition"), "{built}");
}

#[test]
fn nobody_is_told_where_a_redirect_led() {
    let Some(site) = Site::new() else { return };
    let jobs = site.jobs.clone();
    for fault in [
        |answer: Response| answer.cut_after(100),
        |answer: Response| answer.dripping(Duration::from_millis(300)),
        |mut answer: Response| {
            answer.body.extend([b'x'; 10]);
            answer
        },
        |_: Response| Response::redirect("http://git.example/plain?sig=hunter2"),
        |_: Response| Response::redirect("https://git.example:port/?sig=hunter2"),
        |_: Response| Response::status(403),
    ] {
        let (others, jobs) = (site.answer(), jobs.clone());
        let served = site.serve(move |request| match request.path() {
            JOBS => Response::redirect(request.url("/asset?sig=hunter2")),
            "/asset" => fault(Response::ok(jobs.clone())),
            _ => others(request),
        });
        let (lines, said) = partly(run(site.command(&served, &["pin", "fetch"]).args(["--timeout", "2"])), 3);
        assert!(!lines.contains("hunter2") && !said.contains("hunter2"), "{said}");
        assert!(said.contains("https://git.example/jobs/"), "{said}");
    }
}

/// A plain server that leads to one with TLS, as most do.
#[test]
fn a_plain_address_may_lead_to_one_with_tls() {
    let Some(site) = Site::new() else { return };
    let jobs = site.jobs.clone();
    let secure = crate::servers::Server::start_tls(&site.ca, move |_| Response::ok(jobs.clone()));
    let target = secure.url("/manifests.yaml");
    let plain = crate::servers::Server::start(move |_| Response::redirect(target.clone()));
    let folder = site.platform.root().join("../plain");
    std::fs::create_dir(&folder).unwrap();
    let text_of = |url: &str| format!("resources:\n- {url}\n");
    let build = |ca: &std::path::Path| {
        let cache = site.cache();
        let arguments = ["build", text(&folder), "--cache", text(&cache), "--fetch"];
        run(crate::command::quintet(arguments).env("SSL_CERT_FILE", ca))
    };
    std::fs::write(folder.join("kustomization.yaml"), text_of(&plain.url("/manifests.yaml"))).unwrap();
    build(&site.ca.file()).built();
    let said = build(Ca::new().file().as_path()).failed(3);
    assert!(
        said.contains("certificate") || said.contains("no certificates") || said.contains("cannot fetch"),
        "{said}"
    );
}

#[test]
fn a_proxy_that_is_not_spoken_is_refused() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let (_, said) = partly(
        run(site.command(&served, &["pin", "fetch"]).env("HTTPS_PROXY", "socks5h://robot:hunter2@127.0.0.1:9")),
        3,
    );
    assert!(said.contains("names no usable proxy for https") && !said.contains("hunter2"), "{said}");
}

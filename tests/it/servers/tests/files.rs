//! Files over HTTP and HTTPS.

use std::time::Duration;

use super::super::{Ca, Request, Response, Server, basic, guarded, refused_url};
use super::python::{get, text};

#[test]
fn a_file_is_given_through_a_redirect_and_the_log_says_who_asked() {
    let server = Server::start(|request| match request.path() {
        "/a" => Response::redirect(request.url("/b?sig=1")),
        "/b" => Response::ok("found"),
        _ => Response::status(404),
    });
    let Some([found, missing]) = get([&server.url("/a"), &server.localhost_url("/c")], &[]) else { return };
    assert_eq!(found.expect("it is there"), "found");
    assert!(missing.as_ref().is_err_and(|error| error.contains("404")), "{missing:?}");
    let asked = server.requests();
    assert_eq!(asked.iter().map(|request| request.target.as_str()).collect::<Vec<_>>(), ["/a", "/b?sig=1", "/c"]);
    assert!(asked[1].header("user-agent").expect("it says so").starts_with("Python-urllib/"));
    assert_eq!((asked[1].number, asked[1].repeat, asked[1].secure), (1, 0, false));
    assert!(asked[2].header("host").expect("it says so").starts_with("localhost:"));
}

#[test]
fn a_handler_knows_what_was_asked_before() {
    let server = Server::start(|request| match request.repeat {
        0 => Response::status(503).header("Retry-After", "1"),
        _ => Response::ok(format!("{}", request.number)).chunked(),
    });
    let Some([first, second]) = get([&server.url("/"), &server.url("/")], &[]) else { return };
    assert!(first.expect_err("it is not ready").contains("503"));
    assert_eq!(second.expect("it is ready"), "1");
}

#[test]
fn only_who_has_the_authority_trusts_a_server_with_tls() {
    let ca = Ca::new();
    let server = Server::start_tls(&ca, |request| Response::ok(if request.secure { "secure" } else { "not" }));
    let other = Server::start_tls_as(&ca, &["git.example"], |_| Response::ok("other"));
    let urls = [server.url("/"), server.localhost_url("/"), other.url("/")];
    assert!(urls.iter().all(|url| url.starts_with("https://")));
    let (urls, file) = (urls.each_ref().map(String::as_str), ca.file());
    let Some([by_number, by_name, wrong]) = get(urls, &[("SSL_CERT_FILE", text(&file))]) else { return };
    assert_eq!(
        (by_number.expect("it is trusted"), by_name.expect("it is trusted")),
        ("secure".into(), "secure".into())
    );
    assert!(wrong.as_ref().is_err_and(|error| error.contains("not valid for")), "{wrong:?}");
    let [stranger] = get([urls[0]], &[]).expect("python is here");
    assert!(stranger.as_ref().is_err_and(|error| error.contains("CERTIFICATE_VERIFY_FAILED")), "{stranger:?}");
    assert_eq!((server.requests().len(), other.requests().len()), (2, 0));
}

#[test]
fn a_file_may_break_off_or_never_come() {
    let ca = Ca::new();
    let handler = |request: &Request| {
        let file = Response::ok(vec![b'x'; 100_000]);
        match request.path() {
            "/cut" => file.cut_after(50_000),
            "/cut-chunk" => file.chunked().cut_after(50_000),
            "/late" => file.delayed(Duration::from_secs(60)),
            _ => Response::hang_up(),
        }
    };
    for server in [Server::start(handler), Server::start_tls(&ca, handler)] {
        let file = ca.file();
        let trusting = ("SSL_CERT_FILE", text(&file));
        let urls = ["/cut", "/cut-chunk", "/none"].map(|path| server.url(path));
        let Some(broken) = get(urls.each_ref().map(String::as_str), &[trusting]) else { return };
        for (answer, said) in broken.iter().zip(["IncompleteRead", "IncompleteRead", "RemoteDisconnected"]) {
            let error = answer.as_ref().expect_err(said);
            // TLS ends without its goodbye, of which some versions of Python speak instead.
            assert!(error.contains(said) || error.contains("EOF"), "{said}: {error}");
        }
        let [late] = get([&server.url("/late")], &[trusting, ("WAIT", "0.3")]).expect("python is here");
        assert!(late.as_ref().is_err_and(|error| error.contains("timed out")), "{late:?}");
    }
}

#[test]
fn who_is_not_there_or_guarded_gives_nothing() {
    let secret = basic("user", "pass word");
    assert_eq!(secret, "Basic dXNlcjpwYXNzIHdvcmQ=");
    assert_eq!(
        [basic("a", "b"), basic("a", "bc"), basic("a", "bcd")].map(|text| text[6..].to_owned()).concat(),
        "YTpiYTpiYw==YTpiY2Q="
    );
    let server = Server::start(guarded(secret, |_| Response::ok("in")));
    let Some([refused, guarded]) = get([&refused_url("/a"), &server.url("/")], &[]) else { return };
    assert!(refused.as_ref().is_err_and(|error| error.contains("refused")), "{refused:?}");
    assert!(guarded.as_ref().is_err_and(|error| error.contains("401")), "{guarded:?}");
}

//! Commits of git servers.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use git2::{Oid, Signature, Time};

use super::site::{FLOWS_NAME, Site, UPSTREAM_NAME, partly};
use crate::command::run;
use crate::servers::{Response, Wants};

#[test]
fn what_the_lock_lists_is_fetched_once() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let said = String::from_utf8(site.fetch(&served).built()).unwrap();
    for name in [&format!("{FLOWS_NAME} at v1.2.3"), UPSTREAM_NAME, "git.example/jobs/"] {
        assert!(said.lines().any(|line| line.starts_with(name) && line.contains(": fetched, ")), "{name} in {said}");
    }
    assert_eq!(said.lines().count(), 3);
    site.renders();
    // Only a name can have moved: nothing else is asked for again.
    let before = served.server.requests().len();
    let said = String::from_utf8(site.fetch(&served).built()).unwrap();
    assert_eq!(said.matches("is in the cache").count(), 3, "{said}");
    let asked = &served.server.requests()[before..];
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(asked[0].target.starts_with("/flows/tiny-flows/info/refs"));
    assert!(served.proxy.requests().iter().all(|request| request.method == "CONNECT"));
}

#[test]
fn every_command_fetches_when_it_is_told_to_and_only_then() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let refused = run(&mut site.command(&served, &["render", "--env", "staging"])).failed(3);
    assert!(refused.contains("--fetch"), "{refused}");
    assert_eq!((served.server.requests().len(), served.proxy.requests().len()), (0, 0));
    let rendered = run(&mut site.command(&served, &["render", "--env", "staging", "--fetch"])).built();
    assert!(rendered == site.expected);
    let before = served.server.requests().len();
    run(&mut site.command(&served, &["pin", "verify", "--fetch"])).built();
    assert_eq!(served.server.requests().len(), before, "all of it is there");
    let mut generate = site.command(&served, &["argocd", "generate", "--fetch"]);
    generate.env("ARGOCD_APP_NAME", "kubeflow-core");
    assert!(run(&mut generate).failed(2).contains("uses no network"));
}

#[test]
fn a_commit_comes_by_its_id_or_by_what_leads_to_it() {
    for wants in [Wants::Any, Wants::Reachable, Wants::Advertised] {
        let Some(site) = Site::giving(wants) else { return };
        site.fetch(&site.serve(site.answer())).built();
        site.renders();
    }
}

/// A commit on top of what a branch or tag leads to.
fn another(site: &Site, name: &str) -> Oid {
    let repository = site.repository(name);
    let parent = repository.head().unwrap().peel_to_commit().unwrap();
    let who = Signature::new("upstream", "upstream@git.example", &Time::new(1_767_225_601, 0)).unwrap();
    repository.commit(None, &who, &who, "later", &parent.tree().unwrap(), &[&parent]).unwrap()
}

#[test]
fn a_branch_that_moved_on_leads_to_the_commit_no_more() {
    for (wants, is_given) in [(Wants::Any, true), (Wants::Reachable, true), (Wants::Advertised, false)] {
        let Some(site) = Site::giving(wants) else { return };
        let repository = site.repository("kubeflow/tiny-upstream");
        let head = repository.head().unwrap().name().unwrap().to_owned();
        repository.reference(&head, another(&site, "kubeflow/tiny-upstream"), true, "").unwrap();
        repository.find_reference("refs/tags/v1.2.3").unwrap().delete().unwrap();
        let fetched = site.fetch(&site.serve(site.answer()));
        if is_given {
            fetched.built();
            site.renders();
        } else {
            let (lines, said) = partly(fetched, 3);
            assert_eq!(lines.lines().count(), 2, "{lines}");
            assert!(said.contains("does not give commit") && said.contains("upstream.lock.yaml:9:"), "{said}");
        }
    }
}

#[test]
fn a_tag_that_moved_stops_everything() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    site.fetch(&served).built();
    let moved = another(&site, "flows/tiny-flows");
    site.repository("flows/tiny-flows").reference("refs/tags/v1.2.3", moved, true, "").unwrap();
    // Whether the old commit is in the cache or not.
    for _ in 0..2 {
        let (lines, said) = partly(site.fetch(&served), 3);
        assert!(!lines.contains("tiny-flows"), "{lines}");
        for part in ["v1.2.3 must be commit", &moved.to_string(), "the tag moved", "upstream.lock.yaml:5:8"] {
            assert!(said.contains(part), "{part} in {said}");
        }
        std::fs::remove_dir_all(site.cache().join("git/git.example/flows")).ok();
    }
    // A tag that is gone stops nothing: the commit is what counts.
    site.repository("flows/tiny-flows").find_reference("refs/tags/v1.2.3").unwrap().delete().unwrap();
    let said = String::from_utf8(site.fetch(&served).built()).unwrap();
    assert!(said.contains("(v1.2.3 is gone)"), "{said}");
}

#[test]
fn a_tree_that_is_not_on_record_is_refused() {
    let Some(site) = Site::new() else { return };
    let (path, tree) = ("compositions/upstream.lock.yaml", "76e4e8acfb4cf4df9daedd38cdda386b464b49d1");
    let lock = site.platform.read(path);
    site.platform.write(path, &lock.replace(tree, &"a".repeat(40)));
    let (_, said) = partly(site.fetch(&site.serve(site.answer())), 3);
    assert!(said.contains(tree) && said.contains("upstream.lock.yaml:12:9"), "{said}");
}

#[test]
fn servers_that_fail_at_first_are_asked_again() {
    let Some(site) = Site::new() else { return };
    let answer = site.answer();
    let served = site.serve(move |request| match request.repeat {
        0 => Response::status(503),
        1 if request.path().ends_with("/git-upload-pack") => answer(request).cut_after(300),
        1 => Response::hang_up(),
        _ => answer(request),
    });
    site.fetch(&served).built();
    site.renders();
    assert_eq!(served.asked("/flows/tiny-flows/git-upload-pack"), 3);
}

#[test]
fn servers_that_go_on_failing_end_the_fetch() {
    let Some(site) = Site::new() else { return };
    let run_with = |handler: fn(&crate::servers::Request, Response) -> Response, expected: &[&str]| {
        let answer = site.answer();
        let served = site.serve(move |request| handler(request, answer(request)));
        let (lines, said) = partly(site.fetch(&served), 3);
        assert!(!lines.contains("tiny-flows"), "{lines}");
        for part in expected {
            assert!(said.contains(part), "{part} in {said}");
        }
        assert!(!site.cache().join("git").exists(), "nothing is kept");
        served
    };
    let served = run_with(|_, _| Response::status(404), &["the server answers 404", "upstream.lock.yaml:5:8"]);
    assert_eq!(served.asked("/flows/tiny-flows/info/refs"), 1, "asked once");
    let served = run_with(|_, _| Response::status(500), &["the server answers 500", "upstream.lock.yaml:5:8"]);
    assert_eq!(served.asked("/flows/tiny-flows/info/refs"), 4);
    let cut = |request: &crate::servers::Request, answer: Response| {
        if request.path().ends_with("/git-upload-pack") { answer.cut_after(200) } else { answer }
    };
    run_with(cut, &["cannot fetch https://git.example/flows/tiny-flows"]);
    run_with(|_, _| Response::ok("<html>hello</html>"), &["does not answer as a git server"]);
    run_with(|request, _| Response::redirect(request.url("/again/info/refs")), &["cannot fetch", "redirect"]);
}

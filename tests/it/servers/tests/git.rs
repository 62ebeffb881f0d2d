//! Repositories over HTTP, with the program `git` as the client.

use std::path::Path;

use tempfile::TempDir;

use super::super::git::{command, git as local};
use super::super::{Ca, Commit, Git, Repositories, Response, Server, Wants, basic, guarded, kubeflow};

/// An empty repository, gone with this value.
fn empty() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    local(folder.path(), &["init", "--quiet", "--bare", "."]);
    folder
}

/// What `git` says to `arguments`, or what it complains of.
fn client(folder: &Path, ca: Option<&Ca>, arguments: &[&str]) -> Result<String, String> {
    // Nothing of it may go on in the background.
    let mut command = command(&[("maintenance.auto", "false"), ("gc.auto", "0")]);
    if let Some(ca) = ca {
        command.env("GIT_SSL_CAINFO", ca.file());
    }
    let run = command.arg("-C").arg(folder).args(arguments).output().expect("git starts");
    let (said, complained) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if run.status.success() { Ok(said.into_owned()) } else { Err(complained.into_owned()) }
}

fn fetch(folder: &Path, ca: Option<&Ca>, url: &str, what: &str) -> Result<String, String> {
    client(folder, ca, &["fetch", "--quiet", "--depth", "1", url, what])
}

/// Three commits on `main`, the first and the last one tagged, and a commit
/// that nothing leads to.
struct History {
    repositories: Repositories,
    first: Commit,
    parent: Commit,
    last: Commit,
    lost: Commit,
    tag: String,
}

fn history() -> History {
    let repositories = Repositories::new();
    let repository = repositories.add("flows/tiny");
    let first = repository.commit(&[("a.yaml", "a: 1\n")], &[]);
    let parent = repository.commit(&[("a.yaml", "a: 2\n")], &[&first]);
    let last = repository.commit(&[("a.yaml", "a: 2\n"), ("b/c.yaml", "c: 1\n")], &[&parent]);
    let lost = repository.commit(&[("a.yaml", "a: 3\n")], &[&first]);
    repository.branch("main", &last);
    repository.tag("v1", &first);
    let tag = repository.annotated_tag("v2", &last);
    repository.tag("moved", &lost);
    repository.tag("moved", &last);
    History { repositories, first, parent, last, lost, tag }
}

#[test]
fn references_are_advertised_and_ids_are_the_same_every_time() {
    let history = history();
    let Some(git) = Git::of(history.repositories.folder(), Wants::Any) else { return };
    let server = Server::start(move |request| git.answer(request));
    let here = empty();
    let listed = client(here.path(), None, &["ls-remote", &server.url("/flows/tiny")]).expect("it is listed");
    let expected = [
        (&history.last.id, "HEAD"),
        (&history.last.id, "refs/heads/main"),
        (&history.last.id, "refs/tags/moved"),
        (&history.first.id, "refs/tags/v1"),
        (&history.tag, "refs/tags/v2"),
        (&history.last.id, "refs/tags/v2^{}"),
    ];
    let expected: String = expected.map(|(id, name)| format!("{id}\t{name}\n")).concat();
    assert_eq!(listed, expected);
    assert_eq!(client(here.path(), None, &["ls-remote", &server.url("/flows/tiny.git")]).expect("the same"), expected);
    let missing = client(here.path(), None, &["ls-remote", &server.url("/flows/none")]).unwrap_err();
    assert!(missing.contains("not found"), "{missing}");
    assert_eq!(history.first.id, "d730d8c8f245801b40a15530179f517ca9fe5a6b");
}

#[test]
fn a_commit_comes_by_its_id_alone_and_without_its_history() {
    let history = history();
    let Some(git) = Git::of(history.repositories.folder(), Wants::Any) else { return };
    let ca = Ca::new();
    let secret = basic("user", "secret");
    let guarded_git = guarded(secret.clone(), {
        let git = git.clone();
        move |request| git.answer(request)
    });
    let plain = Server::start({
        let git = git.clone();
        move |request| git.answer(request)
    });
    let secure = Server::start_tls(&ca, guarded_git);
    let with_secret = secure.url("/flows/tiny").replace("https://", "https://user:secret@");
    for (url, commit) in [(plain.url("/flows/tiny"), &history.lost), (with_secret, &history.last)] {
        let here = empty();
        fetch(here.path(), Some(&ca), &url, &commit.id).expect("it comes");
        let tree = client(here.path(), None, &["rev-parse", &format!("{}^{{tree}}", commit.id)]).expect("it is here");
        assert_eq!(tree.trim(), commit.tree);
        assert!(client(here.path(), None, &["cat-file", "-e", &history.first.id]).is_err(), "no history");
        client(here.path(), None, &["fsck", "--strict"]).expect("all is whole");
    }
    let refused = fetch(empty().path(), Some(&ca), &secure.url("/flows/tiny"), &history.first.id).unwrap_err();
    assert!(refused.contains("could not read Username"), "{refused}");
    let given: Vec<_> =
        secure.requests().iter().map(|request| request.header("authorization").map(str::to_owned)).collect();
    assert_eq!(given[..2], [None, Some(secret)]);
}

#[test]
fn a_server_refuses_the_ids_it_does_not_give() {
    let history = history();
    // The tip, its parent and a lost commit, wanted without a look at what the
    // server permits.
    for (wants, given) in [
        (Wants::Any, [true, true, true]),
        (Wants::Reachable, [true, true, false]),
        (Wants::Advertised, [true, false, false]),
    ] {
        let Some(git) = Git::of(history.repositories.folder(), wants) else { return };
        for (commit, given) in [&history.last, &history.parent, &history.lost].into_iter().zip(given) {
            let request = wanted(&commit.id);
            let body = git.answer(&request).body;
            let refusal = format!("ERR upload-pack: not our ref {}", commit.id);
            let body = String::from_utf8_lossy(&body);
            assert_eq!(body.contains("PACK"), given, "{wants:?} {body}");
            assert_eq!(body.contains(&refusal), !given, "{wants:?} {body}");
        }
        let advertised = git.answer(&asked("GET", "/flows/tiny/info/refs?service=git-upload-pack", Vec::new()));
        let permits = String::from_utf8_lossy(&advertised.body).contains("allow-reachable-sha1-in-want");
        assert_eq!(permits, wants == Wants::Any);
    }
    // `git` asks no more than it is permitted.
    let Some(git) = Git::of(history.repositories.folder(), Wants::Advertised) else { return };
    let server = Server::start(move |request| git.answer(request));
    let here = empty();
    fetch(here.path(), None, &server.url("/flows/tiny"), &history.last.id).expect("a tip");
    let refused = fetch(here.path(), None, &server.url("/flows/tiny"), &history.lost.id).unwrap_err();
    assert!(refused.contains("Server does not allow request for unadvertised object"), "{refused}");
}

fn asked(method: &str, target: &str, body: Vec<u8>) -> super::super::Request {
    let (method, target) = (method.to_owned(), target.to_owned());
    super::super::Request { method, target, headers: Vec::new(), body, secure: false, number: 0, repeat: 0 }
}

/// A whole request for one commit without its history.
fn wanted(id: &str) -> super::super::Request {
    let body = format!("0032want {id}\n000cdeepen 100000009done\n");
    asked("POST", "/flows/tiny/git-upload-pack", body.into_bytes())
}

#[test]
fn a_fault_may_be_put_before_git() {
    let history = history();
    let Some(git) = Git::of(history.repositories.folder(), Wants::Any) else { return };
    let server = Server::start(move |request| match request.path() {
        "/flows/tiny/git-upload-pack" if request.repeat == 0 => git.answer(request).cut_after(20),
        _ if request.number == 0 => Response::status(502),
        _ => git.answer(request),
    });
    let (here, url) = (empty(), server.url("/flows/tiny"));
    assert!(fetch(here.path(), None, &url, &history.last.id).unwrap_err().contains("502"));
    assert!(fetch(here.path(), None, &url, &history.last.id).is_err());
    fetch(here.path(), None, &url, &history.last.id).expect("the third time");
}

#[test]
fn the_remotes_of_the_pinned_upstream_come_whole() {
    let Some(kubeflow) = kubeflow() else { return };
    let pins = [
        ("/kubeflow/community-distribution", kubeflow.distribution.clone()),
        ("/argoproj/argo-workflows", kubeflow.argo.clone()),
    ];
    let server = Server::start(move |request| kubeflow.answer(request));
    for (name, commit) in pins {
        let here = empty();
        fetch(here.path(), None, &server.url(name), &commit.id).expect("it comes");
        let tree = client(here.path(), None, &["rev-parse", &format!("{}^{{tree}}", commit.id)]).expect("it is here");
        assert_eq!(tree.trim(), commit.tree);
    }
}

//! Credentials: from git's helpers, and nowhere else.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the tests write the configuration of git, and a broken setup ends the test"
)]

use std::path::{Path, PathBuf};

use super::site::{JOBS, Site, files_of, partly};
use crate::command::run;
use crate::servers::{Request, Response, basic, guarded};

const PASSWORD: &str = "hunter2-and-more";

/// A credential helper for `git.example` in the configuration of whoever lives
/// in `home`, and the file in which it notes what it is asked.
fn helper(home: &Path) -> PathBuf {
    let (helper, asked) = (home.join("helper"), home.join("asked"));
    let script = format!("#!/bin/sh\ncat >> {}\necho username=robot\necho password={PASSWORD}\n", asked.display());
    std::fs::write(&helper, script).unwrap();
    std::fs::set_permissions(&helper, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let config = format!("[credential \"https://git.example\"]\n\thelper = {}\n", helper.display());
    std::fs::write(home.join(".gitconfig"), config).unwrap();
    asked
}

#[test]
fn credentials_are_for_the_host_that_asked_and_for_no_other() {
    let Some(site) = Site::new() else { return };
    let (open, other) = (site.answer(), site.answer());
    let guard = guarded(basic("robot", PASSWORD), move |request: &Request| {
        Response::redirect(format!("https://other.example{}", request.target))
    });
    let served = site.serve(move |request: &Request| match request.header("host") {
        Some("other.example") => other(request),
        _ if request.path().starts_with("/kubeflow") => guard(request),
        _ => open(request),
    });
    let home = site.platform.root().join("../home");
    std::fs::create_dir(&home).unwrap();
    helper(&home);
    let mut command = site.command(&served, &["pin", "fetch"]);
    run(command.env("HOME", &home).env("PATH", "/usr/bin:/bin")).built();
    site.renders();
    let sent = served.server.requests();
    let to = |host: &str| sent.iter().filter(|request| request.header("host") == Some(host)).collect::<Vec<_>>();
    assert!(to("git.example").iter().any(|request| request.header("authorization").is_some()));
    assert_eq!(to("other.example").len(), 2, "the list of refs and the pack");
    assert!(to("other.example").iter().all(|request| request.header("authorization").is_none()));
}

#[test]
fn credentials_come_from_helpers_and_go_nowhere() {
    let Some(site) = Site::new() else { return };
    let (others, jobs) = (site.answer(), site.jobs.clone());
    let open = site.answer();
    let guard = guarded(basic("robot", PASSWORD), others);
    let served = site.serve(move |request: &Request| match request.path() {
        JOBS => Response::ok(jobs.clone()),
        path if path.starts_with("/flows") => open(request),
        _ => guard(request),
    });
    let home = site.platform.root().join("../home");
    std::fs::create_dir(&home).unwrap();
    let (lines, said) = partly(run(site.command(&served, &["pin", "fetch"]).env("HOME", &home)), 3);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(said.contains("the server answers 401") && said.contains("git help credentials"), "{said}");

    let asked = helper(&home);
    let mut command = site.command(&served, &["pin", "fetch"]);
    let fetched = run(command.env("HOME", &home).env("PATH", "/usr/bin:/bin"));
    let said = format!("{}{}", String::from_utf8_lossy(&fetched.stdout), fetched.stderr);
    fetched.built();
    site.renders();
    assert!(std::fs::read_to_string(&asked).unwrap().contains("host=git.example"));

    // Only whoever asks for one is told a password, and nobody keeps it.
    let sent = served.server.requests();
    let told = sent.iter().filter(|request| request.header("authorization").is_some());
    assert!(told.clone().count() > 0 && told.clone().all(|request| request.path().starts_with("/kubeflow/")));
    let secrets =
        [PASSWORD.as_bytes().to_vec(), basic("robot", PASSWORD).trim_start_matches("Basic ").as_bytes().to_vec()];
    for secret in &secrets {
        assert!(!said.as_bytes().windows(secret.len()).any(|part| part == secret));
        for (path, bytes) in files_of(&site.cache()) {
            assert!(!bytes.windows(secret.len()).any(|part| part == secret), "{}", path.display());
        }
    }
}

#[test]
fn credentials_in_an_address_are_refused() {
    let Some(site) = Site::new() else { return };
    let path = "compositions/upstream.lock.yaml";
    let lock = site.platform.read(path);
    site.platform
        .write(path, &lock.replace("https://git.example/jobs", &format!("https://robot:{PASSWORD}@git.example/jobs")));
    let served = site.serve(site.answer());
    let said = site.fetch(&served).failed(2);
    assert!(said.contains("the address 3 of compositions/upstream.lock.yaml holds credentials"), "{said}");
    assert!(!said.contains(PASSWORD), "{said}");
}

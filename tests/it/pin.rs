//! Who gives the pinned upstream: mirrors, the cache, and mirrors written by
//! `pin vendor`.

#![expect(clippy::disallowed_methods, reason = "the tests look at the disk behind the back of the code")]

use std::path::{Path, PathBuf};

use git2::{Repository, Signature, Time};
use quintet::vfs::Cache;
use quintet::yaml::Limits;

use crate::command::{Run, quintet, run};
use crate::platform::{Platform, copy};

pub(crate) const FLOWS: (&str, &str, &str) =
    ("tiny-flows@v1.2.3", "tiny-flows v1.2.3", "https://git.example/flows/tiny-flows");
pub(crate) const UPSTREAM: (&str, &str, &str) =
    ("tiny-upstream", "tiny-upstream", "https://git.example/kubeflow/tiny-upstream");

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a text")
}

/// `quintet COMMAND --repo PLATFORM …`
fn on(platform: &Platform, command: &[&str], options: &[&str]) -> Run {
    run(&mut quintet(command.iter().copied().chain(["--repo", text(platform.root())]).chain(options.iter().copied())))
}

fn render(platform: &Platform, options: &[&str]) -> Run {
    let all: Vec<&str> = ["--env", "staging"].into_iter().chain(options.iter().copied()).collect();
    on(platform, &["render"], &all)
}

/// The repository that `examples/platform/upstream/README.md` says how to make.
pub(crate) fn repository(folder: &Path, message: &str, at: &Path) -> String {
    let repository = Repository::init(at).expect("a repository");
    copy(folder, at);
    let mut index = repository.index().expect("an index");
    index.add_all(["*"], git2::IndexAddOption::DEFAULT, None).expect("added");
    let tree = repository.find_tree(index.write_tree().expect("written")).expect("is there");
    let who = Signature::new("upstream", "upstream@git.example", &Time::new(1_767_225_600, 0)).expect("a name");
    let message = format!("{message}\n");
    repository.commit(Some("HEAD"), &who, &who, &message, &tree, &[]).expect("committed").to_string()
}

/// A cache with everything the example pins, and the example without its own
/// upstream.
pub(crate) fn cached() -> (Platform, PathBuf) {
    let platform = Platform::new();
    let upstream = platform.root().join("upstream");
    let folder = platform.root().join("../cache");
    let cache = Cache::open(&folder, &Limits::DEFAULT).expect("a folder");
    for (name, message, url) in [FLOWS, UPSTREAM] {
        let source = platform.root().join("../sources").join(name);
        let commit = repository(&upstream.join(name), message, &source);
        cache.add_repository_from(&source, url, &commit).expect("kept");
    }
    cache.add_file(&std::fs::read(upstream.join("jobs@v1.0.0/manifests.yaml")).expect("is there")).expect("kept");
    std::fs::remove_dir_all(&upstream).expect("was there");
    (platform, folder)
}

#[test]
fn the_cache_gives_what_the_mirror_gives() {
    let (platform, cache) = cached();
    let expected = render(&Platform::new(), &[]).built();
    assert_eq!(render(&platform, &["--cache", text(&cache)]).built(), expected);
    let from_environment = |name: &str, folder: &Path| {
        let mut command = quintet(["render", "--env", "staging", "--repo", text(platform.root())]);
        run(command.env(name, folder))
    };
    assert_eq!(from_environment("QUINTET_CACHE", &cache).built(), expected);
    let home = platform.root().join("../home");
    std::fs::create_dir_all(home.join(".cache")).expect("a folder");
    std::fs::rename(&cache, home.join(".cache/quintet")).expect("moved");
    assert_eq!(from_environment("HOME", &home).built(), expected);
    assert_eq!(from_environment("XDG_CACHE_HOME", &home.join(".cache")).built(), expected);
}

#[test]
fn a_cache_that_lacks_something_ends_the_render() {
    let (platform, cache) = cached();
    let said = render(&platform, &["--cache", text(&cache.join("nowhere"))]).failed(3);
    assert!(said.contains("https://git.example/") && said.contains("patches/kubeflow-"), "{said}");
    let files = cache.join("files");
    std::fs::remove_dir_all(files).expect("was there");
    let said = render(&platform, &["--cache", text(&cache)]).failed(3);
    assert!(said.contains("https://git.example/jobs/releases/download/v1.0.0/manifests.yaml"), "{said}");
    let said = render(&platform, &["--cache", text(&platform.root().join("Makefile"))]).failed(2);
    assert!(said.contains("is not a folder"), "{said}");
}

#[test]
fn the_tree_of_a_commit_must_be_the_one_on_record() {
    let (platform, cache) = cached();
    let (path, tree) = ("compositions/upstream.lock.yaml", "76e4e8acfb4cf4df9daedd38cdda386b464b49d1");
    let lock = platform.read(path);
    assert!(lock.contains(tree));
    platform.write(path, &lock.replace(tree, &"a".repeat(40)));
    let said = render(&platform, &["--cache", text(&cache)]).failed(3);
    assert!(said.contains(tree) && said.contains(&"a".repeat(40)), "{said}");
}

#[test]
fn a_vendored_mirror_is_complete() {
    let platform = Platform::new();
    let (folder, expected) = (platform.root().join("../vendored"), render(&platform, &[]).built());
    let said = on(&platform, &["pin", "vendor", text(&folder)], &[]).built();
    let said = String::from_utf8(said).expect("a text");
    assert!(said.contains("vendored/mirrors.yaml: ") && said.ends_with(" files\n"), "{said}");
    let mirror = folder.join("mirrors.yaml");
    std::fs::remove_dir_all(platform.root().join("upstream")).expect("was there");
    assert_eq!(render(&platform, &["--mirror", text(&mirror)]).built(), expected);
    on(&platform, &["pin", "verify"], &["--mirror", text(&mirror)]).built();
    // Made from itself it is the same again, and what no render reads is not in it.
    on(&platform, &["pin", "vendor", text(&folder)], &["--mirror", text(&mirror)]).built();
    assert!(!folder.join("git.example/kubeflow").join("applications/kserve").exists());
    // A cache is as good a source.
    let (platform, cache) = cached();
    let second = platform.root().join("../vendored");
    on(&platform, &["pin", "vendor", text(&second)], &["--cache", text(&cache)]).built();
    let sums = |folder: &Path| std::fs::read_to_string(folder.join("SHA256SUMS")).expect("written");
    assert_eq!(sums(&second), sums(&folder));
}

#[test]
fn nothing_is_vendored_that_is_not_pinned() {
    let platform = Platform::new();
    let path = "upstream/tiny-upstream/common/namespace/base/namespace.yaml";
    platform.write(path, &format!("{}# changed\n", platform.read(path)));
    let folder = platform.root().join("../vendored");
    let said = on(&platform, &["pin", "vendor", text(&folder)], &[]).failed(3);
    assert!(said.contains("common/namespace/base/namespace.yaml"), "{said}");
    assert!(!folder.exists());
}

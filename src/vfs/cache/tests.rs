//! What goes into the cache comes out of it, or not at all.

use git2::{Oid, Repository};

use super::*;
use crate::vfs::git_fixture::{FILE, LINK, SUBMODULE, commit, exchange, lose};

const URL: &str = "https://GitHub.com/org/repo.git";

fn cache() -> (tempfile::TempDir, Cache) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path().join("cache"), &Limits::DEFAULT).unwrap();
    (folder, cache)
}

fn source(folder: &Path) -> (Repository, Oid) {
    let repository = Repository::init_bare(folder.join("source")).unwrap();
    let zeros = "0000000000000000000000000000000000000001";
    let entries = [(FILE, "a/f", "1"), (FILE, "a/same", "1"), (LINK, "l", "a/f"), (SUBMODULE, "s", zeros)];
    let id = commit(&repository, "refs/heads/main", &entries);
    commit(&repository, "refs/heads/other", &[(FILE, "other", "2")]);
    (repository, id)
}

fn objects(repository: &Path) -> usize {
    let mut count = 0;
    let repository = Repository::open_bare(repository).unwrap();
    repository
        .odb()
        .unwrap()
        .foreach(|_| {
            count += 1;
            true
        })
        .unwrap();
    count
}

#[test]
fn files_are_kept_by_their_digest() {
    let (folder, cache) = cache();
    let sum = sha256_hex(b"a: 1\n");
    assert_eq!(cache.file(&sum).unwrap(), None);
    assert!(!folder.path().join("cache").exists());
    assert_eq!(cache.add_file(b"a: 1\n").unwrap(), sum);
    assert_eq!(cache.file(&sum).unwrap().unwrap(), b"a: 1\n");
    let place = folder.path().join("cache/files/sha256").join(&sum[..2]).join(&sum);
    assert!(place.is_file());
    assert!(matches!(cache.file("../x"), Err(CacheError::NotADigest { .. })));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test damages the disk behind the back of the code")]
fn a_damaged_file_is_an_error_and_is_replaced() {
    let (folder, cache) = cache();
    let sum = cache.add_file(b"a: 1\n").unwrap();
    let place = folder.path().join("cache/files/sha256").join(&sum[..2]).join(&sum);
    std::fs::write(&place, "a: 2\n").unwrap();
    let error = cache.file(&sum).unwrap_err();
    assert!(matches!(error, CacheError::Digest { .. }));
    assert!(error.to_string().contains(place.to_str().unwrap()), "{error}");
    assert!(error.hint().unwrap().contains("remove"));
    cache.add_file(b"a: 1\n").unwrap();
    assert!(cache.file(&sum).unwrap().is_some());
}

#[test]
fn a_large_file_is_refused() {
    let (folder, cache) = cache();
    let sum = cache.add_file(b"12345").unwrap();
    let small = Cache::open(folder.path().join("cache"), &Limits { max_text_bytes: 4, ..Limits::DEFAULT }).unwrap();
    assert!(matches!(small.file(&sum), Err(CacheError::Read(TreeError::TooLarge { .. }))));
}

#[test]
fn exactly_one_commit_is_copied_and_found_under_every_spelling() {
    let (folder, cache) = cache();
    let (_repository, id) = source(folder.path());
    let id = id.to_string();
    assert!(cache.repository(URL, &id).unwrap().is_none());
    for _ in 0..2 {
        cache.add_repository_from(&folder.path().join("source"), URL, &id).unwrap();
    }
    let place = folder.path().join("cache/git/github.com/org/repo.git");
    // The commit, two trees, the text of the files and that of the link.
    assert_eq!(objects(&place), 5);
    for url in [URL, "git@github.com:org/repo", "http://github.com/org/repo/"] {
        let tree = cache.repository(url, &id).unwrap().unwrap();
        assert_eq!(tree.read(Path::new("/l")).unwrap(), b"1");
        assert_eq!(tree.read(Path::new("/a/same")).unwrap(), b"1");
    }
    assert!(cache.repository(URL, &"1".repeat(40)).unwrap().is_none());
    assert!(matches!(cache.repository(URL, "main"), Err(CacheError::Git(GitError::NotAnId { .. }))));
    assert!(Repository::open_bare(&place).unwrap().config().unwrap().get_bool("core.fsyncObjectFiles").unwrap());
}

#[test]
fn a_commit_that_is_not_whole_is_not_kept() {
    for damage in [true, false] {
        let (folder, cache) = cache();
        let (repository, id) = source(folder.path());
        let file = repository.find_commit(id).unwrap().tree().unwrap().get_path(Path::new("a/f")).unwrap().id();
        let other = repository.blob(b"3").unwrap();
        if damage {
            exchange(&repository, file, other)
        } else {
            lose(&repository, file)
        }
        let id = id.to_string();
        let error = cache.add_repository_from(&folder.path().join("source"), URL, &id).unwrap_err();
        assert!(error.to_string().contains(&file.to_string()), "{error}");
        assert!(cache.repository(URL, &id).unwrap().is_none());
    }
}

#[test]
fn several_writers_do_not_disturb_each_other() {
    let (folder, cache) = cache();
    let (_repository, id) = source(folder.path());
    let id = id.to_string();
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                cache.add_repository_from(&folder.path().join("source"), URL, &id).unwrap();
                let sum = cache.add_file(b"shared").unwrap();
                assert!(cache.file(&sum).unwrap().is_some());
                assert!(cache.repository(URL, &id).unwrap().is_some());
            });
        }
    });
    let left: Vec<_> = std::fs::read_dir(folder.path().join("cache/git/github.com/org")).unwrap().collect();
    assert_eq!(left.len(), 1);
}

#[test]
fn addresses_stay_below_the_cache() {
    let (_folder, cache) = cache();
    let id = "1".repeat(40);
    for url in ["https://host/../../x", "host/./x", "host//x", "host", "", "host/a.git/b", "host/a.git.git", "host/\0"]
    {
        assert!(matches!(cache.repository(url, &id), Err(CacheError::Address { .. })), "{url:?}");
    }
    let at = |url| cache.repository_place(url).unwrap().strip_prefix(&cache.folder).unwrap().display().to_string();
    assert_eq!(at("file:///srv/x.git"), "git/file:/srv/x.git");
    assert_eq!(at("https://host:8443/a/b/c"), "git/host:8443/a/b/c.git");
}

#[test]
fn something_else_is_no_cache() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(matches!(Cache::open(file.path(), &Limits::DEFAULT), Err(CacheError::NotAFolder { .. })));
}

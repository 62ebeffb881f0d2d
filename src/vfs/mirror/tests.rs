//! Mirror files and what stands behind their entries.

use super::*;
use crate::text::Spanned;
use crate::vfs::git_fixture::{FILE, LINK, commit};

#[expect(clippy::disallowed_methods, reason = "the test prepares the disk that is then read")]
fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

struct Place {
    _guard: tempfile::TempDir,
    root: PathBuf,
    sources: SourceMap,
}

impl Place {
    fn new() -> Self {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        Self { _guard: guard, root, sources: SourceMap::new() }
    }

    fn load(&self, entries: &str) -> Result<MirrorFile, MirrorError> {
        self.load_text(&format!("apiVersion: quintet/v1alpha1\nkind: Mirrors\nmirrors:\n{entries}"))
    }

    fn load_text(&self, text: &str) -> Result<MirrorFile, MirrorError> {
        write(&self.root.join("mirrors.yaml"), text);
        MirrorFile::load(&DiskTree::new(self.root.clone()), Path::new("mirrors.yaml"), &self.sources)
    }

    /// The message and the place of what is wrong with `entries`.
    fn wrong(&self, entries: &str) -> (String, String) {
        let error = self.load(entries).unwrap_err();
        (error.to_string(), self.sources.locate(error.span()).unwrap_or_default())
    }
}

fn repository(mirror: &MirrorFile, url: &str) -> Result<RemoteRepository, RemoteError> {
    mirror.repository(&RepoSpec::parse(url).unwrap())
}

#[test]
fn a_revision_is_found_by_its_ref_and_by_its_commit() {
    let place = Place::new();
    write(&place.root.join("one/a/k.yaml"), "one");
    write(&place.root.join("main/a/k.yaml"), "main");
    let commit = "0123456789012345678901234567890123456789";
    let mirror = place
        .load(&format!(
            "- {{url: https://host/org/repo, ref: v1, commit: '{commit}', path: one}}\n\
             - {{url: host/org/repo.git, path: main, exact: false}}\n"
        ))
        .unwrap();
    for (reference, text) in [("?ref=v1", "one"), (&*format!("?ref={commit}"), "one"), ("", "main")] {
        let found = repository(&mirror, &format!("https://host/org/repo//a{reference}")).unwrap();
        assert_eq!(found.tree.read(&found.root.join("a/k.yaml")).unwrap(), text.as_bytes());
        assert_eq!(found.commit.is_some(), text == "one");
    }
    let error = repository(&mirror, "https://host/org/repo?ref=v2").err().unwrap();
    assert_eq!(error.hint().unwrap(), "add it to mirrors.yaml, which has it at v1");
    // A repository is no file, and neither is what nobody lists.
    assert_eq!(mirror.file("https://host/org/repo").unwrap(), None);
    assert_eq!(mirror.file("https://host/other.yaml").unwrap(), None);
    assert_eq!(mirror.entries()[1].exact, Some(false));
}

#[test]
fn a_file_must_have_its_digest() {
    let place = Place::new();
    write(&place.root.join("files/a.yaml"), "a: 1\n");
    let sum = sha256_hex(b"a: 1\n");
    let load = |sum: &str| {
        place.load(&format!("- {{url: 'https://host/a.yaml?x=1', path: files/a.yaml, sha256: '{sum}'}}\n")).unwrap()
    };
    let file = load(&sum).file("https://HOST/a.yaml?x=1").unwrap().unwrap();
    assert_eq!(file, RemoteFile { bytes: b"a: 1\n".to_vec(), display: "files/a.yaml".to_owned() });
    assert_eq!(load(&sum).file("https://host/a.yaml").unwrap(), None);
    let zeros = "0".repeat(64);
    let message = load(&zeros).file("https://host/a.yaml?x=1").unwrap_err().to_string();
    assert!(message.contains(&zeros) && message.contains(&sum), "{message}");
}

#[test]
fn what_an_entry_names_must_be_there_and_of_its_kind() {
    let place = Place::new();
    write(&place.root.join("folder/file"), "");
    let sum = "0".repeat(64);
    let mirror = place
        .load(&format!(
            "- {{url: https://host/org/none, ref: v1, path: none}}\n\
             - {{url: https://host/org/file, ref: v1, path: folder/file}}\n\
             - {{url: https://host/folder.yaml, path: folder, sha256: '{sum}'}}\n\
             - {{url: https://host/none.yaml, path: none}}\n"
        ))
        .unwrap();
    for name in ["none", "file"] {
        let error = repository(&mirror, &format!("https://host/org/{name}?ref=v1")).err().unwrap();
        assert!(matches!(error, RemoteError::Unreadable { .. }), "{error}");
    }
    for name in ["folder", "none"] {
        let error = mirror.file(&format!("https://host/{name}.yaml")).unwrap_err();
        assert!(matches!(error, RemoteError::Unreadable { .. }), "{error}");
    }
}

#[test]
fn nothing_leads_out_of_a_repository() {
    let place = Place::new();
    write(&place.root.join("repo/a/k.yaml"), "");
    write(&place.root.join("secret"), "");
    std::os::unix::fs::symlink("../../secret", place.root.join("repo/a/out.yaml")).unwrap();
    std::os::unix::fs::symlink("../..", place.root.join("repo/a/up")).unwrap();
    let mirror = place.load("- {url: https://host/org/repo, ref: v1, path: ./x/../repo/}\n").unwrap();
    let found = repository(&mirror, "https://host/org/repo?ref=v1").unwrap();
    assert!(found.tree.read(&found.root.join("a/k.yaml")).is_ok());
    for path in ["a/out.yaml", "a/up/secret", "../secret"] {
        let error = found.tree.read(&found.root.join(path)).unwrap_err();
        assert!(matches!(error, TreeError::Outside { .. }), "{path}: {error}");
    }
}

#[test]
fn mistakes_are_shown_where_they_are_written() {
    let place = Place::new();
    let sum = "0".repeat(64);
    let cases = [
        ("- {url: 'https://', path: a}\n", "mirrors.yaml:4:9"),
        ("- {url: 'https://host/a?ref=v1', path: a}\n", "mirrors.yaml:4:9"),
        ("- {url: https://host/a, path: ''}\n", "mirrors.yaml:4:31"),
        ("- {url: https://host/a, path: a, ref: ''}\n", "mirrors.yaml:4:39"),
        ("- {url: https://host/a, path: a, commit: abc}\n", "mirrors.yaml:4:42"),
        ("- {url: https://host/a, path: a, sha256: ABC}\n", "mirrors.yaml:4:42"),
        (&format!("- {{url: https://host/a, path: a, ref: v1, sha256: '{sum}'}}\n"), "mirrors.yaml:4:51"),
        ("- {url: https://host/a, path: a}\n- {url: Host/a.git, path: b}\n", "mirrors.yaml:5:9"),
    ];
    for (entries, at) in cases {
        let (message, found) = place.wrong(entries);
        assert_eq!(found, at, "{entries}{message}");
    }
    for text in ["", "apiVersion: quintet/v1alpha1\n", "apiVersion: v1\nkind: Mirrors\nmirrors: []\n", "- a\n", "\u{0}"]
    {
        assert!(place.load_text(text).is_err(), "{text:?}");
    }
    for entries in ["- {url: https://host/a, path: a, extra: 1}\n", "- {url: https://host/a}\n", "- {path: a}\n"] {
        place.load(entries).unwrap_err();
    }
    assert!(matches!(
        MirrorFile::load(&DiskTree::new(place.root.clone()), Path::new("none.yaml"), &place.sources),
        Err(MirrorError::Read(TreeError::NotFound { .. }))
    ));
}

#[test]
fn places_are_taken_from_the_folder_of_the_mirror_file() {
    let place = Place::new();
    write(&place.root.join("sub/mirrors.yaml"), "apiVersion: quintet/v1alpha1\nkind: Mirrors\nmirrors: []\n");
    let disk = DiskTree::new(place.root.clone());
    let mirror = MirrorFile::load(&disk, Path::new("sub/mirrors.yaml"), &place.sources).unwrap();
    let entry = |path: &str| MirrorEntry {
        url: Spanned::default(),
        reference: None,
        commit: None,
        path: Spanned { value: path.into(), ..Spanned::default() },
        sha256: None,
        exact: None,
    };
    assert_eq!(mirror.place_of(&entry("a/b")), place.root.join("sub/a/b"));
    assert_eq!(mirror.place_of(&entry("../b")), place.root.join("b"));
    assert_eq!(mirror.place_of(&entry("/b")), Path::new("/b"));
}

/// A bare repository with two commits, of which `v1` is the first.
fn bare(place: &Place) -> (String, String) {
    let bare = git2::Repository::init_bare(place.root.join("bare")).unwrap();
    bare.set_head("refs/heads/main").unwrap();
    let texts = ["one", "two"].map(|text| {
        let entries = [(FILE, "a/k.yaml", text), (LINK, "a/out", "../../repository/a/k.yaml"), (LINK, "l", "a/k.yaml")];
        commit(&bare, "refs/heads/main", &entries)
    });
    bare.reference("refs/tags/v1", texts[0], true, "test").unwrap();
    (texts[0].to_string(), texts[1].to_string())
}

#[test]
fn a_bare_repository_is_read_at_its_commit_or_ref() {
    let place = Place::new();
    let (one, two) = bare(&place);
    let cases = [
        (format!("ref: v1, commit: '{one}'"), "?ref=v1".to_owned(), "one"),
        (format!("ref: v1, commit: '{one}'"), format!("?ref={one}"), "one"),
        ("ref: v1".to_owned(), "?ref=v1".to_owned(), "one"),
        ("ref: main".to_owned(), "?ref=main".to_owned(), "two"),
        (format!("ref: '{one}'"), format!("?ref={one}"), "one"),
        (format!("commit: '{two}'"), format!("?ref={two}"), "two"),
        // A mirror need not have the names of what it mirrors.
        (format!("ref: v9, commit: '{two}'"), "?ref=v9".to_owned(), "two"),
        ("exact: true".to_owned(), String::new(), "two"),
    ];
    for (keys, query, text) in cases {
        let mirror = place.load(&format!("- {{url: https://host/org/repo, path: bare, {keys}}}\n")).unwrap();
        let found = repository(&mirror, &format!("https://host/org/repo//a{query}")).unwrap();
        assert_eq!(found.tree.read(&found.root.join("l")).unwrap(), text.as_bytes(), "{keys}");
        assert_eq!(found.commit.as_ref(), Some(if text == "one" { &one } else { &two }));
        for path in ["../x", "a/out", "../repository/a/k.yaml"] {
            let error = found.tree.read(&found.root.join(path)).unwrap_err();
            assert!(matches!(error, TreeError::Outside { .. }), "{path}: {error}");
        }
        let shown = found.tree.display(&found.root.join("a/k.yaml"));
        assert_eq!(shown, format!("bare@{}/a/k.yaml", &found.commit.unwrap()[..12]));
    }
}

#[test]
fn a_bare_repository_must_have_what_the_entry_says() {
    let place = Place::new();
    let (one, two) = bare(&place);
    let none = "0123456789012345678901234567890123456789";
    let cases = [
        (format!("ref: v1, commit: '{two}'"), "v1", "must be"),
        (format!("ref: '{one}', commit: '{two}'"), &*one, "must be"),
        (format!("ref: v1, commit: '{none}'"), "v1", "must be"),
        (format!("commit: '{none}'"), none, "does not have the commit"),
        (format!("ref: '{none}'"), none, "does not have the commit"),
        ("ref: v9".to_owned(), "v9", "no branch or tag called v9"),
    ];
    for (keys, reference, what) in cases {
        let mirror = place.load(&format!("- {{url: https://host/org/repo, path: bare, {keys}}}\n")).unwrap();
        let error = repository(&mirror, &format!("https://host/org/repo?ref={reference}")).err().unwrap();
        let RemoteError::Git { source, .. } = &error else { panic!("{error}") };
        assert!(source.to_string().contains(what), "{keys}: {source}");
        assert!(error.hint().is_some());
    }
}

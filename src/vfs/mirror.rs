//! Remotes on this machine, as a mirror file lists them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::digest::sha256_hex;
use super::lexical::join;
use super::mirror_entry::{MirrorDocument, MirrorEntry, MirrorError};
use super::{DiskTree, EntryKind, RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec, Tree, TreeError};
use crate::text::{SourceMap, Span};
use crate::yaml::{Dialect, Limits, decode_text, from_node, parse_single};

/// A mirror file (`kind: Mirrors`): which folder or file stands for which
/// remote repository or file.
#[derive(Clone, Debug)]
pub struct MirrorFile {
    disk: DiskTree,
    path: PathBuf,
    entries: Vec<MirrorEntry>,
}

impl MirrorFile {
    /// Reads the mirror file at `path` of `disk` and registers its text in
    /// `sources`. What the entries name is looked at when it is asked for.
    ///
    /// # Errors
    /// When it cannot be read, is not of this format, or lists something twice.
    pub fn load(disk: &DiskTree, path: &Path, sources: &SourceMap) -> Result<Self, MirrorError> {
        let bytes = disk.read(path)?;
        let place = disk.resolve(path)?.path;
        let shown = disk.display(path);
        let text = decode_text(bytes).map_err(|source| MirrorError::NotText { path: shown.clone(), source })?;
        let source = sources.add(shown, text);
        let start = Span::new(source.id(), 0, 0);
        let doc = parse_single(&source, &Limits::DEFAULT)?.ok_or(MirrorError::Empty { span: start })?;
        let document: MirrorDocument = from_node(doc.top(), Dialect::PLATFORM)?;
        Ok(Self { disk: disk.clone(), path: place, entries: document.validate()? })
    }

    /// The entries in the order they are written.
    #[must_use]
    pub fn entries(&self) -> &[MirrorEntry] {
        &self.entries
    }

    /// Where the file or folder of `entry` is.
    #[must_use]
    pub fn place_of(&self, entry: &MirrorEntry) -> PathBuf {
        join(self.path.parent().unwrap_or(Path::new("/")), &entry.path.value)
    }

    fn refuse_bare_repository(&self, url: &str, place: &Path) -> Result<(), RemoteError> {
        let is = |name, kind| self.disk.resolve(&place.join(name)).is_ok_and(|found| found.kind == kind);
        if is("HEAD", EntryKind::File) && is("objects", EntryKind::Directory) && is("refs", EntryKind::Directory) {
            return Err(RemoteError::BareRepository { url: url.to_owned(), path: self.disk.display(place) });
        }
        Ok(())
    }

    fn unreadable(&self, url: &str, place: &Path, source: TreeError) -> RemoteError {
        RemoteError::Unreadable { url: url.to_owned(), path: self.disk.display(place), source }
    }
}

impl Remotes for MirrorFile {
    fn file(&self, url: &str) -> Result<Option<RemoteFile>, RemoteError> {
        let Some(entry) = self.entries.iter().find(|entry| entry.is_file_at(url)) else {
            return Ok(None);
        };
        let place = self.place_of(entry);
        let unreadable = |source| self.unreadable(url, &place, source);
        // An entry with nothing but a URL and a folder is a repository.
        if entry.sha256.is_none() && self.disk.resolve(&place).map_err(unreadable)?.kind == EntryKind::Directory {
            return Ok(None);
        }
        let bytes = self.disk.read(&place).map_err(unreadable)?;
        let display = self.disk.display(&place);
        if let Some(expected) = &entry.sha256 {
            let actual = sha256_hex(&bytes);
            if actual != expected.value {
                let (url, expected) = (url.to_owned(), expected.value.clone());
                return Err(RemoteError::Digest { url, path: display, expected, actual });
            }
        }
        Ok(Some(RemoteFile { bytes, display }))
    }

    fn repository(&self, spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
        let url = spec.clone_spec();
        let of_this: Vec<&MirrorEntry> = self.entries.iter().filter(|entry| entry.is_repository_at(&url)).collect();
        let Some(entry) = of_this.iter().find(|entry| entry.has_revision(&spec.reference)) else {
            return Err(RemoteError::NotLocked {
                url,
                reference: Some(spec.reference.clone()).filter(|reference| !reference.is_empty()),
                mirror: Some(self.disk.display(&self.path)),
                mirrored: of_this.iter().filter_map(|entry| entry.revision().map(str::to_owned)).collect(),
            });
        };
        let place = self.place_of(entry);
        self.refuse_bare_repository(&url, &place)?;
        let unreadable = |source| self.unreadable(&url, &place, source);
        let tree = self.disk.below(&place).map_err(unreadable)?;
        let root = tree.resolve(&place).map_err(unreadable)?.path;
        let commit = entry.commit.as_ref().map(|commit| commit.value.clone());
        Ok(RemoteRepository { tree: Arc::new(tree), root, commit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Spanned;

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
        write(&place.root.join("bare/HEAD"), "ref: refs/heads/main\n");
        std::fs::create_dir_all(place.root.join("bare/objects")).unwrap();
        std::fs::create_dir_all(place.root.join("bare/refs")).unwrap();
        let sum = "0".repeat(64);
        let mirror = place
            .load(&format!(
                "- {{url: https://host/org/bare, ref: v1, path: bare}}\n\
                 - {{url: https://host/org/none, ref: v1, path: none}}\n\
                 - {{url: https://host/org/file, ref: v1, path: bare/HEAD}}\n\
                 - {{url: https://host/folder.yaml, path: bare, sha256: '{sum}'}}\n\
                 - {{url: https://host/none.yaml, path: none}}\n"
            ))
            .unwrap();
        let error = repository(&mirror, "https://host/org/bare?ref=v1").err().unwrap();
        assert!(matches!(error, RemoteError::BareRepository { .. }), "{error}");
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
        for text in
            ["", "apiVersion: quintet/v1alpha1\n", "apiVersion: v1\nkind: Mirrors\nmirrors: []\n", "- a\n", "\u{0}"]
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
}

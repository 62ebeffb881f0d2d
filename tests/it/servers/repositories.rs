//! Bare repositories for the servers, the same bytes every time.

use std::path::Path;

use git2::{Oid, Repository as Database, Signature, Time};
use tempfile::TempDir;

/// A folder of bare repositories, gone with this value.
pub(crate) struct Repositories(TempDir);

impl Repositories {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    /// For `Git::of`.
    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// An empty repository, served as `/NAME`.
    pub(crate) fn add(&self, name: &str) -> Repository {
        let folder = self.folder().join(format!("{name}.git"));
        let mut options = git2::RepositoryInitOptions::new();
        options.bare(true).external_template(false).initial_head("main");
        Repository(Database::init_opts(folder, &options).expect("a repository"))
    }
}

/// The ids of a commit and its tree, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    pub id: String,
    pub tree: String,
}

/// A bare repository.
pub(crate) struct Repository(Database);

impl Repository {
    /// Commits these files, and nothing else, on `parents`. No reference
    /// points at the commit yet.
    pub(crate) fn commit(&self, files: &[(&str, &str)], parents: &[&Commit]) -> Commit {
        let mut index = git2::Index::new().expect("an index in memory");
        for (path, text) in files {
            let id = self.0.blob(text.as_bytes()).expect("written");
            index.add(&entry(path, id, 0o100_644)).expect("added");
        }
        self.commit_tree(index.write_tree_to(&self.0).expect("written"), parents)
    }

    /// The same with all files below `folder`, links and permissions to run
    /// them included.
    pub(crate) fn commit_folder(&self, folder: &Path, parents: &[&Commit]) -> Commit {
        let mut index = git2::Index::new().expect("an index in memory");
        for file in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let file = file.expect("the folder can be read");
            if file.file_type().is_dir() {
                continue;
            }
            let (mode, bytes) = contents(file.path());
            let path = file.path().strip_prefix(folder).expect("it is below");
            let id = self.0.blob(&bytes).expect("written");
            index.add(&entry(path.to_str().expect("a text"), id, mode)).expect("added");
        }
        self.commit_tree(index.write_tree_to(&self.0).expect("written"), parents)
    }

    fn commit_tree(&self, tree: Oid, parents: &[&Commit]) -> Commit {
        let parents: Vec<git2::Commit> =
            parents.iter().map(|parent| self.0.find_commit(oid(&parent.id)).expect("it is here")).collect();
        // A minute after the newest parent, the first at the start of 2026.
        let at = parents.iter().map(|parent| parent.time().seconds() + 60).max().unwrap_or(1_767_225_600);
        let who = signature(at);
        let found = self.0.find_tree(tree).expect("it was just written");
        let id = self.0.commit(None, &who, &who, "a commit\n", &found, &parents.iter().collect::<Vec<_>>());
        Commit { id: id.expect("written").to_string(), tree: tree.to_string() }
    }

    /// Lets a branch point at a commit, also where it pointed elsewhere.
    pub(crate) fn branch(&self, name: &str, commit: &Commit) {
        self.point(&format!("refs/heads/{name}"), oid(&commit.id));
    }

    /// The same with a lightweight tag.
    pub(crate) fn tag(&self, name: &str, commit: &Commit) {
        self.point(&format!("refs/tags/{name}"), oid(&commit.id));
    }

    /// The same with an annotated tag; its own id.
    pub(crate) fn annotated_tag(&self, name: &str, commit: &Commit) -> String {
        let target = self.0.find_object(oid(&commit.id), None).expect("it is here");
        let tag = self.0.tag_annotation_create(name, &target, &signature(1_767_225_600), "a tag\n").expect("written");
        self.point(&format!("refs/tags/{name}"), tag);
        tag.to_string()
    }

    fn point(&self, reference: &str, id: Oid) {
        self.0.reference(reference, id, true, "").expect("a reference");
    }
}

fn signature(at: i64) -> Signature<'static> {
    Signature::new("upstream", "upstream@git.example", &Time::new(at, 0)).expect("a name")
}

fn oid(id: &str) -> Oid {
    Oid::from_str(id).expect("hexadecimal digits")
}

fn contents(path: &Path) -> (u32, Vec<u8>) {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    let metadata = path.symlink_metadata().expect("it is there");
    if metadata.is_symlink() {
        return (0o120_000, path.read_link().expect("a link").as_os_str().as_bytes().to_vec());
    }
    let mode = if metadata.permissions().mode() & 0o111 == 0 { 0o100_644 } else { 0o100_755 };
    (mode, std::fs::read(path).expect("it can be read"))
}

fn entry(path: &str, id: Oid, mode: u32) -> git2::IndexEntry {
    let time = git2::IndexTime::new(0, 0);
    git2::IndexEntry {
        ctime: time,
        mtime: time,
        dev: 0,
        ino: 0,
        mode,
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_bytes().to_vec(),
    }
}

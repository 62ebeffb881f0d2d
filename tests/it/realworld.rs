//! Kustomizations as they stand in public repositories give the bytes that
//! kustomize 5.8.1 gave.

#![expect(clippy::unwrap_used, reason = "a broken test setup ends the test")]

use std::path::{Path, PathBuf};

use quintet::kustomize::{BuildError, BuildOptions, LoadRestrictor, build, to_yaml};
use quintet::vfs::{DiskTree, sha256_hex};

use crate::shared::{in_parallel, shared};

/// This row's tree was stored with a text file in the place of a symbolic
/// link, so that kustomize fails on what is stored, too.
const BROKEN_LINK: (&str, &str) = ("argoproj+argo-cd@37ee0097c", "test/e2e/testdata2/guestbook-partial-symlink-files");

/// One line of an index.
pub(crate) struct Row {
    pub(crate) repository: String,
    pub(crate) target: String,
    /// SHA-256 of the output; nothing when the build fails.
    sha256: Option<String>,
    pub(crate) bytes: u64,
}

impl Row {
    pub(crate) fn builds(&self) -> bool {
        self.sha256.is_some()
    }

    pub(crate) fn folder(&self) -> PathBuf {
        let repository = Path::new(&self.repository);
        if self.target == "." { repository.to_path_buf() } else { repository.join(&self.target) }
    }
}

/// The rows of an index file of the folder `realworld`.
#[expect(clippy::disallowed_methods, reason = "the index is a file")]
pub(crate) fn rows(index: &str) -> Option<(PathBuf, Vec<Row>)> {
    let folder = shared("conformance/realworld")?.canonicalize().unwrap();
    let text = std::fs::read_to_string(folder.join(index)).unwrap();
    let lines = text.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [repository, target, expect, sha256, bytes, _docs] = columns[..] else { panic!("{index}: {line}") };
        assert!(matches!(expect, "ok" | "error"), "{index}: {line}");
        Row {
            repository: repository.to_owned(),
            target: target.to_owned(),
            sha256: (expect == "ok").then(|| sha256.to_owned()),
            bytes: bytes.parse().unwrap(),
        }
    });
    Some((folder, rows.collect()))
}

/// What `folder` of the disk builds to.
pub(crate) fn built(folder: &Path, load_restrictor: LoadRestrictor) -> Result<Vec<u8>, BuildError> {
    let options = BuildOptions { load_restrictor, ..BuildOptions::default() };
    let tree = DiskTree::new(folder);
    build(&tree, folder, &options).and_then(|objects| to_yaml(&objects, &options))
}

/// # Errors
/// What differs.
fn check(folder: &Path, row: &Row, load_restrictor: LoadRestrictor) -> Result<(), String> {
    let restored;
    let mut target = folder.join(row.folder());
    if (&*row.repository, &*row.target) == BROKEN_LINK {
        restored = restore_link(&target);
        target = restored.path().canonicalize().unwrap().join(target.file_name().unwrap());
    }
    match (built(&target, load_restrictor), &row.sha256) {
        (Ok(text), Some(sha256)) if sha256_hex(&text) == *sha256 => Ok(()),
        (Ok(text), Some(_)) => Err(format!("gives {} other bytes than the {} recorded", text.len(), row.bytes)),
        (Ok(_), None) => Err("builds, but must fail".to_owned()),
        (Err(error), Some(_)) => Err(error.to_string()),
        (Err(_), None) => Ok(()),
    }
}

/// A copy of the folder beside the one its links lead to, with links where
/// text files hold their text.
#[expect(clippy::disallowed_methods, reason = "the tree is repaired in a copy")]
fn restore_link(target: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let (above, name) = (target.parent().unwrap(), target.file_name().unwrap());
    let mut restored = 0;
    for folder in [name, "guestbook".as_ref()] {
        std::fs::create_dir(copy.path().join(folder)).unwrap();
        for file in std::fs::read_dir(above.join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            let place = copy.path().join(folder).join(file.file_name().unwrap());
            let text = std::fs::read_to_string(&file).unwrap();
            if folder == name && text.trim_end() == "../guestbook/guestbook-ui-deployment.yaml" {
                std::os::unix::fs::symlink(text.trim_end(), place).unwrap();
                restored += 1;
            } else {
                std::fs::write(place, text).unwrap();
            }
        }
    }
    assert_eq!(restored, 1, "the stored tree has its link: this repair is not needed any more");
    copy
}

#[expect(clippy::print_stderr, reason = "the number of equal rows is printed")]
fn check_index(index: &str, load_restrictor: LoadRestrictor, expected: (usize, usize)) {
    let Some((folder, rows)) = rows(index) else { return };
    let results = in_parallel(&rows, |row| check(&folder, row, load_restrictor));
    let wrong: Vec<String> = rows
        .iter()
        .zip(results)
        .filter_map(|(row, result)| result.err().map(|why| format!("{} {}: {why}", row.repository, row.target)))
        .collect();
    let builds = rows.iter().filter(|row| row.builds()).count();
    eprintln!("{index}: {} of {} equal ({builds} build)", rows.len() - wrong.len(), rows.len());
    assert!(wrong.is_empty(), "{index}, {} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((builds, rows.len() - builds), expected);
}

#[test]
fn public_kustomizations_give_what_kustomize_gave() {
    check_index("index.tsv", LoadRestrictor::RootOnly, (1970, 122));
}

#[test]
fn public_kustomizations_without_load_restrictions_give_what_kustomize_gave() {
    check_index("index_load_restrictor_none.tsv", LoadRestrictor::None, (84, 0));
}

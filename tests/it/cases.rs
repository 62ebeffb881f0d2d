//! The cases of the conformance corpus: folders and what is built from them.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "cases are read and laid out on disk, beside the code that is tested"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::TempDir;

use crate::shared::{in_parallel, shared};

const ROOT: &str = "{{root}}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Case {
    pub(crate) name: String,
    #[serde(rename = "origin")]
    _origin: String,
    #[serde(rename = "topic")]
    _topic: String,
    #[serde(rename = "note")]
    _note: Option<String>,
    #[serde(default)]
    pub(crate) files: BTreeMap<String, String>,
    #[serde(default)]
    binary_files: BTreeMap<String, String>,
    #[serde(default)]
    symlinks: BTreeMap<String, String>,
    #[serde(default)]
    dirs: Vec<String>,
    target: String,
    #[serde(default)]
    args: Vec<String>,
    pub(crate) expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expect {
    pub(crate) stdout: Option<String>,
    pub(crate) error: Option<String>,
    #[serde(rename = "warnings")]
    _warnings: Option<String>,
}

/// All cases, sorted by topic and name; nothing where the corpus is not at hand.
pub(crate) fn all() -> Option<Vec<Case>> {
    let folder = shared("conformance/kustomize")?;
    let mut files = Vec::new();
    for topic in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        files.extend(std::fs::read_dir(topic).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    Some(in_parallel(&files, |path| read(path)))
}

fn read(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).unwrap();
    let case: Case = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(path.file_stem().unwrap().to_str(), Some(&*case.name));
    assert_ne!(case.expect.stdout.is_some(), case.expect.error.is_some(), "{}", case.name);
    case
}

/// A case on disk, until it is dropped.
pub(crate) struct LaidOut {
    folder: TempDir,
    /// The folder to build.
    pub(crate) target: PathBuf,
    /// Options after the folder.
    pub(crate) arguments: Vec<String>,
}

impl LaidOut {
    /// The case's folder, links followed.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("root")
    }

    /// An empty home folder beside the case.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("home")
    }
}

impl Case {
    pub(crate) fn needs_helm(&self) -> bool {
        self.args.iter().any(|argument| argument == "--enable-helm")
    }

    /// Whether it builds with the options of [`quintet::kustomize::BuildOptions`]'s default.
    pub(crate) fn builds_without_options(&self) -> bool {
        self.expect.stdout.is_some() && self.args.is_empty()
    }

    /// Writes the case into a new temporary folder.
    pub(crate) fn lay_out(&self) -> LaidOut {
        let folder = tempfile::Builder::new().prefix("case-").tempdir().unwrap();
        let mut case = LaidOut { folder, target: PathBuf::new(), arguments: Vec::new() };
        let root = case.root();
        let named = |text: &str| text.replace(ROOT, root.to_str().unwrap());
        std::fs::create_dir(&root).unwrap();
        std::fs::create_dir(case.home()).unwrap();
        for path in &self.dirs {
            std::fs::create_dir_all(root.join(path)).unwrap();
        }
        for (path, text) in &self.files {
            std::fs::write(place(&root, path), named(text)).unwrap();
        }
        for (path, text) in &self.binary_files {
            std::fs::write(place(&root, path), from_base64(text)).unwrap();
        }
        for (path, text) in &self.symlinks {
            std::os::unix::fs::symlink(named(text), place(&root, path)).unwrap();
        }
        case.target = if self.target == "." { root.clone() } else { root.join(&self.target) };
        case.arguments = self.args.iter().map(|argument| named(argument)).collect();
        case
    }
}

fn place(root: &Path, path: &str) -> PathBuf {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = ALPHABET.iter().position(|letter| *letter == byte).expect("base64");
        bits = bits << 6 | u32::try_from(value).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap());
        }
    }
    bytes
}

#[test]
fn base64_is_read() {
    for (text, bytes) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9v\nYg==", "foob")] {
        assert_eq!(from_base64(text), bytes.as_bytes());
    }
}

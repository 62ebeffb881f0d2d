//! Copies of `examples/platform`, and what the checks say about them.

#![expect(clippy::disallowed_methods, reason = "the tests prepare the disk that is then read")]

use std::path::{Path, PathBuf};

use quintet::ops::{self, CheckRequest, Live, PlatformOptions, RemoteOptions};

/// A copy of the example platform that a test may change.
pub(crate) struct Platform {
    _guard: tempfile::TempDir,
    root: PathBuf,
}

/// What the checks said: ids with the messages, and whether it could be checked.
pub(crate) type Said = Result<Vec<(String, String)>, String>;

impl Platform {
    pub(crate) fn new() -> Self {
        let guard = tempfile::tempdir().expect("a folder");
        let root = guard.path().join("platform");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/platform"), &root);
        Self { _guard: guard, root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn options(&self) -> PlatformOptions {
        PlatformOptions {
            repo: Some(self.root.clone()),
            current: self.root.clone(),
            remotes: RemoteOptions {
                mirror: Some(self.root.join("upstream/mirrors.yaml")),
                ..RemoteOptions::default()
            },
            unverified: false,
        }
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.join(path)).expect("is there")
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
        std::fs::write(path, text).expect("can be written");
    }

    /// The errors of the checks over `environments`, all of them when empty.
    pub(crate) fn errors(&self, environments: &[&str], live: Option<&str>) -> Said {
        let request = CheckRequest {
            platform: self.options(),
            environments: environments.iter().map(|&name| name.to_owned()).collect(),
            live: live.map(|text| Live::Text(text.as_bytes().to_vec())),
            baseline: None,
        };
        let checked = ops::check(&request).map_err(|failed| format!("{:?}", failed.diagnostic))?;
        let errors =
            checked.report.findings.iter().filter(|finding| finding.severity == quintet::finding::Severity::Error);
        Ok(errors.map(|finding| (finding.id.to_string(), finding.message.clone())).collect())
    }

    /// The errors of one family: a change of the render is also one of the
    /// snapshots.
    pub(crate) fn errors_of(&self, family: &str) -> Said {
        let all = self.errors(&[], None)?;
        let is_of = |id: &str| id.split_once('/').is_some_and(|(of, _)| of == family);
        Ok(all.into_iter().filter(|(id, _)| is_of(id)).collect())
    }
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("readable");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("known").is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("can be copied");
        }
    }
}

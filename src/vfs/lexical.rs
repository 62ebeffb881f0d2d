//! Paths as text: what `.` and `..` mean when nobody looks at the disk.

use std::path::{Component, Path, PathBuf};

/// The shortest spelling of `path`, as Go's `filepath.Clean` gives it: `.` and
/// double slashes go, `..` takes the name before it away, and an empty result
/// is `.`.
///
/// kustomize 5.8.1 cleans every joined path *before* it follows symbolic links
/// (`filesys.ConfirmedDir.Join`), so `link/../a` means `a` beside the link.
/// [`Tree::resolve`](super::Tree::resolve) follows links first, as the system
/// does; callers who must agree with kustomize clean the path first.
#[must_use]
pub fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match cleaned.components().next_back() {
                Some(Component::Normal(_)) => {
                    cleaned.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                Some(Component::ParentDir | Component::CurDir) | None => cleaned.push(".."),
            },
            Component::RootDir | Component::Prefix(_) | Component::Normal(_) => cleaned.push(component),
        }
    }
    if cleaned.as_os_str().is_empty() {
        cleaned.push(".");
    }
    cleaned
}

/// The texts that [`is_plain_path`] accepts, for the schemas of files.
#[cfg(any(test, feature = "json-schema"))]
pub const PLAIN_PATH_PATTERN: &str = r"^([^/.]|\.[^/.]|\.\.[^/])[^/]*(/([^/.]|\.[^/.]|\.\.[^/])[^/]*)*$";

/// Whether `text` leads down from some folder with no step that goes nowhere:
/// no `.`, no `..`, no slash that nothing follows or stands before.
#[must_use]
pub fn is_plain_path(text: &str) -> bool {
    !text.split('/').any(|part| matches!(part, "" | "." | ".."))
}

/// `path` below `folder`, cleaned; an absolute `path` is only cleaned.
#[must_use]
pub fn join(folder: &Path, path: &Path) -> PathBuf {
    clean(&folder.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_lead_down() {
        let pattern = regex::Regex::new(PLAIN_PATH_PATTERN).unwrap();
        for (path, is_plain) in [
            ("a", true),
            ("common/x.y/base", true),
            (".a/..b/...", true),
            ("", false),
            ("/a", false),
            ("a/", false),
            ("a//b", false),
            (".", false),
            ("a/./b", false),
            ("../a", false),
            ("a/..", false),
        ] {
            assert_eq!((is_plain_path(path), pattern.is_match(path)), (is_plain, is_plain), "{path}");
        }
    }

    #[test]
    fn cleaning_follows_go() {
        // The cases of Go's path/filepath tests that have a meaning on Unix.
        let cases = [
            ("", "."),
            (".", "."),
            ("abc", "abc"),
            ("abc/def/", "abc/def"),
            ("abc//def//ghi", "abc/def/ghi"),
            ("./a", "a"),
            ("a/./b", "a/b"),
            ("abc/..", "."),
            ("abc/def/../ghi/../jkl", "abc/jkl"),
            ("abc/../..", ".."),
            ("abc/../../././../def", "../../def"),
            ("/", "/"),
            ("//abc", "/abc"),
            ("/../abc", "/abc"),
            ("/abc/def/../..", "/"),
            ("../../abc", "../../abc"),
        ];
        for (path, expected) in cases {
            assert_eq!(clean(Path::new(path)), Path::new(expected), "{path:?}");
        }
    }

    #[test]
    fn joining_cleans_and_an_absolute_path_stays_absolute() {
        assert_eq!(join(Path::new("/a/b"), Path::new("../c/./d")), Path::new("/a/c/d"));
        assert_eq!(join(Path::new("/a/b"), Path::new("/c/../d")), Path::new("/d"));
    }
}

//! Symbolic links followed one by one, the same way in every tree.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use super::{EntryKind, Resolved, TreeError};

/// As many links as Go's `filepath.EvalSymlinks` follows, and with it
/// kustomize 5.8.1.
pub(super) const MAX_LINKS: usize = 255;

/// What stands at a path whose folder holds no link any more.
pub(super) enum Probe {
    /// Nothing.
    Missing,
    /// A symbolic link to this target.
    Link(PathBuf),
    /// Anything but a link.
    Entry(EntryKind),
}

/// What one part of a path does.
pub(super) enum Step {
    /// Goes to the top.
    Root,
    /// Goes to the folder above.
    Up,
    /// Goes to what has this name.
    Down(OsString),
}

/// Follows every link in the absolute `path`; `probe` looks at one place.
///
/// `..` leads to the parent of what the links before it lead to. A file where
/// a folder is needed means that nothing is there.
pub(super) fn follow(
    path: &Path,
    mut probe: impl FnMut(&Path) -> std::io::Result<Probe>,
) -> Result<Resolved, TreeError> {
    let not_found = || TreeError::NotFound { path: path.to_path_buf() };
    let mut done = PathBuf::from("/");
    let mut kind = EntryKind::Directory;
    let mut links = 0;
    // The next step is last.
    let mut steps: Vec<Step> = steps_of(path).collect();
    while let Some(step) = steps.pop() {
        if kind != EntryKind::Directory {
            return Err(not_found());
        }
        let name = match step {
            Step::Root => {
                done = PathBuf::from("/");
                continue;
            }
            Step::Up => {
                done.pop();
                continue;
            }
            Step::Down(name) => name,
        };
        done.push(name);
        match probe(&done).map_err(|source| TreeError::Io { path: path.to_path_buf(), source })? {
            Probe::Missing => return Err(not_found()),
            Probe::Entry(found) => kind = found,
            Probe::Link(target) => {
                links += 1;
                if links > MAX_LINKS {
                    return Err(TreeError::LinkLoop { path: path.to_path_buf() });
                }
                done.pop();
                steps.extend(steps_of(&target));
            }
        }
    }
    Ok(Resolved { path: done, kind })
}

/// The steps of `path`, the last one first.
pub(super) fn steps_of(path: &Path) -> impl Iterator<Item = Step> + '_ {
    path.components().rev().filter_map(|component| match component {
        Component::Prefix(_) | Component::CurDir => None,
        Component::RootDir => Some(Step::Root),
        Component::ParentDir => Some(Step::Up),
        Component::Normal(name) => Some(Step::Down(name.to_os_string())),
    })
}

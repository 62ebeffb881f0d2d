//! Where a repository keeps what git knows, found by looking at files only: no
//! configuration is read, so neither the owner of the repository nor the
//! settings of whoever asks can be in the way.

use std::path::{Path, PathBuf};

/// Longer `.git` and `commondir` files are none.
const MAX_LINK_FILE: usize = 64 << 10;

/// The git directory of the repository at `path`: the folder itself when it is
/// bare, what `.git` is or names when it is a working folder.
pub(super) fn git_dir_at(path: &Path) -> Option<PathBuf> {
    let dot_git = path.join(".git");
    if is_git_dir(&dot_git) {
        return Some(dot_git);
    }
    // Of linked working folders and of submodules.
    if let Some(named) = link_file(&dot_git).and_then(|text| Some(path.join(text.strip_prefix("gitdir:")?.trim())))
        && is_git_dir(&named)
    {
        return Some(named);
    }
    is_git_dir(path).then(|| path.to_path_buf())
}

/// The nearest folder at or above `folder` that is a working folder, with its
/// git directory.
pub(super) fn working_folder_above(folder: &Path) -> Option<(&Path, PathBuf)> {
    folder.ancestors().find_map(|at| git_dir_at(at).filter(|git_dir| git_dir != at).map(|git_dir| (at, git_dir)))
}

/// The directory with the objects and refs of `git_dir`, which several working
/// folders can share.
pub(super) fn common_dir(git_dir: &Path) -> PathBuf {
    match link_file(&git_dir.join("commondir")) {
        Some(text) => git_dir.join(text.trim()),
        None => git_dir.to_path_buf(),
    }
}

fn is_git_dir(path: &Path) -> bool {
    path.join("HEAD").symlink_metadata().is_ok() && common_dir(path).join("objects").is_dir()
}

#[expect(clippy::disallowed_methods, reason = "this is the room that touches files")]
fn link_file(path: &Path) -> Option<String> {
    if !path.metadata().is_ok_and(|found| found.is_file() && found.len() <= MAX_LINK_FILE as u64) {
        return None;
    }
    std::fs::read_to_string(path).ok()
}

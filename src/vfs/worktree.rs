//! The files of a working folder, as git lists them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use git2::{Repository, Status, StatusOptions, StatusShow};

use super::git_dir::working_folder_above;
use super::{TreeError, files_below};

/// Why the files of a folder cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum WorktreeError {
    /// The operating system refused.
    #[error("cannot list {}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The repository's index or ignore files cannot be read.
    #[error("git cannot list the files of {}", path.display())]
    Git {
        /// The folder.
        path: PathBuf,
        /// What git said.
        #[source]
        source: git2::Error,
    },
    /// A name is no text.
    #[error("the name of {} is not UTF-8", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
}

/// The mode of a submodule's entry in git's index (`gitformat-index(5)`).
const SUBMODULE: u32 = 0o160_000;

/// The files of `folder`, sorted, as paths from there with `/` between names.
///
/// In a git repository, whoever owns it: what is in its index below `folder`,
/// and what is not but is not ignored either; repositories inside are left out.
/// Elsewhere: all files and symbolic links below `folder`, but no `.git`.
///
/// # Errors
/// When the folder or the repository cannot be read, or a name is no text.
pub fn list_files(folder: &Path) -> Result<Vec<String>, WorktreeError> {
    let top = std::fs::canonicalize(folder).map_err(|source| io(folder, source))?;
    let mut files = BTreeSet::new();
    match working_folder_above(&top) {
        Some((work, git_dir)) => {
            let failed = |source| WorktreeError::Git { path: folder.to_path_buf(), source };
            // A repository that is opened like this is asked for no owner.
            let repository = Repository::open_bare(&git_dir).map_err(failed)?;
            repository.set_workdir(work, false).map_err(failed)?;
            let below = top.strip_prefix(work).unwrap_or(Path::new(""));
            for path in git_files(&repository).map_err(failed)? {
                let path = std::str::from_utf8(&path)
                    .map_err(|_| WorktreeError::NotText { path: work.join(String::from_utf8_lossy(&path).as_ref()) })?;
                if let Ok(path) = Path::new(path).strip_prefix(below) {
                    files.extend(path.to_str().map(str::to_owned));
                }
            }
        }
        None => {
            let unlisted = |error| match error {
                TreeError::Io { path, source } => io(&path, source),
                error => io(folder, std::io::Error::other(error)),
            };
            for path in files_below(&top).map_err(unlisted)? {
                let text = path.to_str().ok_or_else(|| WorktreeError::NotText { path: top.join(&path) })?;
                files.insert(text.to_owned());
            }
        }
    }
    Ok(files.into_iter().collect())
}

/// The paths git knows or would add, from the top of the working folder.
fn git_files(repository: &Repository) -> Result<Vec<Vec<u8>>, git2::Error> {
    let mut paths: Vec<Vec<u8>> =
        repository.index()?.iter().filter(|entry| entry.mode != SUBMODULE).map(|entry| entry.path).collect();
    let mut options = StatusOptions::new();
    // What was committed does not matter, and may not be there in a partial clone.
    options.show(StatusShow::Workdir);
    options.include_untracked(true).recurse_untracked_dirs(true).exclude_submodules(true);
    for entry in &repository.statuses(Some(&mut options))? {
        // A path that ends in a slash is a repository inside this one.
        if entry.status().contains(Status::WT_NEW) && !entry.path_bytes().ends_with(b"/") {
            paths.push(entry.path_bytes().to_vec());
        }
    }
    Ok(paths)
}

fn io(path: &Path, source: std::io::Error) -> WorktreeError {
    WorktreeError::Io { path: path.to_path_buf(), source }
}

#[cfg(test)]
mod tests;

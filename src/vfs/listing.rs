//! What a folder holds.

use std::path::{Path, PathBuf};

use super::TreeError;

/// All files and links below `folder`, sorted, by their paths from `folder`.
/// Links are not followed; `.git` is left out. A folder that is not there holds
/// nothing.
///
/// # Errors
/// When a folder cannot be read.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, TreeError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    if !folder.is_dir() {
        let source = std::io::Error::from(std::io::ErrorKind::NotADirectory);
        return Err(TreeError::Io { path: folder.to_path_buf(), source });
    }
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name();
    let mut files = Vec::new();
    for entry in walk.into_iter().filter_entry(|entry| entry.file_name() != ".git") {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_path_buf();
            let source = error.into_io_error().unwrap_or_else(|| std::io::Error::other("a loop of links"));
            TreeError::Io { path, source }
        })?;
        if entry.file_type().is_file() || entry.file_type().is_symlink() {
            files.push(entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_path_buf());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::disallowed_methods, reason = "the test prepares the disk that is then read")]
    #[test]
    fn files_are_sorted_and_git_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b/c.yaml", "a.yaml", ".git/HEAD", "b/.hidden"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found: Vec<_> = ["a.yaml", "b/.hidden", "b/c.yaml"].map(PathBuf::from).into();
        assert_eq!(files_below(folder.path()).unwrap(), found);
        assert_eq!(files_below(&folder.path().join("none")).unwrap(), Vec::<PathBuf>::new());
    }
}

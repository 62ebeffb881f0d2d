//! A folder that vanishes, copies of trees, and small files.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder outside the repository, removed at the end.
pub(super) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub(super) fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("quintet-bench-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| at(&path, &error))?;
        let path = path.canonicalize().map_err(|error| at(&path, &error))?;
        Ok(Self { path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left for the system to clear away.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Copies a folder with everything in it.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| at(to, &error))?;
    for entry in fs::read_dir(from).map_err(|error| at(from, &error))? {
        let entry = entry.map_err(|error| at(from, &error))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(|error| at(&source, &error))?;
        }
    }
    Ok(())
}

pub(super) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| at(path, &error))
}

/// Writes a file and the folders it is in.
pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    fs::write(path, text).map_err(|error| at(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_everything_and_the_folder_vanishes() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_path_buf();
        write(&path.join("a/b/c.yaml"), "c").unwrap();
        write(&path.join("a/d.yaml"), "d").unwrap();
        copy(&path.join("a"), &path.join("x/y")).unwrap();
        assert_eq!(read(&path.join("x/y/b/c.yaml")).unwrap(), "c");
        assert_eq!(read(&path.join("x/y/d.yaml")).unwrap(), "d");
        assert!(copy(&path.join("none"), &path.join("z")).unwrap_err().contains("none"));
        drop(scratch);
        assert!(!path.exists());
    }
}

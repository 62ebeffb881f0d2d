//! Writing files so that they are there whole or not at all.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Why something could not be written. Nothing half-written is left at the
/// place that was asked for.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The path ends in `..`, or names a folder.
    #[error("{} does not name a file", path.display())]
    NotAFileName {
        /// The path asked for.
        path: PathBuf,
    },
    /// A file of a folder has an absolute name, or one with `.` or `..`.
    #[error("{name:?} is not the name of a file below the output folder")]
    BadName {
        /// The name.
        name: String,
    },
    /// Two files of a folder have the same name.
    #[error("two files of the output are called {name:?}")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The operating system refused.
    #[error("cannot write {}", path.display())]
    Io {
        /// What was to be written.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> OutputError + '_ {
    move |source| OutputError::Io { path: path.to_path_buf(), source }
}

/// Writes `bytes` to `path`: to a new file beside it, flushed to the disk, which
/// then takes the old file's place and permissions. Whoever reads `path` sees
/// the old bytes or the new ones, also after a kill or on a full disk.
///
/// A symbolic link is written through. A device or pipe (`/dev/stdout`) is
/// written to directly, because it must not be replaced.
///
/// # Errors
/// When `path` cannot be written; then it is unchanged and nothing is left
/// beside it.
pub fn write_file_atomic(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let failed = io(path);
    let target = match std::fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == ErrorKind::NotFound => path.to_path_buf(),
        Err(error) => return Err(failed(error)),
    };
    let permissions = match std::fs::metadata(&target) {
        Ok(found) if found.is_dir() => return Err(OutputError::NotAFileName { path: path.to_path_buf() }),
        Ok(found) if !found.is_file() => {
            let mut device = OpenOptions::new().write(true).open(&target).map_err(&failed)?;
            return device.write_all(bytes).map_err(failed);
        }
        Ok(found) => Some(found.permissions()),
        Err(_) => None,
    };
    let Some(name) = target.file_name() else {
        return Err(OutputError::NotAFileName { path: path.to_path_buf() });
    };
    let folder = folder_of(&target);
    let draft = Draft(free_name(folder, &name.to_string_lossy()));
    create_file(&draft.0, bytes, permissions).and_then(|()| std::fs::rename(&draft.0, &target)).map_err(failed)?;
    sync_folder(folder);
    Ok(())
}

/// Writes `files` (name below `folder`, bytes). All files are written and
/// flushed beside their places first; only then do they take them. A `folder`
/// that is not there appears with all its files at once; in one that is there,
/// other files stay.
///
/// # Errors
/// When a name is not one below `folder` or appears twice, or something cannot
/// be written. Until the last step, nothing of `folder` has changed then; a
/// failing last step can leave old files beside new ones, each of them whole.
pub fn write_folder<N: AsRef<str>, B: AsRef<[u8]>>(folder: &Path, files: &[(N, B)]) -> Result<(), OutputError> {
    check_names(files)?;
    let failed = io(folder);
    let folder = match std::fs::canonicalize(folder) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let Some(name) = folder.file_name() else {
                return Err(OutputError::NotAFileName { path: folder.to_path_buf() });
            };
            let above = folder_of(folder);
            std::fs::create_dir_all(above).map_err(&failed)?;
            let draft = Draft(free_name(above, &name.to_string_lossy()));
            fill(&draft.0, files)?;
            std::fs::rename(&draft.0, folder).map_err(failed)?;
            sync_folder(above);
            return Ok(());
        }
        Err(error) => return Err(failed(error)),
    };
    let draft = Draft(free_name(&folder, "output"));
    fill(&draft.0, files)?;
    for (name, _) in files {
        let target = folder.join(name.as_ref());
        let failed = io(&target);
        std::fs::create_dir_all(folder_of(&target)).map_err(&failed)?;
        std::fs::rename(draft.0.join(name.as_ref()), &target).map_err(failed)?;
    }
    sync_folder(&folder);
    Ok(())
}

/// Replaces files, each of which is there. All are written and flushed beside
/// their places first; only then do they take them. When one cannot, those that
/// did get their old bytes back.
///
/// # Errors
/// When something cannot be written. All files are as before then, unless the
/// system refused that too.
pub fn replace_files(files: &[(PathBuf, Vec<u8>)]) -> Result<(), OutputError> {
    let mut drafts = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let failed = io(path);
        let target = std::fs::canonicalize(path).map_err(&failed)?;
        #[expect(clippy::disallowed_methods, reason = "vfs is the room that touches files")]
        let old = std::fs::read(&target).map_err(&failed)?;
        let permissions = std::fs::metadata(&target).map_err(&failed)?.permissions();
        let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let draft = Draft(free_name(folder_of(&target), &name));
        create_file(&draft.0, bytes, Some(permissions)).map_err(failed)?;
        drafts.push((target, draft, old));
    }
    for (number, (target, draft, _)) in drafts.iter().enumerate() {
        if let Err(error) = std::fs::rename(&draft.0, target) {
            for (target, _, old) in &drafts[..number] {
                // What it refuses now cannot be helped: the first error is the one to tell.
                write_file_atomic(target, old).ok();
            }
            return Err(io(target)(error));
        }
    }
    drafts.iter().for_each(|(target, _, _)| sync_folder(folder_of(target)));
    Ok(())
}

/// Removes the file or symbolic link `path`; what a link leads to stays. A file
/// that is gone already is no error.
///
/// # Errors
/// When the system refuses.
pub fn remove_file(path: &Path) -> Result<(), OutputError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io(path)(error)),
        _ => Ok(()),
    }
}

fn check_names<N: AsRef<str>, B>(files: &[(N, B)]) -> Result<(), OutputError> {
    let mut names: Vec<&str> = files.iter().map(|(name, _)| name.as_ref()).collect();
    for name in &names {
        let plain = Path::new(name).components().all(|component| matches!(component, Component::Normal(_)));
        if !plain || name.is_empty() || name.ends_with('/') || name.contains("//") || name.contains("/./") {
            return Err(OutputError::BadName { name: (*name).to_owned() });
        }
    }
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(OutputError::DuplicateName { name: pair[0].to_owned() }),
        None => Ok(()),
    }
}

/// Makes `folder` with all `files` in it.
fn fill<N: AsRef<str>, B: AsRef<[u8]>>(folder: &Path, files: &[(N, B)]) -> Result<(), OutputError> {
    std::fs::create_dir(folder).map_err(io(folder))?;
    for (name, bytes) in files {
        let path = folder.join(name.as_ref());
        std::fs::create_dir_all(folder_of(&path))
            .and_then(|()| create_file(&path, bytes.as_ref(), None))
            .map_err(io(Path::new(name.as_ref())))?;
    }
    Ok(())
}

fn create_file(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    // Before the first byte: the file may be one that not everybody can read.
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes a rename survive a power failure where the system can do that; the
/// files are whole in any case.
pub(super) fn sync_folder(folder: &Path) {
    if let Ok(folder) = OpenOptions::new().read(true).open(folder) {
        File::sync_all(&folder).ok();
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name nobody uses, for two processes and two threads alike; files are made
/// with `create_new`, so a leftover of a killed process is an error, never data.
pub(super) fn free_name(folder: &Path, name: &str) -> PathBuf {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let process = std::process::id();
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        // Long names would no longer fit with the addition.
        let short: String = name.chars().take(40).collect();
        let path = folder.join(format!(".{short}.{process}-{number}.tmp"));
        if std::fs::symlink_metadata(&path).is_err() {
            return path;
        }
    }
}

/// A file or folder that goes away unless it was renamed.
pub(super) struct Draft(pub(super) PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        if std::fs::remove_file(&self.0).is_err() {
            std::fs::remove_dir_all(&self.0).ok();
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests look at the disk behind the back of the code")]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn replaces_a_file_and_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.yaml");
        write_file_atomic(&path, b"old").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        write_file_atomic(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["out.yaml"]);
    }

    #[test]
    fn leaves_nothing_behind_on_an_error() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("d")).unwrap();
        assert!(matches!(write_file_atomic(&folder.path().join("d"), b"x"), Err(OutputError::NotAFileName { .. })));
        assert!(matches!(write_file_atomic(&folder.path().join("none/x"), b"x"), Err(OutputError::Io { .. })));
        assert!(matches!(write_file_atomic(&folder.path().join("d/.."), b"x"), Err(OutputError::NotAFileName { .. })));
        assert_eq!(names(folder.path()), ["d"]);
    }

    #[test]
    fn a_full_disk_keeps_the_old_file() {
        if !Path::new("/dev/full").exists() {
            return;
        }
        // The device itself cannot be replaced, and says so.
        assert!(matches!(write_file_atomic(Path::new("/dev/full"), b"x"), Err(OutputError::Io { .. })));
        assert!(!std::fs::metadata("/dev/full").unwrap().is_file());
    }

    #[test]
    fn writes_through_links_and_into_devices() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("real");
        std::fs::write(&path, "old").unwrap();
        symlink("real", folder.path().join("link")).unwrap();
        write_file_atomic(&folder.path().join("link"), b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert!(std::fs::symlink_metadata(folder.path().join("link")).unwrap().is_symlink());
        write_file_atomic(Path::new("/dev/null"), b"x").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_new_folder_appears_whole_and_an_old_one_keeps_its_other_files() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("a/out");
        write_folder(&folder, &[("x.yaml", "1"), ("sub/y.yaml", "2")]).unwrap();
        assert_eq!(names(&folder), ["sub", "x.yaml"]);
        std::fs::write(folder.join("kept"), "").unwrap();
        write_folder(&folder, &[("x.yaml", "3"), ("z/z.yaml", "4")]).unwrap();
        assert_eq!(names(&folder), ["kept", "sub", "x.yaml", "z"]);
        assert_eq!(std::fs::read(folder.join("x.yaml")).unwrap(), b"3");
        assert_eq!(names(&above.path().join("a")), ["out"]);
    }

    #[test]
    fn a_link_goes_and_its_target_stays() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("real"), "").unwrap();
        symlink("real", folder.path().join("link")).unwrap();
        remove_file(&folder.path().join("link")).unwrap();
        remove_file(&folder.path().join("link")).unwrap();
        assert_eq!(names(folder.path()), ["real"]);
        assert!(matches!(remove_file(folder.path()), Err(OutputError::Io { .. })));
    }

    #[test]
    fn refuses_names_that_leave_the_folder_or_collide() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("out");
        for name in ["../x", "/x", "", "a/", "./x", "a/./b", "a//b", "a/../b"] {
            let error = write_folder(&folder, &[("good", ""), (name, "")]).unwrap_err();
            assert!(matches!(error, OutputError::BadName { .. }), "{name}");
        }
        assert!(matches!(write_folder(&folder, &[("x", ""), ("x", "")]), Err(OutputError::DuplicateName { .. })));
        // A file where another file's folder must be: found while drafting.
        assert!(matches!(write_folder(&folder, &[("x", ""), ("x/y", "")]), Err(OutputError::Io { .. })));
        assert_eq!(names(above.path()), Vec::<String>::new());
    }
}

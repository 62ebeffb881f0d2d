//! Running another program with files of its own. Only charts need it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a program gave no output.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It could not be started.
    #[error("cannot run `{program}`")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// It ended with an error.
    #[error("`{program}` failed: {stderr}")]
    Failed {
        /// The program and its arguments.
        program: String,
        /// What it wrote to standard error.
        stderr: String,
    },
    /// Its folder for temporary files could not be used.
    #[error("cannot use a temporary folder")]
    Scratch(#[source] std::io::Error),
}

/// Runs `program` and answers what it writes to standard output.
///
/// # Errors
/// When it cannot be started or ends with an error.
pub fn run_program(program: &str, args: &[String], env: &[(&str, OsString)]) -> Result<Vec<u8>, ProgramError> {
    let mut command = Command::new(program);
    command.args(args).envs(env.iter().map(|(name, value)| (name, value))).stdin(Stdio::null());
    let output = command.output().map_err(|source| ProgramError::NotStarted { program: program.to_owned(), source })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(ProgramError::Failed {
        program: format!("{program} {}", args.join(" ")),
        stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

/// A temporary folder that goes away with its owner.
#[derive(Debug)]
pub struct ScratchFolder {
    path: PathBuf,
}

impl ScratchFolder {
    /// Makes a folder only this user can read.
    ///
    /// # Errors
    /// When the system's folder for temporary files cannot be written.
    pub fn new() -> Result<Self, ProgramError> {
        let base = std::env::temp_dir();
        for attempt in 0..1000_u32 {
            let path = base.join(format!("quintet-{}-{attempt}", std::process::id()));
            match create_private(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(ProgramError::Scratch(error)),
            }
        }
        Err(ProgramError::Scratch(std::io::ErrorKind::AlreadyExists.into()))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file into the folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, ProgramError> {
        let path = self.path.join(name);
        #[expect(clippy::disallowed_methods, reason = "vfs is the room that touches files")]
        std::fs::write(&path, bytes).map_err(ProgramError::Scratch)?;
        Ok(path)
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> std::io::Result<()> {
    std::fs::create_dir(path)
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Nothing can be done about a folder that does not go away.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scratch_folder_goes_away() {
        let folder = ScratchFolder::new().expect("a writable temporary folder");
        let path = folder.write("values.yaml", b"a: 1\n").expect("writable");
        assert!(path.exists());
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn a_failing_program_is_an_error_with_what_it_said() {
        let args = ["-c".to_owned(), "echo broken >&2; exit 3".to_owned()];
        let error = run_program("sh", &args, &[]).expect_err("exit 3");
        assert!(error.to_string().contains("broken"), "{error}");
        assert!(matches!(run_program("/no/such/program", &[], &[]), Err(ProgramError::NotStarted { .. })));
    }
}

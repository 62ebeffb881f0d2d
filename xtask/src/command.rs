//! What a command is, where it works, and how it runs other programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

/// One command of `cargo xtask`.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// The arguments, as the help shows them.
    pub(crate) usage: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) run: fn(&Place, &[String]) -> Result<(), String>,
}

/// The folders a command works in.
pub(crate) struct Place {
    /// The repository.
    pub(crate) root: PathBuf,
    /// Facts, vectors and corpora, which are not part of the repository.
    pub(crate) shared: PathBuf,
}

impl Place {
    /// The repository this program was built from; `QUINTET_SHARED` names the
    /// shared folder, which otherwise lies beside the repository.
    pub(crate) fn of_the_repository() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let shared = std::env::var_os("QUINTET_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
        Self { root, shared }
    }

    /// cargo's target folder.
    pub(crate) fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), |dir| self.root.join(dir))
    }

    /// cargo, in the repository, as the user called it.
    pub(crate) fn cargo(&self) -> Process {
        let mut process = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        process.current_dir(&self.root);
        process
    }
}

/// The command line as one would type it, for messages.
fn shown(process: &Process) -> String {
    let program = Path::new(process.get_program()).file_name().unwrap_or(process.get_program());
    let words = std::iter::once(program).chain(process.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Runs a program that talks to the user directly.
pub(crate) fn run(process: &mut Process) -> Result<(), String> {
    let status = process.stdin(Stdio::null()).status().map_err(|error| format!("`{}`: {error}", shown(process)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed: {status}", shown(process))) }
}

/// Runs a program for what it prints.
pub(crate) fn output(process: &mut Process) -> Result<String, String> {
    let output = process.stdin(Stdio::null()).output().map_err(|error| format!("`{}`: {error}", shown(process)))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` failed: {}\n{}", shown(process), output.status, stderr.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Refuses arguments a command does not know.
pub(crate) fn no_arguments(arguments: &[String]) -> Result<(), String> {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => Err(format!("unexpected argument `{argument}`")),
    }
}

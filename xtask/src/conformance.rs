//! `cargo xtask conformance`: both corpora against the release binary.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command as Process, Stdio};

use crate::command::{self, Command, Place};
use crate::oracle;

pub(crate) const COMMAND: Command = Command {
    name: "conformance",
    usage: "[--topic T] [--case C] [-v]",
    summary: "run the corpora; a topic or case selects from the kustomize corpus",
    run,
};

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    install_pyyaml()?;
    let helm = oracle::fetch(place)?.helm;
    command::run(place.cargo().args(["build", "--release", "--package", "quintet"]))?;
    let binary = place.target().join("release/quintet");
    let corpora = place.shared.join("conformance");

    let mut cases = Process::new("python3");
    cases.arg(corpora.join("run_kustomize_corpus.py")).arg("--cmd").arg(build_command(&binary, ""));
    cases.arg("--helm").arg(helm).args(&options.selection).args(options.verbose());
    let allow = place.root.join("docs/deviations.list");
    if allow.is_file() {
        cases.arg("--allow").arg(allow);
    }
    let mut counts = vec![("kustomize corpus", counted(&mut cases)?)];
    if options.selection.is_empty() {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from).to_string();
        let real = |extra: &[&str], flags| {
            let mut process = Process::new("python3");
            process.arg(corpora.join("run_realworld.py")).arg("--cmd").arg(build_command(&binary, flags));
            process.args(["--jobs", &jobs]).args(extra).args(options.verbose());
            counted(&mut process)
        };
        counts.push(("real world", real(&[], "")?));
        let unrestricted = "--load-restrictor LoadRestrictionsNone ";
        let index = ["--index", "index_load_restrictor_none.tsv"];
        counts.push(("real world, unrestricted", real(&index, unrestricted)?));
    }
    println!();
    for (name, count) in &counts {
        println!("{name:<26} {}", count.line);
    }
    if counts.iter().all(|(_, count)| count.passed) { Ok(()) } else { Err("not everything passed".to_owned()) }
}

#[derive(Default)]
struct Options {
    /// `--topic` and `--case` with their values, for the runner.
    selection: Vec<String>,
    verbose: bool,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--topic" | "--case" => {
                    let value = rest.next().ok_or_else(|| format!("`{argument}` needs a value"))?;
                    options.selection.extend([argument.clone(), value.clone()]);
                }
                "-v" | "--verbose" => options.verbose = true,
                other => return Err(format!("unexpected argument `{other}`")),
            }
        }
        Ok(options)
    }

    fn verbose(&self) -> Option<&'static str> {
        self.verbose.then_some("-v")
    }
}

/// The runners split the command like a shell.
fn build_command(binary: &Path, flags: &str) -> String {
    format!("'{}' build {flags}{{dir}}", binary.display())
}

/// The runners need PyYAML; a managed Python must be told that it is wanted.
fn install_pyyaml() -> Result<(), String> {
    let python = |arguments: &[&str]| command::output(Process::new("python3").args(arguments));
    python(&["-c", "import yaml"])
        .or_else(|_| python(&["-m", "pip", "install", "--quiet", "pyyaml"]))
        .or_else(|_| python(&["-m", "pip", "install", "--quiet", "--break-system-packages", "pyyaml"]))
        .map(drop)
}

/// What a runner said last, and whether it was content.
struct Count {
    line: String,
    passed: bool,
}

/// Runs a runner, showing its lines as they come.
fn counted(process: &mut Process) -> Result<Count, String> {
    let unusable = |error: std::io::Error| format!("python3: {error}");
    let mut child = process.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(unusable)?;
    let mut last = String::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            last = line.map_err(unusable)?;
            println!("{last}");
        }
    }
    let passed = child.wait().map_err(unusable)?.success();
    Ok(Count { line: last, passed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_go_on_to_the_runner() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let options = Options::parse(&words("--topic images -v --case x")).unwrap();
        assert_eq!(options.selection, words("--topic images --case x"));
        assert_eq!(options.verbose(), Some("-v"));
        assert!(Options::parse(&words("--topic")).is_err());
        assert!(Options::parse(&words("--what")).is_err());
    }

    #[test]
    fn the_command_line_keeps_the_place_of_the_folder() {
        assert_eq!(build_command(Path::new("/t/quintet"), "-x "), "'/t/quintet' build -x {dir}");
    }
}

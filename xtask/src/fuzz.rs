//! `cargo xtask fuzz`: every target of `fuzz/` for a while, from the corpora.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use crate::command::{self, Command, Place};
use crate::fuzz_seeds::Seeds;

pub(crate) const COMMAND: Command = Command {
    name: "fuzz",
    usage: "[--seconds N] [--only TARGET]",
    summary: "look for input that breaks the engine, 60 s a target; needs a nightly compiler",
    run,
};

/// A target with the part of the seeds it starts from.
type Target = (&'static str, fn(&Seeds) -> &[Vec<u8>]);

const TARGETS: &[Target] = &[
    ("json_patch", |seeds| &seeds.json_patches),
    ("kustomization_load", |seeds| &seeds.kustomizations),
    ("remote_spec", |seeds| &seeds.remotes),
    ("round_trip", |seeds| &seeds.documents),
    ("strategic_merge", |seeds| &seeds.strategic_patches),
    ("yaml_parse", |seeds| &seeds.documents),
];

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    install_cargo_fuzz(place)?;
    let seeds = Seeds::read(&place.shared)?;
    let targets = || TARGETS.iter().filter(|(name, _)| options.only.as_deref().is_none_or(|only| only == *name));
    for (name, _) in targets() {
        command::run(cargo_fuzz(place, "build").arg(name))?;
    }
    let mut outcomes = Vec::new();
    for &(name, part) in targets() {
        let count = write_seeds(&place.root.join("fuzz/corpus").join(name), part(&seeds))?;
        println!("{name}: {count} seeds, {} s", options.seconds);
        outcomes.push((name, run_target(place, name, options.seconds)?));
    }
    println!("\n{:<20} {:>10} {:>9} {:>8}", "target", "runs", "coverage", "crashes");
    for (name, outcome) in &outcomes {
        let Outcome { runs, coverage, artifacts } = outcome;
        println!("{name:<20} {runs:>10} {coverage:>9} {:>8}", artifacts.len());
    }
    let crashes: Vec<_> =
        outcomes.iter().flat_map(|(name, outcome)| outcome.artifacts.iter().map(move |file| (name, file))).collect();
    for (name, artifact) in &crashes {
        let target_dir = shown(place, &target_dir(place));
        println!("\n{name}: {}", shown(place, Path::new(artifact)));
        println!(
            "  cargo +nightly fuzz run -s none --target-dir {target_dir} {name} {}",
            shown(place, Path::new(artifact))
        );
    }
    if crashes.is_empty() { Ok(()) } else { Err(format!("{} inputs break something", crashes.len())) }
}

#[derive(Debug, PartialEq, Eq)]
struct Options {
    seconds: u32,
    only: Option<String>,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self { seconds: 60, only: None };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("`{argument}` needs a value"));
            match argument.as_str() {
                "--seconds" => {
                    let text = value()?;
                    let seconds = text.parse().ok().filter(|&seconds| seconds > 0);
                    options.seconds = seconds.ok_or_else(|| format!("`{text}` is no number of seconds"))?;
                }
                "--only" => {
                    let name = value()?;
                    if !TARGETS.iter().any(|(target, _)| target == name) {
                        let names: Vec<_> = TARGETS.iter().map(|&(target, _)| target).collect();
                        return Err(format!("no target `{name}`: there are {}", names.join(", ")));
                    }
                    options.only = Some(name.clone());
                }
                other => return Err(format!("unexpected argument `{other}`")),
            }
        }
        Ok(options)
    }
}

fn target_dir(place: &Place) -> PathBuf {
    place.target().join("fuzz")
}

fn shown(place: &Place, path: &Path) -> String {
    path.strip_prefix(&place.root).unwrap_or(path).display().to_string()
}

/// The nightly cargo, whatever toolchain runs this program.
fn nightly_cargo(place: &Place) -> Process {
    let mut process = Process::new("rustup");
    process.args(["run", "nightly", "cargo"]).current_dir(&place.root);
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        process.env_remove(variable);
    }
    process
}

/// There is no unsafe code to watch, so no sanitizer slows the search down.
fn cargo_fuzz(place: &Place, subcommand: &str) -> Process {
    let mut process = nightly_cargo(place);
    process.args(["fuzz", subcommand, "-s", "none", "--target-dir"]).arg(target_dir(place));
    process
}

fn install_cargo_fuzz(place: &Place) -> Result<(), String> {
    command::output(nightly_cargo(place).arg("--version"))
        .map_err(|error| format!("{error}\nfuzzing needs `rustup toolchain install nightly`"))?;
    if command::output(nightly_cargo(place).args(["fuzz", "--version"])).is_ok() {
        return Ok(());
    }
    command::run(place.cargo().args(["install", "cargo-fuzz", "--locked"]))
}

/// Adds the seeds to what earlier runs found.
fn write_seeds(corpus: &Path, seeds: &[Vec<u8>]) -> Result<usize, String> {
    let in_corpus = |error: std::io::Error| format!("{}: {error}", corpus.display());
    fs::create_dir_all(corpus).map_err(in_corpus)?;
    for (at, seed) in seeds.iter().enumerate() {
        fs::write(corpus.join(format!("seed-{at:04}")), seed).map_err(in_corpus)?;
    }
    Ok(seeds.len())
}

/// What a run came to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    runs: String,
    coverage: String,
    /// Files with the inputs that broke something.
    artifacts: Vec<String>,
}

impl Outcome {
    /// Learns from a line that libFuzzer prints.
    fn read(&mut self, line: &str) {
        let after = |mark: &str| line.split_once(mark).and_then(|(_, rest)| rest.split_whitespace().next());
        if let Some(count) = line.strip_prefix('#').and_then(|rest| rest.split_whitespace().next()) {
            count.clone_into(&mut self.runs);
        }
        if let Some(runs) = after("stat::number_of_executed_units:") {
            runs.clone_into(&mut self.runs);
        }
        if let Some(coverage) = after(" cov: ") {
            coverage.clone_into(&mut self.coverage);
        }
        if let Some(artifact) = after("Test unit written to ").filter(|path| !path.contains("/slow-unit-")) {
            self.artifacts.push(artifact.to_owned());
        }
    }
}

/// Runs a target; what it says is shown when it finds something.
fn run_target(place: &Place, name: &str, seconds: u32) -> Result<Outcome, String> {
    let mut process = cargo_fuzz(place, "run");
    process.args([name, "--"]).arg(format!("-max_total_time={seconds}"));
    process.args(["-rss_limit_mb=1024", "-timeout=10", "-print_final_stats=1"]);
    let unusable = |error: std::io::Error| format!("{name}: {error}");
    let mut child =
        process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(unusable)?;
    let (mut outcome, mut said) = (Outcome::default(), Vec::new());
    if let Some(stderr) = child.stderr.take() {
        // A panic may show input that is no UTF-8.
        for line in BufReader::new(stderr).split(b'\n') {
            let line = String::from_utf8_lossy(&line.map_err(unusable)?).into_owned();
            outcome.read(&line);
            if !line.starts_with('#') {
                said.push(line);
            }
        }
    }
    let status = child.wait().map_err(unusable)?;
    if status.success() {
        return Ok(outcome);
    }
    println!("{}", said.join("\n"));
    if outcome.artifacts.is_empty() { Err(format!("{name}: {status}")) } else { Ok(outcome) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_checked() {
        let parse = |text: &str| Options::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(parse(""), Ok(Options { seconds: 60, only: None }));
        let both = Options { seconds: 5, only: Some("round_trip".to_owned()) };
        assert_eq!(parse("--seconds 5 --only round_trip"), Ok(both));
        for wrong in ["--seconds", "--seconds 0", "--seconds x", "--only none", "more"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_lines_of_a_run_tell_its_outcome() {
        let mut outcome = Outcome::default();
        for line in [
            "#8\tNEW    cov: 12 ft: 14 corp: 2/2b exec/s: 0 rss: 41Mb",
            "artifact_prefix='/r/'; Test unit written to /r/slow-unit-1",
            "#900\tpulse  cov: 34 ft: 50 corp: 2/2b exec/s: 0 rss: 41Mb",
            "artifact_prefix='/r/'; Test unit written to /r/crash-1",
        ] {
            outcome.read(line);
        }
        let expected = Outcome { runs: "900".into(), coverage: "34".into(), artifacts: vec!["/r/crash-1".into()] };
        assert_eq!(outcome, expected);
        outcome.read("stat::number_of_executed_units: 901");
        assert_eq!(outcome.runs, "901");
    }

    #[test]
    fn every_target_is_here() {
        let folder = Place::of_the_repository().root.join("fuzz/fuzz_targets");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let names: Vec<_> = files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, TARGETS.iter().map(|&(name, _)| name).collect::<Vec<_>>());
    }
}

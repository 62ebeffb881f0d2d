//! Runs two programs in turn and reads what each run took.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use serde_json::{Value, json};

use super::figures::Figures;
use super::folders::write;
use crate::command;

const SCRIPT: &str = include_str!("measure.py");

/// The names of the sides, here and in what the script prints.
const OURS: &str = "ours";
const REFERENCE: &str = "reference";

/// A program and the arguments before the folder.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) arguments: &'static [&'static str],
}

/// Words of a command line, the program first.
pub(super) type Words = Vec<String>;

impl Program {
    /// How a folder is built.
    pub(super) fn command(&self, folder: &Path) -> Words {
        let words = std::iter::once(self.path.display().to_string());
        let arguments = self.arguments.iter().map(|argument| (*argument).to_owned());
        words.chain(arguments).chain([folder.display().to_string()]).collect()
    }
}

/// Medians of a target.
#[derive(Debug, PartialEq)]
pub(super) struct Measured {
    /// Bytes that both print.
    pub(super) bytes: u64,
    pub(super) ours: Figures,
    /// Nothing where the reference only checked the bytes.
    pub(super) reference: Option<Figures>,
}

/// Both programs, and a folder for the script and what it writes.
pub(super) struct Meter {
    pub(super) ours: Program,
    pub(super) reference: Program,
    pub(super) folder: PathBuf,
}

/// What two sides print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outputs {
    /// The same documents.
    Same,
    /// Each its own.
    Own,
}

/// What the reference is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// It is measured as ours is.
    Measured,
    /// It runs once: the bytes must be its bytes.
    Checked,
    /// It does not run.
    Absent,
}

impl Meter {
    /// Runs both `runs` times on the folders, in turn.
    pub(super) fn measure(&self, folders: &[PathBuf], runs: usize, reference: Reference) -> Result<Measured, String> {
        let commands =
            |program: &Program| -> Vec<Words> { folders.iter().map(|folder| program.command(folder)).collect() };
        let mut sides = vec![side(OURS, runs, &commands(&self.ours))];
        if reference != Reference::Absent {
            let runs = if reference == Reference::Measured { runs } else { 0 };
            sides.insert(0, side(REFERENCE, runs, &commands(&self.reference)));
        }
        self.run(&sides, Outputs::Same)
    }

    /// Runs `ours` and `reference` in turn, each a list of commands.
    pub(super) fn compare(
        &self,
        ours: &[Words],
        reference: &[Words],
        runs: usize,
        outputs: Outputs,
    ) -> Result<Measured, String> {
        self.run(&[side(REFERENCE, runs, reference), side(OURS, runs, ours)], outputs)
    }

    fn run(&self, sides: &[Value], outputs: Outputs) -> Result<Measured, String> {
        let script = self.folder.join("measure.py");
        write(&script, SCRIPT)?;
        let plan = json!({"folder": self.folder, "sides": sides, "same": outputs == Outputs::Same}).to_string();
        // Nothing of the user's home matters, and no plugins are looked for.
        let mut python = Process::new("python3");
        python.current_dir(&self.folder).env("HOME", &self.folder).env_remove("KUSTOMIZE_PLUGIN_HOME");
        parse(&command::output(python.arg("measure.py").arg(plan))?)
    }
}

/// A side as the script wants it.
fn side(name: &str, runs: usize, commands: &[Words]) -> Value {
    json!({"name": name, "runs": runs, "commands": commands})
}

/// Reads what the script prints.
fn parse(text: &str) -> Result<Measured, String> {
    let (mut bytes, mut ours, mut reference) = (None, Vec::new(), Vec::new());
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        match columns[..] {
            ["bytes", count] => bytes = count.parse().ok(),
            [OURS, wall, cpu, peak] => ours.push(figures(wall, cpu, peak)?),
            [REFERENCE, wall, cpu, peak] => reference.push(figures(wall, cpu, peak)?),
            _ => return Err(format!("measure.py printed `{line}`")),
        }
    }
    let (Some(bytes), Some(ours)) = (bytes, Figures::medians(&ours)) else {
        return Err("measure.py measured nothing".to_owned());
    };
    Ok(Measured { bytes, ours, reference: Figures::medians(&reference) })
}

fn figures(wall: &str, cpu: &str, peak: &str) -> Result<Figures, String> {
    let number = |text: &str| text.parse::<f64>().map_err(|_| format!("measure.py printed `{text}` for a number"));
    Ok(Figures { wall: number(wall)?, cpu: number(cpu)?, peak: number(peak)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_medians() {
        let text = "bytes\t7\nreference\t5\t6\t7\nours\t1.5\t2\t100\nours\t0.5\t4\t300\nours\t1\t3\t200\n";
        let measured = parse(text).unwrap();
        assert_eq!(measured.bytes, 7);
        assert_eq!(measured.ours, Figures { wall: 1.0, cpu: 3.0, peak: 200.0 });
        assert_eq!(measured.reference, Some(Figures { wall: 5.0, cpu: 6.0, peak: 7.0 }));
        assert_eq!(parse("bytes\t7\nours\t1\t2\t3\n").unwrap().reference, None);
    }

    #[test]
    fn other_lines_are_errors() {
        for text in ["", "bytes\t7\n", "ours\t1\t2\t3\n", "bytes\t7\nours\t1\t2\n", "bytes\t7\nours\tx\t2\t3\n"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    /// Starting a program from Python must not count Python's memory.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_trivial_program_is_trivial() {
        let folder = tempfile::tempdir().unwrap();
        let echo = || Program { path: "/bin/echo".into(), arguments: &["x"] };
        let meter = Meter { ours: echo(), reference: echo(), folder: folder.path().to_path_buf() };
        let measured = meter.measure(&["a".into(), "bc".into()], 3, Reference::Checked).unwrap();
        assert_eq!((measured.bytes, measured.reference), (9, None));
        assert!(measured.ours.peak > 100.0 && measured.ours.peak < 6_000.0, "{:?}", measured.ours);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn other_bytes_and_failures_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let program = |path: &str, arguments| Program { path: path.into(), arguments };
        let mut meter = Meter {
            ours: program("/bin/echo", &["x"]),
            reference: program("/bin/echo", &["y"]),
            folder: folder.path().into(),
        };
        let error = meter.measure(&["a".into()], 1, Reference::Measured).unwrap_err();
        assert!(error.contains("`/bin/echo x a` prints other bytes than the first program: line 1"), "{error}");
        meter.ours = program("/bin/false", &[]);
        let error = meter.measure(&["a".into()], 1, Reference::Absent).unwrap_err();
        assert!(error.contains("`/bin/false a` ended with status"), "{error}");
    }
}

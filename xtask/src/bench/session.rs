//! One run of the command, from the build to the report.

use std::path::PathBuf;
use std::process::Command as Process;

use super::folders::{Scratch, write};
use super::measuring::{Measured, Meter, Program, Reference};
use super::options::Options;
use super::table::Report;
use super::targets::Target;
use super::{budgets, composition, machine, series, targets};
use crate::command::{self, Place};
use crate::oracle;

pub(super) fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    let reference = reference(oracle::fetch(place)?.kustomize);
    let ours = Program { path: binary(place, &options)?, arguments: &["build"] };
    let scratch = Scratch::new()?;
    let meter = Meter { ours, reference, folder: scratch.path().to_path_buf() };
    let wanted = targets::lay_out(&place.shared, scratch.path(), &options)?;
    let facts = machine::facts(&place.root, &meter);
    let mut report = Report { runs: options.runs, facts, targets: Vec::new(), sizes: Vec::new(), missed: Vec::new() };
    for target in wanted {
        eprintln!("── {}", target.name);
        let measured = measure(&meter, &target, options.runs)?;
        report.targets.push((target.name, measured));
    }
    report.targets.extend(composition::measure(place, &meter, &options)?);
    for (name, measured) in &report.targets {
        if let Some(reference) = &measured.reference {
            report.missed.extend(budgets::missed(name, &reference.over(&measured.ours)));
        }
    }
    if options.wants(series::NAME) {
        eprintln!("── size series");
        let notebooks = targets::notebooks(scratch.path());
        let objects = command::output(Process::new(&meter.ours.path).arg("build").arg(notebooks))?;
        report.sizes = series::measure(&meter, &objects, scratch.path(), options.runs)?;
        let slope = series::growth(&report.sizes, |figures| figures.wall);
        report.missed.extend(slope.and_then(budgets::missed_slope));
    }
    report.facts.push(("Load after", machine::load()));
    let text = report.to_markdown();
    write(&place.target().join("bench.md"), &text)?;
    print!("{text}");
    match report.missed.len() {
        0 => Ok(()),
        _ if !options.check => Ok(()),
        count => Err(format!("{count} budgets missed")),
    }
}

/// A kustomize from the PATH, or a kubectl that has it inside.
fn reference(path: PathBuf) -> Program {
    let arguments: &[&str] = if path.ends_with("kubectl") { &["kustomize"] } else { &["build"] };
    Program { path, arguments }
}

/// The program to measure, built unless it is given.
fn binary(place: &Place, options: &Options) -> Result<PathBuf, String> {
    let path = match &options.binary {
        Some(path) => path.clone(),
        None => {
            command::run(place.cargo().args(["build", "--release", "--package", "quintet"]))?;
            place.target().join("release/quintet")
        }
    };
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

fn measure(meter: &Meter, target: &Target, runs: usize) -> Result<Measured, String> {
    let measured = meter.measure(&target.folders, runs, Reference::Measured)?;
    match target.bytes {
        Some(bytes) if bytes != measured.bytes => {
            Err(format!("{}: {} bytes, but {bytes} are on record", target.name, measured.bytes))
        }
        _ => Ok(measured),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_called_by_what_it_is() {
        assert_eq!(reference("/o/kubectl".into()).arguments, ["kustomize"]);
        assert_eq!(reference("kustomize".into()).arguments, ["build"]);
    }
}

//! `cargo xtask ci`: everything that must hold before a change goes in.

use std::time::{Duration, Instant};

use crate::command::{self, Command, Place};
use crate::{codegen, tidy};

pub(crate) const COMMAND: Command =
    Command { name: "ci", usage: "", summary: "format, lints, tests, docs, tidy, generated files", run };

/// A step; the first that fails ends the run.
type Step = (&'static str, fn(&Place) -> Result<(), String>);

/// Cheap steps first, so that a slip shows at once.
const STEPS: &[Step] = &[
    ("fmt", |place| command::run(place.cargo().args(["fmt", "--all", "--check"]))),
    ("tidy", |place| (tidy::COMMAND.run)(place, &[])),
    ("codegen --check", |place| (codegen::COMMAND.run)(place, &["--check".to_owned()])),
    ("clippy", |place| {
        command::run(place.cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    }),
    // Nobody ships the code behind this feature; it is compiled for `codegen` alone.
    ("clippy json-schema", |place| {
        let feature = ["clippy", "--lib", "--examples", "--features", "json-schema", "--", "-D", "warnings"];
        command::run(place.cargo().args(feature))
    }),
    ("test", test),
    ("doc", |place| {
        let mut cargo = place.cargo();
        command::run(cargo.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--workspace", "--no-deps"]))
    }),
];

/// nextest where it is installed; it does not run the examples in the docs.
fn test(place: &Place) -> Result<(), String> {
    if command::output(place.cargo().args(["nextest", "--version"])).is_ok() {
        command::run(place.cargo().args(["nextest", "run", "--workspace", "--no-fail-fast"]))?;
        command::run(place.cargo().args(["test", "--workspace", "--doc"]))
    } else {
        command::run(place.cargo().args(["test", "--workspace", "--no-fail-fast"]))
    }
}

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    command::no_arguments(arguments)?;
    let mut done: Vec<(&str, Duration)> = Vec::new();
    for (name, step) in STEPS {
        println!("── {name}");
        let start = Instant::now();
        let result = step(place);
        let took = start.elapsed();
        if let Err(failure) = result {
            println!("── {name} failed after {:.1} s", took.as_secs_f64());
            return Err(format!("{name}: {failure}"));
        }
        println!("── {name} passed in {:.1} s", took.as_secs_f64());
        done.push((name, took));
    }
    println!("\nall {} steps passed", done.len());
    for (name, took) in done {
        println!("  {name:<16} {:>6.1} s", took.as_secs_f64());
    }
    Ok(())
}

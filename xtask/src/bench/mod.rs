//! `cargo xtask bench`: the release binary beside the reference, whole
//! processes on the same input, and what the budgets say about it.
//!
//! `--runs N` measures N times each (9), `--only NAME` (again and again) one
//! target or `series`, `--check` fails on a missed budget, `--binary PATH`
//! measures that program instead of a fresh release build.

mod budgets;
mod composition;
mod figures;
mod folders;
mod layout;
mod machine;
mod measuring;
mod options;
mod series;
mod session;
mod table;
mod targets;

use crate::command::Command;

pub(crate) const COMMAND: Command = Command {
    name: "bench",
    usage: "[--runs N] [--only T] [--check]",
    summary: "time, CPU and memory beside kustomize; writes target/bench.md",
    run: session::run,
};

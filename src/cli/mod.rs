//! The command line: one file per command, and the only room that prints.

mod argocd;
mod build;
mod check;
mod command;
mod completions;
mod exit;
mod explain;
mod man;
mod man_page;
mod network;
mod options;
mod pin;
mod pin_fetch;
mod pin_update;
mod plan;
mod progress;
mod render;
mod snapshot;
mod suggestion;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use clap::{Args, FromArgMatches};

use command::Entry;
use exit::Exit;
use options::Common;

/// Every command; a new one is a file and a line.
const COMMANDS: &[Entry] = &[
    Entry::of::<build::Args>(),
    Entry::of::<render::Args>(),
    Entry::of::<check::Args>(),
    Entry::of::<explain::Args>(),
    Entry::of::<plan::Args>(),
    Entry::of::<pin::Args>(),
    Entry::of::<snapshot::Args>(),
    Entry::of::<argocd::Args>(),
    Entry::of::<completions::Args>(),
    Entry::of::<man::Args>(),
];

const EXAMPLES: &str = "\
Examples:
  quintet render --env devbox --out rendered/devbox
  quintet check --all-envs
  quintet snapshot --env devbox
  quintet build overlays/production | kubectl apply -f -
  quintet build -o rendered.yaml --mirror mirrors.yaml applications/katib
  quintet help build

Reads: what the command says, below the platform root or the folder it is given
Writes: data to standard output or to the places that options name; messages to standard error

Exit codes: 0 clean, 1 findings or differences, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned
one";

/// The command line, in which a command gets its arguments when it is called.
fn command_line() -> clap::Command {
    line_of(Entry::to_clap)
}

/// The command line with the arguments of every command.
fn whole_command_line() -> clap::Command {
    line_of(Entry::to_whole_clap)
}

fn line_of(to_clap: fn(&Entry) -> clap::Command) -> clap::Command {
    let line = clap::Command::new("quintet")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Renders Kubeflow as exactly five Argo CD Applications, and refuses anything else.")
        .propagate_version(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(EXAMPLES)
        .subcommands(COMMANDS.iter().map(to_clap));
    Common::augment_args(line)
}

/// Parses the process's arguments and runs the command they name.
#[must_use]
pub(crate) fn main() -> ExitCode {
    let ended = run().unwrap_or_else(|error| {
        // Nobody is left to tell when the terminal is gone.
        let _ = error.print();
        if error.use_stderr() { exit::INVALID } else { exit::CLEAN }
    });
    ended.into()
}

fn run() -> Result<Exit, clap::Error> {
    let mut line = command_line();
    let matches = line.try_get_matches_from_mut(std::env::args_os())?;
    let common = Common::from_arg_matches(&matches)?;
    let called = matches.subcommand().and_then(|(name, arguments)| {
        let entry = COMMANDS.iter().find(|entry| entry.name == name)?;
        Some((entry, arguments))
    });
    match called {
        Some((entry, arguments)) => (entry.run)(arguments, &common, &common.terminal()),
        None => Err(line.error(clap::error::ErrorKind::MissingSubcommand, "no command was given")),
    }
}

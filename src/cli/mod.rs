//! The command line: one file per command, and the only room that prints.

mod build;
mod check;
mod exit;
mod explain;
mod options;
mod pin;
mod render;
mod snapshot;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use options::Common;

/// Renders Kubeflow as exactly five Argo CD Applications, and refuses anything else.
#[derive(Parser, Debug)]
#[command(name = "quintet", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  quintet render --env devbox --out rendered/devbox
  quintet check --all-envs
  quintet snapshot --env devbox
  quintet build overlays/production | kubectl apply -f -
  quintet build -o rendered.yaml --mirror mirrors.yaml applications/katib
  quintet help build")]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Build(build::Args),
    Render(render::Args),
    Check(check::Args),
    Explain(explain::Args),
    Pin(pin::Args),
    Snapshot(snapshot::Args),
}

/// Parses the process's arguments and runs the command they name.
#[must_use]
pub(crate) fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { exit::INVALID } else { exit::CLEAN };
            // Nobody is left to tell when the terminal is gone.
            let _ = error.print();
            return code.into();
        }
    };
    let terminal = arguments.common.terminal();
    match &arguments.command {
        Command::Build(args) => build::run(args, &arguments.common, &terminal),
        Command::Render(args) => render::run(args, &arguments.common, &terminal),
        Command::Check(args) => check::run(args, &arguments.common, &terminal),
        Command::Explain(args) => explain::run(args, &terminal),
        Command::Pin(args) => pin::run(args, &arguments.common, &terminal),
        Command::Snapshot(args) => snapshot::run(args, &arguments.common, &terminal),
    }
    .into()
}

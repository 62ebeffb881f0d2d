//! `quintet explain`

use quintet::ops;

use super::exit::Exit;
use super::options::Terminal;

/// Say what a check refuses and why
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet explain closed-set/extra-application
  quintet explain            lists all checks")]
pub(super) struct Args {
    /// The check's id; without it, all checks are listed
    #[arg(value_name = "CHECK")]
    check: Option<String>,
}

pub(super) fn run(args: &Args, terminal: &Terminal) -> Exit {
    match ops::explain(args.check.as_deref()) {
        Ok(text) => terminal.write_data(text.as_bytes()),
        Err(unknown) => terminal.refuse(&unknown),
    }
}

//! `quintet explain`

use quintet::ops;

use super::command::Command;
use super::exit::Exit;
use super::options::{Common, Terminal};
use super::suggestion::CHECKS;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet explain closed-set/extra-application
  quintet explain            # lists all checks

Reads: nothing
Writes: the text, to standard output

Exit codes: 0 told, 2 there is no such check")]
pub(super) struct Args {
    /// The check's id; without it, all checks are listed
    #[arg(value_name = "CHECK", value_parser = CHECKS, hide_possible_values = true)]
    check: Option<String>,
}

impl Command for Args {
    const NAME: &str = "explain";
    const ABOUT: &str = "Say what a check refuses and why";

    fn run(&self, _: &Common, terminal: &Terminal) -> Exit {
        match ops::explain(self.check.as_deref()) {
            Ok(text) => terminal.write_data(text.as_bytes()),
            Err(unknown) => terminal.refuse(&unknown),
        }
    }
}

//! `quintet explain`

use quintet::ops;

use super::command::Command;
use super::exit::Exit;
use super::options::{Common, Terminal};

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

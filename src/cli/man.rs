//! `quintet man`

use std::path::PathBuf;

use clap::ValueHint;

use super::command::Command;
use super::exit::{self, Exit};
use super::man_page::{file_name, page};
use super::options::{Common, Terminal};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet man | man -l -
  quintet man --out ~/.local/share/man/man1

Pages of commands are called as the command is: quintet-render(1), quintet-pin-verify(1). Files of other names in the folder
stay.

Reads: nothing
Writes: the page of quintet to standard output, or one page for each command to the folder of --out

Exit codes: 0 written, 2 wrong use, or the folder cannot be written")]
pub(super) struct Args {
    /// Folder for the pages of all commands; made when it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
}

impl Command for Args {
    const NAME: &str = "man";
    const ABOUT: &str = "Write the manual pages";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        // Help is a command too, but has nothing to say that a page does not.
        let mut line = super::whole_command_line().disable_help_subcommand(true);
        line.build();
        let Some(folder) = &self.out else { return terminal.write_data(page(&line).as_bytes()) };
        let mut commands = vec![&line];
        let mut pages = Vec::new();
        while let Some(command) = commands.pop() {
            pages.push((file_name(command), page(command)));
            commands.extend(command.get_subcommands());
        }
        match quintet::vfs::write_folder(&common.current_folder().join(folder), &pages) {
            Ok(()) => exit::CLEAN,
            Err(error) => terminal.refuse(&error.to_string()),
        }
    }
}

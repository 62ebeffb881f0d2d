//! What a command is.

use clap::ArgMatches;

use super::exit::Exit;
use super::options::{Common, Terminal};

/// The arguments of a command, which know how to run it.
pub(super) trait Command: clap::Args {
    /// What it is called.
    const NAME: &str;
    /// What it does, in half a sentence.
    const ABOUT: &str;

    /// Runs it.
    fn run(&self, common: &Common, terminal: &Terminal) -> Exit;
}

/// A command in the list of commands.
pub(super) struct Entry {
    pub(super) name: &'static str,
    about: &'static str,
    arguments: fn(clap::Command) -> clap::Command,
    /// Runs it with the arguments it was called with.
    pub(super) run: fn(&ArgMatches, &Common, &Terminal) -> Result<Exit, clap::Error>,
}

impl Entry {
    pub(super) const fn of<C: Command>() -> Self {
        Self {
            name: C::NAME,
            about: C::ABOUT,
            // What is flattened into the arguments brings words of its own along.
            arguments: |line| C::augment_args(line).about(C::ABOUT).long_about(None),
            run: |matches, common, terminal| Ok(C::from_arg_matches(matches)?.run(common, terminal)),
        }
    }

    /// It as part of a command line. Its arguments are made when it is called or
    /// asked for help: a short run would spend more on those of all the others.
    pub(super) fn to_clap(&self) -> clap::Command {
        clap::Command::new(self.name).about(self.about).defer(self.arguments)
    }

    /// It with its arguments, for what tells about all commands at once.
    pub(super) fn to_whole_clap(&self) -> clap::Command {
        (self.arguments)(clap::Command::new(self.name).about(self.about))
    }
}

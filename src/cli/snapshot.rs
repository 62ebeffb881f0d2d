//! `quintet snapshot`

use quintet::ops::{self, SnapshotRequest};

use super::command::Command;
use super::exit::{self, Exit};
use super::options::{Common, PlatformArgs, Terminal};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet snapshot --env staging
  quintet snapshot --env staging --accept
  quintet snapshot --env staging --mirror mirrors.yaml

Each line is an object that is added, removed or changed since snapshots/<environment>/ was written: what became of it, its
Application and its name. --accept writes that folder anew and prints what is approved by that.

Reads: compositions/, patches/ and snapshots/ of the platform; upstream from the mirror file or the cache
Writes: what differs, to standard output; with --accept the folder snapshots/<environment>/

Exit codes: 0 equal or accepted, 1 different, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
pub(super) struct Args {
    /// The environment
    #[arg(long, value_name = "NAME")]
    env: String,

    /// Approve the render: write it to snapshots/<environment>/
    #[arg(long)]
    accept: bool,

    #[command(flatten)]
    platform: PlatformArgs,
}

impl Command for Args {
    const NAME: &str = "snapshot";
    const ABOUT: &str = "Compare the render of an environment with the one that was approved last";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        let request =
            SnapshotRequest { platform: self.platform.get(common), environment: self.env.clone(), accept: self.accept };
        match ops::snapshot(&request) {
            Ok(found) => {
                terminal.warn(&found.output.warnings, &found.output.sources);
                match terminal.write_data(&found.output.stdout) {
                    exit::CLEAN if found.is_different => exit::FINDINGS,
                    written => written,
                }
            }
            Err(failed) => terminal.fail(&failed),
        }
    }
}

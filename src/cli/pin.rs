//! `quintet pin`

use clap::Subcommand;
use quintet::ops;

use super::exit::{self, Exit};
use super::options::{Common, PlatformArgs, Terminal};

/// The pinned upstream: is what is at hand what was reviewed?
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Pin,
}

#[derive(Subcommand, Debug)]
enum Pin {
    /// Hold every upstream file that a render reads to its digest
    #[command(after_help = "\
Examples:
  quintet pin verify
  quintet pin verify --mirror mirrors.yaml

A line for each file that is not the one on record, or that is on record and never read.

Exit codes: 0 all as pinned, 1 files on record that nothing reads, 2 wrong use or invalid input, 3 a file is not the pinned one")]
    Verify {
        #[command(flatten)]
        platform: PlatformArgs,
    },
}

pub(super) fn run(args: &Args, common: &Common, terminal: &Terminal) -> Exit {
    let Pin::Verify { platform } = &args.command;
    let verified = match ops::pin_verify(&platform.get(common)) {
        Ok(verified) => verified,
        Err(failed) => return terminal.fail(&failed),
    };
    let mut text: String = verified.mismatches.iter().map(|mismatch| format!("{mismatch}\n")).collect();
    text.extend(verified.unread.iter().map(|name| format!("{name} is on record, but nothing reads it\n")));
    text.push_str(&format!("{} files are as pinned\n", verified.verified));
    match terminal.write_data(text.as_bytes()) {
        exit::CLEAN if !verified.mismatches.is_empty() => exit::SOURCE_UNAVAILABLE,
        exit::CLEAN if !verified.unread.is_empty() => exit::FINDINGS,
        told => told,
    }
}

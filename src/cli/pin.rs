//! `quintet pin`

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};
use quintet::ops::{self, VendorRequest};

use super::command::Command;
use super::exit::{self, Exit};
use super::options::{Common, PlatformArgs, Terminal};
use super::{pin_fetch, pin_update};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet pin fetch
  quintet pin verify
  quintet pin update --to v26.03.2
  quintet pin vendor vendor/upstream

Every remote that a render may touch is in compositions/upstream.lock.yaml, and the digest of every file that it may read in
compositions/upstream.sum.

Reads: compositions/ and patches/ of the platform; upstream from the mirror file or the cache
Writes: what the command says

Exit codes: 0 as pinned, 1 findings, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Pin,
}

#[derive(Subcommand, Debug)]
enum Pin {
    /// Bring every pinned remote into the cache
    #[command(after_help = pin_fetch::EXAMPLES)]
    Fetch {
        #[command(flatten)]
        platform: PlatformArgs,
    },
    /// Pin another commit of the upstream, with all that follows from it
    #[command(after_help = pin_update::EXAMPLES)]
    Update(pin_update::UpdateArgs),
    /// Hold every upstream file that a render reads to its digest
    #[command(after_help = "\
Examples:
  quintet pin verify
  quintet pin verify --mirror mirrors.yaml

A line for each file that is not the one on record, or that is on record and never read.

Reads: compositions/ and patches/ of the platform; upstream from the mirror file or the cache
Writes: what differs, to standard output

Exit codes: 0 all as pinned, 1 files on record that nothing reads, 2 wrong use or invalid input, 3 a file is not the pinned one")]
    Verify {
        #[command(flatten)]
        platform: PlatformArgs,
    },
    /// Write a mirror of what renders read, for machines without a network
    #[command(after_help = "\
Examples:
  quintet pin vendor vendor/upstream
  quintet render --env staging --out rendered --mirror vendor/upstream/mirrors.yaml

The folder gets the files that any environment's render reads and mirrors.yaml, which lists them. All environments are
rendered from it once more before the command says that it is done.

Reads: compositions/ and patches/ of the platform; upstream from the mirror file or the cache
Writes: the folder DIR

Exit codes: 0 written, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
    Vendor {
        /// Folder to write
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        #[command(flatten)]
        platform: PlatformArgs,
    },
}

impl Command for Args {
    const NAME: &str = "pin";
    const ABOUT: &str = "The pinned upstream: is what is at hand what was reviewed?";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        match &self.command {
            Pin::Fetch { platform } => pin_fetch::run(platform, common, terminal),
            Pin::Update(args) => pin_update::run(args, common, terminal),
            Pin::Verify { platform } => verify(platform, common, terminal),
            Pin::Vendor { folder, platform } => {
                vendor(VendorRequest { platform: platform.get(common), folder: folder.clone() }, terminal)
            }
        }
    }
}

fn vendor(request: VendorRequest, terminal: &Terminal) -> Exit {
    match ops::pin_vendor(&request) {
        Ok(done) => {
            terminal.warn(&done.warnings, &done.sources);
            terminal.write_data(format!("{}: {} files\n", done.mirror.display(), done.files).as_bytes())
        }
        Err(failed) => terminal.fail(&failed),
    }
}

fn verify(platform: &PlatformArgs, common: &Common, terminal: &Terminal) -> Exit {
    let verified = match ops::pin_verify(&platform.get(common)) {
        Ok(verified) => verified,
        Err(failed) => return terminal.fail(&failed),
    };
    let mut text: String = verified.damaged.iter().map(|what| format!("{what}\n")).collect();
    text.extend(verified.mismatches.iter().map(|mismatch| format!("{mismatch}\n")));
    text.extend(verified.unread.iter().map(|name| format!("{name} is on record, but nothing reads it\n")));
    text.push_str(&format!("{} files are as pinned\n", verified.verified));
    let is_other = !verified.mismatches.is_empty() || !verified.damaged.is_empty();
    match terminal.write_data(text.as_bytes()) {
        exit::CLEAN if is_other => exit::SOURCE_UNAVAILABLE,
        exit::CLEAN if !verified.unread.is_empty() => exit::FINDINGS,
        told => told,
    }
}

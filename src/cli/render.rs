//! `quintet render`

use std::path::PathBuf;

use clap::ValueEnum;
use quintet::ops::{self, Layout, RenderRequest};

use super::exit::Exit;
use super::options::{Common, PlatformArgs, Terminal};

/// Render the Applications of an environment
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet render --env devbox --out rendered/devbox
  quintet render --env staging --application kubeflow-katib --out - | kubectl diff -f -
  quintet render --env staging --layout object --out rendered/staging --mirror mirrors.yaml

The folder gets a file for each Application, SHA256SUMS, images.txt and render.json, which says what was read. Files of an
earlier render that are gone now are removed; other files of the folder stay.

Exit codes: 0 rendered, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
pub(super) struct Args {
    /// The environment
    #[arg(long, value_name = "NAME")]
    env: String,

    /// Only this Application
    #[arg(long, value_name = "NAME")]
    application: Option<String>,

    /// Folder to write, or - for standard output
    #[arg(long, value_name = "DIR", default_value = "-")]
    out: PathBuf,

    /// How the folder is laid out
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t)]
    layout: LayoutArg,

    /// Revision of the platform repository, for render.json
    #[arg(long, value_name = "REVISION")]
    revision: Option<String>,

    #[command(flatten)]
    platform: PlatformArgs,
}

/// How the folder is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LayoutArg {
    /// A file for each Application
    #[default]
    Application,
    /// A folder for each Application, with a file for each object
    Object,
}

pub(super) fn run(args: &Args, common: &Common, terminal: &Terminal) -> Exit {
    let request = RenderRequest {
        platform: args.platform.get(common),
        environment: args.env.clone(),
        application: args.application.clone(),
        out: Some(args.out.clone()).filter(|out| out.as_os_str() != "-"),
        layout: match args.layout {
            LayoutArg::Application => Layout::Application,
            LayoutArg::Object => Layout::Object,
        },
        revision: args.revision.clone(),
    };
    match ops::render(&request) {
        Ok(output) => {
            terminal.warn(&output.warnings, &output.sources);
            terminal.write_data(&output.stdout)
        }
        Err(failed) => terminal.fail(&failed),
    }
}

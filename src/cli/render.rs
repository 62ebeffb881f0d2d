//! `quintet render`

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use quintet::ops::{self, Layout, RenderRequest, RenderTo};

use super::command::Command;
use super::exit::Exit;
use super::options::{Common, PlatformArgs, Terminal};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet render --env devbox --out rendered/devbox
  quintet render --env staging --application kubeflow-katib --out - | kubectl diff -f -
  quintet render --env staging --layout object --out rendered/staging --mirror mirrors.yaml
  quintet render --env staging --export exported && kustomize build exported/kubeflow-core

The folder gets a file for each Application, SHA256SUMS, images.txt and render.json, which says what was read. Files of an
earlier render that are gone now are removed; other files of the folder stay.

An export is a folder for each Application, with the overlay's templates filled in and the upstream files it needs, on which
kustomize 5.8.1 gives the same manifests without a network.

Reads: compositions/ and patches/ of the platform; upstream from the mirror file or the cache
Writes: the folders of --out and --export, or the manifests to standard output

Exit codes: 0 rendered, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
pub(super) struct Args {
    /// The environment
    #[arg(long, value_name = "NAME")]
    env: String,

    /// Only this Application
    #[arg(long, value_name = "NAME")]
    application: Option<String>,

    /// Folder to write, or - for standard output [default: -, nothing with --export]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,

    /// Folder to write kustomizations to that need no network
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    export: Option<PathBuf>,

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

impl Command for Args {
    const NAME: &str = "render";
    const ABOUT: &str = "Render the Applications of an environment";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        let request = RenderRequest {
            platform: self.platform.get(common),
            environment: self.env.clone(),
            application: self.application.clone(),
            out: match &self.out {
                Some(out) if out.as_os_str() != "-" => RenderTo::Folder(out.clone()),
                None if self.export.is_some() => RenderTo::Nowhere,
                _ => RenderTo::Stdout,
            },
            export: self.export.clone(),
            layout: match self.layout {
                LayoutArg::Application => Layout::Application,
                LayoutArg::Object => Layout::Object,
            },
            revision: self.revision.clone(),
        };
        terminal.answer(ops::render(&request))
    }
}

//! `quintet build`

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use quintet::ops::{self, BuildRequest, HelmOptions, LoadRestrictor};

use super::command::Command;
use super::exit::Exit;
use super::options::{Common, InputLimits, Terminal};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet build overlays/production
  quintet build -o rendered.yaml overlays/production
  quintet build --mirror mirrors.yaml applications/katib
  quintet build --enable-helm --helm-command helm charts/monitoring

Reads: the kustomization and what it leads to; remote resources from the mirror file or the cache
Writes: the objects, to standard output or to --output

Exit codes: 0 built, 2 wrong use or invalid input, 3 a remote resource cannot be had")]
pub(super) struct Args {
    /// Folder with the kustomization
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    target: PathBuf,

    /// File to write, or an existing folder for one file per object
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,

    /// Which files a kustomization may read
    #[arg(long, value_name = "RULE", value_enum, default_value_t)]
    load_restrictor: Restrictor,

    /// Render `helmCharts` with the helm program
    #[arg(long)]
    enable_helm: bool,

    /// The helm program
    #[arg(long, value_name = "PROGRAM", default_value = "helm", value_hint = ValueHint::CommandName)]
    helm_command: String,

    /// Kubernetes API versions charts may rely on
    #[arg(long, value_name = "VERSION", value_delimiter = ',')]
    helm_api_versions: Vec<String>,

    /// Kubernetes version charts are rendered for
    #[arg(long, value_name = "VERSION", default_value = "", hide_default_value = true)]
    helm_kube_version: String,

    /// Ask helm for debug output
    #[arg(long)]
    helm_debug: bool,

    #[command(flatten)]
    limits: InputLimits,
}

/// kustomize's spelling of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Restrictor {
    /// Only files in or below its folder
    #[default]
    #[value(name = "LoadRestrictionsRootOnly")]
    RootOnly,
    /// Any file
    #[value(name = "LoadRestrictionsNone")]
    None,
}

impl Command for Args {
    const NAME: &str = "build";
    const ABOUT: &str = "Build a kustomization: the same bytes as `kustomize build` 5.8.1";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        let helm = self.enable_helm.then(|| HelmOptions {
            command: self.helm_command.clone(),
            api_versions: self.helm_api_versions.clone(),
            kube_version: self.helm_kube_version.clone(),
            debug: self.helm_debug,
        });
        let request = BuildRequest {
            target: self.target.clone(),
            current: common.current_folder(),
            load_restrictor: match self.load_restrictor {
                Restrictor::RootOnly => LoadRestrictor::RootOnly,
                Restrictor::None => LoadRestrictor::None,
            },
            helm,
            remotes: common.remotes(),
            limits: self.limits.get(),
            output: self.output.clone(),
        };
        self.limits.with_stack(|| terminal.answer(ops::build(&request)))
    }
}

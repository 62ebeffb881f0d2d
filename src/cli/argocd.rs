//! `quintet argocd`

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};
use quintet::ops::{self, ApplicationsRequest, GenerateRequest, Parameters, PlatformOptions, PluginRequest};

use super::command::Command;
use super::exit::Exit;
use super::options::{Common, PlatformArgs, Terminal};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet argocd plugin --out argocd/plugin
  quintet argocd applications --env staging --revision \"$(git rev-parse HEAD)\" --out argocd/staging

docs/argocd of this program's repository says how to install the composition with them.

Reads: the platform, as far as the command needs it; upstream from the mirror file or the cache
Writes: manifests, to standard output or to the folder of --out

Exit codes: 0 made, 1 not what was reviewed, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Argocd,
}

#[derive(Subcommand, Debug)]
enum Argocd {
    /// Make the Argo CD objects of an environment
    #[command(after_help = "\
Examples:
  quintet argocd applications --env staging --revision \"$(git rev-parse HEAD)\"
  quintet argocd applications --env staging --revision \"$(git rev-parse HEAD)\" --out argocd/staging
  kubectl apply -f argocd/staging/bootstrap.yaml

The files are bootstrap.yaml, the AppProject and the parent Application, which somebody applies once; children.yaml, the
Applications that the parent brings; and argocd-cm.yaml, the part of Argo CD's settings that makes their waves gate.

Reads: compositions/, patches/ and policies/ of the platform; upstream from the mirror file or the cache
Writes: the files, to the folder of --out or one after the other to standard output

Exit codes: 0 made, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
    Applications {
        /// The environment
        #[arg(long, value_name = "NAME")]
        env: String,

        /// Full commit of the platform repository that the children stay at
        #[arg(long, value_name = "COMMIT")]
        revision: String,

        /// Folder to write, or - for standard output
        #[arg(long, value_name = "DIR", default_value = "-", value_hint = ValueHint::DirPath)]
        out: PathBuf,

        #[command(flatten)]
        platform: PlatformArgs,
    },
    /// Print what Argo CD asks the plugin for: all of it, or nothing
    #[command(after_help = "\
Examples:
  export ARGOCD_APP_NAME=kubeflow-core PARAM_APPLICATION=kubeflow-core PARAM_ENVIRONMENT=devbox
  quintet argocd generate
  quintet argocd generate --repo examples/platform | kubectl diff -f -

Argo CD runs it in a copy of the platform repository. ARGOCD_APP_PARAMETERS and PARAM_* say which Application of which
environment; the parent's name stands for the children, pinned to ARGOCD_APP_REVISION. ARGOCD_ENV_* and KUBE_* are not looked
at. Nothing is printed unless the composition is the one of policies/closed-set.yaml, every upstream file the pinned one and
every object the one that snapshots/<environment> approves.

Reads: compositions/, patches/, policies/ and snapshots/ of the platform; upstream from the mirror file or the cache
Writes: the manifests, to standard output

Exit codes: 0 printed, 1 not what was reviewed, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
    Generate {
        /// Platform root [default: the nearest folder above with compositions/kubeflow.yaml]
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        repo: Option<PathBuf>,
    },
    /// Make the manifests of the plugin that renders the Applications in Argo CD
    #[command(after_help = "\
Examples:
  quintet argocd plugin --out argocd/plugin --image registry.platform.example/quintet:v0.1.0
  kubectl -n argocd patch deployment argocd-repo-server --patch-file argocd/plugin/sidecar.yaml

The files are plugin.yaml, which the sidecar's image carries, and sidecar.yaml, a patch for Argo CD's repo-server. The
plugin's name has the version of this program in it.

Reads: nothing
Writes: the files, to the folder of --out or one after the other to standard output

Exit codes: 0 made, 2 wrong use, or the folder cannot be written")]
    Plugin {
        /// Namespace of Argo CD
        #[arg(long, value_name = "NAME", default_value = "argocd")]
        namespace: String,

        /// Image of the sidecar [default: quintet, with this program's version as its tag]
        #[arg(long, value_name = "IMAGE")]
        image: Option<String>,

        /// Folder to write, or - for standard output
        #[arg(long, value_name = "DIR", default_value = "-", value_hint = ValueHint::DirPath)]
        out: PathBuf,
    },
}

impl Command for Args {
    const NAME: &str = "argocd";
    const ABOUT: &str = "Argo CD: the Applications, and the plugin that renders them";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        let folder = |out: &PathBuf| Some(out.clone()).filter(|out| out.as_os_str() != "-");
        let done = match &self.command {
            Argocd::Applications { env, revision, out, platform } => ops::argocd_applications(&ApplicationsRequest {
                platform: platform.get(common),
                environment: env.clone(),
                revision: revision.clone(),
                out: folder(out),
            }),
            // What Argo CD renders must not depend on who answers today.
            Argocd::Generate { .. } if common.fetches() => {
                return terminal.refuse(
                    "argocd generate uses no network: bring the remotes into its cache with `quintet pin fetch`",
                );
            }
            Argocd::Generate { repo } => return generate(common.platform(repo.clone()), terminal),
            Argocd::Plugin { namespace, image, out } => ops::argocd_plugin(&PluginRequest {
                namespace: namespace.clone(),
                image: image.clone(),
                out: folder(out),
                current: common.current_folder(),
            }),
        };
        terminal.answer(done)
    }
}

fn generate(platform: PlatformOptions, terminal: &Terminal) -> Exit {
    #[expect(clippy::disallowed_methods, reason = "cli is where the environment is read")]
    let variable = |name: &str| std::env::var(name).ok();
    match ops::argocd_generate(&GenerateRequest { platform, parameters: Parameters::read(variable) }) {
        Ok(output) => terminal.write_whole(&output.stdout),
        Err(failed) => terminal.fail(&failed),
    }
}

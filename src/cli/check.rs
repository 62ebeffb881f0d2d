//! `quintet check`

use std::io::Read;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use quintet::finding::Severity;
use quintet::ops::{self, CheckRequest, Checked, Live};
use quintet::report::{Format, FormatOptions, find_format};

use super::command::Command;
use super::exit::{self, Exit};
use super::options::{Common, PlatformArgs, Terminal};
use super::suggestion::REPORT_FORMATS;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet check --all-envs
  quintet check --env devbox --output json=report.json --output text
  quintet check --all-envs --output sarif=findings.sarif --fail-on warning
  quintet check --all-envs --output markdown=comment.md --output html=report.html
  quintet check --all-envs --output json=baseline.json; quintet check --all-envs --baseline baseline.json
  kubectl get applications,applicationsets -A -o json | quintet check --env staging --live -

`quintet explain CHECK` says what a check refuses and why.

Reads: compositions/, patches/, policies/ and snapshots/ of the platform; upstream from the mirror file or the cache; with --live a
list of objects
Writes: reports, to standard output or to the files of --output

Exit codes: 0 clean, 1 findings, 2 wrong use or invalid input, 3 a source cannot be had or is not the pinned one")]
pub(super) struct Args {
    /// An environment; may be given several times
    #[arg(long, value_name = "NAME", required_unless_present = "all_envs", conflicts_with = "all_envs")]
    env: Vec<String>,

    /// All environments of the platform
    #[arg(long)]
    all_envs: bool,

    /// Argo CD objects of the cluster, or - for standard input; needs exactly one --env
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    live: Option<PathBuf>,

    /// An earlier report, written with --output json=FILE: its findings are known and fail nothing
    ///
    /// A finding is known when the baseline has it in all environments it is found in, and as often. Nothing of
    /// closed-set, pin, snapshot and waiver is ever known: a baseline has no reason, no owner and no last day,
    /// so it does not stand for the composition, a confirmation, an approval or a waiver. A baseline must be
    /// about every environment of the run.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    baseline: Option<PathBuf>,

    /// What fails the run
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t)]
    fail_on: FailOn,

    /// Report, with =PATH to write a file; may be given several times
    #[arg(long, value_name = "FORMAT[=PATH]", default_value = "text", value_parser = REPORT_FORMATS)]
    output: Vec<String>,

    #[command(flatten)]
    platform: PlatformArgs,
}

/// What fails the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Errors only
    #[default]
    Error,
    /// Warnings too
    Warning,
}

impl Command for Args {
    const NAME: &str = "check";
    const ABOUT: &str = "Run every gate: the CI command";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        let mut outputs = Vec::new();
        for output in &self.output {
            let (name, path) =
                output.split_once('=').map_or((output.as_str(), None), |(name, path)| (name, Some(path)));
            match find_format(name) {
                Ok(format) => outputs.push((format, path)),
                Err(unknown) => return terminal.refuse(&format!("{unknown}: {}", unknown.help())),
            }
        }
        if self.live.is_some() && self.env.len() != 1 {
            return terminal.refuse("--live needs exactly one --env: a cluster is one environment");
        }
        let live = match self.live.as_deref() {
            Some(path) if path.as_os_str() == "-" => {
                let mut text = Vec::new();
                if let Err(error) = std::io::stdin().lock().read_to_end(&mut text) {
                    return terminal.refuse(&format!("cannot read standard input: {error}"));
                }
                Some(Live::Text(text))
            }
            Some(path) => Some(Live::File(path.to_path_buf())),
            None => None,
        };
        let request = CheckRequest {
            platform: self.platform.get(common),
            environments: self.env.clone(),
            live,
            baseline: self.baseline.clone(),
        };
        match ops::check(&request) {
            Ok(checked) => tell(self, &checked, &outputs, common, terminal),
            Err(failed) => terminal.fail(&failed),
        }
    }
}

fn tell(
    args: &Args,
    checked: &Checked,
    outputs: &[(&'static Format, Option<&str>)],
    common: &Common,
    terminal: &Terminal,
) -> Exit {
    let fails_at = match args.fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
    };
    for (format, path) in outputs {
        let style = if path.is_some() { terminal.plain_style() } else { terminal.style_of_stdout() };
        let options = FormatOptions { style, default_file: Some("compositions/kubeflow.yaml".to_owned()), fails_at };
        let text = (format.render)(&checked.report, &checked.sources, &options);
        let told = match path {
            Some(path) => terminal.write_file(&common.current_folder().join(path), text.as_bytes()),
            None => terminal.write_data(text.as_bytes()),
        };
        if told != exit::CLEAN {
            return told;
        }
    }
    let fails = checked.report.findings.iter().any(|finding| finding.severity >= fails_at);
    if fails { exit::FINDINGS } else { exit::CLEAN }
}

//! `quintet plan`

use quintet::ops::{self, Detail, PlanFormat, PlanRequest, Planned, find_plan_format};

use super::command::Command;
use super::exit::{self, Exit};
use super::options::{Common, PlatformArgs, Terminal};
use super::suggestion::PLAN_FORMATS;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet plan --env staging
  quintet plan --env staging --objects
  quintet plan --env staging --output json | jq '.stages[].applications[].name'
  quintet plan --env staging --output mermaid=order.mmd --output text
  quintet plan --env staging --output dot | dot -Tsvg > order.svg
  quintet plan --env staging --prerequisites

The plan is the first installation: Applications by wave, in each the steps that Argo CD applies together, and for each the
dependency that keeps it from coming earlier. What nobody provides, and what does not come in time, stands at the end. In
pictures, arrows go from what comes first to what needs it.

--prerequisites lists what the platform has to have before: what policies/platform-inventory.yaml says about it, as far as
this environment uses it.

Reads: compositions/, patches/ and policies/ of the platform; upstream from the mirror file or the cache
Writes: the plan, to standard output or to the files of --output

Exit codes: 0 everything is there in time, 1 something is not, 2 wrong use or invalid input, 3 a source cannot be had or is not
the pinned one")]
pub(super) struct Args {
    /// The environment
    #[arg(long, value_name = "NAME")]
    env: String,

    /// What has to be on the cluster first, in place of the order
    #[arg(long)]
    prerequisites: bool,

    /// Name the objects in text, in place of counting them
    #[arg(long)]
    objects: bool,

    /// Form, with =PATH to write a file; may be given several times; prerequisites have text and json
    #[arg(long, value_name = "FORMAT[=PATH]", default_value = "text", value_parser = PLAN_FORMATS)]
    output: Vec<String>,

    #[command(flatten)]
    platform: PlatformArgs,
}

/// A format and the file it goes to; without one, to standard output.
type Output<'a> = (&'static PlanFormat, Option<&'a str>);

impl Command for Args {
    const NAME: &str = "plan";
    const ABOUT: &str = "Show the install order and what forces each step";

    fn run(&self, common: &Common, terminal: &Terminal) -> Exit {
        let mut outputs: Vec<Output<'_>> = Vec::new();
        for output in &self.output {
            let (name, path) =
                output.split_once('=').map_or((output.as_str(), None), |(name, path)| (name, Some(path)));
            match find_plan_format(name, self.prerequisites) {
                Ok(format) => outputs.push((format, path)),
                Err(unknown) => return terminal.refuse(&unknown),
            }
        }
        let request = PlanRequest { platform: self.platform.get(common), environment: self.env.clone() };
        let detail = if self.objects { Detail::Objects } else { Detail::Counts };
        if self.prerequisites {
            let write = |format: &PlanFormat, record: &_| format.prerequisites.map(|write| write(record, detail));
            let told = ops::prerequisites(&request).map(|planned| {
                let is_clean = planned.record.missing.is_empty();
                tell(&planned, is_clean, &outputs, write, common, terminal)
            });
            return told.unwrap_or_else(|failed| terminal.fail(&failed));
        }
        let write = |format: &PlanFormat, record: &_| Some((format.plan)(record, detail));
        let told =
            ops::plan(&request).map(|planned| tell(&planned, planned.record.holds, &outputs, write, common, terminal));
        told.unwrap_or_else(|failed| terminal.fail(&failed))
    }
}

fn tell<R>(
    planned: &Planned<R>,
    is_clean: bool,
    outputs: &[Output<'_>],
    write: impl Fn(&PlanFormat, &R) -> Option<String>,
    common: &Common,
    terminal: &Terminal,
) -> Exit {
    terminal.warn(&planned.warnings, &planned.sources);
    for (format, path) in outputs {
        let text = write(format, &planned.record).unwrap_or_default();
        let told = match path {
            Some(path) => terminal.write_file(&common.current_folder().join(path), text.as_bytes()),
            None => terminal.write_data(text.as_bytes()),
        };
        if told != exit::CLEAN {
            return told;
        }
    }
    if is_clean { exit::CLEAN } else { exit::FINDINGS }
}

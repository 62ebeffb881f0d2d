//! `quintet pin update`

use quintet::ops::{self, UpdateRequest, Updated};

use super::exit::Exit;
use super::options::{Common, PlatformArgs, Terminal};
use super::progress::Progress;

pub(super) const EXAMPLES: &str = "\
Examples:
  quintet pin update --to v26.03.2
  quintet pin update --to release-26.03.1 --dry-run
  quintet pin update --to 0d1a00306501ebaf2a0edc121656752b3deeba57 --label 26.03.1

The upstream is pinned to the commit that REF leads to now. All environments are rendered from it; remotes that they lead to
and that are not pinned yet are pinned, those that nothing leads to any more are left out. Nothing is written before all
environments render from what is to be written. The closed set (policies/closed-set.yaml) names the commit too, is reviewed
apart, and is left to you; so are the snapshots.

Reads: compositions/ and patches/ of the platform; upstream from its git server, other remotes from the cache or their servers
Writes: compositions/kubeflow.yaml, upstream.lock.yaml and upstream.sum, the overlays that name the commit; what moved, to
standard output

Exit codes: 0 updated, 2 wrong use or invalid input, 3 something cannot be had";

/// What to update to.
#[derive(clap::Args, Debug)]
pub(super) struct UpdateArgs {
    /// A tag, a branch, or a commit in full
    #[arg(long, value_name = "REF")]
    to: String,

    /// What people call the release: `version` of the composition
    #[arg(long, value_name = "TEXT")]
    label: Option<String>,

    /// Say what would move, and write nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    platform: PlatformArgs,
}

pub(super) fn run(args: &UpdateArgs, common: &Common, terminal: &Terminal) -> Exit {
    let progress = Progress::new(!terminal.is_quiet());
    let request = UpdateRequest {
        platform: args.platform.get(common),
        network: common.network(),
        to: args.to.clone(),
        label: args.label.clone(),
        dry_run: args.dry_run,
    };
    let done = ops::pin_update(&request, &|event| progress.watch(event));
    drop(progress);
    match done {
        Ok((updated, _)) => terminal.write_data(told(&updated, args.dry_run).as_bytes()),
        Err(failed) => terminal.fail(&failed),
    }
}

/// What moved, a line each.
fn told(updated: &Updated, dry_run: bool) -> String {
    let mut lines = vec![if updated.from == updated.to {
        format!("{}: still {}", updated.upstream, updated.to)
    } else {
        format!("{}: {} to {}", updated.upstream, updated.from, updated.to)
    }];
    lines.extend(updated.new.iter().map(|name| format!("new remote: {name}")));
    lines.extend(updated.vanished.iter().map(|name| format!("vanished remote: {name}")));
    let [changed, added, gone] = updated.files;
    lines.push(format!("upstream files: {changed} changed, {added} new, {gone} read no more"));
    let verb = if dry_run { "would write" } else { "wrote" };
    lines.extend(updated.written.iter().map(|path| format!("{verb} {path}")));
    if updated.written.is_empty() {
        lines.push("nothing to write".to_owned());
    } else if !dry_run {
        lines.push(
            "next: the commit in policies/closed-set.yaml, then `quintet check` and `quintet snapshot`".to_owned(),
        );
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

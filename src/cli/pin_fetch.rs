//! `quintet pin fetch`

use quintet::ops::{self, Fetched, FetchedRemote};

use super::exit::{self, Exit};
use super::options::{Common, PlatformArgs, Terminal};
use super::progress::{Progress, size};

pub(super) const EXAMPLES: &str = "\
Examples:
  quintet pin fetch
  quintet pin fetch --cache /var/cache/quintet && quintet render --env staging --out rendered --cache /var/cache/quintet

A line for each remote of compositions/upstream.lock.yaml. What the cache has is read and compared with its digests; what it
lacks comes from git servers by its commit and from web servers by its SHA-256. A tag that leads elsewhere now is an error.

Reads: compositions/ of the platform; the servers of the remotes
Writes: the cache; what became of each remote, to standard output

HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE and SSL_CERT_DIR are respected; credentials come from git's credential helpers only.

Exit codes: 0 all is in the cache, 2 wrong use or invalid input, 3 something cannot be had or is not the pinned one";

pub(super) fn run(platform: &PlatformArgs, common: &Common, terminal: &Terminal) -> Exit {
    let progress = Progress::new(!terminal.is_quiet());
    let outcome = ops::pin_fetch(&platform.get(common), common.network(), &|event| progress.watch(event));
    drop(progress);
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(failed) => return terminal.fail(&failed),
    };
    let lines: String = outcome.remotes.iter().filter_map(line).collect();
    let mut ended = terminal.write_data(lines.as_bytes());
    for remote in &outcome.remotes {
        if let Err(failed) = &remote.result {
            let exit = terminal.fail(failed);
            ended = if ended == exit::CLEAN { exit } else { ended };
        }
    }
    ended
}

/// What became of a remote; nothing of one that failed, which messages tell.
fn line(remote: &FetchedRemote) -> Option<String> {
    let what = match remote.result.as_ref().ok()? {
        Fetched::WasThere => "is in the cache".to_owned(),
        Fetched::Came(bytes) => format!("fetched, {}", size(*bytes)),
        Fetched::Mended(bytes) => format!("was damaged, fetched again, {}", size(*bytes)),
    };
    let remark = remote.remark.as_ref().map(|remark| format!(" ({remark})")).unwrap_or_default();
    Some(format!("{}: {what}{remark}\n", remote.name))
}

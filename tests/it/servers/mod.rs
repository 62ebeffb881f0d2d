//! Servers on loopback for what speaks to a network: files, git and a proxy,
//! well behaved or not. They end with the values that stand for them, and
//! leave nothing behind.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "servers give what is on the disk, and say what is skipped"
)]

mod ca;
mod git;
mod http;
mod kubeflow;
mod listener;
mod message;
mod proxy;
mod repositories;
mod tests;
mod wire;

pub(crate) use ca::Ca;
pub(crate) use git::{Git, Wants};
pub(crate) use http::{Server, refused_url};
pub(crate) use kubeflow::kubeflow;
pub(crate) use message::{Request, Response, basic, guarded};
pub(crate) use proxy::Proxy;
pub(crate) use repositories::{Commit, Repositories};

//! The operations behind the commands: no arguments are parsed here and
//! nothing is printed.

mod build;
mod failure;
mod remotes;

pub use build::{BuildRequest, HelmOptions, Limits, LoadRestrictor, Output, build};
pub use failure::{Failed, Refusal};
pub use remotes::RemoteOptions;

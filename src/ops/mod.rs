//! The operations behind the commands: no arguments are parsed here and
//! nothing is printed.

mod build;
mod failure;
mod platform;
mod remotes;
mod render;

pub use crate::compose::bundle::Layout;
pub use build::{BuildRequest, HelmOptions, Limits, LoadRestrictor, Output, build};
pub use failure::{Failed, Refusal};
pub use platform::PlatformOptions;
pub use remotes::RemoteOptions;
pub use render::{RenderRequest, RenderTo, render};

//! Whether Argo CD can install the Applications in their order at the first try.
//!
//! `problem` has what the room `order` finds in an environment, as findings need
//! it; each check is the problems of one kind.

pub(super) mod broken_wave;
pub(super) mod cycle;
pub(super) mod later_provider;
pub(super) mod missing_provider;
mod problem;
pub(super) mod self_guarding_webhook;

pub use problem::{OrderProblem, problems};

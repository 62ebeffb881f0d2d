//! The render against the one that was approved.

pub(super) mod differs;

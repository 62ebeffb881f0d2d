//! Checks of the pins and of what they stand for.

pub(super) mod source_unverified;
pub(super) mod unconfirmed_value;

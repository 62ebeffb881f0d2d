//! Waivers that no longer say anything.

pub(super) mod expired_waiver;
pub(super) mod unused_waiver;

pub(super) use unused_waiver::unused;

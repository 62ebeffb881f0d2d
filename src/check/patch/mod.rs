//! Checks of the overlays' patches and templates.

pub(super) mod changed_nothing;
mod entries;
pub(super) mod matched_nothing;
pub(super) mod unused_value;

//! Checks of the overlays' patches and templates.

pub(super) mod unused_value;

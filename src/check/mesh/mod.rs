//! What the mesh does, and what it has to be set to.

pub(super) mod required_setting;

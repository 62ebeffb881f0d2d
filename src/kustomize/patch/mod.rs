//! Patches: strategic merge and JSON 6902.

mod comment_schema;
pub(crate) mod json;
pub(crate) mod strategic;

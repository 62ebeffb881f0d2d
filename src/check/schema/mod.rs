//! Custom resources and the definitions that are rendered with them, and API
//! versions that are not served.

mod definition;
mod field;
pub(super) mod invalid_crd;
pub(super) mod invalid_custom_resource;
mod removed;
mod structural;
#[cfg(test)]
mod tests;
pub(super) mod unserved_version;

use super::renders::{Objects, in_renders, objects_of};

//! Approved renders: which objects an environment's Applications consist of,
//! and the digest of each, as somebody last approved them.
//!
//! `approved` is one Application's file, `digest` what stands for an object in
//! it, `folder` all files of an environment, `difference` what a render changes.

mod approved;
mod difference;
mod digest;
mod error;
mod folder;

#[cfg(feature = "json-schema")]
pub use approved::snapshot_schema;
pub use approved::{ApprovedObject, Snapshot};
pub use difference::{Change, Difference, compare};
pub use digest::object_digest;
pub use error::SnapshotError;
pub use folder::{FOLDER, file_name, load_environment};

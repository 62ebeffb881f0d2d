//! What Argo CD is told: options of objects.

mod sync_options;

pub use sync_options::{SYNC_OPTIONS, sync_options};

//! How Argo CD v3.5.1 orders one sync, as a pure function.
//!
//! From objects to tasks (`task`, `phases`), to a sorted list (`rank`, `depend`)
//! and to steps (`steps`); `gate` says after which step a sync waits. The rules
//! are those of `gitops-engine/pkg/sync` at that tag.

mod depend;
mod gate;
mod phases;
mod rank;
mod steps;
mod task;

pub use gate::{Awaited, Health, applied_before_waiting};
pub use phases::Phase;
pub use steps::{Ordered, Step, Sync, Target, order};
pub use task::{SYNC_WAVE, Task, written_wave};

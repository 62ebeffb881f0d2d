//! The install order: what every object needs, whether it is there in time, and
//! the waves that make it so.
//!
//! `extract`, `conversion` and `webhook` read what objects need, `index` finds who provides it,
//! `graph` holds both. `proof` looks between Applications, `waves` inside them,
//! `cycles` for what cannot be ordered. `sync` is Argo CD's own order as a pure
//! function, on which `waves` and `plan` stand. All results are plain data with
//! numbers of objects and edges in a `Graph`.

mod built_in;
mod conversion;
mod cycles;
mod edge;
mod extract;
mod field;
mod graph;
mod index;
mod install_order;
mod label_query;
mod needs;
mod object;
mod placement;
mod plan;
mod pod;
mod prerequisites;
mod proof;
mod server;
pub mod sync;
mod waves;
mod webhook;

pub use cycles::{Cycle, cycles};
pub use edge::{Edge, EdgeKind, InventoryId, Provider, Timing, Wanted};
pub use graph::{EdgeId, Graph};
pub use install_order::InstallOrder;
pub use object::{Application, Object, ObjectId};
pub use plan::{Plan, PlannedApplication, PlannedStep, Stage};
pub use prerequisites::{Prerequisite, PrerequisiteKind, Prerequisites, RequiredSetting};
pub use proof::Proof;
pub use waves::{Wave, Waves};
pub use webhook::SelfGuard;

//! `plan`: the install order, and what has to be on the cluster before it.
//!
//! `view` and `prerequisites` turn an order into plain records, which are the
//! JSON forms as well; the other formats draw from them.

mod arrows;
mod dot;
mod format;
mod json;
mod mermaid;
mod need;
mod operation;
mod prerequisites;
mod prerequisites_text;
mod record;
mod text;
mod view;

pub use format::{Detail, PLAN_FORMATS, PlanFormat, find_plan_format};
pub use need::{NeedRecord, ObjectRecord, PlaceRecord};
pub use operation::{PlanRequest, Planned, plan, prerequisites};
#[cfg(feature = "json-schema")]
pub(super) use prerequisites::prerequisites_schema;
pub use prerequisites::{PrerequisiteRecord, PrerequisitesRecord, SettingRecord};
#[cfg(feature = "json-schema")]
pub(super) use record::plan_schema;
pub use record::{ApplicationRecord, CrossingRecord, FlowRecord, PlanRecord, ProblemRecord, StageRecord, StepRecord};

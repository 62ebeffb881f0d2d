//! The operations behind the commands: no arguments are parsed here and
//! nothing is printed.

mod argocd_applications;
mod argocd_files;
mod argocd_generate;
mod argocd_plugin;
mod baseline;
mod build;
mod check;
mod explain;
mod failure;
mod fetch;
#[cfg(feature = "json-schema")]
mod file_schemas;
mod pin_fetch;
mod pin_update;
mod pin_vendor;
mod pin_verify;
mod plan;
mod platform;
mod remotes;
mod render;
mod snapshot;

pub use crate::argocd::{ParameterError, Parameters};
pub use crate::compose::bundle::Layout;
pub use crate::vfs::NetworkOptions;
pub use argocd_applications::{ApplicationsRequest, argocd_applications};
pub use argocd_generate::{GenerateRequest, argocd_generate};
pub use argocd_plugin::{PluginRequest, argocd_plugin};
pub use build::{BuildRequest, HelmOptions, Limits, LoadRestrictor, Output, build};
pub use check::{CheckRequest, Checked, Live, check};
pub use explain::{checks_page, explain};
pub use failure::{Failed, Refusal};
pub use fetch::{FetchEvent, Fetched, FetchedRemote, Watch};
#[cfg(feature = "json-schema")]
pub use file_schemas::file_schemas;
pub use pin_fetch::{FetchOutcome, pin_fetch};
pub use pin_update::{UpdateRequest, Updated, pin_update};
pub use pin_vendor::{VendorRequest, Vendored, pin_vendor};
pub use pin_verify::{Verified, pin_verify};
pub use plan::{
    ApplicationRecord, CrossingRecord, Detail, FlowRecord, NeedRecord, ObjectRecord, PLAN_FORMATS, PlaceRecord,
    PlanFormat, PlanRecord, PlanRequest, Planned, PrerequisiteRecord, PrerequisitesRecord, ProblemRecord,
    SettingRecord, StageRecord, StepRecord, find_plan_format, plan, prerequisites,
};
pub use platform::PlatformOptions;
pub use remotes::RemoteOptions;
pub use render::{RenderRequest, RenderTo, render};
pub use snapshot::{SnapshotOutput, SnapshotRequest, snapshot};

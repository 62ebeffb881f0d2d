//! Rendering an environment to see in which order it is installed.

use std::sync::Arc;

use super::{PlanRecord, PrerequisitesRecord};
use crate::ops::Failed;
use crate::ops::platform::{PlatformOptions, ordered};
use crate::ops::render::unverified;
use crate::order::InstallOrder;
use crate::report::Diagnostic;
use crate::text::SourceMap;

/// What to plan.
#[derive(Clone, Debug)]
pub struct PlanRequest {
    /// The platform.
    pub platform: PlatformOptions,
    /// The environment.
    pub environment: String,
}

/// A record of the install order of one environment.
#[derive(Debug)]
pub struct Planned<R> {
    /// What is said about it.
    pub record: R,
    /// What is wrong with the sources.
    pub warnings: Vec<Diagnostic>,
    /// The texts the warnings are about.
    pub sources: Arc<SourceMap>,
}

/// The install order of an environment, step by step, with what forces each
/// step and what cannot be in time.
///
/// # Errors
/// When the platform cannot be used or an Application cannot be rendered.
pub fn plan(request: &PlanRequest) -> Result<Planned<PlanRecord>, Failed> {
    planned(request, PlanRecord::of)
}

/// What has to be on the cluster before an environment is installed.
///
/// # Errors
/// When the platform cannot be used or an Application cannot be rendered.
pub fn prerequisites(request: &PlanRequest) -> Result<Planned<PrerequisitesRecord>, Failed> {
    planned(request, PrerequisitesRecord::of)
}

fn planned<R>(
    request: &PlanRequest,
    record: fn(&InstallOrder<'_>, &str, &SourceMap) -> R,
) -> Result<Planned<R>, Failed> {
    let opened = request.platform.open()?;
    let sources = &opened.platform.sources;
    let rendered = opened.render_to_order(opened.environment(&request.environment)?)?;
    let order = InstallOrder::of(ordered(&opened.platform.composition, &rendered.applications), &opened.inventory);
    let record = record(&order, &rendered.environment, sources);
    Ok(Planned { record, warnings: unverified(&rendered.mismatches), sources: Arc::clone(sources) })
}

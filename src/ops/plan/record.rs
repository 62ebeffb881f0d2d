//! The install order as plain data: what `plan --output json` writes and every
//! other format is drawn from.

use serde::Serialize;

use super::{NeedRecord, PlaceRecord};
#[cfg(feature = "json-schema")]
use crate::order::EdgeKind;

pub(super) const SCHEMA: &str = "quintet/plan/v1";

/// A provider that comes in the same wave or a later one.
pub(super) const VIOLATION: &str = "violation";
/// What nobody provides.
pub(super) const UNSATISFIED: &str = "unsatisfied";
/// Objects that need each other.
pub(super) const CYCLE: &str = "cycle";
/// What no wave inside an Application brings in time.
pub(super) const UNORDERED: &str = "unordered";
/// A webhook that has to admit the pods that serve it.
pub(super) const SELF_GUARD: &str = "self-guard";

/// The first installation of an environment, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct PlanRecord {
    /// The version of the form of this record. Keys may come without a new one.
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = SCHEMA)))]
    pub schema: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The environment.
    pub environment: String,
    /// Whether everything that is needed is there in time.
    pub holds: bool,
    /// Applications of one wave each, in the order of their waves.
    pub stages: Vec<StageRecord>,
    /// What Applications need of each other.
    pub crossing: Vec<CrossingRecord>,
    /// How many needs there are between steps.
    pub flow: Vec<FlowRecord>,
    /// What is not there, or not in time.
    pub problems: Vec<ProblemRecord>,
}

/// The Applications of one wave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct StageRecord {
    /// The wave.
    pub wave: i32,
    /// The Applications, in the composition's order.
    pub applications: Vec<ApplicationRecord>,
}

/// One Application's first sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct ApplicationRecord {
    /// Its name.
    pub name: String,
    /// The namespace it is synced to.
    pub namespace: String,
    /// What keeps it from an earlier wave. Null where nothing does.
    pub forced_by: Option<NeedRecord>,
    /// Its steps, in their order.
    pub steps: Vec<StepRecord>,
    /// Objects that are never applied.
    pub ignored: Vec<String>,
}

/// What is applied together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct StepRecord {
    /// The Application and the number of the step in it, from 1, as in
    /// `kubeflow-core/1`.
    pub id: String,
    /// The phase of Argo CD's sync.
    pub phase: String,
    /// The wave inside the Application.
    pub wave: i32,
    /// What keeps it from the step before. Null where nothing does, and for
    /// first steps.
    pub forced_by: Option<NeedRecord>,
    /// The objects, in the order they are applied, such as
    /// `apps/v1 Deployment kubeflow/dashboard`.
    pub objects: Vec<String>,
}

/// What one Application needs of another, for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CrossingRecord {
    /// The Application that needs something.
    pub from: String,
    /// The Application that provides it.
    pub to: String,
    /// Why it is needed.
    #[cfg_attr(feature = "json-schema", schemars(extend("enum" = EdgeKind::ALL.map(EdgeKind::name))))]
    pub kind: &'static str,
    /// Each need.
    pub needs: Vec<NeedRecord>,
}

/// How much of one step needs something of another, for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FlowRecord {
    /// The step that needs something.
    pub from: String,
    /// The step that provides it.
    pub to: String,
    /// Why it is needed.
    #[cfg_attr(feature = "json-schema", schemars(extend("enum" = EdgeKind::ALL.map(EdgeKind::name))))]
    pub kind: &'static str,
    /// How many needs there are.
    pub count: usize,
    /// How many of them are not met in time.
    pub late: usize,
}

/// Something that is not there, or not in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ProblemRecord {
    /// What kind of problem it is.
    #[cfg_attr(feature = "json-schema", schemars(extend("enum" = [VIOLATION, UNSATISFIED, CYCLE, UNORDERED, SELF_GUARD])))]
    pub problem: &'static str,
    /// What is wrong.
    pub message: String,
    /// The needs it is about.
    pub needs: Vec<NeedRecord>,
    /// Where the first of them is written.
    pub place: Option<PlaceRecord>,
}

impl PlanRecord {
    /// Every Application, in the order of the waves.
    pub(super) fn applications(&self) -> impl Iterator<Item = &ApplicationRecord> {
        self.stages.iter().flat_map(|stage| &stage.applications)
    }

    /// The wave of the Application called `name`.
    pub(super) fn wave_of(&self, name: &str) -> Option<i32> {
        let is_in = |stage: &&StageRecord| stage.applications.iter().any(|application| application.name == name);
        self.stages.iter().find(is_in).map(|stage| stage.wave)
    }
}

/// The schema of the record.
#[cfg(feature = "json-schema")]
#[must_use]
pub(crate) fn plan_schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<PlanRecord>()
}

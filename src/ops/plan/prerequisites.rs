//! What has to be on the cluster first, as plain data: what
//! `plan --prerequisites --output json` writes and the text is drawn from.

use serde::Serialize;

use super::{NeedRecord, ObjectRecord, PlaceRecord};
use crate::order::{Graph, InstallOrder, Prerequisite, RequiredSetting};
use crate::text::SourceMap;

const SCHEMA: &str = "quintet/prerequisites/v1";

/// What has to be on the cluster before an environment is installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PrerequisitesRecord {
    /// The version of the form of this record. Keys may come without a new one.
    #[cfg_attr(feature = "json-schema", schemars(extend("const" = SCHEMA)))]
    pub schema: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The environment.
    pub environment: String,
    /// What the render uses of the inventory, by kind.
    pub needed: Vec<PrerequisiteRecord>,
    /// Rows of the inventory that this environment does not use.
    pub unused: Vec<PrerequisiteRecord>,
    /// How the software of the platform has to be set.
    pub settings: Vec<SettingRecord>,
    /// What neither the render nor the inventory has.
    pub missing: Vec<NeedRecord>,
}

/// One thing that has to be there first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct PrerequisiteRecord {
    /// What it is, as in `secret` or `storage-class`.
    pub kind: &'static str,
    /// `namespace/name`, `group/kind` or the name alone.
    pub name: String,
    /// The keys that are read, of a Secret.
    pub keys: Vec<String>,
    /// The objects that need it.
    pub used_by: Vec<ObjectRecord>,
    /// Who brings it.
    pub source: String,
    /// Whether nobody has confirmed it yet.
    pub unconfirmed: bool,
    /// Where the inventory says so.
    pub place: Option<PlaceRecord>,
}

/// A setting that has to hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SettingRecord {
    /// Its name in the inventory, as in `istio.cni`.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// How it is known.
    pub source: String,
    /// Whether nobody has confirmed it yet.
    pub unconfirmed: bool,
    /// Where the inventory says so.
    pub place: Option<PlaceRecord>,
}

impl PrerequisitesRecord {
    /// The record of what `order` needs, of the environment called
    /// `environment`.
    pub(super) fn of(order: &InstallOrder<'_>, environment: &str, sources: &SourceMap) -> Self {
        let (graph, found) = (&order.graph, order.prerequisites());
        let rows = |rows: &[Prerequisite]| rows.iter().map(|row| prerequisite(graph, row, sources)).collect();
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            environment: environment.to_owned(),
            needed: rows(&found.needed),
            unused: rows(&found.unused),
            settings: found.settings.into_iter().map(|row| setting(row, sources)).collect(),
            missing: order.proof.unsatisfied.iter().map(|id| NeedRecord::of(graph, *id, sources)).collect(),
        }
    }
}

fn prerequisite(graph: &Graph<'_>, row: &Prerequisite, sources: &SourceMap) -> PrerequisiteRecord {
    PrerequisiteRecord {
        kind: row.kind.name(),
        name: row.name.clone(),
        keys: row.keys.iter().cloned().collect(),
        used_by: row.used_by.iter().map(|id| ObjectRecord::of(graph, *id)).collect(),
        source: row.source.clone(),
        unconfirmed: row.is_unconfirmed,
        place: PlaceRecord::of(row.span, sources),
    }
}

fn setting(row: RequiredSetting, sources: &SourceMap) -> SettingRecord {
    let place = PlaceRecord::of(row.span, sources);
    SettingRecord { name: row.name, value: row.value, source: row.source, unconfirmed: row.is_unconfirmed, place }
}

/// The schema of the record.
#[cfg(feature = "json-schema")]
#[must_use]
pub(crate) fn prerequisites_schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<PrerequisitesRecord>()
}

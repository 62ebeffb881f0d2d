//! The part of SARIF that is written, in its words and in the order of output.
//! Sections are those of SARIF 2.1.0.

use serde::Serialize;

/// §3.13
#[derive(Serialize)]
pub(super) struct Log<'r> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: [SarifRun<'r>; 1],
}

/// §3.14
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRun<'r> {
    pub(super) tool: Tool<'r>,
    pub(super) column_kind: &'static str,
    pub(super) original_uri_base_ids: BaseIds,
    pub(super) results: Vec<SarifResult<'r>>,
}

/// §3.14.14
#[derive(Serialize)]
pub(super) struct BaseIds {
    #[serde(rename = "%SRCROOT%")]
    pub(super) root: Artifact,
}

/// §3.18
#[derive(Serialize)]
pub(super) struct Tool<'r> {
    pub(super) driver: Driver<'r>,
}

/// §3.19
#[derive(Serialize)]
pub(super) struct Driver<'r> {
    pub(super) name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<&'r String>,
    pub(super) rules: Vec<Descriptor>,
}

/// §3.49
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub(super) id: &'static str,
    pub(super) short_description: Text,
    pub(super) full_description: Text,
    pub(super) help: Text,
    pub(super) default_configuration: Configuration,
}

/// §3.50
#[derive(Serialize)]
pub(super) struct Configuration {
    pub(super) level: &'static str,
}

/// §3.11 and §3.12
#[derive(Serialize)]
pub(super) struct Text {
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) markdown: Option<&'static str>,
}

impl Text {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), markdown: None }
    }
}

/// §3.27
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult<'r> {
    pub(super) rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule_index: Option<usize>,
    pub(super) level: &'static str,
    /// §3.27.24
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline_state: Option<&'static str>,
    pub(super) message: Text,
    pub(super) locations: Vec<Location>,
    pub(super) partial_fingerprints: Fingerprints,
    pub(super) suppressions: Vec<Suppression>,
    pub(super) properties: Properties<'r>,
}

/// §3.27.17
#[derive(Serialize)]
pub(super) struct Fingerprints {
    #[serde(rename = "quintet/v1")]
    pub(super) v1: String,
}

/// §3.8
#[derive(Serialize)]
pub(super) struct Properties<'r> {
    pub(super) environments: &'r [String],
}

/// §3.35
#[derive(Serialize)]
pub(super) struct Suppression {
    pub(super) kind: &'static str,
    pub(super) status: &'static str,
    pub(super) justification: String,
}

/// §3.28
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) physical_location: Option<Physical>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) logical_locations: Vec<LogicalLocation>,
}

impl Location {
    pub(super) fn is_empty(&self) -> bool {
        self.physical_location.is_none() && self.logical_locations.is_empty()
    }
}

/// §3.29
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Physical {
    pub(super) artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<SarifRegion>,
}

/// §3.4
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Artifact {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Text>,
}

impl Artifact {
    pub(super) fn at(uri: String, uri_base_id: Option<&'static str>) -> Self {
        Self { uri: Some(uri), uri_base_id, description: None }
    }

    /// One whose place each machine knows for itself.
    pub(super) fn described(description: &str) -> Self {
        Self { uri: None, uri_base_id: None, description: Some(Text::plain(description)) }
    }
}

/// §3.30
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRegion {
    pub(super) start_line: u32,
    pub(super) start_column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
}

/// §3.33
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    pub(super) name: String,
    pub(super) fully_qualified_name: String,
    pub(super) kind: &'static str,
}

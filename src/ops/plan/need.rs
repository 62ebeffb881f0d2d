//! One object needs another: as a record, and in words.

use serde::Serialize;

use crate::finding::{Place, object_name};
#[cfg(feature = "json-schema")]
use crate::order::EdgeKind;
use crate::order::{Edge, EdgeId, Graph, ObjectId, Wanted};
use crate::text::SourceMap;

/// Where something is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PlaceRecord {
    /// The file: a path from the platform root, an address, or a name in angle
    /// brackets.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The character in it, from 1.
    pub column: u32,
}

impl PlaceRecord {
    pub(super) fn of(place: impl Into<Place>, sources: &SourceMap) -> Option<Self> {
        let Place::Text(span) = place.into() else { return None };
        let source = sources.get(span.source)?;
        let at = source.line_column(span.start);
        Some(Self { file: source.name().to_owned(), line: at.line, column: at.column })
    }
}

/// `file:line:column`
impl std::fmt::Display for PlaceRecord {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An object and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ObjectRecord {
    /// Its Application.
    pub application: String,
    /// The object, such as `apps/v1 Deployment kubeflow/dashboard`.
    pub object: String,
}

impl ObjectRecord {
    pub(super) fn of(graph: &Graph<'_>, id: ObjectId) -> Self {
        let object = object_name(graph.object(id).id());
        Self { application: graph.application_of(id).name.to_owned(), object }
    }
}

/// What one object needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct NeedRecord {
    /// The object that needs something.
    pub from: ObjectRecord,
    /// Why it does.
    #[cfg_attr(feature = "json-schema", schemars(extend("enum" = EdgeKind::ALL.map(EdgeKind::name))))]
    pub kind: &'static str,
    /// What it needs, in words.
    pub wanted: String,
    /// The object that provides it: the wanted one, or one that makes it. Null
    /// where nobody does.
    pub provider: Option<ObjectRecord>,
    /// The object whose field says so: the one that needs it, or the
    /// configuration of a webhook.
    pub said_by: ObjectRecord,
    /// The field.
    pub field: String,
    /// Where the field is written.
    pub place: Option<PlaceRecord>,
    /// All of it in words.
    pub text: String,
}

impl NeedRecord {
    pub(super) fn of(graph: &Graph<'_>, id: EdgeId, sources: &SourceMap) -> Self {
        let edge = graph.edge(id);
        Self {
            from: ObjectRecord::of(graph, edge.from),
            kind: edge.kind.name(),
            wanted: edge.wanted.to_string(),
            provider: edge.to().map(|to| ObjectRecord::of(graph, to)),
            said_by: ObjectRecord::of(graph, edge.said_by),
            field: edge.field.clone(),
            place: PlaceRecord::of(graph.place(edge), sources),
            text: words(graph, edge),
        }
    }
}

/// As in `Deployment a/b reads Secret a/c (Certificate a/c of kubeflow-core)`:
/// the brackets hold what the reader cannot know from the rest.
fn words(graph: &Graph<'_>, edge: &Edge) -> String {
    let mut words = format!("{} {} {}", short_name(graph, edge.from), edge.kind, edge.wanted);
    let Some(to) = edge.to() else { return words };
    let id = graph.object(to).id();
    let is_wanted = match &edge.wanted {
        Wanted::Object { kind, name, .. } => id.gvk.kind == *kind && id.name == *name,
        // Only the definition itself provides it.
        Wanted::Definition { .. } => true,
        Wanted::Server { .. } | Wanted::ExtAuthz { .. } => false,
    };
    let application = graph.application_of(to).name;
    match (is_wanted, graph.crosses(edge)) {
        (true, true) => words.push_str(&format!(" ({application})")),
        (true, false) => {}
        (false, true) => words.push_str(&format!(" ({} of {application})", short_name(graph, to))),
        (false, false) => words.push_str(&format!(" ({})", short_name(graph, to))),
    }
    words
}

/// An object by its kind, namespace and name.
pub(super) fn short_name(graph: &Graph<'_>, id: ObjectId) -> String {
    let id = graph.object(id).id();
    let namespace = if id.namespace.is_empty() { String::new() } else { format!("{}/", id.namespace) };
    format!("{} {namespace}{}", id.gvk.kind, id.name)
}

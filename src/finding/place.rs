//! What a finding is about and where that is written.

use std::fmt;

use crate::resource::ResId;
use crate::text::Span;

/// Where the value that is wrong was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In a text; the span's source knows the file.
    Text(Span),
    /// A file or folder as such, by its path from the platform root.
    File(String),
    /// Nowhere: something is missing, or comes from a cluster.
    #[default]
    Nowhere,
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        if span.is_none() { Self::Nowhere } else { Self::Text(span) }
    }
}

/// What a finding is about, as people call it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The Application it belongs to; empty when it is about none.
    pub application: String,
    /// The object, such as `apps/v1 Deployment kubeflow/dashboard`; empty when
    /// it is about none.
    pub object: String,
}

impl Subject {
    /// An Application as such.
    #[must_use]
    pub fn application(name: impl Into<String>) -> Self {
        Self { application: name.into(), object: String::new() }
    }

    /// An object of an Application.
    #[must_use]
    pub fn object(application: impl Into<String>, id: &ResId) -> Self {
        Self { application: application.into(), object: object_name(id) }
    }
}

/// What people call an object: `group/version Kind namespace/name`, without the
/// parts that are empty. Findings and snapshots use it.
#[must_use]
pub fn object_name(id: &ResId) -> String {
    let api_version =
        if id.gvk.group.is_empty() { id.gvk.version.clone() } else { format!("{}/{}", id.gvk.group, id.gvk.version) };
    let name = if id.namespace.is_empty() { id.name.clone() } else { format!("{}/{}", id.namespace, id.name) };
    format!("{api_version} {} {name}", id.gvk.kind)
}

impl fmt::Display for Subject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.application.as_str(), self.object.as_str()) {
            (application, "") => out.write_str(application),
            ("", object) => out.write_str(object),
            (application, object) => write!(out, "{object} of {application}"),
        }
    }
}

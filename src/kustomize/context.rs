//! What all parts of one build share.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::error::{Failure, Result};
use super::observer::Warning;
use super::options::BuildOptions;
use super::schema_state::{SchemaRef, SchemaState};
use crate::resource::{Resource, Scopes};
use crate::text::{SourceMap, Span};

/// Options, texts and the schema in force.
pub(crate) struct Context<'a> {
    pub(crate) options: &'a BuildOptions<'a>,
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) schema: SchemaState,
    /// How many folders the build has entered, for
    /// [`Limits::max_folders`](crate::yaml::Limits::max_folders).
    pub(crate) entered: AtomicUsize,
}

impl<'a> Context<'a> {
    pub(crate) fn new(options: &'a BuildOptions<'a>) -> Self {
        Self {
            options,
            sources: Arc::clone(&options.sources),
            schema: SchemaState::new(),
            entered: AtomicUsize::new(0),
        }
    }

    pub(crate) fn warn(&self, span: Span, message: String) {
        if let Some(observer) = self.options.observer {
            observer.warning(&Warning { span, message });
        }
    }

    /// The schema in force.
    ///
    /// # Errors
    /// When a kustomization's own schema cannot be read.
    pub(crate) fn schema(&self) -> Result<SchemaRef> {
        self.schema.get(&self.options.limits)
    }

    /// Adds the object a failure is about.
    pub(crate) fn in_object(&self, failure: Failure, resource: &Resource) -> Failure {
        let (kind, name) = (resource.kind(), resource.name());
        failure.during(resource.top().span(), format!("working on {kind} `{name}`"))
    }
}

impl Scopes for Context<'_> {
    fn is_cluster_scoped(&self, api_version: &str, kind: &str) -> bool {
        self.schema.is_cluster_scoped(api_version, kind, &self.options.limits)
    }
}

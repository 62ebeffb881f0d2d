//! What all parts of one build share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::error::{Cause, Failure, Result};
use super::observer::Warning;
use super::options::BuildOptions;
use super::schema_state::{SchemaRef, SchemaState};
use crate::resource::{Resource, Scopes};
use crate::text::{SourceMap, Span};
use crate::yaml::Limit;

/// Options, texts and the schema in force.
pub(crate) struct Context<'a> {
    pub(crate) options: &'a BuildOptions<'a>,
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) schema: SchemaState,
    /// How many folders the build has entered, for
    /// [`Limits::max_folders`](crate::yaml::Limits::max_folders).
    pub(crate) entered: AtomicUsize,
    /// How many bytes it has read, for [`Limits::max_read_bytes`](crate::yaml::Limits::max_read_bytes).
    read: AtomicUsize,
    /// How many bytes of text its objects have gained, for
    /// [`Limits::max_gained_bytes`](crate::yaml::Limits::max_gained_bytes).
    gained: AtomicUsize,
}

impl<'a> Context<'a> {
    pub(crate) fn new(options: &'a BuildOptions<'a>) -> Self {
        Self {
            options,
            sources: Arc::clone(&options.sources),
            schema: SchemaState::new(),
            entered: AtomicUsize::new(0),
            read: AtomicUsize::new(0),
            gained: AtomicUsize::new(0),
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

    /// Counts a file that was read.
    ///
    /// # Errors
    /// When the files of the build are too much.
    pub(crate) fn count_read(&self, bytes: usize) -> Result<()> {
        let limit = self.options.limits.max_read_bytes;
        let before = self.read.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > limit { Err(Cause::Limit(Limit::ReadBytes(limit)).into()) } else { Ok(()) }
    }

    /// Changes an object, and counts the text that it gains.
    ///
    /// # Errors
    /// When the change fails, or the objects of the build gain too much.
    pub(crate) fn change(
        &self,
        resource: &mut Resource,
        change: impl FnOnce(&mut Resource) -> Result<()>,
    ) -> Result<()> {
        let limit = self.options.limits.max_gained_bytes;
        let before = resource.doc().own_bytes();
        resource.set_text_room(Some(limit.saturating_sub(self.gained.load(Ordering::Relaxed))));
        let changed = change(resource);
        resource.set_text_room(None);
        let gained = resource.doc().own_bytes().saturating_sub(before);
        let all = self.gained.fetch_add(gained, Ordering::Relaxed).saturating_add(gained);
        // Whatever went wrong after a text found no room went wrong for that. A
        // change that put another document in its place had no bound.
        let is_too_much = resource.doc().is_full() || all > limit;
        let result = if is_too_much { Err(Cause::Limit(Limit::GainedBytes(limit)).into()) } else { changed };
        result.map_err(|failure| self.in_object(failure, resource))
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

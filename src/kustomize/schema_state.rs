//! The schema in force: the built-in one, or the first that a kustomization
//! brings.
//!
//! Follows `SetSchema` and `initSchema` of kyaml v0.21.1 `openapi/openapi.go`,
//! where the schema is a global that is loaded when first needed.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::error::{Cause, Failure, Result};
use crate::schema::{BUILT_IN_VERSION, Layer, Schema};
use crate::text::Source;
use crate::yaml::{self, Limits};

/// Which schema is in force.
pub(crate) struct SchemaState {
    current: RefCell<Current>,
    /// Set once any kustomization chose a schema: later ones do not count.
    is_chosen: Cell<bool>,
    /// Whether a merge used the built-in schema already.
    was_used: Cell<bool>,
    /// Whether the scope of a kind was asked that only a schema could know.
    scope_was_asked: Cell<bool>,
}

enum Current {
    BuiltIn,
    Custom(Arc<Schema>),
    /// Read when first needed: kustomize does not mind a broken file nobody needs.
    Unread(Arc<Source>, Layer),
}

/// A schema that is borrowed for ever or shared.
pub(crate) enum SchemaRef {
    BuiltIn(&'static Schema),
    Custom(Arc<Schema>),
}

impl std::ops::Deref for SchemaRef {
    type Target = Schema;

    fn deref(&self) -> &Schema {
        match self {
            Self::BuiltIn(schema) => schema,
            Self::Custom(schema) => schema,
        }
    }
}

impl SchemaState {
    pub(crate) fn new() -> Self {
        Self {
            current: RefCell::new(Current::BuiltIn),
            is_chosen: Cell::new(false),
            was_used: Cell::new(false),
            scope_was_asked: Cell::new(false),
        }
    }

    /// Takes over what the `openapi` field of a kustomization says.
    ///
    /// # Errors
    /// When a version is named that is not built in, or a version and a file.
    pub(crate) fn choose(&self, version: Option<&str>, file: Option<Arc<Source>>) -> Result<()> {
        if self.is_chosen.get() {
            return Ok(());
        }
        let invalid = |message: String| Failure::from(Cause::invalid("kustomize::invalid-openapi", message));
        match (version.filter(|version| !version.is_empty()), file) {
            (Some(_), Some(_)) => return Err(invalid("`openapi` has `version` or `path`, not both".to_owned())),
            (None, None) => return Ok(()),
            (Some(BUILT_IN_VERSION), None) => {}
            (Some(other), None) => {
                return Err(invalid(format!(
                    "the OpenAPI version `{other}` is not built in, only {BUILT_IN_VERSION} is"
                )));
            }
            (None, Some(source)) => {
                let layer = match (self.was_used.get(), self.scope_was_asked.get()) {
                    (true, _) => Layer::OverBuiltIn,
                    (false, true) => Layer::UnderBuiltIn,
                    (false, false) => Layer::Alone,
                };
                *self.current.borrow_mut() = Current::Unread(source, layer);
            }
        }
        self.is_chosen.set(true);
        Ok(())
    }

    /// The schema in force.
    ///
    /// # Errors
    /// When a kustomization's own schema cannot be read.
    pub(crate) fn get(&self, limits: &Limits) -> Result<SchemaRef> {
        self.was_used.set(true);
        self.read(limits)
    }

    fn read(&self, limits: &Limits) -> Result<SchemaRef> {
        let unread = match &*self.current.borrow() {
            Current::BuiltIn => return Ok(SchemaRef::BuiltIn(Schema::builtin())),
            Current::Custom(schema) => return Ok(SchemaRef::Custom(Arc::clone(schema))),
            Current::Unread(source, layer) => (Arc::clone(source), *layer),
        };
        let (source, layer) = unread;
        let document = yaml::parse_text(&source, limits)?;
        let Some(document) = document else {
            let message = format!("the schema `{}` is empty", source.name());
            return Err(Cause::invalid("kustomize::invalid-openapi", message).into());
        };
        let schema = Arc::new(Schema::from_openapi(document.top(), layer)?);
        *self.current.borrow_mut() = Current::Custom(Arc::clone(&schema));
        Ok(SchemaRef::Custom(schema))
    }

    /// Whether a kind certainly has no namespace.
    pub(crate) fn is_cluster_scoped(&self, api_version: &str, kind: &str, limits: &Limits) -> bool {
        if Schema::builtin().is_namespaced(api_version, kind).is_none() {
            self.scope_was_asked.set(true);
        } else if matches!(*self.current.borrow(), Current::Unread(..)) {
            // The table of built-in kinds answers first, whatever the file says.
            return Schema::builtin().is_certainly_cluster_scoped(api_version, kind);
        }
        match self.read(limits) {
            Ok(schema) => schema.is_certainly_cluster_scoped(api_version, kind),
            Err(_) => Schema::builtin().is_certainly_cluster_scoped(api_version, kind),
        }
    }
}

//! Transformers, generators and validators that a file configures.
//!
//! Follows api v0.21.1 `internal/plugins/loader/loader.go`. Only built-in kinds
//! are run; programs, containers and Go plugins are refused.

use super::Context;
use super::error::{Cause, Failure, Result};
use super::generate::{self, Generate};
use super::loader::Loader;
use super::transform::{self, FileConfig, Transform};
use crate::resource::{ConfiguredBy, Origin, Resource};

/// The version that marks a built-in kind.
const BUILTIN_VERSION: &str = "builtin";

/// The transformer a file configures.
///
/// # Errors
/// When the kind is not a built-in transformer, or its configuration does not
/// fit.
pub(crate) fn transformer(
    resource: &Resource,
    loader: &Loader<'_>,
    context: &Context<'_>,
) -> Result<Box<dyn Transform>> {
    let kind = builtin_kind(resource)?;
    match transform::ORDER.iter().find(|builtin| builtin.kind == kind) {
        Some(builtin) => (builtin.from_file)(&FileConfig { document: resource.doc(), loader, context })
            .map_err(|failure| context.in_object(failure, resource)),
        None => Err(unknown(resource, "transformer")),
    }
}

/// The generator a file configures.
///
/// # Errors
/// As [`transformer`].
pub(crate) fn generator(resource: &Resource, loader: &Loader<'_>, context: &Context<'_>) -> Result<Box<dyn Generate>> {
    let kind = builtin_kind(resource)?;
    match generate::ORDER.iter().find(|builtin| builtin.kind == kind) {
        Some(builtin) => (builtin.from_file)(&FileConfig { document: resource.doc(), loader, context })
            .map_err(|failure| context.in_object(failure, resource)),
        None => Err(unknown(resource, "generator")),
    }
}

fn builtin_kind(resource: &Resource) -> Result<&str> {
    let id = resource.id();
    if id.gvk.group.is_empty() && id.gvk.version == BUILTIN_VERSION {
        return Ok(&id.gvk.kind);
    }
    Err(Failure::from(Cause::invalid_with_help(
        "kustomize::plugin-refused",
        format!("{id} is not a built-in kind: programs, containers and Go plugins are never run"),
        "use `apiVersion: builtin` with a built-in kind, or render the plugin's output into the repository",
    ))
    .at(resource.top().span()))
}

fn unknown(resource: &Resource, what: &str) -> Failure {
    let message = format!("there is no built-in {what} `{}`", resource.kind());
    Failure::from(Cause::invalid("kustomize::unknown-plugin", message)).at(resource.top().span())
}

/// Who a transformer or generator is, when the build notes that.
pub(crate) fn origin(resource: &Resource) -> Option<Origin> {
    let origin = resource.book.origin.as_ref()?;
    Some(Origin {
        path: String::new(),
        repo: origin.repo.clone(),
        reference: origin.reference.clone(),
        configured_in: origin.path.clone(),
        configured_by: ConfiguredBy {
            api_version: resource.api_version().to_owned(),
            kind: resource.kind().to_owned(),
            name: resource.name().to_owned(),
            namespace: resource.namespace().to_owned(),
        },
    })
}

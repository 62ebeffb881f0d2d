//! The Argo CD objects of a composition, as a function of its render and a
//! revision: parent and AppProject, the children, the health of children, and
//! the plugin that renders them.
//!
//! `inputs` says what they are made of, `permitted` and `drift` derive from the
//! objects what a project may hold and what a diff may overlook, `application`
//! brings values together, `template` writes them out through `templates/`.

mod application;
mod drift;
mod error;
mod health;
mod inputs;
mod manifests;
mod parameters;
mod permitted;
mod plugin;
mod release;
mod revision;
#[cfg(test)]
mod sample;
mod sync_options;
mod template;

pub use drift::{IgnoredDifference, ignored_differences};
pub use error::ArgoError;
pub use health::health_script;
pub use inputs::Inputs;
pub use manifests::{bootstrap, children, health_fragment};
pub use parameters::{ParameterError, Parameters};
pub use permitted::{GroupKind, Permitted};
pub use plugin::{PLUGIN, plugin_manifest, plugin_name, sidecar_patch};
pub use release::ArgoRelease;
pub use revision::Revision;
pub use sync_options::{SYNC_OPTIONS, sync_options};

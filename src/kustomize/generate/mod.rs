//! The built-in generators, one file each.

mod absorb;
mod base64;
mod config_map;
mod helm;
mod iam_policy;
mod key_values;
mod object;
mod secret;

use super::Context;
use super::error::Result;
use super::transform::{Fields, FileConfig};
use crate::resource::ResMap;

pub(crate) use absorb::absorb;

/// Makes objects.
pub(crate) trait Generate {
    /// The objects, to be added to, or merged into, what is there.
    ///
    /// # Errors
    /// When a source cannot be read or used.
    fn generate(&self, context: &Context<'_>) -> Result<ResMap>;
}

/// Generators in the order they run.
pub(crate) type Generators = Vec<Box<dyn Generate>>;

/// One generator: the kind that configures it, and how it is made.
pub(crate) struct Builtin {
    /// Kind in a file under `generators:`, also its name in annotations.
    pub(crate) kind: &'static str,
    /// From the fields of a kustomization and the namespace charts inherit.
    pub(crate) from_fields: fn(&Fields<'_, '_>, &str) -> Result<Generators>,
    /// From a file.
    pub(crate) from_file: fn(&FileConfig<'_, '_>) -> Result<Box<dyn Generate>>,
}

/// The generators in the order they run: that of `configureBuiltinGenerators`
/// in api v0.21.1 `internal/target/kusttarget_configplugin.go`. The last one
/// only a file can ask for.
pub(crate) const ORDER: [Builtin; 4] = [config_map::BUILTIN, secret::BUILTIN, helm::BUILTIN, iam_policy::BUILTIN];

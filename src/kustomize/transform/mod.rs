//! The built-in transformers, one file each.

mod annotations;
mod effect;
mod hash;
mod images;
mod labels;
mod name_affix;
mod name_reference;
mod namespace;
mod patches;
mod patches_json6902;
mod patches_strategic_merge;
mod replacements;
mod replicas;
mod value_add;
mod vars;

use serde::de::DeserializeOwned;

use super::Context;
use super::config::TransformerConfig;
use super::error::Result;
use super::kustomization::Kustomization;
use super::loader::Loader;
use crate::resource::ResMap;
use crate::yaml::{self, Dialect, Doc};

pub(crate) use hash::add_hashes;
pub(crate) use labels::LabelTransformer;
pub(crate) use name_reference::fix_name_references;
pub(crate) use patches::rewrite_annotations;
pub(crate) use vars::{VarSet, resolve_vars};

/// Changes the objects of a kustomization.
pub(crate) trait Transform {
    /// Changes `map` in place.
    ///
    /// # Errors
    /// When the change does not fit an object.
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()>;
}

/// Transformers in the order they run.
pub(crate) type Transforms = Vec<Box<dyn Transform>>;

/// What a transformer is made from when a kustomization field asks for it.
pub(crate) struct Fields<'a, 't> {
    pub(crate) kustomization: &'a Kustomization,
    pub(crate) config: &'a TransformerConfig,
    pub(crate) loader: &'a Loader<'t>,
    pub(crate) context: &'a Context<'a>,
}

/// What a transformer is made from when a file under `transformers:` asks.
pub(crate) struct FileConfig<'a, 't> {
    pub(crate) document: &'a Doc,
    pub(crate) loader: &'a Loader<'t>,
    pub(crate) context: &'a Context<'a>,
}

impl FileConfig<'_, '_> {
    /// The configuration as `T`; unknown fields do not matter.
    ///
    /// # Errors
    /// When a field has a wrong type.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(yaml::from_node(self.document.top(), Dialect::OBJECT)?)
    }

    /// [`FileConfig::read`] for the kinds whose field names kustomize reads in
    /// their exact case.
    ///
    /// # Errors
    /// When a field has a wrong type.
    pub(crate) fn read_exact<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(yaml::from_node(self.document.top(), Dialect::OBJECT.exact_case())?)
    }
}

/// One transformer: the kind that configures it, and how it is made.
pub(crate) struct Builtin {
    /// Kind in a file under `transformers:`, also its name in annotations.
    pub(crate) kind: &'static str,
    /// From the fields of a kustomization; none when they do not ask for it.
    pub(crate) from_fields: fn(&Fields<'_, '_>) -> Result<Transforms>,
    /// From a file.
    pub(crate) from_file: fn(&FileConfig<'_, '_>) -> Result<Box<dyn Transform>>,
}

/// The transformers that kustomization fields ask for, in the order they run:
/// that of `configureBuiltinTransformers` in api v0.21.1
/// `internal/target/kusttarget_configplugin.go`. Those only a file can ask for
/// follow.
pub(crate) const ORDER: [Builtin; 14] = [
    patches_strategic_merge::BUILTIN,
    patches::BUILTIN,
    namespace::BUILTIN,
    name_affix::PREFIX,
    name_affix::SUFFIX,
    labels::BUILTIN,
    annotations::BUILTIN,
    patches_json6902::BUILTIN,
    replicas::BUILTIN,
    images::BUILTIN,
    replacements::BUILTIN,
    name_affix::BOTH,
    value_add::BUILTIN,
    hash::BUILTIN,
];

/// No field of a kustomization asks for it.
fn only_from_a_file(_: &Fields<'_, '_>) -> Result<Transforms> {
    Ok(Vec::new())
}

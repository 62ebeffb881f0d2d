//! The kustomization file.

mod fields;
mod load;
mod paths;

pub(crate) use fields::{
    FieldOptions, GeneratorArgs, GeneratorOptions, HelmChart, HelmGlobals, Image, Kustomization, Patch, PatchOptions,
    Replacement, ReplacementSource, ReplacementTarget, Replica, Var,
};
pub(crate) use load::{Loaded, load};
pub use paths::{LeadsTo, NamedPath, is_kustomization_file, named_paths};

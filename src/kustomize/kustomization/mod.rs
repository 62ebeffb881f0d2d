//! The kustomization file.

mod fields;
mod load;

pub(crate) use fields::{
    FieldOptions, GeneratorArgs, GeneratorOptions, HelmChart, HelmGlobals, Image, Kustomization, Patch, PatchOptions,
    Replacement, ReplacementSource, ReplacementTarget, Replica, Var,
};
pub(crate) use load::{Loaded, load};

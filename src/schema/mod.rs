//! Merge keys and scopes of kinds, as an immutable value that is passed along.
//!
//! A strategic merge asks three things of a schema: how a list under a field is
//! merged, by which keys, and whether a kind lives in a namespace. The built-in
//! answer is that of Kubernetes v1.21.2, the only version kustomize 5.8.1
//! carries, as sorted tables that need no start-up work. A kustomization may
//! bring its own OpenAPI document instead; see [`Schema::from_openapi`].

mod openapi;
#[rustfmt::skip]
mod generated;
mod tables;
mod type_ref;
mod value;

pub use openapi::SchemaError;
pub use type_ref::TypeRef;
pub use value::{BUILT_IN_VERSION, Layer, Schema};

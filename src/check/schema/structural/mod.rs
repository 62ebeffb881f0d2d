//! A structural schema against an object, as the API server reads both.
//!
//! Follows `validation` and `schema/pruning` of Kubernetes'
//! apiextensions-apiserver. A schema is not compiled: it is followed as far as
//! the object goes, so that most of a large definition is never looked at.
//!
//! Not looked at: `x-kubernetes-validations` (CEL), and formats that
//! [`format`] does not know. A field with a `default` counts as written: the API
//! server fills it in before it looks.

mod array;
mod equality;
mod format;
mod given;
mod junctor;
mod number;
mod object;
mod path;
mod patterns;
mod schema;
#[cfg(test)]
mod tests;
mod text;
mod violation;
mod walk;

pub(super) use given::place_of;
pub(super) use patterns::Patterns;
pub(super) use walk::{Subresource, violations};

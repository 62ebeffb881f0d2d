//! Kubernetes objects in a build: identity, bookkeeping, selection.
//!
//! An object is a document plus typed bookkeeping; what kustomize 5.8.1 keeps
//! in `internal.config.kubernetes.io/*` annotations lives beside the document
//! here, so nothing internal can leak into output.

mod bookkeeping;
mod gvk;
mod label_selector;
mod metadata;
mod origin;
mod pattern;
mod res_id;
mod res_map;
mod selector;

pub use bookkeeping::{Behavior, Bookkeeping, PreviousId};
pub use gvk::Gvk;
pub use label_selector::{LabelSelector, LabelSelectorError};
pub use metadata::Resource;
pub use origin::{ConfiguredBy, ORIGIN_ANNOTATION, Origin, TRANSFORMATIONS_ANNOTATION};
pub use pattern::{PatternError, compile_pattern, is_plain, strip_plain};
pub use res_id::{ResId, Scopes};
pub use res_map::{DuplicateId, ResMap};
pub use selector::{Selector, SelectorError, SelectorRegex};

//! The closed set: exactly the reviewed Applications, each from the reviewed
//! place, and nothing else that is Kubeflow's.
//!
//! `composition` holds the composition files to the policy, `argocd` holds Argo
//! CD objects in the repository and on a cluster to the composition. Both give
//! deviations; each check is the deviations of one kind.

mod argocd;
pub(in crate::check) mod claim;
mod composition;
pub(in crate::check) mod deviation;
pub(super) mod disabled_application;
pub(super) mod duplicated_application;
pub(super) mod excluded_component;
pub(super) mod extra_application;
pub(super) mod extra_project;
pub(super) mod manifest;
pub(super) mod missing_application;
pub(super) mod open_generator;
pub(super) mod open_project;
pub(super) mod overlay_refs;
mod project;
pub(super) mod re_pointed_destination;
pub(super) mod re_pointed_path;
pub(super) mod re_pointed_repository;
pub(super) mod re_pointed_revision;
pub(super) mod renamed_application;
pub(super) mod shared_object;
pub(super) mod stray_file;
pub(super) mod unused_lock_entry;
pub(super) mod used_excluded_folder;

use super::Facts;
use crate::finding::Place;

/// Where the composition's own files first differ from the closed set. What they
/// render to is not the composition then.
#[must_use]
pub fn composition_difference(facts: &Facts<'_>) -> Option<(String, Place)> {
    composition::deviations(facts).into_iter().next().map(|deviation| (deviation.message, deviation.place))
}

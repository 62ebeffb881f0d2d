//! What Argo CD makes of the rendered objects, and what it has to be set to.

pub(super) mod aggregated_rules;
pub(super) mod annotation_limit;
pub(super) mod ca_bundle;
pub(super) mod dangling_reference;
pub(super) mod malformed_wave;
pub(super) mod required_setting;
pub(super) mod retired_entry;
pub(super) mod unknown_sync_option;

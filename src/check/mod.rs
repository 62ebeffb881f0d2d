//! The checks: what must hold for a composition, each in a file of its own and
//! a line of [`ALL`].

mod argocd;
mod closed_set;
mod facts;
mod install_order;
mod mesh;
mod patch;
mod pin;
mod renders;
mod run;
mod schema;
mod snapshot;
mod waiver;

pub use closed_set::claim::{Claim, ClaimKind, Claims, Destination, Origin, Project};
pub use closed_set::composition_difference;
pub use closed_set::deviation::Deviations;
pub use closed_set::manifest::claims;
pub use closed_set::overlay_refs::OverlayRefs;
pub use facts::{EnvironmentFacts, Facts};
pub use install_order::{OrderProblem, problems};
pub use run::{Outcome, Waived, run};

use crate::finding::{CheckId, Finding, Severity};

/// A check.
#[derive(Debug)]
pub struct Check {
    /// Its stable name.
    pub id: CheckId,
    /// How much its findings weigh.
    pub severity: Severity,
    /// What is wrong when it finds something: half a sentence.
    pub summary: &'static str,
    /// What, why, and what to do, for `explain` and the documentation.
    pub docs: &'static str,
    /// Finds.
    pub find: fn(&Facts<'_>) -> Vec<Finding>,
}

impl Check {
    /// A finding of this check.
    fn finding(&self, message: impl Into<String>, help: impl Into<String>) -> Finding {
        Finding::new(self.id, self.severity, message, help)
    }
}

/// All checks, sorted by id.
pub const ALL: &[&Check] = &[
    &argocd::aggregated_rules::CHECK,
    &argocd::annotation_limit::CHECK,
    &argocd::ca_bundle::CHECK,
    &argocd::dangling_reference::CHECK,
    &argocd::malformed_wave::CHECK,
    &argocd::required_setting::CHECK,
    &argocd::retired_entry::CHECK,
    &argocd::unknown_sync_option::CHECK,
    &closed_set::disabled_application::CHECK,
    &closed_set::duplicated_application::CHECK,
    &closed_set::excluded_component::CHECK,
    &closed_set::extra_application::CHECK,
    &closed_set::extra_project::CHECK,
    &closed_set::missing_application::CHECK,
    &closed_set::open_generator::CHECK,
    &closed_set::open_project::CHECK,
    &closed_set::re_pointed_destination::CHECK,
    &closed_set::re_pointed_path::CHECK,
    &closed_set::re_pointed_repository::CHECK,
    &closed_set::re_pointed_revision::CHECK,
    &closed_set::renamed_application::CHECK,
    &closed_set::shared_object::CHECK,
    &closed_set::stray_file::CHECK,
    &closed_set::unused_lock_entry::CHECK,
    &closed_set::used_excluded_folder::CHECK,
    &install_order::broken_wave::CHECK,
    &install_order::cycle::CHECK,
    &install_order::later_provider::CHECK,
    &install_order::missing_provider::CHECK,
    &install_order::self_guarding_webhook::CHECK,
    &mesh::required_setting::CHECK,
    &patch::changed_nothing::CHECK,
    &patch::matched_nothing::CHECK,
    &patch::unused_value::CHECK,
    &pin::source_unverified::CHECK,
    &pin::unconfirmed_value::CHECK,
    &schema::invalid_crd::CHECK,
    &schema::invalid_custom_resource::CHECK,
    &schema::unserved_version::CHECK,
    &snapshot::differs::CHECK,
    &waiver::expired_waiver::CHECK,
    &waiver::unused_waiver::CHECK,
];

/// The check called `id`.
#[must_use]
pub fn find(id: &str) -> Option<&'static Check> {
    ALL.iter().copied().find(|check| check.id.as_str() == id)
}

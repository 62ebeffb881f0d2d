//! What checks look at.

use std::collections::BTreeMap;

use super::closed_set::claim::Claims;
use super::closed_set::deviation::Deviations;
use super::closed_set::overlay_refs::OverlayRefs;
use super::install_order::OrderProblem;
use crate::compose::{Environment, Platform, Rendered};
use crate::policy::{ClosedSet, KubernetesVersion, PlatformInventory, Waivers};
use crate::snapshot::Snapshot;

/// One environment and what it renders to.
#[derive(Debug)]
pub struct EnvironmentFacts<'a> {
    /// The environment.
    pub environment: &'a Environment,
    /// What it renders to; nothing while only the files are looked at.
    pub rendered: Option<Rendered>,
    /// What is wrong with its install order.
    pub order: Vec<OrderProblem>,
    /// Its approved renders, by their Applications.
    pub approved: BTreeMap<String, Snapshot>,
}

/// Everything a check may look at.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The platform's files.
    pub platform: &'a Platform,
    /// What the composition must be.
    pub closed_set: &'a ClosedSet,
    /// What the platform has before anything is installed.
    pub inventory: &'a PlatformInventory,
    /// Reviewed exceptions.
    pub waivers: &'a Waivers,
    /// The environments that are checked.
    pub environments: Vec<EnvironmentFacts<'a>>,
    /// Whether these are all environments of the platform.
    pub is_complete: bool,
    /// Names of the files git lists, from the platform root, sorted.
    pub files: Vec<String>,
    /// What the overlays bring together.
    pub overlays: Vec<OverlayRefs>,
    /// Argo CD objects in the repository and on the cluster.
    pub claims: Claims,
    /// The Kubernetes that the platform declares; nothing while it declares none.
    pub kubernetes: Option<KubernetesVersion>,
    /// The day of the run, `YYYY-MM-DD`.
    pub today: String,
    /// How all of that differs from the closed set.
    pub deviations: Deviations,
}

impl Facts<'_> {
    /// Everything rendered, environment by environment.
    pub fn rendered(&self) -> impl Iterator<Item = &Rendered> {
        self.environments.iter().filter_map(|facts| facts.rendered.as_ref())
    }

    /// Whether all environments of the platform are rendered.
    #[must_use]
    pub fn all_rendered(&self) -> bool {
        self.is_complete && self.environments.iter().all(|facts| facts.rendered.is_some())
    }
}

//! Everything about the install order of one render.

use super::{Application, Cycle, Graph, Plan, Prerequisites, Proof, Waves, cycles};
use crate::policy::PlatformInventory;

/// Everything about the install order of one render.
#[derive(Debug)]
pub struct InstallOrder<'a> {
    /// What needs what.
    pub graph: Graph<'a>,
    /// Whether the Applications' waves suffice.
    pub proof: Proof,
    /// The waves inside Applications.
    pub waves: Waves,
    /// Objects that need each other.
    pub cycles: Vec<Cycle>,
}

impl<'a> InstallOrder<'a> {
    /// The install order of `applications` on a platform that has `inventory`.
    #[must_use]
    pub fn of(applications: Vec<Application<'a>>, inventory: &'a PlatformInventory) -> Self {
        let graph = Graph::new(applications, inventory);
        let (proof, waves, cycles) = (Proof::of(&graph), Waves::of(&graph), cycles(&graph));
        Self { graph, proof, waves, cycles }
    }

    /// The first installation, step by step.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::of(&self.graph, &self.waves)
    }

    /// What must be on the cluster first.
    #[must_use]
    pub fn prerequisites(&self) -> Prerequisites {
        Prerequisites::of(&self.graph)
    }
}

//! Whether the declared waves of the Applications suffice.

use super::{EdgeId, Graph, Provider};

/// What holds between Applications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Edges whose ends are in different Applications.
    pub crossing: Vec<EdgeId>,
    /// Those among them whose provider is not in an earlier wave. A webhook of a
    /// later Application counts: the next sync of the earlier one needs it.
    pub violations: Vec<EdgeId>,
    /// Edges to what neither the render nor the platform nor every cluster has.
    pub unsatisfied: Vec<EdgeId>,
}

impl Proof {
    /// The proof over `graph`.
    #[must_use]
    pub fn of(graph: &Graph<'_>) -> Self {
        let mut proof = Self::default();
        for (at, edge) in graph.edges.iter().enumerate() {
            let id = EdgeId(at);
            match edge.provider {
                Provider::Missing => proof.unsatisfied.push(id),
                Provider::Object(to) if graph.crosses(edge) => {
                    proof.crossing.push(id);
                    if graph.application_of(to).wave >= graph.application_of(edge.from).wave {
                        proof.violations.push(id);
                    }
                }
                Provider::Object(_) | Provider::Inventory(_) | Provider::BuiltIn => {}
            }
        }
        proof
    }

    /// Whether everything is there, in time.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.violations.is_empty() && self.unsatisfied.is_empty()
    }
}

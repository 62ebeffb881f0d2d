//! What the AppProject lets its Applications hold: exactly what they render, and
//! what is on its way out (DECISIONS 21).

use std::collections::BTreeSet;

use serde::Serialize;

use super::{ArgoError, Inputs};
use crate::policy::KindScopes;

/// A kind, whatever its version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GroupKind {
    /// API group; empty for the core group.
    pub group: String,
    /// Kind.
    pub kind: String,
}

/// Namespaces and kinds, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Permitted {
    /// The namespaces that objects are stored in.
    pub namespaces: BTreeSet<String>,
    /// Kinds outside namespaces.
    pub cluster_kinds: BTreeSet<GroupKind>,
    /// Kinds in namespaces.
    pub namespaced_kinds: BTreeSet<GroupKind>,
}

impl Permitted {
    /// What the Applications of `inputs` render, and the children themselves,
    /// which the parent puts into Argo CD's namespace.
    ///
    /// # Errors
    /// When not all that is selected is rendered.
    pub fn of(inputs: &Inputs<'_>) -> Result<Self, ArgoError> {
        let applications = inputs.applications()?;
        let all = || applications.iter().flat_map(|(_, rendered)| &rendered.objects);
        let scopes = KindScopes::of(all(), inputs.inventory);
        let (composition, mut permitted) = (inputs.composition, Self::default());
        permitted.namespaces.insert(composition.delivery.namespace.value.clone());
        permitted.namespaced_kinds.insert(kind("argoproj.io", "Application"));
        for (application, rendered) in &applications {
            // Argo CD holds the destination itself to the project, whatever goes there.
            permitted.namespaces.insert(application.namespace.value.clone());
            for object in &rendered.objects {
                let id = object.id();
                let of = kind(&id.gvk.group, &id.gvk.kind);
                if scopes.is_cluster_scoped(id) {
                    permitted.cluster_kinds.insert(of);
                    continue;
                }
                permitted.namespaced_kinds.insert(of);
                if !id.namespace.is_empty() {
                    permitted.namespaces.insert(id.namespace.clone());
                }
            }
        }
        for row in &composition.retired.kinds {
            let kinds = if row.cluster_scoped { &mut permitted.cluster_kinds } else { &mut permitted.namespaced_kinds };
            kinds.insert(kind(&row.group.value, &row.kind.value));
        }
        permitted.namespaces.extend(composition.retired.namespaces.iter().map(|row| row.name.value.clone()));
        Ok(permitted)
    }
}

fn kind(group: &str, kind: &str) -> GroupKind {
    GroupKind { group: group.to_owned(), kind: kind.to_owned() }
}

//! In which phases of a sync an object takes part: `hook/hook.go` and
//! `sync_phase.go` of Argo CD v3.5.1.

use std::fmt;

use crate::resource::Resource;

const HOOK: &str = "argocd.argoproj.io/hook";
const HELM_HOOK: &str = "helm.sh/hook";
/// Helm's own way to ship definitions; for Argo CD no hook at all.
const HELM_DEFINITION: &str = "crd-install";

/// A phase of a sync, in the order they run. The last one only after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Before anything else.
    PreSync,
    /// Where all plain objects are.
    Sync,
    /// After everything is healthy.
    PostSync,
    /// When a step has failed.
    SyncFail,
}

impl Phase {
    /// The phase an Argo CD hook type names; case matters.
    fn of_argo_type(text: &str) -> Option<Self> {
        Some(match text {
            "PreSync" => Self::PreSync,
            "Sync" => Self::Sync,
            "PostSync" => Self::PostSync,
            "SyncFail" => Self::SyncFail,
            _ => return None,
        })
    }

    /// The phase that stands for a Helm hook type.
    fn of_helm_type(text: &str) -> Option<Self> {
        Some(match text {
            "pre-install" | "pre-upgrade" => Self::PreSync,
            "post-install" | "post-upgrade" => Self::PostSync,
            _ => return None,
        })
    }
}

/// As Argo CD writes it.
impl fmt::Display for Phase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::PreSync => "PreSync",
            Self::Sync => "Sync",
            Self::PostSync => "PostSync",
            Self::SyncFail => "SyncFail",
        })
    }
}

/// Whether `resource` is a hook, and its phases; a hook without any is never
/// applied.
pub(super) fn phases(resource: &Resource) -> (bool, Vec<Phase>) {
    let (argo, helm) = (resource.annotation(HOOK), resource.annotation(HELM_HOOK));
    let is_hook = argo.is_some() || helm.is_some_and(|types| types != HELM_DEFINITION);
    if !is_hook {
        return (false, vec![Phase::Sync]);
    }
    let argo_types = argo.into_iter().flat_map(|types| types.split(',').map(str::trim));
    // Types that only matter on deletion, and `Skip`, are valid and name no
    // phase of a sync; Helm's types are then not asked.
    let is_valid =
        |text: &&str| Phase::of_argo_type(text).is_some() || ["Skip", "PreDelete", "PostDelete"].contains(text);
    let valid: Vec<&str> = argo_types.filter(is_valid).collect();
    let named: Vec<Phase> = if valid.is_empty() {
        let helm_types = helm.into_iter().flat_map(|types| types.split(',').map(str::trim));
        helm_types.filter_map(Phase::of_helm_type).collect()
    } else {
        valid.into_iter().filter_map(Phase::of_argo_type).collect()
    };
    let mut distinct = Vec::new();
    for phase in named {
        if !distinct.contains(&phase) {
            distinct.push(phase);
        }
    }
    (true, distinct)
}

//! One thing a sync does to one object.

use super::phases::{Phase, phases};
use super::rank::rank;
use crate::resource::Resource;

/// The annotation with the wave of an object.
pub const SYNC_WAVE: &str = "argocd.argoproj.io/sync-wave";
const HELM_WEIGHT: &str = "helm.sh/hook-weight";
const SYNC_OPTIONS: &str = "argocd.argoproj.io/sync-options";

/// One thing a sync does to one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task<'a> {
    /// Which object, by its place in the input.
    pub object: usize,
    /// Whether it is a hook.
    pub is_hook: bool,
    /// Whether the object is pruned instead of applied; `object` then counts
    /// the pruned ones.
    pub is_prune: bool,
    /// The phase.
    pub phase: Phase,
    /// The wave.
    pub wave: i32,
    /// The object's API group.
    pub group: &'a str,
    /// Its kind.
    pub kind: &'a str,
    /// Its namespace.
    pub namespace: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Group and kind of what it defines, for a CustomResourceDefinition.
    pub defines: Option<(&'a str, &'a str)>,
}

impl<'a> Task<'a> {
    /// What a sync does to `resource`: a task for every phase it takes part in.
    /// An object without a namespace gets the destination's, whatever its scope.
    pub(super) fn apply(
        resource: &'a Resource,
        object: usize,
        wave: i32,
        destination: &'a str,
    ) -> impl Iterator<Item = Self> {
        let (is_hook, phases) = phases(resource);
        phases.into_iter().map(move |phase| {
            let task = Self::of(resource, object, wave, phase);
            let namespace = if task.namespace.is_empty() { destination } else { task.namespace };
            Self { is_hook, namespace, ..task }
        })
    }

    /// The removal of the live object `resource`.
    pub(super) fn prune(resource: &'a Resource, object: usize, wave: i32) -> Self {
        Self { is_prune: true, ..Self::of(resource, object, wave, Phase::Sync) }
    }

    fn of(resource: &'a Resource, object: usize, wave: i32, phase: Phase) -> Self {
        let id = resource.id();
        Self {
            object,
            is_hook: false,
            is_prune: false,
            phase,
            wave,
            group: &id.gvk.group,
            kind: &id.gvk.kind,
            namespace: &id.namespace,
            name: &id.name,
            defines: defines(resource),
        }
    }

    /// What tasks are sorted by: phase, wave, rank of the kind, name.
    pub(super) fn key(&self) -> (Phase, i32, usize, &'a str) {
        (self.phase, self.wave, rank(self.kind), self.name)
    }
}

/// Group and kind that a CustomResourceDefinition defines.
fn defines(resource: &Resource) -> Option<(&str, &str)> {
    let gvk = &resource.id().gvk;
    if gvk.group != "apiextensions.k8s.io" || gvk.kind != "CustomResourceDefinition" {
        return None;
    }
    let spec = resource.top().get("spec")?;
    Some((spec.get_text("group")?, spec.get("names")?.get_text("kind")?))
}

/// The wave that the object's annotations write, when one is an integer.
#[must_use]
pub fn written_wave(resource: &Resource) -> Option<i32> {
    // An optional sign and digits, nothing else: Rust reads what Go's Atoi does.
    let number = |annotation| resource.annotation(annotation).and_then(|text| text.parse::<i32>().ok());
    number(SYNC_WAVE).or_else(|| number(HELM_WEIGHT))
}

/// Whether the object asks to be pruned last.
pub(super) fn is_pruned_last(resource: &Resource) -> bool {
    resource
        .annotation(SYNC_OPTIONS)
        .is_some_and(|options| options.split(',').any(|option| option.trim() == "PruneLast=true"))
}

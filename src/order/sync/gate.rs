//! After which step a sync waits: `sync_context.go` and `controller/health.go`
//! of Argo CD v3.5.1.

use super::Phase;

/// What Argo CD says of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// It works.
    Healthy,
    /// It is broken: the sync fails.
    Degraded,
    /// Anything else: the sync waits.
    Progressing,
}

/// A task and what comes of it once it is applied.
#[derive(Clone, Copy, Debug)]
pub struct Awaited<'a> {
    /// The phase; a task outside `Sync` is a hook.
    pub phase: Phase,
    /// The wave.
    pub wave: i32,
    /// The kind.
    pub kind: &'a str,
    /// Its health, or for a hook how far it is; nothing when the object has no
    /// status yet.
    pub health: Option<Health>,
}

/// Kinds whose health Argo CD assesses by itself. Others count only where a
/// customization gives them a health.
const ASSESSED: &[&str] = &[
    "APIService",
    "DaemonSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "Ingress",
    "Job",
    "PersistentVolumeClaim",
    "Pod",
    "ReplicaSet",
    "Service",
    "StatefulSet",
];

/// How many of `tasks`, which are sorted, are applied before the sync waits or
/// fails for the first time. `knows_applications` says whether the health of
/// Applications is customized; Argo CD has had none of its own since 1.8.
#[must_use]
pub fn applied_before_waiting(tasks: &[Awaited<'_>], knows_applications: bool) -> usize {
    let steps: Vec<&[Awaited<'_>]> =
        tasks.chunk_by(|one, other| (one.phase, one.wave) == (other.phase, other.wave)).collect();
    let mut applied = 0;
    for step in &steps {
        applied += step.len();
        let waits = steps.len() > 1 || step.iter().any(|task| task.phase != Phase::Sync);
        if waits && !step.iter().all(|task| is_done(task, knows_applications)) {
            break;
        }
    }
    applied
}

fn is_done(task: &Awaited<'_>, knows_applications: bool) -> bool {
    match task.health {
        _ if task.kind == "Application" && !knows_applications => true,
        Some(health) => health == Health::Healthy,
        // The documented customization says Progressing while there is no status.
        None => task.kind != "Application" && !ASSESSED.contains(&task.kind),
    }
}

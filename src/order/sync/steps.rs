//! A sync as steps.

use std::collections::BTreeSet;

use super::depend::move_forward;
use super::task::{is_pruned_last, written_wave};
use super::{Phase, Task};
use crate::resource::Resource;

/// An object that is to be applied.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The object.
    pub resource: &'a Resource,
    /// A wave in place of the one its annotations write.
    pub wave: Option<i32>,
}

/// One sync.
#[derive(Clone, Debug, Default)]
pub struct Sync<'a> {
    /// What is applied.
    pub targets: Vec<Target<'a>>,
    /// Live objects that are pruned.
    pub pruned: Vec<&'a Resource>,
    /// The namespace of what names none.
    pub destination: &'a str,
    /// Whether all pruning is done last.
    pub prune_last: bool,
}

/// Tasks of one phase and wave, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The phase.
    pub phase: Phase,
    /// The wave.
    pub wave: i32,
    /// The tasks.
    pub tasks: Vec<Task<'a>>,
}

/// What a sync does, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ordered<'a> {
    /// The steps.
    pub steps: Vec<Step<'a>>,
    /// Objects, by their place among the targets, that are never applied.
    pub ignored: Vec<usize>,
}

/// The steps of `sync`.
#[must_use]
pub fn order<'a>(sync: &Sync<'a>) -> Ordered<'a> {
    let (mut tasks, mut ignored) = (Vec::with_capacity(sync.targets.len()), Vec::new());
    for (at, target) in sync.targets.iter().enumerate() {
        let wave = target.wave.or_else(|| written_wave(target.resource)).unwrap_or(0);
        let before = tasks.len();
        tasks.extend(Task::apply(target.resource, at, wave, sync.destination));
        if tasks.len() == before {
            ignored.push(at);
        }
    }
    tasks.extend(prune(&sync.pruned));
    prune_last(sync, &mut tasks);
    tasks.sort_by_cached_key(Task::key);
    move_forward(&mut tasks);
    let mut steps: Vec<Step<'a>> = Vec::new();
    for task in tasks {
        match steps.last_mut() {
            Some(step) if (step.phase, step.wave) == (task.phase, task.wave) => step.tasks.push(task),
            _ => steps.push(Step { phase: task.phase, wave: task.wave, tasks: vec![task] }),
        }
    }
    Ordered { steps, ignored }
}

/// The removals: the distinct waves among them are mirrored.
fn prune<'a>(pruned: &[&'a Resource]) -> Vec<Task<'a>> {
    let wave = |resource: &Resource| written_wave(resource).unwrap_or(0);
    let waves: Vec<i32> = pruned.iter().map(|resource| wave(resource)).collect::<BTreeSet<_>>().into_iter().collect();
    let mirrored = |wave: i32| waves.binary_search(&wave).map_or(wave, |at| waves[waves.len() - 1 - at]);
    pruned.iter().enumerate().map(|(at, resource)| Task::prune(resource, at, mirrored(wave(resource)))).collect()
}

/// Gives what is pruned last the wave after all others.
fn prune_last(sync: &Sync<'_>, tasks: &mut [Task<'_>]) {
    let last = tasks.iter().filter(|task| task.phase == Phase::Sync).map(|task| task.wave).max().unwrap_or(0).max(0);
    for task in tasks.iter_mut().filter(|task| task.is_prune) {
        if sync.prune_last || is_pruned_last(sync.pruned[task.object]) {
            task.wave = last.saturating_add(1);
        }
    }
}

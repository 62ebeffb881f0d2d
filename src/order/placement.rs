//! Where the objects of an Application come in its first sync.

use std::collections::BTreeMap;

use super::sync::{Ordered, Phase, Sync, Target, order, written_wave};
use super::{Graph, ObjectId, Timing};

/// Where an object comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) phase: Phase,
    pub(super) wave: i32,
    /// Of the steps.
    pub(super) step: usize,
    /// Of all tasks.
    pub(super) position: usize,
}

impl Place {
    /// Whether something at `from` gets what is at `to` in time.
    pub(super) fn holds(timing: Timing, from: &Self, to: &Self) -> bool {
        match timing {
            Timing::SameStep => to.step <= from.step,
            Timing::Applied => to.position < from.position,
            Timing::Healthy => to.step < from.step,
        }
    }
}

/// The first sync of an Application. `wave` gives the waves that are not
/// written in objects.
pub(super) fn first_sync<'a>(
    graph: &Graph<'a>,
    application: usize,
    wave: impl Fn(ObjectId) -> Option<i32>,
) -> Ordered<'a> {
    let target = |at: usize| {
        let resource = graph.objects[at].resource;
        Target { resource, wave: written_wave(resource).or_else(|| wave(ObjectId(at))) }
    };
    let targets = graph.objects_of(application).map(target).collect();
    let destination = graph.applications[application].namespace;
    order(&Sync { targets, destination, ..Sync::default() })
}

/// The places of the objects that are applied; of a hook with several phases
/// the first one.
pub(super) fn places(
    graph: &Graph<'_>,
    application: usize,
    wave: impl Fn(ObjectId) -> Option<i32>,
) -> BTreeMap<ObjectId, Place> {
    let (ordered, first) = (first_sync(graph, application, wave), graph.objects_of(application).start);
    let (mut places, mut position) = (BTreeMap::new(), 0);
    for (step, tasks) in ordered.steps.iter().enumerate() {
        for task in &tasks.tasks {
            let place = Place { phase: task.phase, wave: task.wave, step, position };
            places.entry(ObjectId(first + task.object)).or_insert(place);
            position += 1;
        }
    }
    places
}

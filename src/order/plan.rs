//! The first installation, step by step, with the edge that forces each step.

use std::collections::{BTreeMap, BTreeSet};

use super::placement::first_sync;
use super::sync::Phase;
use super::{Edge, EdgeId, Graph, ObjectId, Timing, Waves};

/// The whole installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Applications of one wave each, in the order of their waves.
    pub stages: Vec<Stage>,
}

/// The Applications of one wave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The wave.
    pub wave: i32,
    /// The Applications, in the composition's order.
    pub applications: Vec<PlannedApplication>,
}

/// One Application's first sync.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedApplication {
    /// Which, by its place in the graph.
    pub application: usize,
    /// The edge that keeps it from an earlier wave.
    pub forced_by: Option<EdgeId>,
    /// Its steps.
    pub steps: Vec<PlannedStep>,
    /// Objects that are never applied.
    pub ignored: Vec<ObjectId>,
}

/// What is applied together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedStep {
    /// The phase.
    pub phase: Phase,
    /// The wave inside the Application.
    pub wave: i32,
    /// The edge that keeps it from the step before.
    pub forced_by: Option<EdgeId>,
    /// The objects, in the order they are applied.
    pub objects: Vec<ObjectId>,
}

/// Where an object comes: stage, step, position.
type At = (usize, usize, usize);

impl Plan {
    /// The plan for `graph` with `waves`.
    #[must_use]
    pub fn of(graph: &Graph<'_>, waves: &Waves) -> Self {
        let mut by_wave: BTreeMap<i32, Vec<PlannedApplication>> = BTreeMap::new();
        for (at, application) in graph.applications.iter().enumerate() {
            by_wave.entry(application.wave).or_default().push(planned(graph, waves, at));
        }
        Self { stages: by_wave.into_iter().map(|(wave, applications)| Stage { wave, applications }).collect() }
    }

    /// All objects in the order they are applied; Applications of one wave one
    /// after the other.
    #[must_use]
    pub fn sequence(&self) -> Vec<ObjectId> {
        let applications = self.stages.iter().flat_map(|stage| &stage.applications);
        applications.flat_map(|application| &application.steps).flat_map(|step| step.objects.iter().copied()).collect()
    }

    /// The edges that do not hold when the plan is carried out: whose provider
    /// is not there in time. Applications of one wave wait for nobody.
    #[must_use]
    pub fn broken(&self, graph: &Graph<'_>) -> Vec<EdgeId> {
        let mut places: BTreeMap<ObjectId, At> = BTreeMap::new();
        for (stage, applications) in self.stages.iter().enumerate() {
            for application in &applications.applications {
                let mut position = 0;
                for (step, objects) in application.steps.iter().enumerate() {
                    for &object in &objects.objects {
                        places.entry(object).or_insert((stage, step, position));
                        position += 1;
                    }
                }
            }
        }
        let holds = |edge: &Edge| {
            let Some(to) = edge.to() else { return true };
            let (Some(from), Some(provider)) = (places.get(&edge.from), places.get(&to)) else { return false };
            if graph.crosses(edge) {
                return provider.0 < from.0;
            }
            match edge.timing {
                Timing::SameStep => provider.1 <= from.1,
                Timing::Applied => provider.2 < from.2,
                Timing::Healthy => provider.1 < from.1,
            }
        };
        (0..graph.edges.len()).filter(|&at| !holds(&graph.edges[at])).map(EdgeId).collect()
    }
}

fn planned(graph: &Graph<'_>, waves: &Waves, application: usize) -> PlannedApplication {
    let ordered = first_sync(graph, application, |id| waves.wave(id));
    let first = graph.objects_of(application).start;
    let mut steps: Vec<PlannedStep> = Vec::with_capacity(ordered.steps.len());
    for step in &ordered.steps {
        let objects: Vec<ObjectId> = step.tasks.iter().map(|task| ObjectId(first + task.object)).collect();
        let forced_by = steps.last().and_then(|before| forced_after(graph, waves, &objects, &before.objects));
        steps.push(PlannedStep { phase: step.phase, wave: step.wave, forced_by, objects });
    }
    let ignored = ordered.ignored.iter().map(|at| ObjectId(first + at)).collect();
    PlannedApplication { application, forced_by: forced_by(graph, application), steps, ignored }
}

/// The edge that keeps `objects` from the step before: one that a wave was found
/// for, or where waves are written in objects the one that must hold the most.
fn forced_after(graph: &Graph<'_>, waves: &Waves, objects: &[ObjectId], before: &[ObjectId]) -> Option<EdgeId> {
    let (objects, before): (BTreeSet<_>, BTreeSet<_>) = (objects.iter().collect(), before.iter().collect());
    let found = objects.iter().chain(&before).filter_map(|id| waves.of.get(id)).map(|wave| wave.forced_by);
    let between = |id: &EdgeId| {
        let edge = graph.edge(*id);
        objects.contains(&edge.from) && edge.to().is_some_and(|to| before.contains(&to))
    };
    found.filter(between).min().or_else(|| {
        let needs = objects.iter().flat_map(|&&object| graph.needs_of(object));
        strongest(needs.filter(|(id, _)| between(id)).map(|(id, edge)| (edge.timing, (), id)))
    })
}

/// The edge of an Application to the latest wave before its own that must hold
/// the most.
fn forced_by(graph: &Graph<'_>, application: usize) -> Option<EdgeId> {
    let objects = graph.objects_of(application).map(ObjectId);
    let crossing = objects.flat_map(|object| graph.needs_of(object)).filter(|(_, edge)| graph.crosses(edge));
    let latest = crossing.filter_map(|(id, edge)| Some((graph.application_of(edge.to()?).wave, edge.timing, id)));
    // What does not come earlier keeps nobody: it is a violation.
    strongest(latest.filter(|(wave, ..)| *wave < graph.applications[application].wave))
}

/// The first of the greatest.
fn strongest<A: Ord, B: Ord>(edges: impl Iterator<Item = (A, B, EdgeId)>) -> Option<EdgeId> {
    edges.min_by(|one, other| (&other.0, &other.1, &one.2).cmp(&(&one.0, &one.1, &other.2))).map(|(_, _, id)| id)
}

//! An install order as a record.

use std::collections::{BTreeMap, BTreeSet};

use super::need::short_name;
use super::record::{CYCLE, SCHEMA, SELF_GUARD, UNORDERED, UNSATISFIED, VIOLATION};
use super::{
    ApplicationRecord, CrossingRecord, FlowRecord, NeedRecord, ObjectRecord, PlaceRecord, PlanRecord, ProblemRecord,
    StageRecord, StepRecord,
};
use crate::order::{Edge, EdgeId, EdgeKind, InstallOrder, ObjectId, Plan, PlannedApplication};
use crate::text::SourceMap;

impl PlanRecord {
    /// The record of `order`, of the environment called `environment`.
    pub(super) fn of(order: &InstallOrder<'_>, environment: &str, sources: &SourceMap) -> Self {
        let (view, plan) = (View { order, sources }, order.plan());
        let problems = view.problems();
        let stages = plan.stages.iter().map(|stage| StageRecord {
            wave: stage.wave,
            applications: stage.applications.iter().map(|planned| view.application(planned)).collect(),
        });
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            environment: environment.to_owned(),
            holds: problems.is_empty(),
            stages: stages.collect(),
            crossing: view.crossing(),
            flow: view.flow(&plan),
            problems,
        }
    }
}

/// An order and the texts it was found in.
struct View<'o, 'a> {
    order: &'o InstallOrder<'a>,
    sources: &'o SourceMap,
}

impl View<'_, '_> {
    fn need(&self, id: EdgeId) -> NeedRecord {
        NeedRecord::of(&self.order.graph, id, self.sources)
    }

    fn names(&self, ids: &[ObjectId]) -> Vec<String> {
        ids.iter().map(|id| ObjectRecord::of(&self.order.graph, *id).object).collect()
    }

    fn application(&self, planned: &PlannedApplication) -> ApplicationRecord {
        let application = &self.order.graph.applications[planned.application];
        let steps = planned.steps.iter().enumerate().map(|(at, step)| StepRecord {
            id: step_id(application.name, at),
            phase: step.phase.to_string(),
            wave: step.wave,
            forced_by: step.forced_by.map(|id| self.need(id)),
            objects: self.names(&step.objects),
        });
        ApplicationRecord {
            name: application.name.to_owned(),
            namespace: application.namespace.to_owned(),
            forced_by: planned.forced_by.map(|id| self.need(id)),
            steps: steps.collect(),
            ignored: self.names(&planned.ignored),
        }
    }

    fn crossing(&self) -> Vec<CrossingRecord> {
        let graph = &self.order.graph;
        let mut groups: BTreeMap<(usize, usize, EdgeKind), Vec<EdgeId>> = BTreeMap::new();
        for &id in &self.order.proof.crossing {
            let edge = graph.edge(id);
            let Some(to) = edge.to() else { continue };
            let ends = (graph.object(edge.from).application, graph.object(to).application);
            groups.entry((ends.0, ends.1, edge.kind)).or_default().push(id);
        }
        let name = |at: usize| graph.applications[at].name.to_owned();
        let record = |((from, to, kind), ids): ((usize, usize, EdgeKind), Vec<EdgeId>)| CrossingRecord {
            from: name(from),
            to: name(to),
            kind: kind.name(),
            needs: ids.into_iter().map(|id| self.need(id)).collect(),
        };
        groups.into_iter().map(record).collect()
    }

    fn flow(&self, plan: &Plan) -> Vec<FlowRecord> {
        let (graph, steps) = (&self.order.graph, Steps::of(self.order, plan));
        let late: BTreeSet<EdgeId> =
            self.order.proof.violations.iter().chain(&self.order.waves.broken).copied().collect();
        let mut counts: BTreeMap<(usize, usize, EdgeKind), (usize, usize)> = BTreeMap::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            let Some((from, to)) = steps.ends(edge).filter(|(from, to)| from != to) else { continue };
            let (count, late_ones) = counts.entry((from, to, edge.kind)).or_default();
            *count += 1;
            *late_ones += usize::from(late.contains(&EdgeId(at)));
        }
        let record = |((from, to, kind), (count, late)): ((usize, usize, EdgeKind), (usize, usize))| FlowRecord {
            from: steps.ids[from].clone(),
            to: steps.ids[to].clone(),
            kind: kind.name(),
            count,
            late,
        };
        counts.into_iter().map(record).collect()
    }

    fn problems(&self) -> Vec<ProblemRecord> {
        let (order, graph) = (self.order, &self.order.graph);
        let about = |problem, ids: &[EdgeId], message: &dyn Fn(&[NeedRecord]) -> String| {
            let needs: Vec<NeedRecord> = ids.iter().map(|id| self.need(*id)).collect();
            let place = needs.first().and_then(|need| need.place.clone());
            ProblemRecord { problem, message: message(&needs), needs, place }
        };
        let mut problems = Vec::new();
        for &id in &order.proof.violations {
            let edge = graph.edge(id);
            let Some(to) = edge.to() else { continue };
            let (from, to) = (graph.application_of(edge.from), graph.application_of(to));
            problems.push(about(VIOLATION, &[id], &|needs| {
                let waves = format!("{} has wave {}, {} has wave {}", from.name, from.wave, to.name, to.wave);
                format!("{}, which is not there before: {waves}", needs[0].text)
            }));
        }
        for &id in &order.proof.unsatisfied {
            problems.push(about(UNSATISFIED, &[id], &|needs| format!("{}, which nobody provides", needs[0].text)));
        }
        for cycle in &order.cycles {
            problems.push(about(CYCLE, &cycle.0, &|needs| {
                let needs: Vec<&str> = needs.iter().map(|need| need.text.as_str()).collect();
                format!("objects need each other: {}", needs.join("; "))
            }));
        }
        let in_cycles: BTreeSet<EdgeId> = order.cycles.iter().flat_map(|cycle| cycle.0.iter().copied()).collect();
        for &id in order.waves.broken.iter().filter(|id| !in_cycles.contains(id)) {
            problems.push(about(UNORDERED, &[id], &|needs| format!("{}, which no wave brings in time", needs[0].text)));
        }
        problems.extend(graph.self_guards.iter().map(|guard| ProblemRecord {
            problem: SELF_GUARD,
            message: format!(
                "webhook {} of {} has to admit the pods of {}, which serves it",
                guard.webhook,
                short_name(graph, guard.configuration),
                short_name(graph, guard.workload)
            ),
            needs: Vec::new(),
            place: PlaceRecord::of(graph.object(guard.configuration).resource.top().span(), self.sources),
        }));
        problems
    }
}

fn step_id(application: &str, at: usize) -> String {
    format!("{application}/{}", at + 1)
}

/// The steps of a plan by their numbers, and the one of each object.
struct Steps {
    ids: Vec<String>,
    of: BTreeMap<ObjectId, usize>,
}

impl Steps {
    /// Of an object with several steps the first one counts.
    fn of(order: &InstallOrder<'_>, plan: &Plan) -> Self {
        let mut steps = Self { ids: Vec::new(), of: BTreeMap::new() };
        for planned in plan.stages.iter().flat_map(|stage| &stage.applications) {
            for (at, step) in planned.steps.iter().enumerate() {
                for object in &step.objects {
                    steps.of.entry(*object).or_insert(steps.ids.len());
                }
                steps.ids.push(step_id(order.graph.applications[planned.application].name, at));
            }
        }
        steps
    }

    fn ends(&self, edge: &Edge) -> Option<(usize, usize)> {
        Some((*self.of.get(&edge.from)?, *self.of.get(&edge.to()?)?))
    }
}

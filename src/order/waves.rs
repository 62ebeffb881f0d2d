//! Waves inside each Application, so that its first sync needs no retry.
//!
//! Argo CD's own order does most of it: an object gets a wave only where kinds,
//! names and the two dependency passes would apply it too early. The model of
//! that order is asked again after every change, until every edge holds.

use std::collections::BTreeMap;

use super::cycles::Groups;
use super::placement::{Place, places};
use super::sync::written_wave;
use super::{Edge, EdgeId, EdgeKind, Graph, ObjectId, Timing};

/// The wave of an object and why it has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The wave; never 0.
    pub wave: i32,
    /// The edge that asks for it.
    pub forced_by: EdgeId,
}

/// The waves inside all Applications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waves {
    /// Objects that need a wave other than 0 and write none themselves.
    pub of: BTreeMap<ObjectId, Wave>,
    /// Edges inside an Application that hold with no wave: those of cycles, and
    /// those against waves that objects write themselves.
    pub broken: Vec<EdgeId>,
}

impl Waves {
    /// The waves for `graph`.
    #[must_use]
    pub fn of(graph: &Graph<'_>) -> Self {
        let groups = Groups::of(graph);
        let mut waves = Self::default();
        for application in 0..graph.applications.len() {
            Search::new(graph, application, &groups).run(&mut waves);
        }
        waves
    }

    /// The wave that is to be written into an object; nothing where none is.
    #[must_use]
    pub fn wave(&self, id: ObjectId) -> Option<i32> {
        self.of.get(&id).map(|wave| wave.wave)
    }
}

/// The search for the waves of one Application.
struct Search<'g, 'a> {
    graph: &'g Graph<'a>,
    application: usize,
    /// Edges between its objects that are in no cycle.
    edges: Vec<(EdgeId, &'g Edge, ObjectId)>,
    /// Claims and the workloads that mount them.
    claims: BTreeMap<ObjectId, Vec<(EdgeId, ObjectId)>>,
    found: BTreeMap<ObjectId, Wave>,
}

impl<'g, 'a> Search<'g, 'a> {
    fn new(graph: &'g Graph<'a>, application: usize, groups: &Groups) -> Self {
        let (mut edges, mut claims) = (Vec::new(), BTreeMap::<_, Vec<_>>::new());
        for object in graph.objects_of(application).map(ObjectId) {
            for (id, edge) in graph.needs_of(object).filter(|(_, edge)| graph.is_inside(edge)) {
                let Some(to) = edge.to().filter(|to| !groups.is_dead_end(edge.from, *to)) else { continue };
                edges.push((id, edge, to));
                if edge.kind == EdgeKind::Claim {
                    claims.entry(to).or_default().push((id, edge.from));
                }
            }
        }
        Self { graph, application, edges, claims, found: BTreeMap::new() }
    }

    fn run(mut self, waves: &mut Waves) {
        // Every round that changes something lengthens a chain of objects; more
        // rounds than that only happen against waves that cannot be changed.
        let rounds = 2 * self.graph.objects_of(self.application).len() + 2;
        for _ in 0..rounds {
            if !self.round() {
                break;
            }
        }
        self.found.retain(|_, wave| wave.wave != 0);
        let places = self.places();
        for object in self.graph.objects_of(self.application).map(ObjectId) {
            for (id, edge) in self.graph.needs_of(object).filter(|(_, edge)| self.graph.is_inside(edge)) {
                let ends = edge.to().and_then(|to| Some((places.get(&edge.from)?, places.get(&to)?)));
                if ends.is_some_and(|(from, to)| !Place::holds(edge.timing, from, to)) {
                    waves.broken.push(id);
                }
            }
        }
        waves.of.append(&mut self.found);
    }

    fn places(&self) -> BTreeMap<ObjectId, Place> {
        places(self.graph, self.application, |id| self.found.get(&id).map(|wave| wave.wave))
    }

    /// Moves what is too early, or what it needs; whether anything moved. What
    /// is needed moves only when nothing else has to: by then it may be in time.
    fn round(&mut self) -> bool {
        let (places, mut moved, mut late) = (self.places(), false, Vec::new());
        for at in 0..self.edges.len() {
            let (id, edge, to) = self.edges[at];
            let (Some(from), Some(provider)) = (places.get(&edge.from), places.get(&to)) else { continue };
            // No wave moves anything from one phase to another.
            if Place::holds(edge.timing, from, provider) || from.phase != provider.phase {
                continue;
            }
            if edge.timing == Timing::Applied && self.is_first(to) {
                late.push((to, from.wave.saturating_sub(1), id));
                continue;
            }
            let after = match edge.timing {
                Timing::SameStep => provider.wave,
                Timing::Applied if provider.wave > from.wave => provider.wave,
                Timing::Applied | Timing::Healthy => provider.wave.saturating_add(1),
            };
            moved |= self.raise(edge.from, after, id);
        }
        moved |= self.move_claims(&places);
        moved || late.into_iter().fold(false, |moved, (to, wave, id)| self.lower(to, wave, id) | moved)
    }

    /// A claim may stay unbound until a pod mounts it, and a step waits for it:
    /// it must not come in an earlier step than all that mount it.
    fn move_claims(&mut self, places: &BTreeMap<ObjectId, Place>) -> bool {
        let mut late = Vec::new();
        for (&claim, mounts) in &self.claims {
            let first = mounts.iter().filter_map(|(id, from)| Some((places.get(from)?.wave, *id))).min();
            if let (Some((wave, id)), Some(place)) = (first, places.get(&claim)) {
                late.extend((wave > place.wave).then_some((claim, wave, id)));
            }
        }
        late.into_iter().fold(false, |moved, (claim, wave, id)| self.raise(claim, wave, id) | moved)
    }

    /// Whether an object needs nothing of its Application but what Argo CD moves
    /// along with it: then it can come first, and nothing else has to wait.
    fn is_first(&self, id: ObjectId) -> bool {
        let moves_along = |kind| matches!(kind, EdgeKind::Namespace | EdgeKind::Definition);
        self.is_free(id)
            && self.graph.needs_of(id).all(|(_, edge)| !self.graph.is_inside(edge) || moves_along(edge.kind))
    }

    /// Whether an object writes no wave itself.
    fn is_free(&self, id: ObjectId) -> bool {
        written_wave(self.graph.object(id).resource).is_none()
    }

    fn raise(&mut self, id: ObjectId, wave: i32, forced_by: EdgeId) -> bool {
        self.set(id, wave, forced_by, |present| wave > present)
    }

    fn lower(&mut self, id: ObjectId, wave: i32, forced_by: EdgeId) -> bool {
        self.set(id, wave, forced_by, |present| wave < present)
    }

    fn set(&mut self, id: ObjectId, wave: i32, forced_by: EdgeId, is_wanted: impl Fn(i32) -> bool) -> bool {
        let present = self.found.get(&id).map_or(0, |present| present.wave);
        let sets = self.is_free(id) && is_wanted(present);
        if sets {
            self.found.insert(id, Wave { wave, forced_by });
        }
        sets
    }
}

//! Objects that need each other. Where all of them only wait for each other no
//! order is needed; one that must be there before makes the cycle a dead end.

use std::collections::{BTreeMap, VecDeque};

use super::{EdgeId, Graph, ObjectId, Timing};

/// Edges from an object back to it, none of which can be met first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cycle(pub Vec<EdgeId>);

/// One cycle of every group of objects that need each other, in a stable order.
#[must_use]
pub fn cycles(graph: &Graph<'_>) -> Vec<Cycle> {
    let groups = Groups::of(graph);
    groups.dead_ends.values().map(|edge| Cycle(way_back(graph, *edge, &groups.of))).collect()
}

/// Objects that need each other, directly or by way of others.
#[derive(Debug)]
pub(super) struct Groups {
    /// The group of every object.
    of: Vec<usize>,
    /// Groups that no order meets, with the first edge that asks for one.
    dead_ends: BTreeMap<usize, EdgeId>,
}

impl Groups {
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let of = groups(graph);
        let mut dead_ends = BTreeMap::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            let is_inside = edge.to().is_some_and(|to| of[to.0] == of[edge.from.0]);
            if is_inside && edge.timing != Timing::SameStep {
                dead_ends.entry(of[edge.from.0]).or_insert(EdgeId(at));
            }
        }
        Self { of, dead_ends }
    }

    /// Whether an edge is part of a cycle that no order meets.
    pub(super) fn is_dead_end(&self, from: ObjectId, to: ObjectId) -> bool {
        self.of[from.0] == self.of[to.0] && self.dead_ends.contains_key(&self.of[from.0])
    }
}

/// `edge` and the shortest way from its end to its start.
fn way_back(graph: &Graph<'_>, edge: EdgeId, groups: &[usize]) -> Vec<EdgeId> {
    let start = graph.edge(edge).from;
    let mut came_by: BTreeMap<ObjectId, EdgeId> = BTreeMap::new();
    let mut queue: VecDeque<ObjectId> = graph.edge(edge).to().into_iter().collect();
    while let Some(at) = queue.pop_front() {
        if at == start {
            break;
        }
        for (id, next) in graph.needs_of(at) {
            let Some(to) = next.to().filter(|to| groups[to.0] == groups[start.0]) else { continue };
            if Some(to) != graph.edge(edge).to() && !came_by.contains_key(&to) {
                came_by.insert(to, id);
                queue.push_back(to);
            }
        }
    }
    let (mut back, mut at) = (Vec::new(), start);
    while let Some(&id) = came_by.get(&at) {
        back.push(id);
        at = graph.edge(id).from;
    }
    back.push(edge);
    back.reverse();
    back
}

/// For every object the number of its strongly connected component: Tarjan's
/// algorithm without recursion, as chains may be long.
fn groups(graph: &Graph<'_>) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = graph.objects.len();
    let ends: Vec<Vec<usize>> = (0..count)
        .map(|at| graph.needs_of(ObjectId(at)).filter_map(|(_, edge)| edge.to().map(|to| to.0)).collect())
        .collect();
    let (mut number, mut low, mut group) = (vec![UNSEEN; count], vec![0; count], vec![UNSEEN; count]);
    let (mut next, mut open, mut groups) = (0, Vec::new(), 0);
    for root in 0..count {
        if number[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((at, child)) = path.pop() {
            if child == 0 {
                (number[at], low[at]) = (next, next);
                next += 1;
                open.push(at);
            }
            if let Some(&to) = ends[at].get(child) {
                path.push((at, child + 1));
                if number[to] == UNSEEN {
                    path.push((to, 0));
                } else if group[to] == UNSEEN {
                    low[at] = low[at].min(number[to]);
                }
                continue;
            }
            if low[at] == number[at] {
                while let Some(member) = open.pop() {
                    group[member] = groups;
                    if member == at {
                        break;
                    }
                }
                groups += 1;
            }
            if let Some(&(above, _)) = path.last() {
                low[above] = low[above].min(low[at]);
            }
        }
    }
    group
}

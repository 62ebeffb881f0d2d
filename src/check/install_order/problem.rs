//! What is wrong with the install order of one environment.

use crate::check::{Check, Facts};
use crate::finding::{Finding, Place, Subject};
use crate::order::{Edge, EdgeId, InstallOrder, SelfGuard};

/// The kinds of problem; each has its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    LaterProvider,
    MissingProvider,
    Cycle,
    BrokenWave,
    SelfGuard,
}

/// One problem.
#[derive(Clone, Debug)]
pub struct OrderProblem {
    kind: Kind,
    subject: Subject,
    place: Place,
    field: String,
    message: String,
}

/// Everything that is wrong with `order`, kind by kind in the order of the
/// objects.
#[must_use]
pub fn problems(order: &InstallOrder<'_>) -> Vec<OrderProblem> {
    let graph = &order.graph;
    let about = |kind, id: EdgeId, message: String| {
        let edge = graph.edge(id);
        OrderProblem {
            kind,
            subject: graph.subject(edge.from),
            place: graph.place(edge),
            field: edge.field.clone(),
            message,
        }
    };
    let says = |edge: &Edge| format!("it {} {}", edge.kind, edge.wanted);
    let mut found = Vec::new();
    for &id in &order.proof.violations {
        let edge = graph.edge(id);
        let mine = graph.application_of(edge.from).wave;
        let Some(provider) = edge.to().map(|to| graph.application_of(to)) else { continue };
        let when = format!("{}, which comes in wave {} and not before {mine}", provider.name, provider.wave);
        found.push(about(Kind::LaterProvider, id, format!("{} of {when}", says(edge))));
    }
    for &id in &order.proof.unsatisfied {
        let edge = graph.edge(id);
        found.push(about(Kind::MissingProvider, id, format!("{}, which nobody has", says(edge))));
    }
    for cycle in &order.cycles {
        let Some(&first) = cycle.0.first() else { continue };
        let way: Vec<String> = cycle.0.iter().map(|id| says(graph.edge(*id))).collect();
        found.push(about(Kind::Cycle, first, format!("it needs itself: {}", way.join(", "))));
    }
    for &id in &order.waves.broken {
        found.push(about(Kind::BrokenWave, id, format!("{}, and no wave brings that in time", says(graph.edge(id)))));
    }
    found.extend(graph.self_guards.iter().map(|guard| self_guard(order, guard)));
    found
}

fn self_guard(order: &InstallOrder<'_>, guard: &SelfGuard) -> OrderProblem {
    let configuration = order.graph.subject(guard.configuration).object;
    OrderProblem {
        kind: Kind::SelfGuard,
        subject: order.graph.subject(guard.workload),
        place: Place::from(order.graph.object(guard.workload).resource.top().span()),
        field: guard.field.clone(),
        message: format!("the webhook {} of {configuration} has to admit its pods, which serve it", guard.webhook),
    }
}

/// The findings of `check`: all problems of `kind`.
pub(super) fn findings(check: &Check, kind: Kind, help: &str, facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for environment in &facts.environments {
        for problem in environment.order.iter().filter(|problem| problem.kind == kind) {
            let mut finding = check
                .finding(problem.message.clone(), help)
                .about(problem.subject.clone())
                .at(problem.place.clone())
                .in_field(problem.field.clone())
                .keyed(problem.message.clone());
            finding.environments.push(environment.environment.name.value.clone());
            found.push(finding);
        }
    }
    found
}

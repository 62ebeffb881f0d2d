//! The graph: all objects, and what each needs of the others.

use std::ops::Range;

use super::conversion::Conversions;
use super::extract::extract;
use super::index::Index;
use super::needs::Needs;
use super::webhook::Guards;
use super::{Application, Edge, Object, ObjectId, SelfGuard};
use crate::finding::{Place, Subject};
use crate::policy::{KindScopes, PlatformInventory};

/// The number of an edge in a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub usize);

/// All objects of all Applications and what they need.
#[derive(Debug)]
pub struct Graph<'a> {
    /// The Applications, as they were given.
    pub applications: Vec<Application<'a>>,
    /// The objects; their numbers are [`ObjectId`]s.
    pub objects: Vec<Object<'a>>,
    /// The edges, sorted by the object that needs something.
    pub edges: Vec<Edge>,
    /// Webhooks that have to admit the pods that serve them.
    pub self_guards: Vec<SelfGuard>,
    /// What the platform has.
    pub inventory: &'a PlatformInventory,
    /// Where the edges of each object begin, and the end of the last.
    starts: Vec<usize>,
}

impl<'a> Graph<'a> {
    /// The graph over `applications` and what the platform has.
    #[must_use]
    pub fn new(applications: Vec<Application<'a>>, inventory: &'a PlatformInventory) -> Self {
        let objects = objects(&applications, inventory);
        let index = Index::new(&objects, inventory);
        let guards = Guards::new(&objects, inventory, &index);
        let conversions = Conversions::new(&objects, &index);
        let (mut edges, mut self_guards, mut starts) = (Vec::new(), Vec::new(), Vec::with_capacity(objects.len() + 1));
        for (at, object) in objects.iter().enumerate() {
            starts.push(edges.len());
            let mut needs = Needs::of(ObjectId(at), &index, &mut edges);
            extract(object, &mut needs);
            conversions.extract(object, &mut needs);
            guards.extract(ObjectId(at), object, &mut needs, &mut self_guards);
        }
        starts.push(edges.len());
        self_guards.sort();
        self_guards.dedup();
        Self { applications, objects, edges, self_guards, inventory, starts }
    }

    /// An object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> &Object<'a> {
        &self.objects[id.0]
    }

    /// An edge.
    #[must_use]
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0]
    }

    /// The Application of an object.
    #[must_use]
    pub fn application_of(&self, id: ObjectId) -> &Application<'a> {
        &self.applications[self.object(id).application]
    }

    /// What an object needs.
    pub fn needs_of(&self, id: ObjectId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let range = self.starts[id.0]..self.starts[id.0 + 1];
        range.map(|at| (EdgeId(at), &self.edges[at]))
    }

    /// The objects of an Application, by its place.
    #[must_use]
    pub fn objects_of(&self, application: usize) -> Range<usize> {
        let before: usize = self.applications[..application].iter().map(|earlier| earlier.objects.len()).sum();
        before..before + self.applications[application].objects.len()
    }

    /// An object as findings speak of it.
    #[must_use]
    pub fn subject(&self, id: ObjectId) -> Subject {
        Subject::object(self.application_of(id).name, self.object(id).id())
    }

    /// Where an edge is written; the object that says so where the build made the
    /// value.
    #[must_use]
    pub fn place(&self, edge: &Edge) -> Place {
        let object = || self.object(edge.said_by).resource.top().span();
        Place::from(if edge.span.is_none() { object() } else { edge.span })
    }

    /// Whether both ends of an edge are objects of different Applications.
    #[must_use]
    pub fn crosses(&self, edge: &Edge) -> bool {
        edge.to().is_some_and(|to| self.object(to).application != self.object(edge.from).application)
    }

    /// Whether both ends of an edge are objects of one Application.
    #[must_use]
    pub fn is_inside(&self, edge: &Edge) -> bool {
        edge.to().is_some_and(|to| self.object(to).application == self.object(edge.from).application)
    }
}

fn objects<'a>(applications: &[Application<'a>], inventory: &'a PlatformInventory) -> Vec<Object<'a>> {
    let all = || applications.iter().flat_map(|application| application.objects.iter());
    let scopes = KindScopes::of(all(), inventory);
    let mut objects = Vec::with_capacity(all().count());
    for (at, application) in applications.iter().enumerate() {
        for resource in application.objects {
            let id = resource.id();
            let namespace = match id.namespace.as_str() {
                _ if scopes.is_cluster_scoped(id) => "",
                "" => application.namespace,
                namespace => namespace,
            };
            objects.push(Object { application: at, resource, namespace });
        }
    }
    objects
}

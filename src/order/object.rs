//! What the graph is made of: Applications and their objects.

use crate::resource::{ResId, ResMap, Resource};

/// An Application as the graph takes it.
#[derive(Clone, Copy, Debug)]
pub struct Application<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its place in the install order.
    pub wave: i32,
    /// The namespace it is synced to.
    pub namespace: &'a str,
    /// What it renders.
    pub objects: &'a ResMap,
}

/// The number of an object in a [`Graph`](super::Graph): Applications in the
/// order they were given, objects in the order of their render.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub usize);

/// An object of the graph.
#[derive(Clone, Debug)]
pub struct Object<'a> {
    /// Its Application, by its place in [`Graph::applications`](super::Graph).
    pub application: usize,
    /// The object.
    pub resource: &'a Resource,
    /// The namespace it is stored in; empty for a cluster-scoped one, whatever
    /// its manifest says.
    pub namespace: &'a str,
}

impl<'a> Object<'a> {
    /// Its identity.
    #[must_use]
    pub fn id(&self) -> &'a ResId {
        self.resource.id()
    }

    pub(super) fn is(&self, group: &str, kind: &str) -> bool {
        let gvk = &self.id().gvk;
        gvk.kind == kind && gvk.group == group
    }
}

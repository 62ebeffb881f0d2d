//! The ordered set of objects a build works on.

use std::collections::HashSet;

use super::{ResId, Resource};
use crate::text::Span;

/// Two objects would have one id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id {id} is there already")]
pub struct DuplicateId {
    /// The id.
    pub id: Box<ResId>,
    /// The object that has it.
    pub first: Span,
}

/// Objects in the order they were added. Ids are unique whenever something is
/// added.
#[derive(Clone, Debug, Default)]
pub struct ResMap {
    resources: Vec<Resource>,
    /// Hashes of the ids in `resources`; absent after a mutable visit, as ids
    /// may have changed then.
    known: Option<HashSet<u64>>,
}

impl ResMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.resources.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// The objects in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Resource> {
        self.resources.iter()
    }

    /// The objects as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Resource] {
        &self.resources
    }

    /// The objects in order, for changing.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Resource> {
        self.known = None;
        self.resources.iter_mut()
    }

    /// Object number `at`, for changing.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut Resource> {
        self.known = None;
        self.resources.get_mut(at)
    }

    /// The list itself, for reordering and removing.
    pub fn resources_mut(&mut self) -> &mut Vec<Resource> {
        self.known = None;
        &mut self.resources
    }

    /// The object with this id.
    fn holder(&mut self, id: &ResId, mark: u64) -> Option<&Resource> {
        let resources = &self.resources;
        let known =
            self.known.get_or_insert_with(|| resources.iter().map(|resource| resource.id().fingerprint()).collect());
        if known.contains(&mark) { resources.iter().find(|resource| resource.id().equals(id)) } else { None }
    }

    /// Adds an object at the end.
    ///
    /// # Errors
    /// [`DuplicateId`].
    pub fn append(&mut self, resource: Resource) -> Result<(), DuplicateId> {
        let mark = resource.id().fingerprint();
        if let Some(holder) = self.holder(resource.id(), mark) {
            return Err(DuplicateId { id: Box::new(resource.id().clone()), first: holder.top().span() });
        }
        if let Some(known) = &mut self.known {
            known.insert(mark);
        }
        self.resources.push(resource);
        Ok(())
    }

    /// Adds all objects of `other` at the end.
    ///
    /// # Errors
    /// [`DuplicateId`] for the first object whose id is there already.
    pub fn append_all(&mut self, other: Self) -> Result<(), DuplicateId> {
        other.resources.into_iter().try_for_each(|resource| self.append(resource))
    }

    /// Indices of the objects of which an earlier or the current id has the name
    /// `name` and satisfies `matches`.
    pub fn find_by_any_id(&self, name: &str, mut matches: impl FnMut(&ResId) -> bool) -> Vec<usize> {
        let mut is_found =
            |resource: &Resource| resource.was_ever_named(name) && resource.any_id(|id| id.name == name && matches(id));
        (0..self.resources.len()).filter(|&at| is_found(&self.resources[at])).collect()
    }
}

impl IntoIterator for ResMap {
    type Item = Resource;
    type IntoIter = std::vec::IntoIter<Resource>;

    fn into_iter(self) -> Self::IntoIter {
        self.resources.into_iter()
    }
}

impl<'a> IntoIterator for &'a ResMap {
    type Item = &'a Resource;
    type IntoIter = std::slice::Iter<'a, Resource>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

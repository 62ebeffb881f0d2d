//! Collecting what one object needs.

use std::collections::HashSet;

use super::field::Field;
use super::index::Index;
use super::{Edge, EdgeKind, ObjectId, Provider, Timing, Wanted};

/// What one object needs; each thing once for each reason.
pub(super) struct Needs<'g, 'a> {
    pub(super) index: &'g Index<'a>,
    from: ObjectId,
    seen: HashSet<(EdgeKind, Wanted)>,
    edges: &'g mut Vec<Edge>,
}

impl<'g, 'a> Needs<'g, 'a> {
    pub(super) fn of(from: ObjectId, index: &'g Index<'a>, edges: &'g mut Vec<Edge>) -> Self {
        Self { index, from, seen: HashSet::new(), edges }
    }

    /// The object needs `wanted`, as `field` says.
    pub(super) fn add(&mut self, kind: EdgeKind, wanted: Wanted, field: &Field<'_>) {
        let provider = self.index.provider(&wanted);
        self.add_provided(kind, wanted, provider, self.from, field);
    }

    /// The same where the provider is known, and `field` is one of `said_by`.
    pub(super) fn add_provided(
        &mut self,
        kind: EdgeKind,
        wanted: Wanted,
        provider: Provider,
        said_by: ObjectId,
        field: &Field<'_>,
    ) {
        if provider == Provider::Object(self.from) || !self.seen.insert((kind, wanted.clone())) {
            return;
        }
        self.edges.push(Edge {
            from: self.from,
            kind,
            timing: self.timing(kind, &wanted, provider),
            wanted,
            provider,
            said_by,
            field: field.path().to_owned(),
            span: field.span(),
        });
    }

    /// A Secret that a Certificate makes is waited for: the kubelet tries again
    /// until it is there.
    fn timing(&self, kind: EdgeKind, wanted: &Wanted, provider: Provider) -> Timing {
        match (kind, wanted, provider) {
            (EdgeKind::Secret, Wanted::Object { namespace, name, .. }, Provider::Object(id))
                if self.index.certificate(namespace, name) == Some(id) =>
            {
                Timing::SameStep
            }
            _ => kind.timing(),
        }
    }
}

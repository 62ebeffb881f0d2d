//! References to objects whose name changed.
//!
//! Follows api v0.21.1 `internal/accumulator/namereferencetransformer.go`,
//! `filters/nameref` and `SubsetThatCouldBeReferencedByResource` of
//! `resmap/reswrangler.go`.

use std::collections::{BTreeSet, HashMap};

use super::Context;
use crate::kustomize::config::TransformerConfig;
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::fieldspec::{self, FieldSpec};
use crate::resource::{Bookkeeping, Gvk, ResId, ResMap, Resource};
use crate::yaml::{Doc, Kind, NodeId, edit};

/// Writes the new names into all fields that refer to renamed objects.
///
/// # Errors
/// When a field cannot be a reference, or could mean several objects.
pub(crate) fn fix_name_references(map: &mut ResMap, config: &TransformerConfig, context: &Context<'_>) -> Result<()> {
    let candidates = Candidates::of(map);
    let specs = SpecsByKind::of(config);
    for (at, resource) in map.iter_mut().enumerate() {
        let original = resource.original_id();
        let referrer = Referrer::of(resource, at)?;
        context.change(resource, |resource| {
            for (target, spec) in specs.for_kind(&original.gvk.kind) {
                if !original.gvk.is_selected(&spec.gvk) {
                    continue;
                }
                let is_role_ref = spec.path.ends_with("roleRef/name");
                let search = Search { candidates: &candidates, referrer: &referrer, target, is_role_ref };
                // The kinds were compared with the first id; the field is looked up whatever the kind is now.
                fieldspec::apply_path(resource, &spec.path, None, &mut |doc, node| search.update(doc, node))?;
            }
            Ok(())
        })?;
        resource.refresh(context);
    }
    Ok(())
}

/// The field specs of name references by the kind that refers; those for any
/// kind are in every list.
struct SpecsByKind<'c> {
    all: Vec<(&'c Gvk, &'c FieldSpec)>,
    by_kind: HashMap<&'c str, Vec<usize>>,
    for_any: Vec<usize>,
}

impl<'c> SpecsByKind<'c> {
    fn of(config: &'c TransformerConfig) -> Self {
        let references = config.name_reference.iter();
        let all: Vec<_> = references
            .flat_map(|reference| reference.referrers.iter().map(move |spec| (&reference.gvk, spec)))
            .collect();
        let mut by_kind: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, (_, spec)) in all.iter().enumerate().filter(|(_, (_, spec))| !spec.gvk.kind.is_empty()) {
            by_kind.entry(&spec.gvk.kind).or_default().push(at);
        }
        let for_any = (0..all.len()).filter(|&at| all[at].1.gvk.kind.is_empty()).collect();
        Self { all, by_kind, for_any }
    }

    /// In the order of the configuration.
    fn for_kind<'s>(&'s self, kind: &str) -> impl Iterator<Item = (&'c Gvk, &'c FieldSpec)> + 's {
        let mut order: Vec<usize> = self.for_any.clone();
        order.extend(self.by_kind.get(kind).into_iter().flatten());
        order.sort_unstable();
        order.into_iter().map(|at| self.all[at])
    }
}

/// An object that may be referred to.
struct Candidate {
    current: ResId,
    original_namespace: String,
    previous: Vec<ResId>,
    book: Bookkeeping,
}

/// All objects, and those that had an earlier name by that name.
struct Candidates {
    all: Vec<Candidate>,
    by_previous_name: HashMap<String, Vec<usize>>,
}

impl Candidates {
    fn of(map: &ResMap) -> Self {
        let all: Vec<Candidate> = map
            .iter()
            .map(|resource| Candidate {
                current: resource.id().clone(),
                original_namespace: resource.original_id().effective_namespace().to_owned(),
                previous: resource.previous_ids().collect(),
                book: Bookkeeping {
                    prefixes: resource.book.prefixes.clone(),
                    suffixes: resource.book.suffixes.clone(),
                    ..Bookkeeping::default()
                },
            })
            .collect();
        let mut by_previous_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, candidate) in all.iter().enumerate() {
            let names: BTreeSet<&str> = candidate.previous.iter().map(|id| id.name.as_str()).collect();
            for name in names {
                by_previous_name.entry(name.to_owned()).or_default().push(at);
            }
        }
        Self { all, by_previous_name }
    }
}

/// The object whose fields are looked at.
struct Referrer {
    id: ResId,
    at: usize,
    /// Namespaces of service accounts that a RoleBinding names.
    subject_namespaces: BTreeSet<String>,
    role: Option<Gvk>,
}

impl Referrer {
    fn of(resource: &Resource, at: usize) -> Result<Self> {
        Ok(Self {
            id: resource.id().clone(),
            at,
            subject_namespaces: subject_namespaces(resource)?,
            role: role_of(resource),
        })
    }

    /// Objects in other namespaces cannot be referred to, but for the service
    /// accounts of a binding.
    fn can_see(&self, candidate: &Candidate) -> bool {
        self.id.cluster_scoped
            || candidate.current.cluster_scoped
            || candidate.current.is_in_namespace_of(&self.id)
            || self.subject_namespaces.contains(&candidate.current.namespace)
    }
}

fn subject_namespaces(resource: &Resource) -> Result<BTreeSet<String>> {
    let mut namespaces = BTreeSet::new();
    if resource.kind() != "RoleBinding" {
        return Ok(namespaces);
    }
    let Some(subjects) = resource.top().get("subjects") else { return Ok(namespaces) };
    for subject in subjects.items() {
        let Some(namespace) = subject.get("namespace") else { continue };
        if subject.get_text("kind") != Some("ServiceAccount") {
            continue;
        }
        if !resource.doc().is_string(namespace.id()) {
            return Err(Failure::from(Cause::invalid(
                "kustomize::invalid-subject",
                format!("a subject of {} has a namespace that is no text", resource.id()),
            ))
            .at(namespace.span()));
        }
        namespaces.insert(namespace.text().to_owned());
    }
    Ok(namespaces)
}

fn role_of(resource: &Resource) -> Option<Gvk> {
    let role = resource.top().get("roleRef")?;
    Some(Gvk::new(role.get_text("apiGroup")?, "", role.get_text("kind")?))
}

/// Looks for what one field refers to.
struct Search<'s> {
    candidates: &'s Candidates,
    referrer: &'s Referrer,
    target: &'s Gvk,
    is_role_ref: bool,
}

impl<'s> Search<'s> {
    fn update(&self, doc: &mut Doc, node: NodeId) -> Result<()> {
        if doc.is_null(node) {
            return Ok(());
        }
        match doc.kind(node) {
            Kind::Scalar => self.update_scalar(doc, node),
            Kind::Mapping => self.update_mapping(doc, node),
            Kind::Sequence => {
                for item in doc.children(node).to_vec() {
                    if doc.is_null(item) {
                        continue;
                    }
                    match doc.kind(item) {
                        Kind::Scalar => self.update_scalar(doc, item)?,
                        Kind::Mapping => self.update_mapping(doc, item)?,
                        Kind::Sequence => {
                            return Err(Failure::from(Cause::invalid(
                                "kustomize::invalid-name-reference",
                                "a list of lists cannot hold names",
                            ))
                            .at(doc.span(item)));
                        }
                    }
                }
                Ok(())
            }
        }
    }

    fn update_scalar(&self, doc: &mut Doc, node: NodeId) -> Result<()> {
        let old = doc.text(node);
        let visible = |candidate: &Candidate| self.referrer.can_see(candidate);
        let same = |left: &ResId, right: &ResId| left.name == right.name;
        let Some(found) = self.select(old, visible, same)? else { return Ok(()) };
        if found.current.name == old {
            return Ok(());
        }
        let value = doc.untagged(&found.current.name);
        edit::set_scalar(doc, node, value).doing(|| "updating a name".to_owned())
    }

    fn update_mapping(&self, doc: &mut Doc, node: NodeId) -> Result<()> {
        let doing = || "updating a reference".to_owned();
        let Some(name) = doc.get(node, "name") else {
            return Err(Failure::from(Cause::invalid_with_help(
                "kustomize::invalid-name-reference",
                "a reference has no `name`",
                "the field spec must lead to names or to mappings with a `name`",
            ))
            .at(doc.span(node)));
        };
        let old = doc.text(name);
        let namespace = doc.get(node, "namespace").map(|namespace| doc.text(namespace));
        let by_original = namespace.is_some_and(|namespace| {
            let group = |candidate: &Candidate| candidate.original_namespace == namespace;
            self.candidates.all.iter().any(|candidate| self.referrer.can_see(candidate) && group(candidate))
        });
        let visible = |candidate: &Candidate| {
            self.referrer.can_see(candidate)
                && namespace.is_none_or(|namespace| {
                    let group = if by_original {
                        candidate.original_namespace.as_str()
                    } else {
                        candidate.current.effective_namespace()
                    };
                    group == namespace
                })
        };
        let same = |left: &ResId, right: &ResId| left.name == right.name && left.namespace == right.namespace;
        let Some(found) = self.select(old, visible, same)? else { return Ok(()) };
        let id = &found.current;
        if id.name == old && id.namespace.is_empty() {
            return Ok(());
        }
        let value = doc.untagged(&id.name);
        edit::set_field(doc, node, "name", Some(value)).doing(doing)?;
        if !id.namespace.is_empty() {
            let value = doc.untagged(&id.namespace);
            edit::set_field(doc, node, "namespace", Some(value)).doing(doing)?;
        }
        Ok(())
    }

    /// The one object that had the name `old`, is of the right kind and place,
    /// and went through the same prefixes and suffixes.
    fn select(
        &self,
        old: &str,
        visible: impl Fn(&Candidate) -> bool,
        same: impl Fn(&ResId, &ResId) -> bool,
    ) -> Result<Option<&'s Candidate>> {
        let named = self.candidates.by_previous_name.get(old).map(Vec::as_slice).unwrap_or_default();
        let was = |candidate: &Candidate, gvk: &Gvk| candidate.previous.iter().any(|id| id.gvk.is_selected(gvk));
        let mut found: Vec<&'s Candidate> = named
            .iter()
            .map(|&at| &self.candidates.all[at])
            .filter(|candidate| visible(candidate) && was(candidate, self.target))
            .filter(|candidate| match &self.referrer.role {
                Some(role) if self.is_role_ref => was(candidate, role),
                _ => true,
            })
            .filter(|candidate| self.is_reachable(candidate))
            .collect();
        let referrer = &self.candidates.all[self.referrer.at].book;
        if found.len() != 1 {
            found.retain(|candidate| candidate.book.affixes_fit(referrer, true));
            if found.len() > 1 {
                found.retain(|candidate| candidate.book.affixes_fit(referrer, false));
            }
        }
        match found.as_slice() {
            [] => Ok(None),
            [first, rest @ ..] if rest.iter().all(|other| same(&first.current, &other.current)) => Ok(Some(first)),
            many => {
                let ids: Vec<String> = many.iter().map(|candidate| candidate.current.to_string()).collect();
                Err(Cause::invalid_with_help(
                    "kustomize::ambiguous-name-reference",
                    format!("`{old}` could mean several objects: {}", ids.join(", ")),
                    "give the objects names of their own, or refer to the final name",
                )
                .into())
            }
        }
    }

    fn is_reachable(&self, candidate: &Candidate) -> bool {
        self.referrer.id.cluster_scoped
            || candidate.current.cluster_scoped
            || candidate.current.gvk.kind == "ServiceAccount"
            || candidate.current.is_in_namespace_of(&self.referrer.id)
    }
}

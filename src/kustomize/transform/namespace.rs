//! `namespace`
//!
//! Follows api v0.21.1 `internal/builtins/NamespaceTransformer.go` and
//! `filters/namespace`.

use std::collections::HashMap;

use serde::Deserialize;

use super::{Builtin, Context, Transform};
use crate::kustomize::config::{FieldSpecEntry, Specs, field_specs};
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::fieldspec::{self, Create, FieldSpec};
use crate::resource::{ResMap, Resource};
use crate::yaml::{Doc, Kind, NodeId, Tag, edit, route};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "NamespaceTransformer",
    from_fields: |fields| {
        let namespace = &fields.kustomization.namespace;
        if namespace.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Box::new(NamespaceTransformer {
            namespace: namespace.clone(),
            specs: fields.config.namespace.clone(),
            unset_only: false,
            subjects: Subjects::Default,
        })])
    },
    from_file: |config| {
        let file: File = config.read()?;
        Ok(Box::new(NamespaceTransformer {
            namespace: file.metadata.namespace,
            specs: field_specs(file.field_specs),
            unset_only: file.unset_only,
            subjects: Subjects::from_word(&file.set_role_binding_subjects)?,
        }))
    },
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    metadata: Metadata,
    field_specs: Vec<FieldSpecEntry>,
    unset_only: bool,
    set_role_binding_subjects: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Metadata {
    namespace: String,
}

/// Which subjects of role bindings get the namespace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subjects {
    /// Those called `default`.
    Default,
    /// All service accounts.
    ServiceAccounts,
    /// None.
    Untouched,
}

impl Subjects {
    fn from_word(word: &str) -> Result<Self> {
        match word {
            "" | "defaultOnly" => Ok(Self::Default),
            "allServiceAccounts" => Ok(Self::ServiceAccounts),
            "none" => Ok(Self::Untouched),
            other => Err(Cause::invalid(
                "kustomize::invalid-subject-mode",
                format!(
                    "`setRoleBindingSubjects` must be `defaultOnly`, `allServiceAccounts` or `none`, not `{other}`"
                ),
            )
            .into()),
        }
    }
}

/// Puts every object that lives in a namespace into one.
pub(super) struct NamespaceTransformer {
    namespace: String,
    specs: Specs,
    unset_only: bool,
    subjects: Subjects,
}

impl NamespaceTransformer {
    /// Only what an object's own metadata says, for [`super::value_add`].
    pub(super) fn of_metadata(namespace: &str) -> Self {
        Self {
            namespace: namespace.to_owned(),
            specs: Specs::default(),
            unset_only: false,
            subjects: Subjects::Default,
        }
    }

    pub(super) fn set_in(&self, resource: &mut Resource) -> Result<()> {
        let api_version = resource.api_version().to_owned();
        let is_binding = matches!(resource.kind(), "RoleBinding" | "ClusterRoleBinding");
        if !resource.id().cluster_scoped {
            let metadata = FieldSpec::for_all("metadata/namespace", true);
            let create = Create { kind: Kind::Scalar, tag: Tag::None };
            fieldspec::apply(resource, &metadata, Some(create), &mut |doc, node| self.set(doc, node))?;
        }
        if is_binding {
            self.set_in_subjects(resource.doc_mut())?;
        }
        let create = Create { kind: Kind::Scalar, tag: Tag::Str };
        for spec in self.specs.iter() {
            let is_metadata =
                spec.path == "metadata/namespace" || (spec.path == "metadata/name" && api_version != "v1");
            let is_subject = is_binding
                && spec.path == "subjects/namespace"
                && matches!(spec.gvk.kind.as_str(), "RoleBinding" | "ClusterRoleBinding");
            if !is_metadata && !is_subject {
                fieldspec::apply(resource, spec, Some(create), &mut |doc, node| self.set(doc, node))?;
            }
        }
        Ok(())
    }

    fn set(&self, doc: &mut Doc, node: NodeId) -> Result<()> {
        let has_value = doc.kind(node) == Kind::Scalar && !doc.is_null(node) && !doc.text(node).is_empty();
        if self.unset_only && has_value {
            return Ok(());
        }
        let value = doc.string(&self.namespace);
        edit::set_scalar(doc, node, value)
            .doing(|| "setting the namespace: field specs must lead to scalars".to_owned())
    }

    fn set_in_subjects(&self, doc: &mut Doc) -> Result<()> {
        if self.subjects == Subjects::Untouched {
            return Ok(());
        }
        let (field, wanted) = match self.subjects {
            Subjects::ServiceAccounts => ("kind", "ServiceAccount"),
            _ => ("name", "default"),
        };
        let doing = || "setting the namespace of role binding subjects".to_owned();
        let root = doc.root();
        let Some(subjects) = route::find(doc, root, &["subjects"]).doing(doing)? else { return Ok(()) };
        if doc.is_null(subjects) {
            return Ok(());
        }
        edit::expect_kind(doc, subjects, Kind::Sequence).doing(doing)?;
        for subject in doc.children(subjects).to_vec() {
            let Some(found) = route::find(doc, subject, &[field]).doing(doing)? else { continue };
            edit::expect_kind(doc, found, Kind::Scalar).doing(doing)?;
            if doc.is_null(found) || doc.text(found) != wanted {
                continue;
            }
            if let Some(node) = route::lookup_or_create(doc, subject, &["namespace"], Kind::Scalar).doing(doing)? {
                self.set(doc, node)?;
            }
        }
        Ok(())
    }
}

/// Whether another object has the id of object number `at`.
fn is_twice(resources: &[Resource], at: usize) -> bool {
    let id = resources[at].id();
    resources.iter().enumerate().any(|(other, resource)| other != at && resource.id().equals(id))
}

impl Transform for NamespaceTransformer {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        if self.namespace.is_empty() {
            return Ok(());
        }
        let mut counts: HashMap<u64, usize> = HashMap::with_capacity(map.len());
        for resource in map.iter() {
            *counts.entry(resource.id().fingerprint()).or_default() += 1;
        }
        for at in 0..map.len() {
            let Some(resource) = map.get_mut(at) else { break };
            if resource.is_empty() || resource.book.helm_generated {
                continue;
            }
            resource.store_previous_id();
            let before = resource.id().fingerprint();
            context.change(resource, |resource| self.set_in(resource))?;
            resource.refresh(context);
            let after = resource.id().fingerprint();
            if before != after {
                counts.entry(before).and_modify(|count| *count -= 1);
                *counts.entry(after).or_default() += 1;
            }
            let is_shared = counts.get(&after).copied() != Some(1);
            if is_shared && is_twice(map.as_slice(), at) {
                let resource = &map.as_slice()[at];
                let failure = Failure::from(Cause::invalid_with_help(
                    "kustomize::namespace-conflict",
                    format!("`namespace: {}` gives two objects the id {}", self.namespace, resource.id()),
                    "two objects differ only in their namespace: keep them in kustomizations of their own",
                ));
                return Err(context.in_object(failure.at(resource.top().span()), resource));
            }
        }
        Ok(())
    }
}

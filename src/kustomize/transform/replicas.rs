//! `replicas`
//!
//! Follows api v0.21.1 `internal/builtins/ReplicaCountTransformer.go` and
//! `filters/replicacount`.

use serde::Deserialize;

use super::effect::{Count, Entry};
use super::{Builtin, Context, Transform};
use crate::kustomize::config::{FieldSpecEntry, Specs, field_specs};
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::fieldspec::{self, Create};
use crate::kustomize::kustomization::Replica;
use crate::resource::ResMap;
use crate::text::Span;
use crate::yaml::{Doc, Kind, Style, Tag, edit};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "ReplicaCountTransformer",
    from_fields: |fields| {
        let transforms = fields.kustomization.replicas.iter().map(|replica| {
            let specs = fields.config.replicas.clone();
            let name = || format!("the number of replicas of `{}`", replica.name);
            let entry = Entry::new(fields, "replicas", replica.span, name);
            let (replica, span) = (replica.value.clone(), replica.span);
            Box::new(ReplicaCount { replica, span, specs, entry }) as Box<dyn Transform>
        });
        Ok(transforms.collect())
    },
    from_file: |config| {
        let file: File = config.read()?;
        let specs = field_specs(file.field_specs);
        let span = config.document.top().span();
        Ok(Box::new(ReplicaCount { replica: file.replica, span, specs, entry: None }))
    },
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    replica: Replica,
    field_specs: Vec<FieldSpecEntry>,
}

struct ReplicaCount {
    replica: Replica,
    span: Span,
    specs: Specs,
    entry: Option<Entry>,
}

impl Transform for ReplicaCount {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        let create = Create { kind: Kind::Scalar, tag: Tag::Int };
        let count = self.replica.count.to_string();
        let mut found = Count::new(self.entry.as_ref());
        for spec in self.specs.iter() {
            for at in map.find_by_any_id(&self.replica.name, |id| id.gvk.is_selected(&spec.gvk)) {
                let Some(resource) = map.get_mut(at).filter(|resource| !resource.is_empty()) else { continue };
                let before = found.before(resource);
                let mut set = |doc: &mut Doc, node| {
                    let value = doc.scalar(&count, Tag::Int, Style::Plain, self.span);
                    edit::set_scalar(doc, node, value).doing(|| "setting the number of replicas".to_owned())
                };
                context.change(resource, |resource| fieldspec::apply(resource, spec, Some(create), &mut set))?;
                resource.refresh(context);
                found.after(&before, resource);
            }
        }
        if found.matched > 0 {
            if let Some(entry) = &self.entry {
                entry.tell(&found, &[], context);
            }
            return Ok(());
        }
        let kinds: Vec<String> = self.specs.iter().map(|spec| spec.gvk.to_string()).collect();
        Err(Failure::from(Cause::invalid_with_help(
            "kustomize::no-such-replicas-target",
            format!("no object called `{}` has replicas (looked at {})", self.replica.name, kinds.join(", ")),
            "write the name the object has in its own file",
        ))
        .at(self.span))
    }
}

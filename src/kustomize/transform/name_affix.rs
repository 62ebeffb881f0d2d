//! `namePrefix` and `nameSuffix`
//!
//! Follows api v0.21.1 `internal/builtins/PrefixTransformer.go`,
//! `SuffixTransformer.go` and `filters/prefix`, `filters/suffix`.

use serde::Deserialize;

use super::{Builtin, Context, FileConfig, Transform, only_from_a_file};
use crate::kustomize::config::{FieldSpecEntry, Specs, field_specs};
use crate::kustomize::error::{Cause, EditContext, Result};
use crate::kustomize::fieldspec::{self, Create, FieldSpec};
use crate::resource::{Gvk, ResMap, Resource};
use crate::yaml::{Kind, Tag, edit};

pub(super) const PREFIX: Builtin = Builtin {
    kind: "PrefixTransformer",
    from_fields: |fields| Ok(from_field(Side::Prefix, &fields.kustomization.name_prefix, &fields.config.name_prefix)),
    from_file: |config| Ok(Box::new(from_file(Side::Prefix, config)?)),
};

pub(super) const SUFFIX: Builtin = Builtin {
    kind: "SuffixTransformer",
    from_fields: |fields| Ok(from_field(Side::Suffix, &fields.kustomization.name_suffix, &fields.config.name_suffix)),
    from_file: |config| Ok(Box::new(from_file(Side::Suffix, config)?)),
};

pub(super) const BOTH: Builtin = Builtin {
    kind: "PrefixSuffixTransformer",
    from_fields: only_from_a_file,
    from_file: |config| {
        Ok(Box::new(Both { prefix: from_file(Side::Prefix, config)?, suffix: from_file(Side::Suffix, config)? }))
    },
};

#[derive(Clone, Copy)]
enum Side {
    Prefix,
    Suffix,
}

struct NameAffix {
    side: Side,
    text: String,
    specs: Specs,
}

fn from_field(side: Side, text: &str, specs: &Specs) -> super::Transforms {
    if text.is_empty() {
        return Vec::new();
    }
    vec![Box::new(NameAffix { side, text: text.to_owned(), specs: specs.clone() })]
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    prefix: String,
    suffix: String,
    field_specs: Option<Vec<FieldSpecEntry>>,
}

fn from_file(side: Side, config: &FileConfig<'_, '_>) -> Result<NameAffix> {
    let file: File = config.read_exact()?;
    let Some(specs) = file.field_specs else {
        return Err(Cause::invalid("kustomize::no-field-specs", "a name transformer needs `fieldSpecs`").into());
    };
    let text = match side {
        Side::Prefix => file.prefix,
        Side::Suffix => file.suffix,
    };
    Ok(NameAffix { side, text, specs: field_specs(specs) })
}

/// Kinds whose names mean something to the API server and stay as they are.
fn keeps_its_name(gvk: &Gvk) -> bool {
    matches!(gvk.kind.as_str(), "CustomResourceDefinition" | "Namespace")
        || (gvk.kind == "APIService" && gvk.group == "apiregistration.k8s.io")
}

impl NameAffix {
    fn set_in(&self, resource: &mut Resource, spec: &FieldSpec) -> Result<()> {
        let create = Create { kind: Kind::Scalar, tag: Tag::Str };
        fieldspec::apply(resource, spec, Some(create), &mut |doc, node| {
            let text = match self.side {
                Side::Prefix => format!("{}{}", self.text, doc.text(node)),
                Side::Suffix => format!("{}{}", doc.text(node), self.text),
            };
            let value = doc.untagged(&text);
            edit::set_scalar(doc, node, value).doing(|| format!("changing a name to `{text}`"))
        })
    }
}

impl Transform for NameAffix {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        for resource in map.iter_mut() {
            let original = resource.original_id();
            if keeps_its_name(&original.gvk) {
                continue;
            }
            for spec in self.specs.iter().filter(|spec| original.gvk.is_selected(&spec.gvk)) {
                if spec.path == "metadata/name" && !self.text.is_empty() {
                    match self.side {
                        Side::Prefix => resource.book.prefixes.push(self.text.clone()),
                        Side::Suffix => resource.book.suffixes.push(self.text.clone()),
                    }
                    resource.store_previous_id();
                }
                context.change(resource, |resource| self.set_in(resource, spec))?;
                resource.refresh(context);
            }
        }
        Ok(())
    }
}

struct Both {
    prefix: NameAffix,
    suffix: NameAffix,
}

impl Transform for Both {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        self.prefix.apply(map, context)?;
        self.suffix.apply(map, context)
    }
}

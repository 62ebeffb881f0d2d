//! `configMapGenerator`

use serde::Deserialize;

use super::object::{add_value, build, child_mapping, unique, with_global_options};
use super::{Builtin, Generate, base64, key_values};
use crate::kustomize::Context;
use crate::kustomize::error::{Cause, Failure, Result};
use crate::kustomize::kustomization::GeneratorArgs;
use crate::kustomize::loader::Loader;
use crate::resource::ResMap;
use crate::text::Span;

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "ConfigMapGenerator",
    from_fields: |fields, _| {
        let kustomization = fields.kustomization;
        let mut generators: super::Generators = Vec::new();
        for entry in &kustomization.config_map_generator {
            if !entry.secret_type.span.is_none() {
                let cause = Cause::invalid_with_help(
                    "kustomize::invalid-field",
                    "unknown field `type` in `configMapGenerator`",
                    "only secrets have a type: use `secretGenerator`",
                );
                return Err(Failure::from(cause).at(entry.secret_type.span));
            }
            let args = with_global_options(entry, kustomization.generator_options.as_ref());
            generators.push(Box::new(ConfigMap {
                args,
                span: entry.span,
                pairs: load(entry, fields.loader, fields.context)?,
            }));
        }
        Ok(generators)
    },
    from_file: |config| {
        let args = config.read::<FileArgs>()?.into_args(config.read()?);
        let pairs = load(&args, config.loader, config.context)?;
        Ok(Box::new(ConfigMap { args, span: Span::NONE, pairs }))
    },
};

/// A file may name its object in `metadata`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct FileArgs {
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Metadata {
    name: String,
    namespace: String,
}

impl FileArgs {
    pub(super) fn into_args(self, mut args: GeneratorArgs) -> GeneratorArgs {
        if args.name.is_empty() {
            args.name = self.metadata.name;
        }
        if args.namespace.is_empty() {
            args.namespace = self.metadata.namespace;
        }
        args
    }
}

type Pairs = std::collections::BTreeMap<String, (Vec<u8>, Span)>;

/// The sources of an entry, read and checked.
pub(super) fn load(args: &GeneratorArgs, loader: &Loader<'_>, context: &Context<'_>) -> Result<Pairs> {
    unique(key_values::load(args, loader, context)?, &args.name)
}

struct ConfigMap {
    args: GeneratorArgs,
    span: Span,
    pairs: Pairs,
}

impl Generate for ConfigMap {
    fn generate(&self, context: &Context<'_>) -> Result<ResMap> {
        let resource = build("ConfigMap", &self.args, self.span, context, |doc| {
            for (key, (value, span)) in &self.pairs {
                let (field, text) = match std::str::from_utf8(value) {
                    Ok(text) => ("data", text.to_owned()),
                    Err(_) => ("binaryData", base64::encode(value)),
                };
                let root = doc.root();
                let mapping = child_mapping(doc, root, field)?;
                add_value(doc, mapping, key, &text, *span);
            }
            Ok(())
        })?;
        let mut map = ResMap::new();
        map.append(resource)?;
        Ok(map)
    }
}

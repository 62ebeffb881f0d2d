//! `secretGenerator`

use super::config_map::{FileArgs, load};
use super::object::{add_value, build, child_mapping, set_text, with_global_options};
use super::{Builtin, Generate, base64};
use crate::kustomize::Context;
use crate::kustomize::error::Result;
use crate::kustomize::kustomization::GeneratorArgs;
use crate::resource::ResMap;
use crate::text::Span;

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "SecretGenerator",
    from_fields: |fields, _| {
        let kustomization = fields.kustomization;
        let mut generators: super::Generators = Vec::new();
        for entry in &kustomization.secret_generator {
            let args = with_global_options(entry, kustomization.generator_options.as_ref());
            generators.push(Box::new(Secret {
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
        Ok(Box::new(Secret { args, span: Span::NONE, pairs }))
    },
};

struct Secret {
    args: GeneratorArgs,
    span: Span,
    pairs: std::collections::BTreeMap<String, (Vec<u8>, Span)>,
}

impl Generate for Secret {
    fn generate(&self, context: &Context<'_>) -> Result<ResMap> {
        let resource = build("Secret", &self.args, self.span, context, |doc| {
            let given = self.args.secret_type.value.as_str();
            set_text(doc, &["type"], if given.is_empty() { "Opaque" } else { given })?;
            let root = doc.root();
            let mapping = child_mapping(doc, root, "data")?;
            for (key, (value, span)) in &self.pairs {
                add_value(doc, mapping, key, &base64::encode(value), *span);
            }
            Ok(())
        })?;
        let mut map = ResMap::new();
        map.append(resource)?;
        Ok(map)
    }
}

//! The fields of a kustomization as the file writes them.
//!
//! Names and types are those of api v0.21.1 `types/*.go`; absent and null
//! fields are empty.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::kustomize::config::FieldSpecEntry;
use crate::kustomize::order::SortOptions;
use crate::resource::Selector;
use crate::text::Spanned;
use crate::yaml::RawNode;

/// A whole kustomization file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Kustomization {
    pub(crate) api_version: Spanned<String>,
    pub(crate) kind: Spanned<String>,
    #[serde(rename = "metadata")]
    _metadata: ObjectMeta,
    pub(crate) openapi: BTreeMap<String, Spanned<String>>,
    pub(crate) name_prefix: String,
    pub(crate) name_suffix: String,
    pub(crate) namespace: String,
    pub(crate) common_labels: BTreeMap<String, String>,
    pub(crate) labels: Vec<Spanned<Label>>,
    pub(crate) common_annotations: BTreeMap<String, String>,
    pub(crate) patches_strategic_merge: Vec<Spanned<String>>,
    #[serde(rename = "patchesJson6902")]
    pub(crate) patches_json6902: Vec<Spanned<Patch>>,
    pub(crate) patches: Vec<Spanned<Patch>>,
    pub(crate) images: Vec<Spanned<Image>>,
    image_tags: Vec<Spanned<Image>>,
    pub(crate) replacements: Vec<Spanned<Replacement>>,
    pub(crate) replicas: Vec<Spanned<Replica>>,
    pub(crate) vars: Vec<Spanned<Var>>,
    pub(crate) sort_options: Option<Spanned<SortOptions>>,
    pub(crate) resources: Vec<Spanned<String>>,
    pub(crate) components: Vec<Spanned<String>>,
    pub(crate) crds: Vec<Spanned<String>>,
    bases: Vec<Spanned<String>>,
    pub(crate) config_map_generator: Vec<Spanned<GeneratorArgs>>,
    pub(crate) secret_generator: Vec<Spanned<GeneratorArgs>>,
    pub(crate) helm_globals: Option<HelmGlobals>,
    pub(crate) helm_charts: Vec<Spanned<HelmChart>>,
    helm_chart_inflation_generator: Vec<Spanned<LegacyChart>>,
    pub(crate) generator_options: Option<GeneratorOptions>,
    pub(crate) configurations: Vec<Spanned<String>>,
    pub(crate) generators: Vec<Spanned<String>>,
    pub(crate) transformers: Vec<Spanned<String>>,
    pub(crate) validators: Vec<Spanned<String>>,
    pub(crate) build_metadata: Vec<String>,
}

impl Kustomization {
    /// Moves deprecated fields to where their successors are, as kustomize does
    /// before it uses the file.
    pub(crate) fn fix(&mut self) {
        self.resources.append(&mut self.bases);
        self.images.append(&mut self.image_tags);
        for args in self.config_map_generator.iter_mut().chain(&mut self.secret_generator) {
            let env = std::mem::take(&mut args.value.env);
            if !env.value.is_empty() {
                args.value.envs.push(env);
            }
        }
        let mut globals = HelmGlobals::default();
        for old in std::mem::take(&mut self.helm_chart_inflation_generator) {
            if !old.value.helm_home.is_empty() {
                globals.config_home.clone_from(&old.value.helm_home);
            }
            if !old.value.chart_home.is_empty() {
                globals.chart_home.clone_from(&old.value.chart_home);
            }
            self.helm_charts.push(Spanned::new(old.value.into(), old.span));
        }
        if self.helm_globals.is_none() && globals != HelmGlobals::default() {
            self.helm_globals = Some(globals);
        }
    }

    /// Whether the build notes where objects come from.
    pub(crate) fn wants_metadata(&self, option: &str) -> bool {
        self.build_metadata.iter().any(|wanted| wanted == option)
    }
}

/// Only checked for its types.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct ObjectMeta {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "namespace")]
    _namespace: String,
    #[serde(rename = "labels")]
    _labels: BTreeMap<String, String>,
    #[serde(rename = "annotations")]
    _annotations: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Label {
    pub(crate) pairs: BTreeMap<String, String>,
    pub(crate) include_selectors: bool,
    pub(crate) include_templates: bool,
    pub(crate) fields: Vec<FieldSpecEntry>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Patch {
    pub(crate) path: Spanned<String>,
    pub(crate) patch: Spanned<String>,
    pub(crate) target: Option<Selector>,
    pub(crate) options: Option<PatchOptions>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct PatchOptions {
    pub(crate) allow_name_change: bool,
    pub(crate) allow_kind_change: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Image {
    pub(crate) name: String,
    pub(crate) new_name: String,
    pub(crate) tag_suffix: String,
    pub(crate) new_tag: String,
    pub(crate) digest: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Replica {
    pub(crate) name: String,
    pub(crate) count: i64,
}

/// A replacement, or the path of a file of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Replacement {
    pub(crate) path: Spanned<String>,
    pub(crate) source: Option<ReplacementSource>,
    pub(crate) source_value: Option<String>,
    pub(crate) targets: Option<Vec<Option<ReplacementTarget>>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ReplacementSource {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) namespace: String,
    pub(crate) field_path: String,
    pub(crate) options: Option<FieldOptions>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ReplacementTarget {
    pub(crate) select: Option<Selector>,
    pub(crate) reject: Vec<Option<Selector>>,
    pub(crate) field_paths: Vec<String>,
    pub(crate) options: Option<FieldOptions>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FieldOptions {
    pub(crate) delimiter: String,
    pub(crate) index: i64,
    #[serde(rename = "encoding")]
    _encoding: String,
    pub(crate) create: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) objref: VarTarget,
    pub(crate) fieldref: VarField,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct VarTarget {
    pub(crate) api_version: String,
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) namespace: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct VarField {
    pub(crate) field_path: String,
}

/// An entry of `configMapGenerator` or `secretGenerator`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GeneratorArgs {
    pub(crate) namespace: String,
    pub(crate) name: String,
    pub(crate) behavior: String,
    pub(crate) literals: Vec<Spanned<String>>,
    pub(crate) files: Vec<Spanned<String>>,
    pub(crate) envs: Vec<Spanned<String>>,
    pub(crate) env: Spanned<String>,
    pub(crate) options: Option<GeneratorOptions>,
    /// Only for secrets.
    #[serde(rename = "type")]
    pub(crate) secret_type: Spanned<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct GeneratorOptions {
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) annotations: BTreeMap<String, String>,
    pub(crate) disable_name_suffix_hash: bool,
    pub(crate) immutable: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct HelmGlobals {
    pub(crate) chart_home: String,
    pub(crate) config_home: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct HelmChart {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) repo: String,
    pub(crate) release_name: String,
    pub(crate) namespace: String,
    pub(crate) additional_values_files: Vec<Spanned<String>>,
    pub(crate) values_file: Spanned<String>,
    pub(crate) values_inline: Option<RawNode>,
    pub(crate) values_merge: String,
    #[serde(rename = "includeCRDs")]
    pub(crate) include_crds: bool,
    pub(crate) skip_hooks: bool,
    pub(crate) api_versions: Vec<String>,
    pub(crate) kube_version: String,
    pub(crate) name_template: String,
    pub(crate) skip_tests: bool,
    pub(crate) debug: bool,
    pub(crate) devel: bool,
}

/// An entry of the deprecated `helmChartInflationGenerator`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct LegacyChart {
    chart_name: String,
    chart_version: String,
    chart_repo_url: String,
    chart_home: String,
    #[serde(rename = "chartRepoName")]
    _chart_repo_name: String,
    #[serde(rename = "helmBin")]
    _helm_bin: String,
    helm_home: String,
    values: Spanned<String>,
    values_local: Option<RawNode>,
    values_merge: String,
    release_name: String,
    #[serde(rename = "releaseNamespace")]
    _release_namespace: String,
    #[serde(rename = "extraArgs")]
    _extra_args: Vec<String>,
}

impl From<LegacyChart> for HelmChart {
    fn from(old: LegacyChart) -> Self {
        Self {
            name: old.chart_name,
            version: old.chart_version,
            repo: old.chart_repo_url,
            release_name: old.release_name,
            values_file: old.values,
            values_inline: old.values_local,
            values_merge: old.values_merge,
            ..Self::default()
        }
    }
}

//! `helmCharts`: charts in the tree, rendered by the helm program.
//!
//! Follows api v0.21.1 `internal/builtins/HelmChartInflationGenerator.go` and
//! `types/helmchartargs.go`. Charts are never downloaded: what is not in the
//! tree is an error.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Builtin, Generate};
use crate::kustomize::Context;
use crate::kustomize::error::{Cause, Failure, Result};
use crate::kustomize::kustomization::{HelmChart, HelmGlobals};
use crate::kustomize::loader::{Loader, join};
use crate::kustomize::options::HelmOptions;
use crate::kustomize::patch::strategic;
use crate::kustomize::read;
use crate::resource::ResMap;
use crate::text::Span;
use crate::vfs::{ProgramError, ScratchFolder, run_program};
use crate::yaml::{self, Doc};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "HelmChartInflationGenerator",
    from_fields: |fields, inherited| {
        let kustomization = fields.kustomization;
        let globals = kustomization.helm_globals.clone().unwrap_or_default();
        let mut generators: super::Generators = Vec::new();
        for entry in &kustomization.helm_charts {
            let mut chart = entry.value.clone();
            if chart.namespace.is_empty() {
                let own = &kustomization.namespace;
                chart.namespace = if own.is_empty() { inherited.to_owned() } else { own.clone() };
            }
            let chart = Chart::new(chart, globals.clone(), entry.span, fields.loader, fields.context);
            generators.push(Box::new(chart.map_err(|failure| failure.at(entry.span))?));
        }
        Ok(generators)
    },
    from_file: |config| {
        let (chart, globals): (HelmChart, HelmGlobals) = (config.read()?, config.read()?);
        Ok(Box::new(Chart::new(chart, globals, Span::NONE, config.loader, config.context)?))
    },
};

/// How the inline values meet the values file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ValuesMerge {
    /// Inline values win.
    #[default]
    Override,
    /// Values of the file win.
    Merge,
    /// The file does not count.
    Replace,
}

struct Chart {
    chart: HelmChart,
    globals: HelmGlobals,
    options: HelmOptions,
    home: PathBuf,
    /// The values to render with, read and merged.
    values: Vec<u8>,
    more_values: Vec<String>,
    span: Span,
}

fn invalid(message: impl Into<String>) -> Failure {
    Cause::invalid("kustomize::invalid-chart", message).into()
}

impl Chart {
    fn new(
        mut chart: HelmChart,
        globals: HelmGlobals,
        span: Span,
        loader: &Loader<'_>,
        context: &Context<'_>,
    ) -> Result<Self> {
        let Some(options) = context.options.helm.clone().filter(|options| !options.command.is_empty()) else {
            return Err(Cause::invalid_with_help(
                "kustomize::helm-not-enabled",
                "a chart needs the helm program",
                "pass `--enable-helm` (and `--helm-command` when it is not called `helm`)",
            )
            .into());
        };
        if chart.name.is_empty() {
            return Err(invalid("a chart needs a `name`"));
        }
        if chart.api_versions.is_empty() {
            chart.api_versions.clone_from(&options.api_versions);
        }
        if chart.kube_version.is_empty() {
            chart.kube_version.clone_from(&options.kube_version);
        }
        chart.debug |= options.debug;
        let merge = match chart.values_merge.as_str() {
            "" | "override" => ValuesMerge::Override,
            "merge" => ValuesMerge::Merge,
            "replace" => ValuesMerge::Replace,
            other => {
                let message = format!("`valuesMerge` must be `merge`, `override` or `replace`, not `{other}`");
                return Err(invalid(message));
            }
        };
        let home = if globals.chart_home.is_empty() { "charts" } else { globals.chart_home.as_str() };
        let mut home = join(loader.root(), home);
        if !chart.version.is_empty() && !chart.repo.is_empty() {
            home.push(format!("{}-{}", chart.name, chart.version));
        }
        if !loader.is_folder(&home.join(&chart.name)) {
            return Err(Cause::invalid_with_help(
                "kustomize::chart-not-in-tree",
                format!("the chart `{}` is not in `{}`", chart.name, home.display()),
                "charts are never downloaded: put the chart into the tree (`helm pull --untar`)",
            )
            .into());
        }
        let mut more_values = Vec::new();
        for file in &chart.additional_values_files {
            loader.load_bytes(file, context).map_err(|failure| failure.at(file.span))?;
            more_values.push(path_text(&join(loader.root(), file)));
        }
        let values = values(&chart, merge, &home, loader, context)?;
        Ok(Self { chart, globals, options, home, values, more_values, span })
    }

    fn arguments(&self, values: &Path) -> Vec<String> {
        let chart = &self.chart;
        let mut args = vec!["template".to_owned()];
        args.push(if chart.release_name.is_empty() {
            "--generate-name".to_owned()
        } else {
            chart.release_name.clone()
        });
        args.push(path_text(&self.home.join(&chart.name)));
        let mut option = |name: &str, value: &str| {
            if !value.is_empty() {
                args.extend([name.to_owned(), value.to_owned()]);
            }
        };
        option("--namespace", &chart.namespace);
        option("--name-template", &chart.name_template);
        option("-f", &path_text(values));
        self.more_values.iter().for_each(|file| option("-f", file));
        chart.api_versions.iter().for_each(|version| option("--api-versions", version));
        option("--kube-version", &chart.kube_version);
        for (flag, is_set) in [
            ("--include-crds", chart.include_crds),
            ("--skip-tests", chart.skip_tests),
            ("--no-hooks", chart.skip_hooks),
            ("--debug", chart.debug),
            ("--devel", chart.devel),
        ] {
            if is_set {
                args.push(flag.to_owned());
            }
        }
        args
    }

    fn render(&self, context: &Context<'_>) -> Result<ResMap> {
        let failed = |error: ProgramError| {
            let mut message = error.to_string();
            if let Some(source) = std::error::Error::source(&error) {
                message = format!("{message}: {source}");
            }
            Failure::from(Cause::invalid("kustomize::helm-failed", message))
        };
        let scratch = ScratchFolder::new().map_err(failed)?;
        let home = match self.globals.config_home.as_str() {
            "" => scratch.path().join("helm"),
            given => PathBuf::from(given),
        };
        let env = [
            ("HELM_CONFIG_HOME", home.clone().into_os_string()),
            ("HELM_CACHE_HOME", home.join(".cache").into_os_string()),
            ("HELM_DATA_HOME", home.join(".data").into_os_string()),
        ];
        let run = |args: &[String]| run_program(&self.options.command, args, &env).map_err(failed);
        check_version(&run(&["version".to_owned(), "--short".to_owned()])?)?;
        let name = format!("{}-kustomize-values.yaml", self.chart.name.replace('/', "_"));
        let values = scratch.write(&name, &self.values).map_err(failed)?;
        let output = run(&self.arguments(&values))?;
        let text = yaml::decode_text(output)
            .map_err(|source| Cause::NotText { path: format!("the output of chart {}", self.chart.name), source })?;
        let source = context.sources.add(format!("<chart {}>", self.chart.name), text);
        let mut map = read::res_map(&source, context)?;
        map.iter_mut().for_each(|resource| resource.book.helm_generated = true);
        Ok(map)
    }
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The values file, and the inline values worked in.
fn values(
    chart: &HelmChart,
    merge: ValuesMerge,
    home: &Path,
    loader: &Loader<'_>,
    context: &Context<'_>,
) -> Result<Vec<u8>> {
    let default = path_text(&home.join(&chart.name).join("values.yaml"));
    let (path, span) = match chart.values_file.value.as_str() {
        "" => (default.as_str(), Span::NONE),
        given => (given, chart.values_file.span),
    };
    let inline = chart.values_inline.as_ref().map(yaml::RawNode::doc).filter(|inline| !inline.top().is_empty());
    let Some(inline) = inline else {
        return loader.load_bytes(path, context).map_err(|failure| failure.at(span));
    };
    let merged = if merge == ValuesMerge::Replace {
        inline.clone()
    } else {
        let source = loader.load_text(path, context).map_err(|failure| failure.at(span))?;
        let file = yaml::parse_text(&source, &context.options.limits)?;
        let file = file.ok_or_else(|| invalid(format!("the values file `{path}` is empty")).at(span))?;
        let (mut target, patch): (Doc, &Doc) =
            if merge == ValuesMerge::Override { (file, inline) } else { (inline.clone(), &file) };
        strategic::merge(&mut target, patch, &*context.schema()?)?;
        target
    };
    let mut text = Vec::new();
    yaml::emit(&merged, merged.root(), &mut text)?;
    Ok(text)
}

/// Helm 3 and 4 are known to work.
fn check_version(output: &[u8]) -> Result<()> {
    let output = String::from_utf8_lossy(output);
    let number = output
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .find(|word| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit()));
    match number.and_then(|number| number.split('.').next()) {
        Some("3" | "4") => Ok(()),
        _ => Err(invalid(format!("helm 3 or 4 is needed, the program says: {}", output.trim()))),
    }
}

impl Generate for Chart {
    fn generate(&self, context: &Context<'_>) -> Result<ResMap> {
        self.render(context).map_err(|failure| failure.at(self.span))
    }
}

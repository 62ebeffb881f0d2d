//! One kustomization with all it leads to: resources, generators, components,
//! transformers and validators, in kustomize's order.
//!
//! Follows api v0.21.1 `internal/target/kusttarget.go`,
//! `kusttarget_configplugin.go` and `internal/accumulator/resaccumulator.go`.

use std::sync::Arc;

use super::Context;
use super::config::{TransformerConfig, config_from_crds, config_from_file};
use super::error::{Cause, Failure, Result};
use super::generate::{self, Generate};
use super::kustomization::{self, Loaded};
use super::loader::{Entry, Loader, inline_text};
use super::transform::{self, Fields, Transform, VarSet, rewrite_annotations};
use super::{plugin, read};
use crate::resource::{ConfiguredBy, Origin, ResMap};
use crate::text::{Source, Span, Spanned};
use crate::vfs::RepoSpec;
use crate::yaml;

/// What a kustomization and its bases have brought together.
#[derive(Debug, Default)]
pub(crate) struct Accumulator {
    pub(crate) map: ResMap,
    pub(crate) config: Arc<TransformerConfig>,
    pub(crate) vars: VarSet,
}

impl Accumulator {
    fn merge(&mut self, other: Self) -> Result<()> {
        self.map.append_all(other.map)?;
        self.config = TransformerConfig::merge_shared(&self.config, &other.config)?;
        self.vars.merge(other.vars)
    }
}

/// A kustomization on its way through the build.
pub(crate) struct Target<'t> {
    loader: Loader<'t>,
    loaded: Loaded,
    /// Where this kustomization came from, when the build notes origins.
    origin: Option<Origin>,
    /// The namespace charts get when nothing nearer names one.
    helm_namespace: String,
}

impl<'t> Target<'t> {
    /// Reads the kustomization in the loader's folder.
    ///
    /// # Errors
    /// When there is none, or it does not follow the rules.
    pub(crate) fn load(loader: Loader<'t>, context: &Context<'_>) -> Result<Self> {
        let loaded = kustomization::load(&loader, context)?;
        let openapi = &loaded.kustomization.openapi;
        let file = match openapi.get("path") {
            Some(path) => Some(loader.load_text(path, context).map_err(|failure| failure.at(path.span))?),
            None => None,
        };
        let version = openapi.get("version");
        let chosen = context.schema.choose(version.map(|version| version.value.as_str()), file);
        chosen.map_err(|failure| failure.at(version.map_or(Span::NONE, |version| version.span)))?;
        Ok(Self { loader, loaded, origin: None, helm_namespace: String::new() })
    }

    /// The file's content.
    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Turns the noting of origins on, for the target of a build.
    pub(crate) fn note_origins(&mut self) {
        self.origin = Some(Origin::default());
    }

    /// Everything the kustomization leads to, added to `into`.
    ///
    /// # Errors
    /// The first thing that is wrong, in kustomize's order.
    pub(crate) fn accumulate(&self, mut into: Accumulator, context: &Context<'_>) -> Result<Accumulator> {
        let kustomization = &self.loaded.kustomization;
        self.add_resources(&mut into, &kustomization.resources, context)?;
        self.add_config(&mut into, context)?;
        self.run_generators(&mut into, context)?;
        for component in &kustomization.components {
            let doing = || format!("adding component `{}`", component.value);
            let loader = self.loader.enter(component, context).map_err(|failure| failure.at(component.span))?;
            let child = self.child(loader, component, true, context);
            let child = child.map_err(|failure| failure.during(component.span, doing()))?;
            let sum = child.accumulate(std::mem::take(&mut into), context);
            let sum = sum.map_err(|failure| failure.during(component.span, doing()))?;
            // kustomize merges the sum into an empty accumulator, which can drop
            // field specs that a more specific one covers.
            into.merge(sum)?;
        }
        self.run_transformers(&mut into, context)?;
        self.run_validators(&mut into, context)?;
        into.vars.add_all(&kustomization.vars, &mut into.map)?;
        Ok(into)
    }

    fn add_resources(&self, into: &mut Accumulator, paths: &[Spanned<String>], context: &Context<'_>) -> Result<()> {
        for path in paths {
            let doing = |failure: Failure| failure.during(path.span, format!("reading `{}`", path.value));
            match self.loader.open(path, context).map_err(|failure| failure.at(path.span))? {
                Entry::File(source) => {
                    let map = self.read_file(&source, path, context).map_err(doing)?;
                    into.map.append_all(map).map_err(|duplicate| doing(Failure::from(duplicate).at(path.span)))?;
                }
                Entry::Folder(loader) => {
                    let child = self.child(loader, path, false, context).map_err(doing)?;
                    let base = child.accumulate(Accumulator::default(), context).map_err(doing)?;
                    into.merge(base).map_err(|failure| doing(failure.at(path.span)))?;
                }
            }
        }
        Ok(())
    }

    fn read_file(&self, source: &Arc<Source>, path: &str, context: &Context<'_>) -> Result<ResMap> {
        let mut map = read::res_map(source, context)?;
        if let Some(origin) = &self.origin {
            let origin = append(origin, path);
            map.iter_mut().for_each(|resource| resource.book.origin = Some(origin.clone()));
        }
        Ok(map)
    }

    /// The kustomization in another folder, with what it inherits from here.
    fn child(
        &self,
        loader: Loader<'t>,
        path: &Spanned<String>,
        is_component: bool,
        context: &Context<'_>,
    ) -> Result<Target<'t>> {
        let mut child = Target::load(loader, context)?;
        let (expected, advice) = match (is_component, child.loaded.is_component()) {
            (true, false) => ("a Component", "list it under `resources`"),
            (false, true) => ("no Component", "list it under `components`"),
            _ => {
                child.origin = self.origin.as_ref().map(|origin| append(origin, path));
                let own = &self.loaded.kustomization.namespace;
                child.helm_namespace = if own.is_empty() { self.helm_namespace.clone() } else { own.clone() };
                return Ok(child);
            }
        };
        let message = format!("expected {expected} in `{}`", path.value);
        Err(Failure::from(Cause::invalid_with_help("kustomize::wrong-kind", message, advice)).at(path.span))
    }

    fn add_config(&self, into: &mut Accumulator, context: &Context<'_>) -> Result<()> {
        let kustomization = &self.loaded.kustomization;
        let mut config = TransformerConfig::builtin();
        for path in &kustomization.configurations {
            self.with_document(path, context, |document| {
                config = TransformerConfig::merge_shared(&config, &Arc::new(config_from_file(document)?))?;
                Ok(())
            })?;
        }
        into.config = TransformerConfig::merge_shared(&into.config, &config)?;
        for path in &kustomization.crds {
            self.with_document(path, context, |document| {
                into.config = TransformerConfig::merge_shared(&into.config, &Arc::new(config_from_crds(document)?))?;
                Ok(())
            })?;
        }
        Ok(())
    }

    fn with_document(
        &self,
        path: &Spanned<String>,
        context: &Context<'_>,
        mut read: impl FnMut(&yaml::Doc) -> Result<()>,
    ) -> Result<()> {
        let source = self.loader.load_text(path, context).map_err(|failure| failure.at(path.span))?;
        match yaml::parse_text(&source, &context.options.limits)? {
            Some(document) => read(&document)
                .map_err(|failure| failure.at(path.span).during(path.span, format!("reading `{}`", path.value))),
            None => Ok(()),
        }
    }

    /// Who runs, when the build notes that.
    fn step(&self, kind: &str) -> Origin {
        let at = self.origin.clone().unwrap_or_default();
        Origin {
            path: String::new(),
            configured_in: join(&at.path, self.loaded.file_name),
            configured_by: ConfiguredBy {
                api_version: "builtin".to_owned(),
                kind: kind.to_owned(),
                ..ConfiguredBy::default()
            },
            ..at
        }
    }

    fn fields<'a>(&'a self, config: &'a TransformerConfig, context: &'a Context<'a>) -> Fields<'a, 't> {
        Fields { kustomization: &self.loaded.kustomization, config, loader: &self.loader, context }
    }

    fn run_generators(&self, into: &mut Accumulator, context: &Context<'_>) -> Result<()> {
        let config = Arc::clone(&into.config);
        let fields = self.fields(&config, context);
        let mut generators: Vec<(Box<dyn Generate>, Option<Origin>)> = Vec::new();
        for builtin in &generate::ORDER {
            for generator in (builtin.from_fields)(&fields, &self.helm_namespace)? {
                generators.push((generator, Some(self.step(builtin.kind))));
            }
        }
        for resource in &self.configurations(&self.loaded.kustomization.generators, context)? {
            let generator = plugin::generator(resource, &self.loader, context)?;
            generators.push((generator, plugin::origin(resource)));
        }
        for (generator, by) in generators {
            let mut generated = generator.generate(context)?;
            if self.origin.is_some() {
                for resource in generated.iter_mut().filter(|resource| resource.book.origin.is_none()) {
                    resource.book.origin.clone_from(&by);
                }
            }
            generate::absorb(&mut into.map, generated, context)?;
            observe(by.as_ref(), into, context);
        }
        Ok(())
    }

    fn run_transformers(&self, into: &mut Accumulator, context: &Context<'_>) -> Result<()> {
        let config = Arc::clone(&into.config);
        let fields = self.fields(&config, context);
        let mut transforms: Vec<(Box<dyn Transform>, Option<Origin>)> = Vec::new();
        for builtin in &transform::ORDER {
            for transform in (builtin.from_fields)(&fields)? {
                transforms.push((transform, Some(self.step(builtin.kind))));
            }
        }
        for resource in &self.configurations(&self.loaded.kustomization.transformers, context)? {
            let transform = plugin::transformer(resource, &self.loader, context)?;
            transforms.push((transform, plugin::origin(resource)));
        }
        for (transform, by) in transforms {
            transform.apply(&mut into.map, context)?;
            if let Some(by) = by.as_ref().filter(|_| self.origin.is_some()) {
                for resource in into.map.iter_mut() {
                    if resource.book.origin.is_none() {
                        // Nothing says where it came from: the transformer made it.
                        resource.book.origin = Some(by.clone());
                    } else {
                        resource.book.transformations.push(by.clone());
                    }
                    // Noting it rewrites all annotations as texts.
                    context.change(resource, rewrite_annotations)?;
                }
            }
            if into.map.iter().any(crate::resource::Resource::is_empty) {
                into.map.resources_mut().retain(|resource| !resource.is_empty());
            }
            observe(by.as_ref(), into, context);
        }
        Ok(())
    }

    /// Validators are transformers that may change nothing.
    fn run_validators(&self, into: &mut Accumulator, context: &Context<'_>) -> Result<()> {
        for resource in &self.configurations(&self.loaded.kustomization.validators, context)? {
            let validator = plugin::transformer(resource, &self.loader, context)?;
            let before = snapshot(&into.map)?;
            validator.apply(&mut into.map, context)?;
            if snapshot(&into.map)? != before {
                let message = format!("the validator {} changes objects", resource.id());
                let cause = Cause::invalid("kustomize::validator-changes-objects", message);
                return Err(Failure::from(cause).at(resource.top().span()));
            }
        }
        Ok(())
    }

    /// Configurations of transformers and generators: written in the entry
    /// itself, or in the file or folder it names.
    fn configurations(&self, entries: &[Spanned<String>], context: &Context<'_>) -> Result<ResMap> {
        let mut into = Accumulator::default();
        let mut paths = Vec::new();
        for entry in entries {
            let inline = inline_text(entry, entry.span, "configuration", context);
            let Ok(mut map) = read::res_map(&inline, context) else {
                paths.push(entry.clone());
                continue;
            };
            if let Some(origin) = &self.origin {
                let origin = append(origin, self.loaded.file_name);
                map.iter_mut().for_each(|resource| resource.book.origin = Some(origin.clone()));
            }
            into.map.append_all(map).map_err(|duplicate| Failure::from(duplicate).at(entry.span))?;
        }
        self.add_resources(&mut into, &paths, context)?;
        Ok(into.map)
    }
}

fn observe(by: Option<&Origin>, into: &Accumulator, context: &Context<'_>) {
    if let (Some(observer), Some(by)) = (context.options.observer, by) {
        observer.after_step(by, &into.map);
    }
}

/// Everything about the objects that a validator might change.
fn snapshot(map: &ResMap) -> Result<Vec<(Vec<u8>, usize)>> {
    map.iter()
        .map(|resource| {
            let mut text = Vec::new();
            yaml::emit(resource.doc(), resource.doc().root(), &mut text)?;
            Ok((text, resource.book.previous.len()))
        })
        .collect()
}

/// The origin of what `path` leads to (api v0.21.1 `resource/origin.go`).
fn append(origin: &Origin, path: &str) -> Origin {
    match RepoSpec::parse(path) {
        Ok(spec) => {
            // kustomize takes the path apart behind a made-up top folder, whose
            // name shows when nothing follows it.
            let path = if spec.path.is_empty() { "notCloned" } else { &spec.path };
            Origin { path: join("", path), repo: spec.clone_spec(), reference: spec.reference, ..origin.clone() }
        }
        Err(_) => Origin { path: join(&origin.path, path), ..origin.clone() },
    }
}

/// Go's `filepath.Join` of two relative paths.
fn join(folder: &str, path: &str) -> String {
    let cleaned = crate::vfs::clean(std::path::Path::new(&format!("{folder}/{path}").trim_start_matches('/')));
    cleaned.to_string_lossy().into_owned()
}

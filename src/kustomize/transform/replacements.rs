//! `replacements`: a value of one object is copied into fields of others.
//!
//! Follows api v0.21.1 `filters/replacement/replacement.go`.

use serde::Deserialize;

use super::effect::{Count, Entry, in_words, is_wanted};
use super::{Builtin, Context, Transform};
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::field_match::{self, Matches};
use crate::kustomize::fieldspec;
use crate::kustomize::kustomization::{FieldOptions, Replacement, ReplacementSource, ReplacementTarget};
use crate::kustomize::loader::Loader;
use crate::resource::{Gvk, ResId, ResMap, Resource, Selector, SelectorRegex};
use crate::text::{Span, Spanned};
use crate::yaml::{self, Comments, Dialect, Doc, Kind, Limit, Limits, NodeId, route};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "ReplacementTransformer",
    from_fields: |fields| {
        let entries = &fields.kustomization.replacements;
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let list = load(entries.clone(), fields.loader, fields.context)?;
        Ok(vec![Box::new(Replacements { list, is_told: is_wanted(fields) })])
    },
    from_file: |config| {
        let file: File = config.read()?;
        let list = load(file.replacements, config.loader, config.context)?;
        Ok(Box::new(Replacements { list, is_told: false }))
    },
};

#[derive(Default, Deserialize)]
#[serde(default)]
struct File {
    replacements: Vec<Spanned<Replacement>>,
}

struct Replacements {
    list: Vec<Spanned<Replacement>>,
    /// Whether an observer wants to know what came of it.
    is_told: bool,
}

const DEFAULT_FIELD: &str = "metadata.name";

fn invalid(message: impl Into<String>) -> Failure {
    Cause::invalid("kustomize::invalid-replacement", message).into()
}

/// Reads the files that entries name.
fn load(
    entries: Vec<Spanned<Replacement>>,
    loader: &Loader<'_>,
    context: &Context<'_>,
) -> Result<Vec<Spanned<Replacement>>> {
    let mut list = Vec::new();
    for entry in entries {
        let path = &entry.path;
        if path.value.is_empty() {
            list.push(entry);
            continue;
        }
        if entry.source.is_some() || entry.targets.as_ref().is_some_and(|targets| !targets.is_empty()) {
            let failure = invalid("a replacement is written here or in the file under `path`, not both");
            return Err(failure.at(entry.span));
        }
        let source = loader.load_text(path, context).map_err(|failure| failure.at(path.span))?;
        let document = yaml::parse_text(&source, &context.options.limits)?;
        let top = document.as_ref().map(Doc::top);
        match top.map(|top| (top, top.kind())) {
            Some((top, Kind::Sequence)) => {
                list.extend(yaml::from_node::<Vec<Spanned<Replacement>>>(
                    top,
                    Dialect::KUSTOMIZATION.lenient().spelling_out(),
                )?);
            }
            Some((top, Kind::Mapping)) => {
                list.push(yaml::from_node(top, Dialect::KUSTOMIZATION.lenient().spelling_out())?)
            }
            _ => return Err(invalid("the file holds no replacement and no list of them").at(path.span)),
        }
    }
    Ok(list)
}

impl Transform for Replacements {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        for replacement in &self.list {
            let entry = self.is_told.then(|| entry(replacement));
            apply_one(map, replacement, entry.as_ref(), context).map_err(|failure| failure.at(replacement.span))?;
        }
        map.resources_mut().retain(|resource| !resource.is_empty());
        Ok(())
    }
}

/// A replacement as something to tell of. A fixed value is not repeated: it may
/// be secret.
fn entry(replacement: &Spanned<Replacement>) -> Entry {
    let source = replacement.source.as_ref().map(|source| {
        let ReplacementSource { group, version, kind, name, namespace, field_path, .. } = source.clone();
        let object = in_words(&Selector { group, version, kind, name, namespace, ..Selector::default() });
        format!("`{}` of {object}", if field_path.is_empty() { DEFAULT_FIELD } else { &field_path })
    });
    let source = source.unwrap_or_else(|| "a fixed value".to_owned());
    Entry { field: "replacements", span: replacement.span, name: format!("the replacement by {source}") }
}

/// A target of a replacement as something to tell of.
fn target_in_words(target: &ReplacementTarget) -> String {
    let object = target.select.as_ref().map(in_words).unwrap_or_default();
    match target.field_paths.as_slice() {
        [] => format!("the target {object}"),
        paths => format!("the target {object} (`{}`)", paths.join("`, `")),
    }
}

fn apply_one(
    map: &mut ResMap,
    replacement: &Spanned<Replacement>,
    entry: Option<&Entry>,
    context: &Context<'_>,
) -> Result<()> {
    let source = match (&replacement.source, &replacement.source_value) {
        (Some(_), Some(_)) => return Err(invalid("`source` and `sourceValue` exclude each other")),
        (Some(source), None) => find_source(map, source)?,
        (None, Some(text)) => {
            let mut doc = Doc::empty_mapping();
            let node = doc.untagged(text);
            doc.set_root(node);
            Source::Fixed(doc)
        }
        (None, None) => return Err(invalid("a replacement needs a `source` and `targets`")),
    };
    let Some(targets) = &replacement.targets else {
        return Err(invalid("a replacement needs `targets`"));
    };
    let mut count = Count::new(entry);
    let mut parts = Vec::new();
    for target in targets {
        let Some(target) = target else { return Err(invalid("a target is empty")) };
        let mut part = Count::new(entry);
        apply_to(map, &source, target, &mut part, context)?;
        count.add(&part);
        parts.extend(entry.map(|entry| entry.part(replacement.span, &target_in_words(target), &part)));
    }
    if let Some(entry) = entry {
        entry.tell(&count, &parts, context);
    }
    Ok(())
}

/// Where the value comes from. kustomize holds on to the field itself, so when
/// a target changes the source, later targets get the changed value.
enum Source {
    /// A value that nothing changes.
    Fixed(Doc),
    /// A field of an object.
    Field { resource: usize, node: NodeId },
}

impl Source {
    fn value(&self, map: &ResMap) -> Doc {
        match self {
            Self::Fixed(doc) => doc.clone(),
            Self::Field { resource, node } => map.as_slice()[*resource].doc().extract(*node),
        }
    }

    /// The field, if it is one of object number `at`.
    fn node_in(&self, at: usize) -> Option<NodeId> {
        match self {
            Self::Field { resource, node } if *resource == at => Some(*node),
            _ => None,
        }
    }
}

/// The ids of an object without a look at its scope: the current one first.
fn ids(resource: &Resource) -> Vec<ResId> {
    let current = ResId { cluster_scoped: false, ..resource.id().clone() };
    std::iter::once(current).chain(resource.previous_ids()).collect()
}

fn find_source(map: &mut ResMap, source: &ReplacementSource) -> Result<Source> {
    let wanted = ResId {
        gvk: Gvk::new(&source.group, &source.version, &source.kind),
        name: source.name.clone(),
        namespace: source.namespace.clone(),
        cluster_scoped: false,
    };
    let is_wanted = |resource: &Resource| ids(resource).iter().any(|id| id.is_selected_by(&wanted));
    let mut found = map.iter().enumerate().filter(|(_, resource)| is_wanted(resource));
    let Some((at, resource)) = found.next() else {
        return Err(Cause::invalid_with_help(
            "kustomize::no-replacement-source",
            format!("no object is {wanted}"),
            "a source names its object as the object's file does, or as it is at this point of the build",
        )
        .into());
    };
    if let Some((_, other)) = found.next() {
        let message = format!("the source {wanted} could be {} or {}", resource.id(), other.id());
        return Err(Cause::invalid("kustomize::ambiguous-replacement-source", message).into());
    }
    let path = if source.field_path.is_empty() { DEFAULT_FIELD } else { &source.field_path };
    let doc = resource.doc();
    let node = route::find(doc, doc.root(), &route::split_dotted(path)).doing(|| format!("reading `{path}`"))?;
    let Some(node) = node.filter(|&node| !doc.is_null_or_empty(node)) else {
        let message = format!("the source {} has no `{path}`", resource.id());
        return Err(Cause::invalid("kustomize::no-replacement-source", message).into());
    };
    if let Some(options) = source.options.as_ref().filter(|options| !options.delimiter.is_empty()) {
        let mut value = doc.extract(node);
        let top = value.root();
        if value.kind(top) != Kind::Scalar {
            return Err(invalid("`delimiter` works on texts only"));
        }
        let part = usize::try_from(options.index)
            .ok()
            .and_then(|index| value.text(top).split(&*options.delimiter).nth(index).map(str::to_owned));
        let Some(part) = part else {
            let message = format!("`{}` has no part {}", value.text(top), options.index);
            return Err(invalid(message));
        };
        value.set_text(top, &part);
        return Ok(Source::Fixed(value));
    }
    Ok(Source::Field { resource: at, node })
}

fn apply_to(
    map: &mut ResMap,
    source: &Source,
    target: &ReplacementTarget,
    count: &mut Count,
    context: &Context<'_>,
) -> Result<()> {
    let Some(select) = &target.select else {
        return Err(invalid("a target needs `select`"));
    };
    let regex = SelectorRegex::new(select)?;
    let rejects: Vec<(&Selector, SelectorRegex)> = target
        .reject
        .iter()
        .flatten()
        .map(|reject| Ok((reject, SelectorRegex::new(reject)?)))
        .collect::<Result<_>>()?;
    let default = [DEFAULT_FIELD.to_owned()];
    let paths = if target.field_paths.is_empty() { default.as_slice() } else { &target.field_paths };
    let limits = &context.options.limits;
    for at in 0..map.len() {
        let resource = &map.as_slice()[at];
        let ids = ids(resource);
        if !regex.matches_metadata(resource)? {
            continue;
        }
        let mut is_rejected = false;
        for (reject, regex) in &rejects {
            let by_metadata = !reject.annotation_selector.is_empty() || !reject.label_selector.is_empty();
            is_rejected |= by_metadata && regex.matches_metadata(resource)?;
            is_rejected |= !reject.names_no_id() && ids.iter().any(|id| regex.matches_id(id));
        }
        if is_rejected || !ids.iter().any(|id| regex.matches_id(id)) {
            continue;
        }
        let before = count.before(resource);
        let mut value = Value { doc: source.value(map), live: source.node_in(at) };
        for path in paths {
            let Some(resource) = map.get_mut(at) else { continue };
            context.change(resource, |resource| {
                let result = copy_value(resource.doc_mut(), &mut value, path, target.options.as_ref(), limits);
                resource.refresh(context);
                result
            })?;
        }
        count.after(&before, &map.as_slice()[at]);
    }
    Ok(())
}

/// The value on its way into one object.
struct Value {
    doc: Doc,
    /// The field it is read from, when that is in the same object.
    live: Option<NodeId>,
}

impl Value {
    /// The value as it is now.
    fn now(&mut self, target: &Doc) -> &Doc {
        if let Some(node) = self.live {
            self.doc = target.extract(node);
        }
        &self.doc
    }
}

fn copy_value(
    doc: &mut Doc,
    value: &mut Value,
    path: &str,
    options: Option<&FieldOptions>,
    limits: &Limits,
) -> Result<()> {
    let creates = options.is_some_and(|options| options.create);
    let current = value.now(doc);
    let create = creates.then(|| current.kind(current.root()));
    let parts = route::split_dotted(path);
    if parts.len() > limits.max_depth {
        return Err(Cause::Limit(Limit::Depth(limits.max_depth)).into());
    }
    if set_in_text(doc, current, &parts, create).unwrap_or(false) {
        return Ok(());
    }
    let root = doc.root();
    let found = field_match::matches(doc, root, &parts, create)
        .map_err(|failure| failure.during(Span::NONE, format!("looking for `{path}`")))?;
    match found {
        Matches::Nodes(nodes) if nodes.is_empty() => {
            let verb = if creates { "find or create" } else { "find" };
            Err(Cause::invalid_with_help(
                "kustomize::no-replacement-target-field",
                format!("cannot {verb} `{path}`"),
                "add `options: {create: true}` when the field is to be made",
            )
            .into())
        }
        Matches::Nodes(nodes) => nodes.into_iter().try_for_each(|node| {
            let current = value.now(doc).clone();
            set_node(doc, node, &current, options, limits)?;
            fieldspec::go_on(doc)?;
            // A value that is set inside itself nests deeper each time.
            let top = doc.root();
            if current.kind(current.root()) != Kind::Scalar && route::is_deeper_than(doc, top, limits.max_depth) {
                return Err(Cause::Limit(Limit::Depth(limits.max_depth)).into());
            }
            if doc.node_count() > limits.max_nodes {
                return Err(Cause::Limit(Limit::Nodes(limits.max_nodes)).into());
            }
            Ok(())
        }),
        // kustomize finds the place, changes a copy of it, and drops the copy.
        Matches::InText { to_collection } => {
            let cuts = options.is_some_and(|options| !options.delimiter.is_empty());
            if to_collection && cuts { Err(invalid("`delimiter` works on texts only")) } else { Ok(()) }
        }
    }
}

fn set_node(doc: &mut Doc, node: NodeId, value: &Doc, options: Option<&FieldOptions>, limits: &Limits) -> Result<()> {
    let new = doc.import(value, value.root());
    let Some(options) = options.filter(|options| !options.delimiter.is_empty()) else {
        set_scalar_text(doc, node, new);
        return Ok(());
    };
    if doc.kind(node) != Kind::Scalar {
        return Err(invalid("`delimiter` works on texts only"));
    }
    // A text that is put into itself doubles each time.
    if doc.text(node).len() + doc.text(new).len() > limits.max_text_bytes {
        return Err(Cause::Limit(Limit::TextBytes(limits.max_text_bytes)).into());
    }
    let mut parts: Vec<&str> = doc.text(node).split(&*options.delimiter).collect();
    let text = doc.text(new);
    match usize::try_from(options.index) {
        Err(_) => parts.insert(0, text),
        Ok(index) if index >= parts.len() => parts.push(text),
        Ok(index) => parts[index] = text,
    }
    let joined = parts.join(&options.delimiter);
    doc.set_text(node, &joined);
    Ok(())
}

/// A scalar takes over the text only: its tag and style stay.
fn set_scalar_text(doc: &mut Doc, node: NodeId, new: NodeId) {
    if doc.kind(node) == Kind::Scalar {
        let text = doc.text(new).to_owned();
        doc.set_text(node, &text);
    } else {
        doc.assign(node, new);
    }
}

/// Sets a value inside a text that is YAML or JSON itself. `false`, or an
/// error, means that the path leads to no such text.
fn set_in_text(doc: &mut Doc, value: &Doc, parts: &[String], create: Option<Kind>) -> Result<bool> {
    let root = doc.root();
    let scalar = (1..parts.len()).find_map(|length| {
        let found = route::find(doc, root, &parts[..length]).ok().flatten()?;
        let is_text = doc.kind(found) == Kind::Scalar && field_match::parse_scalar(doc, found).is_ok();
        is_text.then_some((found, length))
    });
    let Some((scalar, length)) = scalar else { return Ok(false) };
    let original = crate::text::Source::detached(doc.text(scalar));
    let Some((mut inner, mut comments)) = yaml::parse_text_with_comments(&original, &Limits::DEFAULT)? else {
        return Ok(false);
    };
    let top = inner.root();
    let Matches::Nodes(nodes) = field_match::matches(&mut inner, top, &parts[length..], create)? else {
        return Ok(false);
    };
    if nodes.is_empty() {
        return Ok(false);
    }
    for node in nodes {
        let new = inner.import(value, value.root());
        if inner.kind(node) != Kind::Scalar {
            comments.forget(node);
        }
        set_scalar_text(&mut inner, node, new);
    }
    let text = rewritten(&inner, &comments, original.text())?;
    doc.set_text(scalar, &text);
    Ok(true)
}

/// JSON stays JSON, compact or indented as it was; anything else becomes YAML.
fn rewritten(inner: &Doc, comments: &Comments, original: &str) -> Result<String> {
    if original.trim_start().starts_with(['{', '[']) {
        let json = if original.contains('\n') && original.contains("  ") {
            yaml::to_json_indented(inner, inner.root())?
        } else {
            yaml::to_json(inner, inner.root())?
        };
        return Ok(json);
    }
    Ok(yaml::restyle_with_comments(inner, inner.root(), comments)?.trim().to_owned())
}

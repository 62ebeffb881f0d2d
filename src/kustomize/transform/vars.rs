//! `vars`: `$(NAME)` in fields becomes the value of another object's field.
//!
//! Follows api v0.21.1 `types/var.go`, `internal/accumulator/resaccumulator.go`
//! and `filters/refvar`.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use crate::kustomize::config::TransformerConfig;
use crate::kustomize::error::{Cause, EditContext, Failure, Result};
use crate::kustomize::fieldspec;
use crate::kustomize::kustomization::Var;
use crate::resource::{Gvk, ResId, ResMap, Resource};
use crate::text::{Span, Spanned};
use crate::yaml::{Doc, Kind, Limit, NodeId, Style, Tag, go_float_text, go_plain_float_text, route};

/// The vars of a kustomization and its bases, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct VarSet {
    vars: BTreeMap<String, Spanned<Var>>,
}

impl VarSet {
    /// Takes over the vars of a base.
    ///
    /// # Errors
    /// When a name is there already.
    pub(crate) fn merge(&mut self, other: Self) -> Result<()> {
        other.vars.into_values().try_for_each(|var| self.add(var))
    }

    fn add(&mut self, var: Spanned<Var>) -> Result<()> {
        if self.vars.contains_key(&var.name) {
            return Err(Failure::from(Cause::invalid_with_help(
                "kustomize::duplicate-var",
                format!("the var `{}` is defined twice", var.name),
                "var names are shared by all kustomizations of a build: rename one",
            ))
            .at(var.span));
        }
        self.vars.insert(var.name.clone(), var);
        Ok(())
    }

    /// Adds the vars of a kustomization, and notes on the objects they read
    /// which var that is: the object may be renamed later.
    ///
    /// # Errors
    /// When a name is there already, or a var could read several objects.
    pub(crate) fn add_all(&mut self, vars: &[Spanned<Var>], map: &mut ResMap) -> Result<()> {
        for var in vars {
            let wanted = target(&var.value);
            let exact = !wanted.namespace.is_empty();
            let is_meant = |id: &ResId| if exact { wanted.equals(id) } else { wanted.equals_ignoring_namespace(id) };
            let found = map.find_by_any_id(&wanted.name, is_meant);
            match found.as_slice() {
                [] => {}
                [at] => {
                    if let Some(resource) = map.get_mut(*at) {
                        resource.book.var_names.push(var.name.clone());
                    }
                }
                many => {
                    return Err(Failure::from(Cause::invalid_with_help(
                        "kustomize::ambiguous-var",
                        format!("the var `{}` could read {} objects", var.name, many.len()),
                        "name the namespace in `objref`",
                    ))
                    .at(var.span));
                }
            }
        }
        vars.iter().try_for_each(|var| self.add(var.clone()))
    }
}

/// kustomize looks no scope up for an `objref`; only its own namespace counts.
fn target(var: &Var) -> ResId {
    let reference = &var.objref;
    let parts: Vec<&str> = reference.api_version.split('/').collect();
    let (group, version) = match parts.as_slice() {
        _ if reference.api_version.is_empty() => (reference.group.as_str(), reference.version.as_str()),
        [version] => (reference.group.as_str(), *version),
        [group, version] => (*group, *version),
        _ => (reference.group.as_str(), reference.version.as_str()),
    };
    let gvk = Gvk::new(group, version, &reference.kind);
    ResId { gvk, name: reference.name.clone(), namespace: reference.namespace.clone(), cluster_scoped: false }
}

/// What a var stands for.
#[derive(Clone, Debug)]
enum Value {
    Text(String),
    Int(i64),
    Float(f64),
    Bool(bool),
    /// A list or mapping: the reference stays as it is.
    Collection,
}

impl Value {
    /// As part of a longer text.
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Int(int) => int.to_string(),
            Self::Float(float) => go_float_text(*float),
            Self::Bool(value) => value.to_string(),
            Self::Collection => String::new(),
        }
    }
}

/// Replaces `$(NAME)` in all fields that may hold vars.
///
/// # Errors
/// When a var reads no object or field, or a field cannot hold one.
pub(crate) fn resolve_vars(
    map: &mut ResMap,
    vars: &VarSet,
    config: &TransformerConfig,
    context: &Context<'_>,
) -> Result<()> {
    if vars.vars.is_empty() {
        return Ok(());
    }
    let mut values = BTreeMap::new();
    for var in vars.vars.values() {
        values.insert(var.name.clone(), value_of(var, map).map_err(|failure| failure.at(var.span))?);
    }
    let longest = context.options.limits.max_text_bytes;
    let mut expander = Expander { values: &values, used: BTreeSet::new(), longest };
    for resource in map.iter_mut() {
        context.change(resource, |resource| {
            config.var_reference.iter().try_for_each(|spec| {
                fieldspec::apply(resource, spec, None, &mut |doc, node| expander.expand(doc, node))
            })
        })?;
        resource.refresh(context);
    }
    let used = expander.used;
    for var in vars.vars.values().filter(|var| !used.contains(&var.name)) {
        context.warn(var.span, format!("the var `{}` is never used", var.name));
    }
    Ok(())
}

fn value_of(var: &Var, map: &mut ResMap) -> Result<Value> {
    let path = if var.fieldref.field_path.is_empty() { "metadata.name" } else { &var.fieldref.field_path };
    let Some(resource) = map.iter_mut().find(|resource| resource.book.var_names.contains(&var.name)) else {
        return Err(Cause::invalid_with_help(
            "kustomize::var-without-object",
            format!("the var `{}` reads an object that is not there", var.name),
            "`objref` names the object as its own file does",
        )
        .into());
    };
    field_value(resource, path).and_then(|value| {
        value.ok_or_else(|| {
            Cause::invalid(
                "kustomize::var-without-field",
                format!("the var `{}` reads `{path}`, which {} does not have", var.name, resource.original_id()),
            )
            .into()
        })
    })
}

fn field_value(resource: &Resource, path: &str) -> Result<Option<Value>> {
    let parts = split_indices(route::split_dotted(path));
    let doc = resource.doc();
    let found = route::find(doc, doc.root(), &parts).doing(|| format!("reading `{path}`"))?;
    let Some(node) = found else { return Ok(None) };
    if doc.kind(node) != Kind::Scalar {
        return Ok(Some(Value::Collection));
    }
    let text = doc.text(node);
    let parsed = match doc.tag(node) {
        Tag::Int => text.parse().ok().map(Value::Int),
        Tag::Float => text.parse().ok().map(Value::Float),
        Tag::Bool => match text {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(Value::Bool(false)),
            _ => None,
        },
        _ => Some(Value::Text(text.to_owned())),
    };
    Ok(parsed)
}

/// `a[0]` is the two parts `a` and `0`.
fn split_indices(parts: Vec<String>) -> Vec<String> {
    let mut result = Vec::with_capacity(parts.len());
    for part in parts {
        let split = part.strip_suffix(']').and_then(|inner| inner.rsplit_once('['));
        match split {
            Some((name, index)) if !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()) => {
                if !name.is_empty() {
                    result.push(name.to_owned());
                }
                result.push(index.to_owned());
            }
            _ => result.push(part),
        }
    }
    result
}

struct Expander<'v> {
    values: &'v BTreeMap<String, Value>,
    used: BTreeSet<String>,
    /// The bytes of the longest text.
    longest: usize,
}

impl Expander<'_> {
    fn expand(&mut self, doc: &mut Doc, node: NodeId) -> Result<()> {
        if doc.is_null(node) {
            return Ok(());
        }
        let invalid = |message: &str, span: Span| {
            Err(Failure::from(Cause::invalid("kustomize::invalid-var-reference", message)).at(span))
        };
        match doc.kind(node) {
            Kind::Scalar => {
                if doc.is_string(node) {
                    self.expand_scalar(doc, node)?;
                }
            }
            Kind::Mapping => {
                let entries: Vec<(NodeId, NodeId)> = doc.entries(node).collect();
                for (key, value) in entries {
                    if !doc.is_string(key) {
                        return invalid("a field that may hold vars has a key that is no text", doc.span(key));
                    }
                    if doc.is_string(value) {
                        self.expand_scalar(doc, value)?;
                    }
                }
            }
            Kind::Sequence => {
                for item in doc.children(node).to_vec() {
                    if !doc.is_string(item) {
                        return invalid("a list that may hold vars has an item that is no text", doc.span(item));
                    }
                    self.expand_scalar(doc, item)?;
                }
            }
        }
        Ok(())
    }

    fn expand_scalar(&mut self, doc: &mut Doc, node: NodeId) -> Result<()> {
        let (text, tag) = match self.replaced(doc.text(node))? {
            Value::Int(int) => (int.to_string(), Tag::Int),
            Value::Float(float) => (go_plain_float_text(float), Tag::Float),
            Value::Bool(value) => (value.to_string(), Tag::Bool),
            Value::Text(text) => (text, Tag::Str),
            Value::Collection => return Ok(()),
        };
        doc.set_text(node, &text);
        doc.set_tag(node, tag);
        doc.set_style(node, Style::Plain);
        fieldspec::go_on(doc)
    }

    /// `$(NAME)` alone takes the value's type, `$$` is a dollar.
    fn replaced(&mut self, input: &str) -> Result<Value> {
        let mut output = String::with_capacity(input.len());
        let mut rest = input;
        while let Some(at) = rest.find('$') {
            let after = &rest[at + 1..];
            if after.is_empty() {
                break;
            }
            output.push_str(&rest[..at]);
            if let Some(after) = after.strip_prefix('$') {
                output.push('$');
                rest = after;
            } else if let Some((name, after)) = after.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
                let value = self.look_up(name);
                if input.len() == name.len() + 3 {
                    return Ok(value);
                }
                output.push_str(&value.text());
                if output.len() > self.longest {
                    return Err(Cause::Limit(Limit::TextBytes(self.longest)).into());
                }
                rest = after;
            } else {
                // No reference: the dollar and what follows it stay.
                let next = after.chars().next().map_or(0, char::len_utf8);
                output.push('$');
                output.push_str(&after[..next]);
                rest = &after[next..];
            }
        }
        output.push_str(rest);
        Ok(Value::Text(output))
    }

    fn look_up(&mut self, name: &str) -> Value {
        match self.values.get(name) {
            None | Some(Value::Collection) => Value::Text(format!("$({name})")),
            Some(value) => {
                self.used.insert(name.to_owned());
                value.clone()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(input: &str) -> String {
        let values = [("A".to_owned(), Value::Text("x".to_owned())), ("N".to_owned(), Value::Int(5))].into();
        Expander { values: &values, used: BTreeSet::new(), longest: 100 }.replaced(input).unwrap().text()
    }

    #[test]
    fn references_are_replaced_and_dollars_escaped() {
        assert_eq!(replaced("$(A)-$(N)"), "x-5");
        assert_eq!(replaced("$$(A) $(A)"), "$(A) x");
        assert_eq!(replaced("$(A"), "$(A");
        assert_eq!(replaced("$(B) $? ${A} end$"), "$(B) $? ${A} end$");
        assert_eq!(replaced("--$($($(--"), "--$($($(--");
        assert_eq!(replaced("$(A$(N))"), "$(A$(N))");
    }

    #[test]
    fn a_whole_reference_keeps_its_type() {
        let values = [("N".to_owned(), Value::Int(5))].into();
        let value = Expander { values: &values, used: BTreeSet::new(), longest: 100 }.replaced("$(N)").unwrap();
        assert!(matches!(value, Value::Int(5)));
    }

    #[test]
    fn indices_are_parts_of_their_own() {
        let parts = ["a[0]", "[1]", "b[x]"].map(str::to_owned).into();
        assert_eq!(split_indices(parts), ["a", "0", "1", "b[x]"]);
    }
}

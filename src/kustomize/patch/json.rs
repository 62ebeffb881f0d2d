//! JSON patches (RFC 6902) on objects.
//!
//! Behaviour is that of `gopkg.in/evanphx/json-patch.v4` v4.13.0 as kustomize
//! 5.8.1 uses it: `replace` makes a missing field, a negative index counts from the
//! end, a null counts as absent on the way to a field.

use super::super::error::{Cause, Failure, Result};
use crate::text::Span;
use crate::yaml::{
    Doc, Kind, Limit, Limits, NodeId, NodeRef, from_json_tree, json_string, route, to_json, to_json_tree,
};

/// A patch whose operations are known to be well-formed.
#[derive(Clone, Debug)]
pub(crate) struct JsonPatch {
    operations: Vec<Operation>,
}

/// One operation.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    action: Action,
    span: Span,
}

#[derive(Clone, Debug)]
enum Action {
    Add {
        path: String,
        value: Option<Doc>,
    },
    Remove {
        path: String,
    },
    Replace {
        path: String,
        value: Option<Doc>,
    },
    Move {
        from: String,
        path: String,
    },
    Copy {
        from: String,
        path: String,
    },
    Test {
        path: String,
        value: Option<Doc>,
    },
    /// Not a known operation, or one without its parts: an error once it is
    /// applied to something, as in kustomize.
    Malformed(String),
}

fn invalid(message: impl Into<String>, span: Span) -> Failure {
    Failure::from(Cause::invalid("kustomize::invalid-json-patch", message)).at(span)
}

impl JsonPatch {
    /// Reads a list of operations from a document in which every value already
    /// is what JSON makes of it (see [`to_json_tree`]).
    ///
    /// # Errors
    /// When it is no list of operations.
    pub(crate) fn from_document(document: &Doc) -> Result<Self> {
        let top = document.top();
        if top.is_null() {
            return Ok(Self { operations: Vec::new() });
        }
        if !top.is_sequence() {
            return Err(invalid("a JSON patch is a list of operations", top.span()));
        }
        top.items().map(Operation::read).collect::<Result<_>>().map(|operations| Self { operations })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// The operations in order.
    pub(crate) fn operations(&self) -> impl ExactSizeIterator<Item = &Operation> {
        self.operations.iter()
    }

    /// Applies the operations in order to an object. Where `changes` has a
    /// number for an operation, one is added to it if the operation changes
    /// something.
    ///
    /// # Errors
    /// When an operation does not apply. The object is then half changed.
    pub(crate) fn apply(&self, document: &Doc, limits: &Limits, changes: &mut [usize]) -> Result<Doc> {
        let mut doc = to_json_tree(document, document.root())?;
        let mut changes = changes.iter_mut();
        for operation in &self.operations {
            let counted = changes.next().map(|count| (count, to_json(&doc, doc.root())));
            operation.apply(&mut doc).map_err(|failure| failure.at(operation.span))?;
            if let Some((count, before)) = counted {
                *count += usize::from(to_json(&doc, doc.root()) != before);
            }
            // Copies of copies grow without end.
            if doc.node_count() > limits.max_nodes {
                return Err(Failure::from(Cause::Limit(Limit::Nodes(limits.max_nodes))).at(operation.span));
            }
        }
        if route::is_deeper_than(&doc, doc.root(), limits.max_depth) {
            return Err(Cause::Limit(Limit::Depth(limits.max_depth)).into());
        }
        from_json_tree(&mut doc)?;
        Ok(doc)
    }
}

impl Action {
    fn read(node: NodeRef<'_>) -> Result<Self, String> {
        let text = |name: &str| {
            node.get(name)
                .filter(|node| node.doc().is_string(node.id()))
                .map(|node| node.text().to_owned())
                .ok_or_else(|| format!("an operation needs the text `{name}`"))
        };
        let value = || node.get("value").map(|value| value.doc().extract(value.id()));
        Ok(match text("op")?.as_str() {
            "add" => Self::Add { path: text("path")?, value: value() },
            "remove" => Self::Remove { path: text("path")? },
            "replace" => Self::Replace { path: text("path")?, value: value() },
            "move" => Self::Move { from: text("from")?, path: text("path")? },
            "copy" => Self::Copy { from: text("from")?, path: text("path")? },
            "test" => Self::Test { path: text("path")?, value: value() },
            other => {
                return Err(format!("unknown operation `{other}`: write add, remove, replace, move, copy or test"));
            }
        })
    }
}

impl Operation {
    fn read(node: NodeRef<'_>) -> Result<Self> {
        let span = node.span();
        if !node.is_mapping() {
            return Err(invalid("an operation is a mapping with `op` and `path`", span));
        }
        Ok(Self { action: Action::read(node).unwrap_or_else(Action::Malformed), span })
    }

    /// Where it is written.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Whether it only looks.
    pub(crate) fn is_test(&self) -> bool {
        matches!(self.action, Action::Test { .. })
    }

    /// What it does and where, without the value.
    pub(crate) fn title(&self) -> String {
        match &self.action {
            Action::Add { path, .. } => format!("add {path}"),
            Action::Remove { path } => format!("remove {path}"),
            Action::Replace { path, .. } => format!("replace {path}"),
            Action::Move { from, path } => format!("move {from} {path}"),
            Action::Copy { from, path } => format!("copy {from} {path}"),
            Action::Test { path, .. } => format!("test {path}"),
            Action::Malformed(_) => "?".to_owned(),
        }
    }

    fn apply(&self, doc: &mut Doc) -> Result<()> {
        match &self.action {
            Action::Add { path, value } => {
                let place = Place::find(doc, path)?;
                let value = import(doc, value.as_ref());
                place.add(doc, value)
            }
            Action::Remove { path } => Place::find(doc, path)?.remove(doc).map(drop),
            Action::Replace { path, value } if path.is_empty() => {
                let value = import(doc, value.as_ref());
                if doc.kind(value) == Kind::Scalar {
                    return Err(invalid("an object can only be replaced by a mapping or a list", Span::NONE));
                }
                doc.set_root(value);
                Ok(())
            }
            Action::Replace { path, value } => {
                let place = Place::find(doc, path)?;
                let value = import(doc, value.as_ref());
                place.replace(doc, value)
            }
            Action::Move { from, path } => {
                let source = Place::find(doc, from)?;
                let value = source.get(doc)?;
                source.remove(doc)?;
                let value = value.unwrap_or_else(|| doc.null());
                Place::find(doc, path)?.add(doc, value)
            }
            Action::Copy { from, path } => {
                let value = Place::find(doc, from)?.get(doc)?;
                let place = Place::find(doc, path)?;
                let value = match value {
                    Some(value) => doc.copy(value),
                    None => doc.null(),
                };
                place.add(doc, value)
            }
            Action::Malformed(message) => Err(invalid(message.clone(), self.span)),
            Action::Test { path, value } => {
                let found = if path.is_empty() { Some(doc.root()) } else { Place::find(doc, path)?.get(doc)? };
                let found = found.filter(|&found| !doc.is_null(found));
                let wanted = value.as_ref().filter(|value| !value.top().is_null());
                let equal = match (found, wanted) {
                    (None, None) => true,
                    (Some(found), Some(wanted)) => is_equal(doc.at(found), wanted.top()),
                    _ => false,
                };
                if equal { Ok(()) } else { Err(invalid(format!("testing the value at `{path}` failed"), Span::NONE)) }
            }
        }
    }
}

fn import(doc: &mut Doc, value: Option<&Doc>) -> NodeId {
    match value {
        Some(value) => doc.import(value, value.root()),
        None => doc.null(),
    }
}

fn is_equal(left: NodeRef<'_>, right: NodeRef<'_>) -> bool {
    match (left.kind(), right.kind()) {
        (Kind::Mapping, Kind::Mapping) => {
            left.len() == right.len()
                && left.entries().all(|(key, value)| right.get(key.text()).is_some_and(|other| is_equal(value, other)))
        }
        (Kind::Sequence, Kind::Sequence) => {
            left.len() == right.len() && left.items().zip(right.items()).all(|(left, right)| is_equal(left, right))
        }
        (Kind::Scalar, Kind::Scalar) => left.tag() == right.tag() && left.text() == right.text(),
        _ => false,
    }
}

/// The collection a pointer leads to, and the last part of the pointer.
struct Place<'p> {
    collection: NodeId,
    key: String,
    path: &'p str,
}

impl<'p> Place<'p> {
    fn find(doc: &Doc, path: &'p str) -> Result<Self> {
        let missing = || {
            Failure::from(Cause::invalid_with_help(
                "kustomize::json-patch-path",
                format!("the object has nothing at the way to `{path}`"),
                "a path starts with `/` and every part but the last must exist",
            ))
        };
        let parts: Vec<&str> = path.split('/').collect();
        let [_, way @ .., key] = parts.as_slice() else { return Err(missing()) };
        let mut at = doc.root();
        for part in way {
            let part = decode(part);
            let next = match doc.kind(at) {
                Kind::Mapping => doc.get(at, &part),
                Kind::Sequence => {
                    let items = doc.children(at);
                    index_of(&part, items.len()).map(|index| items[index])
                }
                Kind::Scalar => None,
            };
            at = next.filter(|&next| doc.kind(next) != Kind::Scalar).ok_or_else(missing)?;
        }
        Ok(Self { collection: at, key: decode(key), path })
    }

    fn bad_index(&self) -> Failure {
        invalid(format!("`{}` in `{}` is no index of the list", self.key, self.path), Span::NONE)
    }

    fn index(&self, len: usize) -> Result<usize> {
        index_of(&self.key, len).ok_or_else(|| self.bad_index())
    }

    fn get(&self, doc: &Doc) -> Result<Option<NodeId>> {
        let children = doc.children(self.collection);
        match doc.kind(self.collection) {
            Kind::Sequence => Ok(Some(children[self.index(children.len())?])),
            _ => Ok(doc.get(self.collection, &self.key)),
        }
    }

    fn put(&self, doc: &mut Doc, value: NodeId) {
        let at = doc.entries(self.collection).position(|(key, _)| doc.text(key) == self.key);
        match at {
            Some(at) => doc.set_child(self.collection, 2 * at + 1, value),
            None => {
                let key = json_string(doc, &self.key);
                doc.push_entry(self.collection, key, value);
            }
        }
    }

    fn add(&self, doc: &mut Doc, value: NodeId) -> Result<()> {
        if doc.kind(self.collection) != Kind::Sequence {
            self.put(doc, value);
            return Ok(());
        }
        let mut children = doc.children(self.collection).to_vec();
        let at = if self.key == "-" { children.len() } else { self.index(children.len() + 1)? };
        children.insert(at, value);
        doc.set_children(self.collection, &children);
        Ok(())
    }

    fn replace(&self, doc: &mut Doc, value: NodeId) -> Result<()> {
        if doc.kind(self.collection) != Kind::Sequence {
            self.put(doc, value);
            return Ok(());
        }
        let at = self.index(doc.children(self.collection).len())?;
        doc.set_child(self.collection, at, value);
        Ok(())
    }

    fn remove(&self, doc: &mut Doc) -> Result<NodeId> {
        if doc.kind(self.collection) != Kind::Sequence {
            return doc
                .remove(self.collection, &self.key)
                .ok_or_else(|| invalid(format!("there is no `{}` to remove", self.path), Span::NONE));
        }
        let mut children = doc.children(self.collection).to_vec();
        let removed = children.remove(self.index(children.len())?);
        doc.set_children(self.collection, &children);
        Ok(removed)
    }
}

/// The index a part names in a list of `len` items; a negative one counts from
/// the end.
fn index_of(part: &str, len: usize) -> Option<usize> {
    let (index, len) = (part.parse::<i64>().ok()?, i64::try_from(len).ok()?);
    let index = if index < 0 { index + len } else { index };
    usize::try_from(index).ok().filter(|_| index < len)
}

/// `~1` is a slash, `~0` a tilde.
fn decode(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

//! Schemas written into comments: `items: # {"x-kubernetes-patch-strategy": "merge"}`
//! says how the field is merged.
//!
//! Follows kyaml v0.21.1 `fieldmeta/fieldmeta.go` and `walk/map.go`. Comments
//! are no part of the document tree, so they are looked up in the text, and
//! only where the text mentions a patch strategy at all.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::error::Result;
use crate::schema::{Layer, Schema, TypeRef};
use crate::text::Source;
use crate::yaml::{self, Doc, Kind, Limits, NodeId};

/// Stands for the group and version of the schemas in comments.
const VERSION: &str = "comment";

/// The schemas of the keys that have one.
#[derive(Default)]
pub(super) struct CommentSchemas {
    schema: Option<Schema>,
    by_key: HashMap<NodeId, String>,
}

impl CommentSchemas {
    /// The schemas in the texts of two documents that are being merged: nodes
    /// below the first root are of `doc`'s own source or of `patch`'s.
    pub(super) fn of(doc: &Doc, roots: [NodeId; 2], patch: &Doc) -> Result<Self> {
        let sources = [doc.source(), patch.source()];
        let mentioned = sources.iter().any(|source| source.text().contains("x-kubernetes-patch-strategy"));
        if !mentioned {
            return Ok(Self::default());
        }
        let mut found = Vec::new();
        for root in roots {
            collect(doc, root, &sources, &mut found);
        }
        if found.is_empty() {
            return Ok(Self::default());
        }
        let definitions: Vec<String> = found
            .iter()
            .enumerate()
            .map(|(number, (_, schema))| {
                let gvk = format!(r#"[{{"group": "", "version": "{VERSION}", "kind": "k{number}"}}]"#);
                format!(
                    r#""k{number}": {{"properties": {{"field": {schema}}}, "x-kubernetes-group-version-kind": {gvk}}}"#
                )
            })
            .collect();
        let text = format!(r#"{{"definitions": {{{}}}}}"#, definitions.join(", "));
        let document = yaml::parse_json(&Source::detached(text), &Limits::DEFAULT)?;
        let schema = Schema::from_openapi(document.top(), Layer::OverBuiltIn)?;
        let by_key = found.into_iter().enumerate().map(|(number, (key, _))| (key, format!("k{number}"))).collect();
        Ok(Self { schema: Some(schema), by_key })
    }

    /// The schema of the field with this key.
    pub(super) fn get(&self, key: NodeId) -> Option<TypeRef<'_>> {
        self.schema.as_ref()?.for_kind(VERSION, self.by_key.get(&key)?)?.field("field")
    }
}

fn collect(doc: &Doc, node: NodeId, sources: &[&Arc<Source>], found: &mut Vec<(NodeId, String)>) {
    if doc.kind(node) == Kind::Mapping {
        for (key, value) in doc.entries(node) {
            if let Some(schema) = comment(doc, key, sources) {
                found.push((key, schema));
            }
            collect(doc, value, sources, found);
        }
    } else {
        for &item in doc.children(node) {
            collect(doc, item, sources, found);
        }
    }
}

/// The JSON in the comment behind a key, or in the line above it.
fn comment(doc: &Doc, key: NodeId, sources: &[&Arc<Source>]) -> Option<String> {
    let span = doc.span(key);
    let text = sources.iter().find(|source| source.id() == span.source && !span.is_none())?.text();
    let (before, after) = (text.get(..span.start as usize)?, text.get(span.start as usize..)?);
    let line = after.lines().next().unwrap_or_default();
    let above = before.rsplit('\n').nth(1).map(str::trim).filter(|line| line.starts_with('#'));
    let behind = line.split_once(" #").map(|(_, comment)| comment);
    [behind, above]
        .into_iter()
        .flatten()
        .map(|comment| comment.trim_start_matches('#').trim())
        .find(|comment| is_schema(comment))
        .map(str::to_owned)
}

fn is_schema(comment: &str) -> bool {
    let parsed = yaml::parse_json(&Source::detached(comment), &Limits::DEFAULT);
    parsed.is_ok_and(|document| document.top().is_mapping())
}

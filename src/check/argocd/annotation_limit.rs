//! An object that is too large to be applied.

use crate::argocd::SYNC_OPTIONS;
use crate::check::renders::each_object;
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::resource::Resource;
use crate::yaml::to_json;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/annotation-limit"),
    severity: Severity::Error,
    summary: "an object is too large for the annotations it would get",
    docs: "A client-side apply stores the whole object in an annotation, and all annotations of an object together may have 262144 \
           bytes. The Applications apply on the server's side, which stores nothing; an object that asks for the other way \
           has to be small, and so have annotations that are written.",
    find: |facts: &Facts<'_>| each_object(facts, look),
};

/// `TotalAnnotationSizeLimitB` of Kubernetes' `apimachinery/pkg/api/validation`.
const LIMIT: usize = 256 * 1024;

fn look(object: &Resource) -> Vec<Finding> {
    let written: usize = object.annotations().iter().map(|(name, text)| name.len() + text.len()).sum();
    let options = object.annotation(SYNC_OPTIONS).unwrap_or_default();
    let is_stored = options.split(',').any(|option| option.trim() == "ServerSideApply=false");
    let stored = if is_stored { to_json(object.doc(), object.doc().root()).map_or(0, |json| json.len()) } else { 0 };
    if written + stored <= LIMIT {
        return Vec::new();
    }
    let message = format!("its annotations come to {} bytes, and may have {LIMIT}", written + stored);
    let help = if is_stored { "take ServerSideApply=false off it" } else { "make its annotations shorter" };
    vec![CHECK.finding(message, help).at(object.top().span()).in_field("metadata.annotations")]
}

//! The pods an object starts.

use std::collections::BTreeMap;

use super::Object;
use super::field::Field;

/// The template of the pods an object starts, or a pod itself: its `metadata`
/// and its `spec`.
#[derive(Clone, Debug)]
pub(super) struct PodTemplate<'a> {
    metadata: Option<Field<'a>>,
    pub(super) spec: Field<'a>,
}

/// Where the template of a kind is.
const TEMPLATES: &[(&str, &str, &[&str])] = &[
    ("", "Pod", &[]),
    ("", "ReplicationController", &["spec", "template"]),
    ("apps", "DaemonSet", &["spec", "template"]),
    ("apps", "Deployment", &["spec", "template"]),
    ("apps", "ReplicaSet", &["spec", "template"]),
    ("apps", "StatefulSet", &["spec", "template"]),
    ("batch", "CronJob", &["spec", "jobTemplate", "spec", "template"]),
    ("batch", "Job", &["spec", "template"]),
];

/// The pods `object` starts. Templates inside custom resources start none
/// before somebody uses them.
pub(super) fn pod_template<'a>(object: &Object<'a>) -> Option<PodTemplate<'a>> {
    let (_, _, path) = TEMPLATES.iter().find(|(group, kind, _)| object.is(group, kind))?;
    let template = Field::top(object.resource.top()).at(path)?;
    Some(PodTemplate { metadata: template.get("metadata"), spec: template.get("spec")? })
}

/// Group and kind of an object that starts pods.
pub(super) fn workload_kind(object: &Object<'_>) -> Option<(&'static str, &'static str)> {
    TEMPLATES.iter().find(|(group, kind, _)| object.is(group, kind)).map(|(group, kind, _)| (*group, *kind))
}

impl<'a> PodTemplate<'a> {
    /// The labels of the pods.
    pub(super) fn labels(&self) -> BTreeMap<String, String> {
        let labels = self.metadata.as_ref().and_then(|metadata| metadata.node.get("labels"));
        labels
            .map(|labels| {
                labels.entries().map(|(key, value)| (key.text().to_owned(), value.text().to_owned())).collect()
            })
            .unwrap_or_default()
    }

    /// All containers.
    pub(super) fn containers(&self) -> Vec<Field<'a>> {
        let lists = ["initContainers", "containers", "ephemeralContainers"];
        lists.iter().flat_map(|list| self.spec.list(list)).collect()
    }
}

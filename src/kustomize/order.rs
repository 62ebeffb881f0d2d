//! The order objects are written in.
//!
//! Follows api v0.21.1 `internal/builtins/SortOrderTransformer.go`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::{Cause, Result};
use crate::resource::{Gvk, ResId, ResMap};

/// Kinds that come first, in this order.
const FIRST: [&str; 22] = [
    "Namespace",
    "ResourceQuota",
    "StorageClass",
    "CustomResourceDefinition",
    "ServiceAccount",
    "PodSecurityPolicy",
    "Role",
    "ClusterRole",
    "RoleBinding",
    "ClusterRoleBinding",
    "ConfigMap",
    "Secret",
    "Endpoints",
    "Service",
    "LimitRange",
    "PriorityClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "Deployment",
    "StatefulSet",
    "CronJob",
    "PodDisruptionBudget",
];

/// Kinds that come last, in this order.
const LAST: [&str; 2] = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/// `sortOptions` of a kustomization.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct SortOptions {
    /// `fifo` or `legacy`.
    pub(crate) order: String,
    /// Kinds of the legacy order.
    pub(crate) legacy_sort_options: Option<LegacySortOptions>,
}

/// Which kinds the legacy order puts first and last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct LegacySortOptions {
    pub(crate) order_first: Vec<String>,
    pub(crate) order_last: Vec<String>,
}

/// Before zero: first, after zero: last, zero: between.
pub(crate) fn default_rank(kind: &str) -> isize {
    rank(kind, &FIRST, &LAST)
}

/// A kind in both lists is last, a kind twice in one list takes its later
/// place, as in the map kustomize fills from them.
fn rank<S: AsRef<str>>(kind: &str, first: &[S], last: &[S]) -> isize {
    let position =
        |list: &[S]| list.iter().rposition(|name| name.as_ref() == kind).and_then(|at| isize::try_from(at).ok());
    match (position(last), position(first)) {
        (Some(at), _) => at + 1,
        (None, Some(at)) => at - isize::try_from(first.len()).unwrap_or(isize::MAX),
        (None, None) => 0,
    }
}

/// Sorts as `options` says; without options, in the legacy order.
///
/// # Errors
/// When the options contradict each other.
pub(crate) fn sort(map: &mut ResMap, options: Option<&SortOptions>) -> Result<()> {
    let custom = match options {
        None => None,
        Some(options) => match (options.order.as_str(), &options.legacy_sort_options) {
            ("fifo", None) => return Ok(()),
            ("legacy", custom) => custom.as_ref(),
            ("fifo", Some(_)) => {
                return Err(Cause::invalid_with_help(
                    "kustomize::invalid-sort-options",
                    "`legacySortOptions` needs `order: legacy`, not `fifo`",
                    "remove `legacySortOptions` or write `order: legacy`",
                )
                .into());
            }
            (other, _) => {
                let message = format!("`sortOptions.order` must be `fifo` or `legacy`, not `{other}`");
                return Err(Cause::invalid("kustomize::invalid-sort-options", message).into());
            }
        },
    };
    let mut ranks = BTreeMap::new();
    for resource in map.iter() {
        let kind = &resource.id().gvk.kind;
        if !ranks.contains_key(kind) {
            let rank = match custom {
                Some(custom) => rank(kind, &custom.order_first, &custom.order_last),
                None => default_rank(kind),
            };
            ranks.insert(kind.clone(), rank);
        }
    }
    let rank_of = |id: &ResId| ranks.get(&id.gvk.kind).copied().unwrap_or(0);
    map.resources_mut().sort_by(|left, right| compare(left.id(), right.id(), rank_of));
    Ok(())
}

fn compare(left: &ResId, right: &ResId, rank: impl Fn(&ResId) -> isize) -> Ordering {
    if left.gvk == right.gvk {
        // The kind, version and group are equal, so only the rest decides.
        let part = |text: &'_ str, none: &'static str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
        let key = |id: &ResId| format!("{}|{}", part(&id.namespace, "~X"), part(&id.name, "~N"));
        return key(left).cmp(&key(right));
    }
    rank(left).cmp(&rank(right)).then_with(|| {
        let order = gvk_text(&left.gvk).cmp(&gvk_text(&right.gvk));
        // Kubernetes' own Namespace goes before one of another group.
        let namespaces = left.gvk.kind == "Namespace" && right.gvk.kind == "Namespace";
        if namespaces && (left.gvk.group.is_empty() || right.gvk.group.is_empty()) { order.reverse() } else { order }
    })
}

fn gvk_text(gvk: &Gvk) -> String {
    let or = |text: &'_ str, none: &'static str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
    format!("{}_{}_{}", or(&gvk.group, "~G"), or(&gvk.version, "~V"), or(&gvk.kind, "~K"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_lists() {
        assert!(default_rank("Namespace") < default_rank("ResourceQuota"));
        assert!(default_rank("PodDisruptionBudget") < default_rank("Anything"));
        assert!(default_rank("Anything") < default_rank("MutatingWebhookConfiguration"));
        assert_eq!(rank("A", &["A", "B"], &["A"]), 1);
    }

    #[test]
    fn equal_kinds_are_sorted_by_namespace_then_name() {
        let id = |namespace: &str, name: &str| ResId {
            gvk: Gvk::new("", "v1", "K"),
            name: name.to_owned(),
            namespace: namespace.to_owned(),
            cluster_scoped: false,
        };
        assert_eq!(compare(&id("a", "z"), &id("b", "a"), |_| 0), Ordering::Less);
        // No namespace is written `~X`, which sorts after letters.
        assert_eq!(compare(&id("", "a"), &id("z", "a"), |_| 0), Ordering::Greater);
    }
}

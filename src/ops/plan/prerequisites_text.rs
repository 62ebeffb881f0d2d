//! For people: what has to be on the cluster first, by what it is.

use super::arrows::counted;
use super::text::Tree;
use super::{Detail, PrerequisiteRecord, PrerequisitesRecord};

pub(super) fn prerequisites(record: &PrerequisitesRecord, detail: Detail) -> String {
    let mut tree = Tree::default();
    tree.line(0, &format!("{}: what its cluster has before anything is installed", record.environment));
    let mut group = "";
    for row in &record.needed {
        if row.kind != group {
            group = row.kind;
            tree.blank();
            tree.line(0, heading(group));
        }
        tree.line(1, &format!("{}{}", named(row), unconfirmed(row.unconfirmed)));
        tree.line(2, &format!("for {}; {}", counted(row.used_by.len(), "object"), row.source));
        if detail == Detail::Objects {
            row.used_by.iter().for_each(|user| tree.line(3, &format!("{} of {}", user.object, user.application)));
        }
    }
    let mut software = "";
    for row in &record.settings {
        let (of, name) = row.name.split_once('.').unwrap_or(("platform", row.name));
        if of != software {
            software = of;
            tree.blank();
            tree.line(0, &format!("{} settings", software_name(software)));
        }
        tree.line(1, &format!("{name}: {}{}", row.value, unconfirmed(row.unconfirmed)));
        tree.line(2, &row.source);
    }
    if !record.unused.is_empty() {
        tree.blank();
        tree.line(0, "listed, and not used by this environment");
        record.unused.iter().for_each(|row| tree.line(1, &format!("{} {}", row.kind, row.name)));
    }
    if !record.missing.is_empty() {
        tree.blank();
        tree.line(0, "needed, and neither rendered nor listed");
        for need in &record.missing {
            let place = need.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
            tree.line(1, &need.text);
            tree.line(2, &format!("at {}{place}", need.field));
        }
    }
    tree.into_text()
}

fn named(row: &PrerequisiteRecord) -> String {
    match row.keys.as_slice() {
        [] => row.name.clone(),
        [key] => format!("{}, with the key {key}", row.name),
        keys => format!("{}, with the keys {}", row.name, keys.join(", ")),
    }
}

fn unconfirmed(is_unconfirmed: bool) -> &'static str {
    if is_unconfirmed { " (unconfirmed)" } else { "" }
}

fn heading(kind: &'static str) -> &'static str {
    match kind {
        "definition" => "definitions of custom resources",
        "namespace" => "namespaces",
        "service" => "Services",
        "secret" => "Secrets",
        "storage-class" => "storage classes",
        "cluster-issuer" => "ClusterIssuers",
        "ext-authz-provider" => "external authorization providers",
        other => other,
    }
}

fn software_name(key: &'static str) -> &'static str {
    match key {
        "kubernetes" => "Kubernetes",
        "istio" => "Istio",
        "argocd" => "Argo CD",
        other => other,
    }
}

//! What must be on the cluster first: the rows of the inventory that the render
//! uses.

use std::collections::{BTreeMap, BTreeSet};

use super::{Graph, InventoryId, ObjectId, Provider, Wanted};
use crate::policy::PlatformInventory;
use crate::text::Span;

/// What a prerequisite is, in the order people prepare it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PrerequisiteKind {
    /// A definition of custom resources.
    Definition,
    /// A namespace.
    Namespace,
    /// A Service.
    Service,
    /// A Secret, with its keys.
    Secret,
    /// A storage class.
    StorageClass,
    /// A ClusterIssuer.
    ClusterIssuer,
    /// An external authorization provider.
    ExtAuthz,
}

impl PrerequisiteKind {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Namespace => "namespace",
            Self::Service => "service",
            Self::Secret => "secret",
            Self::StorageClass => "storage-class",
            Self::ClusterIssuer => "cluster-issuer",
            Self::ExtAuthz => "ext-authz-provider",
        }
    }
}

/// One thing that must be there first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prerequisite {
    /// What it is.
    pub kind: PrerequisiteKind,
    /// `namespace/name`, `group/kind` or the name alone.
    pub name: String,
    /// The keys the render reads, of a Secret. All of them are needed where a
    /// pod mounts the whole Secret: then the list is what the inventory says.
    pub keys: BTreeSet<String>,
    /// The objects that need it.
    pub used_by: Vec<ObjectId>,
    /// Who brings it.
    pub source: String,
    /// Whether nobody has confirmed it yet.
    pub is_unconfirmed: bool,
    /// Where the inventory says so.
    pub span: Span,
}

/// A setting that must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredSetting {
    /// As in `istio.cni`.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// How it is known.
    pub source: String,
    /// Whether nobody has confirmed it yet.
    pub is_unconfirmed: bool,
    /// Where the inventory says so.
    pub span: Span,
}

/// What must be there first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prerequisites {
    /// What the render uses, by kind and in the inventory's order.
    pub needed: Vec<Prerequisite>,
    /// Rows of the inventory that nothing uses.
    pub unused: Vec<Prerequisite>,
    /// What the platform's software is set to.
    pub settings: Vec<RequiredSetting>,
}

impl Prerequisites {
    /// The prerequisites of `graph`.
    #[must_use]
    pub fn of(graph: &Graph<'_>) -> Self {
        let mut rows: BTreeMap<InventoryId, Prerequisite> = rows(graph.inventory).into_iter().collect();
        for edge in &graph.edges {
            let Provider::Inventory(id) = edge.provider else { continue };
            let Some(row) = rows.get_mut(&id) else { continue };
            if row.used_by.last() != Some(&edge.from) {
                row.used_by.push(edge.from);
            }
            match (&edge.wanted, id) {
                (Wanted::Object { key: Some(key), .. }, _) => _ = row.keys.insert(key.clone()),
                (_, InventoryId::Secret(at)) => {
                    row.keys.extend(graph.inventory.secrets[at].keys.iter().map(|key| key.value.clone()));
                }
                _ => {}
            }
        }
        let (needed, unused) = rows.into_values().partition(|row: &Prerequisite| !row.used_by.is_empty());
        let setting = |row: crate::policy::SettingRow<'_>| RequiredSetting {
            name: row.name,
            value: row.value,
            source: row.source.value.clone(),
            is_unconfirmed: row.is_unconfirmed,
            span: row.span,
        };
        Self { needed, unused, settings: graph.inventory.settings().into_iter().map(setting).collect() }
    }
}

fn rows(inventory: &PlatformInventory) -> Vec<(InventoryId, Prerequisite)> {
    let row = |kind, name: String, span, source: &str, is_unconfirmed| Prerequisite {
        kind,
        name,
        keys: BTreeSet::new(),
        used_by: Vec::new(),
        source: source.to_owned(),
        is_unconfirmed,
        span,
    };
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows: Vec<_> = inventory
        .rows()
        .into_iter()
        .filter_map(|listed| {
            let at = places.entry(listed.what).or_default();
            *at += 1;
            let (id, kind) = match listed.what {
                "definitions" => (InventoryId::Definition(*at - 1), PrerequisiteKind::Definition),
                "namespaces" => (InventoryId::Namespace(*at - 1), PrerequisiteKind::Namespace),
                "services" => (InventoryId::Service(*at - 1), PrerequisiteKind::Service),
                "secrets" => (InventoryId::Secret(*at - 1), PrerequisiteKind::Secret),
                "storageClasses" => (InventoryId::StorageClass(*at - 1), PrerequisiteKind::StorageClass),
                "clusterIssuers" => (InventoryId::ClusterIssuer(*at - 1), PrerequisiteKind::ClusterIssuer),
                _ => return None,
            };
            Some((id, row(kind, listed.name, listed.span, &listed.source.value, listed.is_unconfirmed)))
        })
        .collect();
    for (at, provider) in inventory.istio.ext_authz_providers.iter().enumerate() {
        let (name, source) = (provider.name.value.clone(), &provider.source.value);
        let found = row(PrerequisiteKind::ExtAuthz, name, provider.name.span, source, provider.unconfirmed);
        rows.push((InventoryId::ExtAuthz(at), found));
    }
    rows
}

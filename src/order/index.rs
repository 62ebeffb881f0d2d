//! Finding who provides what, without looking at every object.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::edge::InventoryId;
use super::pod::pod_template;
use super::{Object, ObjectId, Provider, Wanted};
use crate::policy::PlatformInventory;
use crate::resource::Resource;

/// Namespace and name.
type Named<'a> = (&'a str, &'a str);

/// A workload and the labels of its pods.
type Labelled = (ObjectId, BTreeMap<String, String>);

/// Who provides what.
#[derive(Debug)]
pub(super) struct Index<'a> {
    objects: HashMap<(&'a str, &'a str, &'a str, &'a str), (ObjectId, &'a Resource)>,
    /// CustomResourceDefinitions by the group and kind they define.
    definitions: HashMap<Named<'a>, ObjectId>,
    /// Certificates by the namespace and name of the Secret they make.
    certificates: HashMap<Named<'a>, ObjectId>,
    /// Workloads with pods, by namespace.
    workloads: BTreeMap<&'a str, Vec<Labelled>>,
    platform: HashMap<(InventoryList, &'a str, &'a str), usize>,
    inventory: &'a PlatformInventory,
    /// Names of the namespaces that are rendered or the platform's.
    namespaces: HashSet<&'a str>,
}

/// The lists of the inventory that objects are looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum InventoryList {
    Definitions,
    Namespaces,
    Services,
    Secrets,
    StorageClasses,
    ClusterIssuers,
    ExtAuthz,
}

impl<'a> Index<'a> {
    pub(super) fn new(objects: &[Object<'a>], inventory: &'a PlatformInventory) -> Self {
        let mut index = Self {
            objects: HashMap::with_capacity(objects.len()),
            definitions: HashMap::new(),
            certificates: HashMap::new(),
            workloads: BTreeMap::new(),
            platform: platform(inventory),
            inventory,
            namespaces: inventory.namespaces.iter().map(|row| row.name.value.as_str()).collect(),
        };
        for (at, object) in objects.iter().enumerate() {
            index.add(ObjectId(at), object);
        }
        index
    }

    fn add(&mut self, number: ObjectId, object: &Object<'a>) {
        let id = object.id();
        let key = (id.gvk.group.as_str(), id.gvk.kind.as_str(), object.namespace, id.name.as_str());
        self.objects.entry(key).or_insert((number, object.resource));
        let spec = object.resource.top().get("spec");
        if object.is("", "Namespace") {
            self.namespaces.insert(&id.name);
        } else if object.is("apiextensions.k8s.io", "CustomResourceDefinition") {
            let names = spec.and_then(|spec| Some((spec.get_text("group")?, spec.get("names")?.get_text("kind")?)));
            names.map(|names| self.definitions.entry(names).or_insert(number));
        } else if object.is("cert-manager.io", "Certificate") {
            let secret = spec.and_then(|spec| spec.get_text("secretName"));
            secret.map(|secret| self.certificates.entry((object.namespace, secret)).or_insert(number));
        } else if let Some(template) = pod_template(object) {
            self.workloads.entry(object.namespace).or_default().push((number, template.labels()));
        }
    }

    /// Who provides `wanted`.
    pub(super) fn provider(&self, wanted: &Wanted) -> Provider {
        match wanted {
            Wanted::Object { group, kind, namespace, name, key } => {
                let found = self.objects.get(&(*group, *kind, namespace.as_str(), name.as_str()));
                let made = || {
                    let is_secret = *kind == "Secret" && group.is_empty();
                    self.certificates.get(&(namespace.as_str(), name.as_str())).filter(|_| is_secret)
                };
                match found {
                    Some((id, resource)) if key.as_deref().is_none_or(|key| has_key(resource, key)) => {
                        return Provider::Object(*id);
                    }
                    // One without the key is not made up for by another of its name.
                    Some(_) => return Provider::Missing,
                    None => {}
                }
                if let Some(&id) = made() {
                    return Provider::Object(id);
                }
                if let Some(id) = self.on_platform(group, kind, namespace, name, key.as_deref()) {
                    return Provider::Inventory(id);
                }
                let is_built_in = super::built_in::is_object(kind, namespace, name);
                if is_built_in { Provider::BuiltIn } else { Provider::Missing }
            }
            Wanted::Definition { group, kind } => match self.definitions.get(&(group.as_str(), kind.as_str())) {
                Some(&id) => Provider::Object(id),
                None => self
                    .row(InventoryList::Definitions, group, kind)
                    .map_or(Provider::Missing, |at| Provider::Inventory(InventoryId::Definition(at))),
            },
            Wanted::Server { .. } => Provider::Missing,
            Wanted::ExtAuthz { name } => self
                .row(InventoryList::ExtAuthz, "", name)
                .map_or(Provider::Missing, |at| Provider::Inventory(InventoryId::ExtAuthz(at))),
        }
    }

    fn on_platform(
        &self,
        group: &str,
        kind: &str,
        namespace: &str,
        name: &str,
        key: Option<&str>,
    ) -> Option<InventoryId> {
        Some(match (group, kind) {
            ("", "Namespace") => InventoryId::Namespace(self.row(InventoryList::Namespaces, "", name)?),
            ("", "Service") => InventoryId::Service(self.row(InventoryList::Services, namespace, name)?),
            ("", "Secret") => {
                let at = self.row(InventoryList::Secrets, namespace, name)?;
                let has = |key: &str| self.inventory.secrets[at].keys.iter().any(|present| present.value == key);
                Some(InventoryId::Secret(at)).filter(|_| key.is_none_or(has))?
            }
            ("storage.k8s.io", "StorageClass") => {
                InventoryId::StorageClass(self.row(InventoryList::StorageClasses, "", name)?)
            }
            ("cert-manager.io", "ClusterIssuer") => {
                InventoryId::ClusterIssuer(self.row(InventoryList::ClusterIssuers, "", name)?)
            }
            _ => return None,
        })
    }

    fn row(&self, list: InventoryList, namespace: &str, name: &str) -> Option<usize> {
        self.platform.get(&(list, namespace, name)).copied()
    }

    /// The object `namespace/name` of a kind.
    pub(super) fn object(&self, group: &str, kind: &str, namespace: &str, name: &str) -> Option<ObjectId> {
        self.objects.get(&(group, kind, namespace, name)).map(|(id, _)| *id)
    }

    /// The Certificate that makes a Secret.
    pub(super) fn certificate(&self, namespace: &str, secret: &str) -> Option<ObjectId> {
        self.certificates.get(&(namespace, secret)).copied()
    }

    /// Whether the namespace is rendered or the platform's.
    pub(super) fn knows_namespace(&self, name: &str) -> bool {
        self.namespaces.contains(name)
    }

    /// The workloads of a namespace with the labels of their pods.
    pub(super) fn workloads(&self, namespace: &str) -> &[Labelled] {
        self.workloads.get(namespace).map_or(&[], Vec::as_slice)
    }

    /// The labels the platform says a namespace of its own has.
    pub(super) fn platform_labels(&self, namespace: &str) -> Option<&'a BTreeMap<String, String>> {
        self.row(InventoryList::Namespaces, "", namespace).map(|at| &self.inventory.namespaces[at].labels)
    }
}

/// Whether a ConfigMap or Secret has `key`.
fn has_key(resource: &Resource, key: &str) -> bool {
    let fields = ["data", "stringData", "binaryData"];
    fields.iter().any(|field| resource.top().get(field).is_some_and(|map| map.get(key).is_some()))
}

fn platform(inventory: &PlatformInventory) -> HashMap<(InventoryList, &str, &str), usize> {
    let mut rows = HashMap::new();
    let mut add = |list, namespace, name, at| _ = rows.entry((list, namespace, name)).or_insert(at);
    for (at, row) in inventory.definitions.iter().enumerate() {
        add(InventoryList::Definitions, row.group.value.as_str(), row.kind.value.as_str(), at);
    }
    for (at, row) in inventory.namespaces.iter().enumerate() {
        add(InventoryList::Namespaces, "", row.name.value.as_str(), at);
    }
    for (at, row) in inventory.services.iter().enumerate() {
        add(InventoryList::Services, row.namespace.value.as_str(), row.name.value.as_str(), at);
    }
    for (at, row) in inventory.secrets.iter().enumerate() {
        add(InventoryList::Secrets, row.namespace.value.as_str(), row.name.value.as_str(), at);
    }
    for (at, row) in inventory.storage_classes.iter().enumerate() {
        add(InventoryList::StorageClasses, "", row.name.value.as_str(), at);
    }
    for (at, row) in inventory.cluster_issuers.iter().enumerate() {
        add(InventoryList::ClusterIssuers, "", row.name.value.as_str(), at);
    }
    for (at, row) in inventory.istio.ext_authz_providers.iter().enumerate() {
        add(InventoryList::ExtAuthz, "", row.name.value.as_str(), at);
    }
    rows
}

//! Which objects a fail-closed webhook has to admit, and who serves it.
//!
//! Conditions in CEL are taken to hold: they only ever let a webhook off.

use std::collections::{BTreeMap, HashMap};

use super::extract::{INJECT_CA, is_webhook_configuration};
use super::field::Field;
use super::index::Index;
use super::label_query::selects;
use super::needs::Needs;
use super::pod::pod_template;
use super::server::{mounted, servers, wanted};
use super::{EdgeKind, Object, ObjectId, Provider, Wanted, built_in};
use crate::policy::PlatformInventory;

/// A webhook without which the API server refuses what it has to admit.
#[derive(Debug)]
struct Guard<'a> {
    configuration: ObjectId,
    webhook: Field<'a>,
    servers: Vec<(Wanted, Provider)>,
    certificates: Vec<(Wanted, ObjectId)>,
}

/// All fail-closed webhooks of the render.
#[derive(Debug)]
pub(super) struct Guards<'a> {
    guards: Vec<Guard<'a>>,
    /// Guards by the API groups in their rules; `*` is a group here.
    by_group: BTreeMap<&'a str, Vec<usize>>,
    plurals: HashMap<(&'a str, &'a str), &'a str>,
    /// Labels of rendered namespaces.
    namespaces: HashMap<&'a str, BTreeMap<String, String>>,
}

/// A webhook that has to admit the pods that serve it: once they are gone none
/// can start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SelfGuard {
    /// The workload.
    pub workload: ObjectId,
    /// The webhook's configuration.
    pub configuration: ObjectId,
    /// The webhook in it.
    pub field: String,
    /// Its name.
    pub webhook: String,
}

/// A request to make something, as rules of webhooks see it.
struct Request<'r> {
    group: &'r str,
    version: &'r str,
    resource: String,
    is_namespaced: bool,
    labels: BTreeMap<String, String>,
}

impl<'a> Guards<'a> {
    pub(super) fn new(objects: &[Object<'a>], inventory: &'a PlatformInventory, index: &Index<'a>) -> Self {
        let mut found =
            Self { guards: Vec::new(), by_group: BTreeMap::new(), plurals: HashMap::new(), namespaces: HashMap::new() };
        for row in &inventory.definitions {
            if let Some(plural) = &row.plural {
                found.plurals.insert((&row.group.value, &row.kind.value), plural);
            }
        }
        for (at, object) in objects.iter().enumerate() {
            if object.is("", "Namespace") {
                found.namespaces.insert(&object.id().name, object.resource.labels());
            } else if object.is("apiextensions.k8s.io", "CustomResourceDefinition") {
                found.add_plural(object);
            } else if is_webhook_configuration(object) {
                found.add_configuration(ObjectId(at), objects, index);
            }
        }
        found
    }

    fn add_plural(&mut self, object: &Object<'a>) {
        let Some(spec) = object.resource.top().get("spec") else { return };
        let names = spec.get("names");
        let plural = |name| names.and_then(|names| names.get_text(name));
        if let (Some(group), Some(kind), Some(plural)) = (spec.get_text("group"), plural("kind"), plural("plural")) {
            self.plurals.insert((group, kind), plural);
        }
    }

    fn add_configuration(&mut self, configuration: ObjectId, objects: &[Object<'a>], index: &Index<'a>) {
        let object = &objects[configuration.0];
        let authority = object.resource.annotation(INJECT_CA).and_then(|text| text.split_once('/'));
        let authority =
            authority.and_then(|(namespace, name)| index.object("cert-manager.io", "Certificate", namespace, name));
        for webhook in Field::top(object.resource.top()).list("webhooks") {
            if webhook.node.get_text("failurePolicy").is_some_and(|policy| policy != "Fail") {
                continue;
            }
            let servers =
                webhook.get("clientConfig").map(|client| servers(&client, objects, index)).unwrap_or_default();
            let mut certificates: Vec<ObjectId> = authority.into_iter().collect();
            for (_, server) in &servers {
                if let Provider::Object(server) = server {
                    certificates.extend(mounted(&objects[server.0], index));
                }
            }
            certificates.sort();
            certificates.dedup();
            let number = self.guards.len();
            for group in webhook.list("rules").iter().filter_map(|rule| rule.node.get("apiGroups")) {
                for group in group.items() {
                    let of_group = self.by_group.entry(group.text()).or_default();
                    if of_group.last() != Some(&number) {
                        of_group.push(number);
                    }
                }
            }
            let certificates = certificates.into_iter().map(|id| (wanted(&objects[id.0]), id)).collect();
            self.guards.push(Guard { configuration, webhook, servers, certificates });
        }
    }

    /// Adds what has to admit `object`, and the webhooks it would guard itself
    /// with.
    pub(super) fn extract(
        &self,
        number: ObjectId,
        object: &Object<'a>,
        needs: &mut Needs<'_, 'a>,
        own: &mut Vec<SelfGuard>,
    ) {
        for request in self.requests(object) {
            let groups = [request.group, "*"].into_iter().filter_map(|group| self.by_group.get(group));
            for guard in groups.flatten().map(|&at| &self.guards[at]) {
                if self.admits(guard, object, &request, needs.index) {
                    guard.add(number, needs, own);
                }
            }
        }
    }

    /// What the API server is asked to make: the object, and the pods that come
    /// of it.
    fn requests<'r>(&self, object: &'r Object<'a>) -> Vec<Request<'r>> {
        let gvk = &object.id().gvk;
        let listed = self.plurals.get(&(gvk.group.as_str(), gvk.kind.as_str()));
        let mut requests = vec![Request {
            group: &gvk.group,
            version: &gvk.version,
            resource: listed.map_or_else(|| built_in::plural(&gvk.kind), |plural| (*plural).to_owned()),
            is_namespaced: !object.namespace.is_empty(),
            labels: object.resource.labels(),
        }];
        if let Some(template) = pod_template(object).filter(|_| !object.is("", "Pod")) {
            let labels = template.labels();
            requests.push(Request {
                group: "",
                version: "v1",
                resource: "pods".to_owned(),
                is_namespaced: true,
                labels,
            });
        }
        requests
    }

    fn admits(&self, guard: &Guard<'a>, object: &Object<'a>, request: &Request<'_>, index: &Index<'a>) -> bool {
        // The API server never asks webhooks about webhook configurations.
        if is_webhook_configuration(object) {
            return false;
        }
        let webhook = guard.webhook.node;
        let is_exact = webhook.get_text("matchPolicy") == Some("Exact");
        guard.webhook.list("rules").iter().any(|rule| is_ruled(rule, request, is_exact))
            && selects(webhook.get("objectSelector"), &request.labels)
            && self.selects_namespace(guard, object, index)
    }

    /// Cluster-scoped objects are in no namespace and pass, except a Namespace,
    /// which is in itself.
    fn selects_namespace(&self, guard: &Guard<'a>, object: &Object<'a>, index: &Index<'a>) -> bool {
        let Some(selector) = guard.webhook.node.get("namespaceSelector") else { return true };
        let name = match object.namespace {
            "" if object.is("", "Namespace") => object.id().name.as_str(),
            "" => return true,
            name => name,
        };
        let known = self.namespaces.get(name).or_else(|| index.platform_labels(name));
        let mut labels = known.cloned().unwrap_or_default();
        labels.insert("kubernetes.io/metadata.name".to_owned(), name.to_owned());
        selects(Some(selector), &labels)
    }
}

impl Guard<'_> {
    fn add(&self, number: ObjectId, needs: &mut Needs<'_, '_>, own: &mut Vec<SelfGuard>) {
        if self.servers.iter().any(|(_, server)| *server == Provider::Object(number)) {
            own.push(SelfGuard {
                workload: number,
                configuration: self.configuration,
                field: self.webhook.path().to_owned(),
                webhook: self.webhook.node.get_text("name").unwrap_or_default().to_owned(),
            });
            return;
        }
        let rules = self.webhook.get("rules").unwrap_or_else(|| self.webhook.clone());
        for (wanted, provider) in &self.servers {
            needs.add_provided(EdgeKind::Webhook, wanted.clone(), *provider, self.configuration, &rules);
        }
        for (wanted, certificate) in &self.certificates {
            let provider = Provider::Object(*certificate);
            needs.add_provided(EdgeKind::WebhookCertificate, wanted.clone(), provider, self.configuration, &rules);
        }
    }
}

fn is_ruled(rule: &Field<'_>, request: &Request<'_>, is_exact: bool) -> bool {
    let lists = |name: &str, wanted: &dyn Fn(&str) -> bool| {
        rule.node.get(name).is_some_and(|list| list.items().any(|item| wanted(item.text())))
    };
    let scope = match rule.node.get_text("scope") {
        Some("Cluster") => !request.is_namespaced,
        Some("Namespaced") => request.is_namespaced,
        _ => true,
    };
    // Unless the webhook says otherwise the API server converts the request to
    // the version the rule names.
    scope
        && (!is_exact || lists("apiVersions", &|version| version == "*" || version == request.version))
        && lists("apiGroups", &|group| group == "*" || group == request.group)
        && lists("resources", &|resource| matches!(resource, "*" | "*/*") || resource == request.resource)
        && lists("operations", &|operation| matches!(operation, "*" | "CREATE" | "UPDATE"))
}

//! Who serves the webhooks the API server calls.

use super::field::Field;
use super::index::Index;
use super::label_query::has_all;
use super::pod::{pod_template, workload_kind};
use super::{Object, ObjectId, Provider, Wanted};

/// The workloads behind the Service of a `clientConfig`. One outside the cluster is
/// nobody's here.
pub(super) fn servers(client: &Field<'_>, objects: &[Object<'_>], index: &Index<'_>) -> Vec<(Wanted, Provider)> {
    let Some(service) = client.get("service") else { return Vec::new() };
    let (namespace, name) = (service.node.get_text("namespace"), service.node.get_text("name"));
    let (namespace, name) = (namespace.unwrap_or_default(), name.unwrap_or_default());
    let Some(found) = index.object("", "Service", namespace, name) else {
        let wanted = Wanted::object(("", "Service"), namespace, name);
        let provider = index.provider(&wanted);
        return vec![(wanted, provider)];
    };
    let selector = objects[found.0].resource.top().get("spec").and_then(|spec| spec.get("selector"));
    let behind = |selector| {
        let all = index.workloads(namespace).iter().filter(move |(_, labels)| has_all(selector, labels));
        all.map(|(id, _)| (wanted(&objects[id.0]), Provider::Object(*id))).collect::<Vec<_>>()
    };
    let servers = selector.filter(|selector| !selector.is_empty()).map(behind).unwrap_or_default();
    if servers.is_empty() {
        let wanted = Wanted::Server { namespace: namespace.to_owned(), service: name.to_owned() };
        return vec![(wanted, Provider::Missing)];
    }
    servers
}

/// What a workload or a Certificate is called where it is needed.
pub(super) fn wanted(object: &Object<'_>) -> Wanted {
    let kind = workload_kind(object).unwrap_or(("cert-manager.io", "Certificate"));
    Wanted::object(kind, object.namespace, object.id().name.as_str())
}

/// The Certificates whose Secrets the pods of `workload` mount.
pub(super) fn mounted(workload: &Object<'_>, index: &Index<'_>) -> Vec<ObjectId> {
    let volumes = pod_template(workload).map(|template| template.spec.list("volumes")).unwrap_or_default();
    let secrets = volumes.iter().filter_map(|volume| volume.node.get("secret")?.get_text("secretName"));
    secrets.filter_map(|secret| index.certificate(workload.namespace, secret)).collect()
}

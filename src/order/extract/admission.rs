//! Webhook configurations and definitions that convert need the Service they
//! send to, and the Certificate whose authority is written into them.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted};

/// cert-manager writes the authority of the Certificate `namespace/name` into an
/// object with this annotation.
pub(in crate::order) const INJECT_CA: &str = "cert-manager.io/inject-ca-from";

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    let top = Field::top(object.resource.top());
    if is_webhook_configuration(object) {
        for webhook in top.list("webhooks") {
            service(EdgeKind::WebhookService, webhook.get("clientConfig"), needs);
        }
    } else if object.is("apiextensions.k8s.io", "CustomResourceDefinition") {
        service(EdgeKind::Conversion, top.at(&["spec", "conversion", "webhook", "clientConfig"]), needs);
    } else if !object.is("apiregistration.k8s.io", "APIService") {
        return;
    }
    let Some(field) = top.at(&["metadata", "annotations", INJECT_CA]) else { return };
    if let Some(text) = field.text() {
        let (namespace, name) = text.split_once('/').unwrap_or(("", text));
        needs.add(EdgeKind::CaInjection, Wanted::object(("cert-manager.io", "Certificate"), namespace, name), &field);
    }
}

/// Whether `object` says which requests a webhook has to admit.
pub(in crate::order) fn is_webhook_configuration(object: &Object<'_>) -> bool {
    ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]
        .iter()
        .any(|kind| object.is("admissionregistration.k8s.io", kind))
}

fn service(kind: EdgeKind, client: Option<Field<'_>>, needs: &mut Needs<'_, '_>) {
    let Some(service) = client.and_then(|client| client.get("service")) else { return };
    let (Some(namespace), Some(field)) = (service.node.get_text("namespace"), service.get("name")) else { return };
    if let Some(name) = field.text() {
        needs.add(kind, Wanted::object(("", "Service"), namespace, name), &field);
    }
}

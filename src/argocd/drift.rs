//! What differs on a cluster because somebody there writes it: certificate
//! authorities that injectors and controllers put into webhooks, and Secrets that
//! controllers fill.
//!
//! Derived object by object and field by field, so that nothing else of these
//! objects may drift. Aggregated ClusterRoles are not here: their `rules` leave the
//! manifests instead (DECISIONS 22), and a field nobody applies does not differ.

use serde::Serialize;

use crate::resource::{ResMap, Resource};
use crate::yaml::{NodeRef, write_json_string};

/// An entry of `spec.ignoreDifferences`: one object and its fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct IgnoredDifference {
    /// API group; empty for the core group.
    pub group: String,
    /// Kind.
    pub kind: String,
    /// Namespace; empty for an object outside namespaces.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Fields, as RFC 6901 names them.
    pub json_pointers: Vec<String>,
    /// Fields of list items, as paths of jq: an index would be another webhook's
    /// when one is added before it.
    pub jq_path_expressions: Vec<String>,
}

/// cert-manager's orders to its injector; a value of any of them fills the field.
const INJECTS: &[&str] =
    &["cert-manager.io/inject-apiserver-ca", "cert-manager.io/inject-ca-from", "cert-manager.io/inject-ca-from-secret"];

/// What may differ in `objects`, sorted.
#[must_use]
pub fn ignored_differences(objects: &ResMap) -> Vec<IgnoredDifference> {
    let mut found: Vec<IgnoredDifference> = objects.iter().filter_map(of_object).collect();
    found.sort();
    found
}

fn of_object(object: &Resource) -> Option<IgnoredDifference> {
    let (id, spec) = (object.id(), object.top().get("spec"));
    let mut found = IgnoredDifference {
        group: id.gvk.group.clone(),
        kind: id.gvk.kind.clone(),
        name: id.name.clone(),
        ..IgnoredDifference::default()
    };
    match (id.gvk.group.as_str(), id.gvk.kind.as_str()) {
        ("admissionregistration.k8s.io", "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration") => {
            let webhooks = object.top().get("webhooks").filter(|list| list.is_sequence())?;
            let filled =
                webhooks.items().filter(|webhook| webhook.get("clientConfig").is_some_and(|to| is_filled(object, to)));
            found.jq_path_expressions =
                filled.filter_map(|webhook| webhook.get_text("name")).map(ca_of_webhook).collect();
        }
        ("apiextensions.k8s.io", "CustomResourceDefinition") => {
            let client = spec?.get("conversion")?.get("webhook")?.get("clientConfig")?;
            let path = "/spec/conversion/webhook/clientConfig/caBundle";
            found.json_pointers.extend(is_filled(object, client).then(|| path.to_owned()));
        }
        ("apiregistration.k8s.io", "APIService") => {
            found.json_pointers.extend(is_filled(object, spec?).then(|| "/spec/caBundle".to_owned()));
        }
        ("", "Secret") if is_without_data(object) => {
            found.namespace.clone_from(&id.namespace);
            found.json_pointers.push("/data".to_owned());
        }
        _ => {}
    }
    (!found.json_pointers.is_empty() || !found.jq_path_expressions.is_empty()).then_some(found)
}

/// Whether somebody on the cluster writes the authority `client` is trusted by:
/// cert-manager when it is told to; else whoever serves it, because a Service
/// inside the cluster answers with a certificate that only such an authority signs.
fn is_filled(object: &Resource, client: NodeRef<'_>) -> bool {
    if INJECTS.iter().any(|annotation| object.annotation(annotation).is_some_and(|value| !value.is_empty())) {
        return true;
    }
    // `Cg==` is a line break: what generators write where something has to stand.
    let is_open = client.get_text("caBundle").is_none_or(|authority| matches!(authority.trim(), "" | "Cg=="));
    let is_served = client.get("service").is_some_and(|service| service.is_mapping());
    let is_trusted_anyway = client.get_text("insecureSkipTLSVerify") == Some("true");
    is_served && is_open && !is_trusted_anyway
}

fn ca_of_webhook(name: &str) -> String {
    let mut path = ".webhooks[]? | select(.name == ".to_owned();
    write_json_string(&mut path, name);
    path.push_str(") | .clientConfig.caBundle");
    path
}

/// Nobody renders a Secret for the sake of having an empty one: a controller fills
/// it. Its values are never looked at.
fn is_without_data(secret: &Resource) -> bool {
    ["data", "stringData"].iter().all(|field| secret.top().get(field).is_none_or(NodeRef::is_null_or_empty))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{objects, with_metadata};
    use super::*;

    fn found(text: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
        let found = ignored_differences(&objects(text));
        let of = |one: IgnoredDifference| (one.name, one.json_pointers, one.jq_path_expressions);
        found.into_iter().map(of).collect()
    }

    fn configuration(annotations: &str, webhooks: &str) -> String {
        let head = with_metadata("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", annotations);
        format!("{head}webhooks:\n{webhooks}")
    }

    const SERVED: &str = "{service: {name: s, namespace: n}}";

    fn paths(names: &[&str]) -> Vec<String> {
        let path = |name| format!(".webhooks[]? | select(.name == \"{name}\") | .clientConfig.caBundle");
        names.iter().map(path).collect()
    }

    #[test]
    fn an_injector_fills_every_webhook() {
        let webhooks =
            format!("- {{name: a.b, clientConfig: {SERVED}}}\n- {{name: c, clientConfig: {{url: https://x}}}}\n");
        let text = configuration("cert-manager.io/inject-ca-from: n/c", &webhooks);
        assert_eq!(found(&text), [("n".to_owned(), vec![], paths(&["a.b", "c"]))]);
    }

    #[test]
    fn a_server_fills_what_is_open() {
        let webhooks = format!(
            "- {{name: a, clientConfig: {SERVED}}}\n\
             - {{name: b, clientConfig: {{service: {{name: s}}, caBundle: ''}}}}\n\
             - {{name: c, clientConfig: {{service: {{name: s}}, caBundle: Cg==}}}}\n\
             - {{name: d, clientConfig: {{service: {{name: s}}, caBundle: TUlJ}}}}\n\
             - {{name: e, clientConfig: {{url: https://x}}}}\n"
        );
        assert_eq!(found(&configuration("other: x", &webhooks)), [("n".to_owned(), vec![], paths(&["a", "b", "c"]))]);
        let closed = configuration("other: x", "- {name: d, clientConfig: {service: {name: s}, caBundle: TUlJ}}\n");
        assert_eq!(found(&closed), []);
        assert_eq!(found(&configuration("other: x", "- {name: none}\n")), []);
    }

    #[test]
    fn conversion_webhooks_have_an_authority_too() {
        let head = with_metadata("apiextensions.k8s.io/v1", "CustomResourceDefinition", "other: x");
        let convert = |client: &str| format!("{head}spec: {{conversion: {{webhook: {{clientConfig: {client}}}}}}}\n");
        let path = vec!["/spec/conversion/webhook/clientConfig/caBundle".to_owned()];
        assert_eq!(found(&convert(SERVED)), [("n".to_owned(), path, vec![])]);
        assert_eq!(found(&convert("{url: https://x}")), []);
        // Upstream annotates definitions that convert nothing.
        let head =
            with_metadata("apiextensions.k8s.io/v1", "CustomResourceDefinition", "cert-manager.io/inject-ca-from: a/b");
        assert_eq!(found(&format!("{head}spec: {{}}\n")), []);
    }

    #[test]
    fn a_secret_without_data_is_filled_and_no_other() {
        let head = with_metadata("v1", "Secret", "other: x");
        for empty in ["", "data: {}\n", "stringData: null\n"] {
            assert_eq!(found(&format!("{head}{empty}")), [("n".to_owned(), vec!["/data".to_owned()], vec![])]);
        }
        assert_eq!(found(&format!("{head}data: {{a: eA==}}\n")), []);
        assert_eq!(found(&format!("{head}stringData: {{a: x}}\n")), []);
    }

    #[test]
    fn nothing_else_may_drift() {
        let role = with_metadata("rbac.authorization.k8s.io/v1", "ClusterRole", "other: x");
        assert_eq!(found(&format!("{role}aggregationRule: {{}}\nrules: []\n")), []);
        assert_eq!(found(&format!("{}spec: {{replicas: 1}}\n", with_metadata("apps/v1", "Deployment", "a: b"))), []);
    }
}

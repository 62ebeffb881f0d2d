//! An authority that somebody fills in on the cluster stands in the render.

use crate::check::renders::each_object;
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::resource::Resource;
use crate::yaml::NodeRef;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/ca-bundle"),
    severity: Severity::Error,
    summary: "a caBundle that the cluster fills in stands in the render",
    docs: "cert-manager, or the controller behind a webhook, writes the authority of its certificate into the configuration. A \
           caBundle in the render, even an empty one, is what Argo CD puts back: the webhook fails until somebody writes \
           it again, and with self-healing for ever. It is left out of the render, and the difference ignored.",
    find: |facts: &Facts<'_>| each_object(facts, look),
};

fn look(object: &Resource) -> Vec<Finding> {
    let top = object.top();
    let about = |bundle: NodeRef<'_>, field: String| {
        CHECK
            .finding("it belongs to whoever makes the certificate", "remove it by a patch")
            .at(bundle.span())
            .in_field(field)
    };
    let mut found = Vec::new();
    if let Some(webhooks) = top.get("webhooks") {
        for (number, webhook) in webhooks.items().enumerate() {
            if let Some(bundle) = webhook.get("clientConfig").and_then(|config| config.get("caBundle")) {
                let name = webhook.get_text("name").map_or_else(|| number.to_string(), |name| format!("[name={name}]"));
                found.push(about(bundle, format!("webhooks.{name}.clientConfig.caBundle")).keyed(name));
            }
        }
    }
    let conversion = top.get("spec").and_then(|spec| spec.get("conversion")).and_then(|found| found.get("webhook"));
    if let Some(bundle) = conversion.and_then(|webhook| webhook.get("clientConfig")?.get("caBundle")) {
        found.push(about(bundle, "spec.conversion.webhook.clientConfig.caBundle".to_owned()));
    }
    if object.kind() == "APIService" {
        let bundle = top.get("spec").and_then(|spec| spec.get("caBundle"));
        found.extend(bundle.map(|bundle| about(bundle, "spec.caBundle".to_owned())));
    }
    found
}

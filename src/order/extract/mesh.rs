//! Routes need the Gateway they are at, and an AuthorizationPolicy that asks
//! somebody else needs that provider in the mesh configuration.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted};

/// Stands for all proxies and not for a Gateway.
const MESH: &str = "mesh";

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    let Some(spec) = Field::top(object.resource.top()).get("spec") else { return };
    if object.is("networking.istio.io", "VirtualService") {
        for field in spec.list("gateways") {
            let Some(text) = field.text().filter(|text| *text != MESH) else { continue };
            let (namespace, name) = text.split_once('/').unwrap_or((object.namespace, text));
            needs.add(EdgeKind::Gateway, Wanted::object(("networking.istio.io", "Gateway"), namespace, name), &field);
        }
    } else if object.is("security.istio.io", "AuthorizationPolicy") && spec.node.get_text("action") == Some("CUSTOM") {
        let Some(field) = spec.at(&["provider", "name"]) else { return };
        if let Some(name) = field.text() {
            needs.add(EdgeKind::ExtAuthz, Wanted::ExtAuthz { name: name.to_owned() }, &field);
        }
    }
}

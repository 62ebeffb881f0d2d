//! A Certificate needs the issuer that signs it. Issuers of other groups are
//! somebody else's.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted};

const GROUP: &str = "cert-manager.io";

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    if !object.is(GROUP, "Certificate") {
        return;
    }
    let Some(issuer) = Field::top(object.resource.top()).at(&["spec", "issuerRef"]) else { return };
    let Some(field) = issuer.get("name") else { return };
    let Some(name) = field.text() else { return };
    if issuer.node.get_text("group").is_some_and(|group| group != GROUP) {
        return;
    }
    let wanted = match issuer.node.get_text("kind") {
        None | Some("Issuer") => Wanted::object((GROUP, "Issuer"), object.namespace, name),
        Some("ClusterIssuer") => Wanted::object((GROUP, "ClusterIssuer"), "", name),
        Some(_) => return,
    };
    needs.add(EdgeKind::Issuer, wanted, &field);
}

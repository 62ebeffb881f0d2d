//! A binding needs its role and the ServiceAccounts it is for. Aggregated
//! ClusterRoles need nothing: they take what is there.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted};

const GROUP: &str = "rbac.authorization.k8s.io";

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    if !object.is(GROUP, "RoleBinding") && !object.is(GROUP, "ClusterRoleBinding") {
        return;
    }
    let top = Field::top(object.resource.top());
    if let Some((role, field)) = top.get("roleRef").and_then(|role| Some((role.clone(), role.get("name")?))) {
        let name = field.text().unwrap_or_default();
        let wanted = match role.node.get_text("kind") {
            Some("Role") => Some(Wanted::object((GROUP, "Role"), object.namespace, name)),
            Some("ClusterRole") => Some(Wanted::object((GROUP, "ClusterRole"), "", name)),
            _ => None,
        };
        if let Some(wanted) = wanted {
            needs.add(EdgeKind::Role, wanted, &field);
        }
    }
    for subject in top.list("subjects") {
        if subject.node.get_text("kind") != Some("ServiceAccount") {
            continue;
        }
        let Some(field) = subject.get("name") else { continue };
        let namespace = subject.node.get_text("namespace").filter(|text| !text.is_empty()).unwrap_or(object.namespace);
        if let Some(name) = field.text() {
            needs.add(EdgeKind::Subject, Wanted::object(("", "ServiceAccount"), namespace, name), &field);
        }
    }
}

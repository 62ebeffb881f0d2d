//! A custom resource needs its definition.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted, built_in};

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    let gvk = &object.id().gvk;
    if built_in::is_group(&gvk.group) {
        return;
    }
    let wanted = Wanted::Definition { group: gvk.group.clone(), kind: gvk.kind.clone() };
    if let Some(field) = Field::top(object.resource.top()).get("kind") {
        needs.add(EdgeKind::Definition, wanted, &field);
    }
}

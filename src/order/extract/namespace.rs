//! An object is stored in its Namespace.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted};

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    if object.namespace.is_empty() {
        return;
    }
    let top = Field::top(object.resource.top());
    // Without the field it is the destination's namespace.
    let field = top.at(&["metadata", "namespace"]).or_else(|| top.get("metadata")).unwrap_or(top);
    needs.add(EdgeKind::Namespace, Wanted::object(("", "Namespace"), "", object.namespace), &field);
}

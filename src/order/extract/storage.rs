//! A volume names the StorageClass it is made by. Without a name, or with the
//! empty one, nothing is needed.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::{EdgeKind, Object, Wanted};

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    let top = Field::top(object.resource.top());
    let specs = if object.is("", "PersistentVolumeClaim") {
        vec![top.get("spec")]
    } else if object.is("apps", "StatefulSet") {
        let templates = top.get("spec").map(|spec| spec.list("volumeClaimTemplates")).unwrap_or_default();
        templates.iter().map(|template| template.get("spec")).collect()
    } else {
        return;
    };
    for field in specs.into_iter().flatten().filter_map(|spec| spec.get("storageClassName")) {
        if let Some(name) = field.text() {
            needs.add(EdgeKind::StorageClass, Wanted::object(("storage.k8s.io", "StorageClass"), "", name), &field);
        }
    }
}

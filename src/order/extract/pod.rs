//! What pods read and run as. What is `optional: true` is not needed.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::pod::pod_template;
use crate::order::{EdgeKind, Object, Wanted};

const CONFIG_MAP: (EdgeKind, &str) = (EdgeKind::ConfigMap, "ConfigMap");
const SECRET: (EdgeKind, &str) = (EdgeKind::Secret, "Secret");

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    let Some(template) = pod_template(object) else { return };
    let mut pods = Pods { namespace: object.namespace, needs };
    pods.account(&template.spec);
    if let Some(name) = template.spec.get("priorityClassName") {
        pods.named((EdgeKind::PriorityClass, "PriorityClass"), Some(name));
    }
    for secret in template.spec.list("imagePullSecrets") {
        pods.named(SECRET, secret.get("name"));
    }
    for container in template.containers() {
        pods.environment(&container);
    }
    for volume in template.spec.list("volumes") {
        pods.volume(&volume);
    }
}

struct Pods<'n, 'g, 'a> {
    namespace: &'a str,
    needs: &'n mut Needs<'g, 'a>,
}

impl Pods<'_, '_, '_> {
    fn account(&mut self, spec: &Field<'_>) {
        let name = spec.get("serviceAccountName").filter(|name| name.text().is_some());
        // The older name of the field is still read.
        self.named((EdgeKind::ServiceAccount, "ServiceAccount"), name.or_else(|| spec.get("serviceAccount")));
    }

    fn environment(&mut self, container: &Field<'_>) {
        for from in container.list("envFrom") {
            self.reference(CONFIG_MAP, from.get("configMapRef"), None);
            self.reference(SECRET, from.get("secretRef"), None);
        }
        for variable in container.list("env") {
            let Some(from) = variable.get("valueFrom") else { continue };
            for (kind, field) in [(CONFIG_MAP, "configMapKeyRef"), (SECRET, "secretKeyRef")] {
                let source = from.get(field);
                let key = source.as_ref().and_then(|source| source.node.get_text("key"));
                self.reference(kind, source, key);
            }
        }
    }

    fn volume(&mut self, volume: &Field<'_>) {
        self.source(CONFIG_MAP, volume.get("configMap"), "name");
        self.source(SECRET, volume.get("secret"), "secretName");
        if let Some(claim) = volume.get("persistentVolumeClaim") {
            self.named((EdgeKind::Claim, "PersistentVolumeClaim"), claim.get("claimName"));
        }
        let Some(projected) = volume.get("projected") else { return };
        for source in projected.list("sources") {
            self.source(CONFIG_MAP, source.get("configMap"), "name");
            self.source(SECRET, source.get("secret"), "name");
        }
    }

    /// A volume's source: all of it, or the keys it picks.
    fn source(&mut self, kind: (EdgeKind, &'static str), source: Option<Field<'_>>, name: &str) {
        let Some(source) = source.filter(|source| !source.is_true("optional")) else { return };
        let keys: Vec<&str> = source.list("items").iter().filter_map(|item| item.node.get_text("key")).collect();
        if keys.is_empty() {
            self.named(kind, source.get(name));
        }
        for key in keys {
            self.keyed(kind, source.get(name), Some(key));
        }
    }

    fn reference(&mut self, kind: (EdgeKind, &'static str), source: Option<Field<'_>>, key: Option<&str>) {
        if let Some(source) = source.filter(|source| !source.is_true("optional")) {
            self.keyed(kind, source.get("name"), key);
        }
    }

    fn named(&mut self, kind: (EdgeKind, &'static str), name: Option<Field<'_>>) {
        self.keyed(kind, name, None);
    }

    fn keyed(&mut self, (edge, kind): (EdgeKind, &'static str), name: Option<Field<'_>>, key: Option<&str>) {
        let Some(field) = name else { return };
        let Some(name) = field.text() else { return };
        let (group, namespace) = match kind {
            "PriorityClass" => ("scheduling.k8s.io", ""),
            _ => ("", self.namespace),
        };
        self.needs.add(edge, Wanted::object((group, kind), namespace, name).with_key(key), &field);
    }
}

//! Host names of Services in environment values, arguments, commands, ConfigMaps
//! and the destinations of routes.
//!
//! `name.namespace.svc` always means a Service. `name.namespace` means one where
//! there is one, and so does the bare name after `://` in its own namespace: other
//! texts look the same.

use crate::order::field::Field;
use crate::order::needs::Needs;
use crate::order::pod::pod_template;
use crate::order::{EdgeKind, Object, Provider, Wanted};

pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    if object.is("", "ConfigMap") {
        if let Some(data) = Field::top(object.resource.top()).get("data") {
            data.entries().for_each(|entry| text(&entry, object.namespace, needs));
        }
    } else if object.is("networking.istio.io", "VirtualService") {
        let spec = Field::top(object.resource.top()).get("spec");
        let rules = spec.iter().flat_map(|spec| ["http", "tls", "tcp"].map(|list| spec.list(list))).flatten();
        for route in rules.flat_map(|rule| rule.list("route")) {
            route.at(&["destination", "host"]).iter().for_each(|host| text(host, object.namespace, needs));
        }
    } else if let Some(template) = pod_template(object) {
        for container in template.containers() {
            for variable in container.list("env") {
                variable.get("value").iter().for_each(|value| text(value, object.namespace, needs));
            }
            for list in ["command", "args"] {
                container.list(list).iter().for_each(|value| text(value, object.namespace, needs));
            }
        }
    }
}

fn text(field: &Field<'_>, own: &str, needs: &mut Needs<'_, '_>) {
    for host in hosts(field.node.text()) {
        let mut parts = host.name.split('.');
        let (Some(name), namespace, rest) = (parts.next(), parts.next(), parts.next()) else { continue };
        let (namespace, is_certain) = match (namespace, rest) {
            (Some(namespace), Some("svc")) => (namespace, true),
            (Some(namespace), None) if needs.index.knows_namespace(namespace) => (namespace, false),
            (None, _) if host.is_in_url => (own, false),
            _ => continue,
        };
        let wanted = Wanted::object(("", "Service"), namespace, name);
        if is_certain || needs.index.provider(&wanted) != Provider::Missing {
            needs.add(EdgeKind::Host, wanted, field);
        }
    }
}

/// What could be a host name.
struct Host<'t> {
    name: &'t str,
    /// Whether `://` stands before it.
    is_in_url: bool,
}

fn hosts(text: &str) -> impl Iterator<Item = Host<'_>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            if !is_part(bytes[at]) {
                at += 1;
                continue;
            }
            let start = at;
            while at < bytes.len() && is_part(bytes[at]) {
                at += 1;
            }
            let before = &bytes[..start];
            let is_in_url = before.ends_with(b"://");
            let name = text[start..at].trim_matches(['.', '-']);
            // Only what has a dot or stands in a URL can be one of ours.
            let is_name = !name.is_empty() && !name.contains('_') && (is_in_url || name.contains('.'));
            // A user before the host: `user@host` leaves the host for the next round.
            if is_name && bytes.get(at) != Some(&b'@') {
                return Some(Host { name, is_in_url });
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_stand_between_other_signs() {
        let found: Vec<(&str, bool)> =
            hosts("http://a:80/x,b.c.svc.cluster.local. tcp(d.e:3306) plain https://f.g/é user@h.i")
                .map(|host| (host.name, host.is_in_url))
                .collect();
        let expected = [("a", true), ("b.c.svc.cluster.local", false), ("d.e", false), ("f.g", true), ("h.i", false)];
        assert_eq!(found, expected);
    }
}

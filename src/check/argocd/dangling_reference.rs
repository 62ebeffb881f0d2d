//! A name with a content hash that no object has.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::renders::{Objects, in_renders, objects_of};
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity, Subject};
use crate::yaml::NodeRef;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/dangling-reference"),
    severity: Severity::Error,
    summary: "something names an earlier content of a generated object",
    docs: "kustomize adds a hash of the content to the names of generated ConfigMaps and Secrets, and corrects the references it \
           knows. In arguments, texts and custom resources it knows none: a name with a hash that is written there goes stale \
           with the next change, and pruning takes the object that it named.",
    find,
};

/// How many characters a hash has.
const HASH: usize = 10;

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    in_renders(facts, |rendered| of_objects(&objects_of(rendered)))
}

fn of_objects(objects: &Objects<'_>) -> Vec<Finding> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, object) in objects.iter().filter(|(_, object)| object.book.needs_hash) {
        if let Some(base) = split(object.name()) {
            names.entry(base).or_default().insert(object.name());
        }
    }
    let mut found = Vec::new();
    for (application, object) in objects {
        each_text(object.top(), &mut |text| {
            let Some(names) = split(text.text()).and_then(|base| names.get(base)) else { return };
            if names.contains(text.text()) {
                return;
            }
            let there = names.iter().copied().collect::<Vec<_>>().join(", ");
            let message = format!("{} is not there, but {there}", text.text());
            let finding = CHECK.finding(message, "write the name where kustomize corrects it");
            let finding = finding.about(Subject::object(*application, object.id()));
            found.push(finding.at(text.span()).keyed(text.text()));
        });
    }
    found
}

/// What stands before a hash, in a text that ends like one.
fn split(text: &str) -> Option<&str> {
    let at = text.len().checked_sub(HASH + 1)?;
    let base = text.get(..at)?;
    // The alphabet of kustomize's hashes: hexadecimal digits, some replaced by consonants.
    let is_hash = |byte: u8| matches!(byte, b'2' | b'4'..=b'9' | b'b'..=b'd' | b'f'..=b'h' | b'k' | b'm' | b't');
    let hash = text.get(at..)?.strip_prefix('-')?;
    (!base.is_empty() && hash.bytes().all(is_hash)).then_some(base)
}

fn each_text<'a>(node: NodeRef<'a>, look: &mut impl FnMut(NodeRef<'a>)) {
    if node.is_scalar() {
        look(node);
    }
    node.entries().for_each(|(_, value)| each_text(value, look));
    node.items().for_each(|item| each_text(item, look));
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn names_with_a_hash_are_told_from_others() {
        assert_eq!(split("oauth2-proxy-hk55gm96k4"), Some("oauth2-proxy"));
        assert_eq!(split("kubeflow-controller"), None);
        assert_eq!(split("-hk55gm96k4"), None);
        assert_eq!(split("é-hk55gm96k4"), Some("é"));
        assert_eq!(split("short"), None);
    }
}

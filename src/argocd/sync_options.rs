//! Objects whose loss takes other things along: what Argo CD may not do to them.

use crate::resource::Resource;

/// The annotation Argo CD reads, options between commas.
pub const SYNC_OPTIONS: &str = "argocd.argoproj.io/sync-options";

/// A Namespace takes all that is in it along, a definition all its objects, a
/// claim its data.
const GUARDED: &[(&str, &str)] =
    &[("", "Namespace"), ("", "PersistentVolumeClaim"), ("apiextensions.k8s.io", "CustomResourceDefinition")];

/// What nobody may do to them: remove them when they leave the render, or with
/// their Application.
const GUARDS: &[(&str, &str)] = &[("Prune", "Prune=false"), ("Delete", "Delete=false")];

/// The value [`SYNC_OPTIONS`] has to have on `object`; nothing where it is right
/// as it is. Options that are there stay, in their order; one that says something
/// else about removal is replaced.
#[must_use]
pub fn sync_options(object: &Resource) -> Option<String> {
    let gvk = &object.id().gvk;
    if !GUARDED.contains(&(gvk.group.as_str(), gvk.kind.as_str())) {
        return None;
    }
    let written = object.annotation(SYNC_OPTIONS).unwrap_or_default();
    let present: Vec<&str> = written.split(',').map(str::trim).filter(|option| !option.is_empty()).collect();
    if GUARDS.iter().all(|(key, guard)| present.iter().filter(|option| key_of(option) == *key).eq([guard])) {
        return None;
    }
    let others = present.into_iter().filter(|option| !GUARDS.iter().any(|(key, _)| key_of(option) == *key));
    let options: Vec<&str> = others.chain(GUARDS.iter().map(|(_, guard)| *guard)).collect();
    Some(options.join(","))
}

fn key_of(option: &str) -> &str {
    option.split_once('=').map_or(option, |(key, _)| key)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{objects, with_metadata};
    use super::*;

    fn options(api_version: &str, kind: &str, annotation: Option<&str>) -> Option<String> {
        let annotation = annotation.map_or("other: x".to_owned(), |text| format!("{SYNC_OPTIONS}: '{text}'"));
        sync_options(&objects(&with_metadata(api_version, kind, &annotation)).as_slice()[0])
    }

    #[test]
    fn what_takes_others_along_is_guarded() {
        let guards = Some("Prune=false,Delete=false".to_owned());
        assert_eq!(options("v1", "Namespace", None), guards);
        assert_eq!(options("v1", "PersistentVolumeClaim", Some("")), guards);
        assert_eq!(options("apiextensions.k8s.io/v1", "CustomResourceDefinition", None), guards);
        assert_eq!(options("v1", "ConfigMap", None), None);
        assert_eq!(options("example.org/v1", "Namespace", None), None);
    }

    #[test]
    fn options_that_are_there_stay() {
        let of = |annotation| options("v1", "Namespace", Some(annotation));
        assert_eq!(of("Replace=true"), Some("Replace=true,Prune=false,Delete=false".to_owned()));
        assert_eq!(of("Prune=confirm, Replace=true"), Some("Replace=true,Prune=false,Delete=false".to_owned()));
        assert_eq!(of("Delete=false,Prune=false"), None);
        assert_eq!(of("Prune=false,Validate=false,Delete=false"), None);
        assert_eq!(of("Prune=false,Delete=false,Prune=true"), Some("Prune=false,Delete=false".to_owned()));
    }
}

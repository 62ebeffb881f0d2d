//! The sync options of single objects.

use crate::resource::Resource;

/// The annotation that holds them, separated by commas.
pub const SYNC_OPTIONS: &str = "argocd.argoproj.io/sync-options";

/// Kinds whose loss is the loss of everything in them, by group and kind.
const KEPT: [(&str, &str); 3] =
    [("", "Namespace"), ("", "PersistentVolumeClaim"), ("apiextensions.k8s.io", "CustomResourceDefinition")];
/// What keeps them: neither a sync nor the end of the Application removes them.
const OPTIONS: [&str; 2] = ["Prune=false", "Delete=false"];

/// The options `object` has to be synced with, those that it has already
/// included; nothing where it has all of them.
#[must_use]
pub fn sync_options(object: &Resource) -> Option<String> {
    let gvk = &object.id().gvk;
    if !KEPT.contains(&(gvk.group.as_str(), gvk.kind.as_str())) {
        return None;
    }
    let written = object.annotation(SYNC_OPTIONS).unwrap_or_default();
    let names = |option: &str| option.split('=').next().unwrap_or_default().trim().to_owned();
    let mut options: Vec<&str> = written.split(',').map(str::trim).filter(|option| !option.is_empty()).collect();
    let missing: Vec<&str> =
        OPTIONS.into_iter().filter(|option| !options.iter().any(|written| names(written) == names(option))).collect();
    if missing.is_empty() {
        return None;
    }
    options.extend(missing);
    Some(options.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kustomize::{BuildOptions, build};
    use crate::vfs::MemoryTree;

    fn options(text: &str) -> Option<String> {
        let files = [("/k/kustomization.yaml", "resources: [a.yaml]\n"), ("/k/a.yaml", text)];
        let objects = build(&MemoryTree::from_files(files), "/k".as_ref(), &BuildOptions::default()).unwrap();
        sync_options(&objects.as_slice()[0])
    }

    #[test]
    fn what_holds_data_is_kept_and_options_that_are_written_stay() {
        let claim = |annotations: &str| {
            options(&format!(
                "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: a, annotations: {{{annotations}}}}}\n"
            ))
        };
        assert_eq!(claim("").unwrap(), "Prune=false,Delete=false");
        assert_eq!(
            claim("argocd.argoproj.io/sync-options: Replace=true").unwrap(),
            "Replace=true,Prune=false,Delete=false"
        );
        // Somebody who writes Prune means it.
        assert_eq!(claim("argocd.argoproj.io/sync-options: 'Delete=true, Prune=false'"), None);
        assert_eq!(options("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"), None);
    }
}

//! `policies/platform-inventory.yaml`: what the platform has before anything of
//! the composition is installed, reviewed apart from it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::{ArgoSettings, IstioSettings, KubernetesSettings, PolicyError, SettingRow};
use crate::text::{SourceMap, Span, Spanned};
use crate::vfs::{Tree, read_platform_file};

/// What the platform has.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlatformInventory {
    #[serde(rename = "apiVersion")]
    _api_version: String,
    #[serde(rename = "kind")]
    _kind: String,
    /// Definitions of custom resources.
    #[serde(default)]
    pub definitions: Vec<InventoryDefinition>,
    /// Namespaces.
    #[serde(default)]
    pub namespaces: Vec<InventoryNamespace>,
    /// Services.
    #[serde(default)]
    pub services: Vec<InventoryService>,
    /// Secrets delivered out of band, by the names of their keys.
    #[serde(default)]
    pub secrets: Vec<InventorySecret>,
    /// Storage classes.
    #[serde(default)]
    pub storage_classes: Vec<InventoryName>,
    /// cert-manager's ClusterIssuers.
    #[serde(default)]
    pub cluster_issuers: Vec<InventoryName>,
    /// What Kubernetes is.
    pub kubernetes: KubernetesSettings,
    /// What Istio is set to.
    pub istio: IstioSettings,
    /// What Argo CD is set to.
    pub argocd: ArgoSettings,
}

/// A custom resource definition.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InventoryDefinition {
    /// API group.
    pub group: Spanned<String>,
    /// Kind.
    pub kind: Spanned<String>,
    /// The name of the resource in rules and URLs; without it the kind in lower
    /// case with an `s`.
    #[serde(default)]
    pub plural: Option<String>,
    /// Whether its objects live outside namespaces.
    #[serde(default)]
    pub cluster_scoped: bool,
    /// Who brings it.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// A namespace.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InventoryNamespace {
    /// Its name.
    pub name: Spanned<String>,
    /// Its labels, as far as selectors of webhooks need them.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// Who brings it.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// A Service.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InventoryService {
    /// Its namespace.
    pub namespace: Spanned<String>,
    /// Its name.
    pub name: Spanned<String>,
    /// Who brings it.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// A Secret delivered out of band. Its values are nowhere here.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InventorySecret {
    /// Its namespace.
    pub namespace: Spanned<String>,
    /// Its name.
    pub name: Spanned<String>,
    /// The keys it has.
    pub keys: Vec<Spanned<String>>,
    /// Who delivers it, and how.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// An object that has only a name.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InventoryName {
    /// Its name.
    pub name: Spanned<String>,
    /// Who brings it.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

impl PlatformInventory {
    /// Where the file is, from the platform root.
    pub const PATH: &'static str = "policies/platform-inventory.yaml";

    /// Reads the file of the platform at `root`.
    ///
    /// # Errors
    /// When it cannot be read or has another form; when one thing is listed
    /// twice; when a row does not say where it comes from.
    pub fn load(tree: &dyn Tree, root: &Path, sources: &SourceMap) -> Result<Self, PolicyError> {
        let path = root.join(Self::PATH);
        let failed = |error| PolicyError::File { path: tree.display(&path), source: Box::new(error) };
        let (inventory, _) = read_platform_file::<Self>(tree, &path, "PlatformInventory", sources).map_err(failed)?;
        inventory.validate()?;
        Ok(inventory)
    }

    fn validate(&self) -> Result<(), PolicyError> {
        let mut known = BTreeMap::new();
        for row in self.rows() {
            if row.source.value.trim().is_empty() {
                let form = "a sentence that says who brings it";
                return Err(PolicyError::Value { key: "source", form, span: row.source.span });
            }
            if known.insert((row.what, row.name), row.span).is_some() {
                return Err(PolicyError::Value { key: row.what, form: "listed once", span: row.span });
            }
        }
        if self.kubernetes.version().is_none() {
            let (form, span) = ("a version of Kubernetes, as in \"1.35\"", self.kubernetes.version.value.span);
            return Err(PolicyError::Value { key: "kubernetes.version", form, span });
        }
        for setting in self.settings() {
            if setting.source.value.trim().is_empty() {
                let form = "a sentence that says how it is known";
                return Err(PolicyError::Value { key: "source", form, span: setting.source.span });
            }
        }
        Ok(())
    }

    /// Every row, list by list in the order of the file's keys.
    #[must_use]
    pub fn rows(&self) -> Vec<InventoryRow<'_>> {
        let plain = |what: &'static str| {
            move |row: &'_ InventoryName| (what, row.name.value.clone(), row.name.span, row.unconfirmed)
        };
        let mut rows = Vec::new();
        let mut add = |(what, name, span, is_unconfirmed): (&'static str, String, Span, bool), source| {
            rows.push(InventoryRow { what, name, span, source, is_unconfirmed });
        };
        for row in &self.definitions {
            let name = format!("{}/{}", row.group.value, row.kind.value);
            add(("definitions", name, row.kind.span, row.unconfirmed), &row.source);
        }
        for row in &self.namespaces {
            add(("namespaces", row.name.value.clone(), row.name.span, row.unconfirmed), &row.source);
        }
        for row in &self.services {
            let name = format!("{}/{}", row.namespace.value, row.name.value);
            add(("services", name, row.name.span, row.unconfirmed), &row.source);
        }
        for row in &self.secrets {
            let name = format!("{}/{}", row.namespace.value, row.name.value);
            add(("secrets", name, row.name.span, row.unconfirmed), &row.source);
        }
        self.storage_classes.iter().for_each(|row| add(plain("storageClasses")(row), &row.source));
        self.cluster_issuers.iter().for_each(|row| add(plain("clusterIssuers")(row), &row.source));
        rows
    }

    /// Every setting, in the order of the file's keys.
    #[must_use]
    pub fn settings(&self) -> Vec<SettingRow<'_>> {
        let mut rows = self.kubernetes.rows();
        rows.extend(self.istio.rows());
        rows.extend(self.argocd.rows());
        rows
    }
}

/// A row of the inventory, whatever it is of.
#[derive(Clone, Debug)]
pub struct InventoryRow<'a> {
    /// The list it stands in.
    pub what: &'static str,
    /// `namespace/name`, `group/kind` or the name alone.
    pub name: String,
    /// Where the name is written.
    pub span: Span,
    /// Who brings it.
    pub source: &'a Spanned<String>,
    /// Whether nobody has confirmed it yet.
    pub is_unconfirmed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::MemoryTree;

    const TEXT: &str = "apiVersion: quintet/v1alpha1
kind: PlatformInventory
kubernetes:
  version: {value: '1.35', source: the platform}
istio:
  version: {value: 1.30.1, source: the platform}
  cni: {value: true, source: the platform}
  seccompProfile: {value: RuntimeDefault, source: the platform}
  privileged: {value: false, source: the platform}
  tproxy: {value: false, source: the platform}
  capNetBindService: {value: false, source: the platform}
  defaultRevision: {value: true, source: the platform}
  mtls: {value: PERMISSIVE, source: the platform, unconfirmed: true}
argocd:
  version: {value: 3.5.1, source: the platform}
  syncTimeoutSeconds: {value: 600, source: the platform}
  applicationHealth: {value: true, source: the platform}
secrets:
- {namespace: a, name: b, keys: [c], source: by hand}
";

    fn load(text: &str) -> Result<PlatformInventory, String> {
        let (tree, sources) = (MemoryTree::from_files([("/policies/platform-inventory.yaml", text)]), SourceMap::new());
        PlatformInventory::load(&tree, Path::new("/"), &sources).map_err(|error| {
            let source = std::error::Error::source(&error).map(|source| format!(": {source}")).unwrap_or_default();
            format!("{} {error}{source}", sources.locate(error.span()).unwrap_or_default())
        })
    }

    #[test]
    fn every_row_and_setting_says_where_it_comes_from() {
        let inventory = load(TEXT).expect("fits");
        assert_eq!(inventory.rows().len(), 1);
        let open: Vec<&str> =
            inventory.settings().iter().filter(|row| row.is_unconfirmed).map(|row| row.name).collect();
        assert_eq!(open, ["istio.mtls"]);
        let error = load(&TEXT.replace("source: by hand", "source: ' '")).unwrap_err();
        assert!(error.contains("must be a sentence"), "{error}");
        let error = load(&TEXT.replace(", source: by hand", "")).unwrap_err();
        assert!(error.contains("source"), "{error}");
    }

    #[test]
    fn a_wrong_key_and_a_row_written_twice_are_errors() {
        let error = load(&TEXT.replace("keys:", "keis:")).unwrap_err();
        assert!(error.contains(":19:") && error.contains("keis"), "{error}");
        let error = load(&TEXT.replace("  cni:", "  cnii:")).unwrap_err();
        assert!(error.contains("cnii"), "{error}");
        let error = load(&format!("{TEXT}- {{namespace: a, name: b, keys: [], source: again}}\n")).unwrap_err();
        assert!(error.contains("`secrets` must be listed once"), "{error}");
    }
}

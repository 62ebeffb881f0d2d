//! The schema as a value: which documents it is made of, and the questions it
//! answers.

use super::openapi::{OpenApi, SchemaError};
use super::tables::{find_kind, find_type};
use super::type_ref::{Position, TypeRef};
use crate::yaml::NodeRef;

/// The one version `openapi: {version: …}` may name: kustomize 5.8.1 carries no
/// other (`kyaml/openapi/kubernetesapi/openapiinfo.go`).
pub const BUILT_IN_VERSION: &str = "v1.21.2";

/// The group whose definitions kustomize reads last and always, whatever
/// document a kustomization brings (`kyaml/openapi/openapi.go`, `initSchema`).
const KUSTOMIZE_API: &str = "kustomize.config.k8s.io/v1beta1";

/// How a document from `openapi: {path: …}` stands to the built-in schema.
///
/// kustomize keeps one schema per process and loads it late, so what it has
/// seen before it meets the field decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The document replaces the built-in schema: the rule for a field in the
    /// root kustomization, and in a base as long as nothing asked before.
    Alone,
    /// The document adds to the built-in schema and wins: a base brought it
    /// after a merge, or anything else that loads the schema.
    OverBuiltIn,
    /// The built-in schema adds to the document and wins: a base brought the
    /// document after the scope of a kind outside the built-in table was asked
    /// for, and before anything loaded the schema.
    UnderBuiltIn,
}

/// Merge keys and scopes. Immutable, and cheap to pass by reference.
#[derive(Debug)]
pub struct Schema {
    pub(super) document: Option<OpenApi>,
    pub(super) layer: Layer,
}

static BUILT_IN: Schema = Schema { document: None, layer: Layer::UnderBuiltIn };

impl Schema {
    /// The schema of Kubernetes v1.21.2.
    #[must_use]
    pub fn builtin() -> &'static Self {
        &BUILT_IN
    }

    /// The schema in a user's OpenAPI v2 document, the whole document's node.
    ///
    /// kustomize reads the document only when the schema is first needed: a
    /// caller that holds on to an error until then behaves alike.
    ///
    /// # Errors
    /// When the document, its `definitions` or its `paths` are no mappings. A
    /// broken part further down has no effect, as if it were absent.
    pub fn from_openapi(document: NodeRef<'_>, layer: Layer) -> Result<Self, SchemaError> {
        Ok(Self { document: Some(OpenApi::read(document)?), layer })
    }

    /// Whether a kind lives in a namespace; nothing when the schema does not
    /// know. kustomize's `IsNamespaceScoped`: the table of built-in kinds comes
    /// first even when a document replaces the built-in schema.
    #[must_use]
    pub fn is_namespaced(&self, api_version: &str, kind: &str) -> Option<bool> {
        find_kind(api_version, kind)
            .and_then(|row| row.namespaced)
            .or_else(|| self.document.as_ref()?.is_namespaced(api_version, kind))
    }

    /// Whether a kind is known to live outside namespaces; kustomize's
    /// `IsCertainlyClusterScoped`.
    #[must_use]
    pub fn is_certainly_cluster_scoped(&self, api_version: &str, kind: &str) -> bool {
        self.is_namespaced(api_version, kind) == Some(false)
    }

    /// Where the definition of a kind begins; kustomize's
    /// `SchemaForResourceType`. The lookup is exact: a version that the schema
    /// lacks has no definition.
    #[must_use]
    pub fn for_kind(&self, api_version: &str, kind: &str) -> Option<TypeRef<'_>> {
        let table = || find_kind(api_version, kind).and_then(|row| row.definition).map(Position::Type);
        let document = || self.document.as_ref()?.for_kind(api_version, kind).map(Position::Own);
        let position = match self.layer {
            _ if api_version == KUSTOMIZE_API => table().or_else(document),
            Layer::Alone => document(),
            Layer::OverBuiltIn => document().or_else(table),
            Layer::UnderBuiltIn => table().or_else(document),
        };
        position.map(|at| TypeRef { schema: self, at })
    }

    /// The definition called `name`, as references see it.
    pub(super) fn definition(&self, name: &str) -> Option<Position> {
        let table = || find_type(name).map(Position::Type);
        let document = || self.document.as_ref()?.definition(name).map(Position::Own);
        match self.layer {
            Layer::Alone => document(),
            Layer::OverBuiltIn => document().or_else(table),
            Layer::UnderBuiltIn => table().or_else(document),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::generated::KINDS;
    use super::*;

    #[test]
    fn the_scopes_of_the_82_kinds_kustomize_precomputes_are_known() {
        let known: Vec<_> = KINDS.iter().filter(|row| row.namespaced.is_some()).collect();
        assert_eq!(known.len(), 82);
        assert_eq!(known.iter().filter(|row| row.namespaced == Some(false)).count(), 36);
        let schema = Schema::builtin();
        for row in known {
            assert_eq!(schema.is_namespaced(row.api_version, row.kind), row.namespaced);
        }
    }

    #[test]
    fn scope_is_looked_up_by_exact_version_and_kind() {
        let check = |api_version, kind, expected| {
            assert_eq!(Schema::builtin().is_namespaced(api_version, kind), expected, "{api_version} {kind}");
        };
        check("v1", "Namespace", Some(false));
        check("v1", "Pod", Some(true));
        check("v1", "Binding", None);
        check("v1", "NodeProxyOptions", Some(false));
        check("policy/v1beta1", "PodSecurityPolicy", Some(false));
        check("rbac.authorization.k8s.io/v1", "ClusterRole", Some(false));
        check("rbac.authorization.k8s.io/v2", "ClusterRole", None);
        check("kubeflow.org/v1", "Profile", None);
        assert!(Schema::builtin().is_certainly_cluster_scoped("v1", "Node"));
        assert!(!Schema::builtin().is_certainly_cluster_scoped("kubeflow.org/v1", "Profile"));
    }
}

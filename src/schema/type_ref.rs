//! A position in a schema and the ways down from it; kustomize's
//! `ResourceSchema` (`kyaml/openapi/openapi.go`).

use super::tables::{FieldRow, LeadsTo, type_row};
use super::value::Schema;

/// Where in a [`Schema`] one stands. References are always resolved: the
/// position behind a reference knows nothing of the field that held it.
#[derive(Clone, Copy, Debug)]
pub struct TypeRef<'a> {
    pub(super) schema: &'a Schema,
    pub(super) at: Position,
}

/// The tables of the built-in schema and the nodes of a user's document.
#[derive(Clone, Copy)]
pub(super) enum Position {
    /// A built-in definition.
    Type(u16),
    /// A field of a built-in definition that is no reference.
    Field(&'static FieldRow),
    /// Somewhere in the built-in schema below which nothing merges.
    Plain,
    /// A node of the user's document.
    Own(u32),
}

impl std::fmt::Debug for Position {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Type(index) => write!(formatter, "Type({})", type_row(*index).name),
            Self::Field(row) => write!(formatter, "Field({})", row.name),
            Self::Plain => formatter.write_str("Plain"),
            Self::Own(node) => write!(formatter, "Own({node})"),
        }
    }
}

impl<'a> TypeRef<'a> {
    fn to(self, at: Position) -> Self {
        Self { schema: self.schema, at }
    }

    /// The position of field `name`: a property, else the value type of a map.
    ///
    /// The built-in tables leave out what does not merge, so below a built-in
    /// definition every unknown name is a position without a strategy.
    #[must_use]
    pub fn field(self, name: &str) -> Option<Self> {
        let at = match self.at {
            Position::Type(index) => match type_row(index).field(name) {
                Some(row) => match row.leads_to {
                    LeadsTo::Object(target) => self.built_in(target),
                    LeadsTo::Items(_) | LeadsTo::Nothing => Position::Field(row),
                },
                None => Position::Plain,
            },
            Position::Field(_) | Position::Plain => Position::Plain,
            Position::Own(node) => self.schema.field_of(node, name)?,
        };
        Some(self.to(at))
    }

    /// The position of a list's items; nothing when this is no list.
    #[must_use]
    pub fn elements(self) -> Option<Self> {
        let at = match self.at {
            Position::Type(_) => return None,
            Position::Field(FieldRow { leads_to: LeadsTo::Items(target), .. }) => self.built_in(*target),
            Position::Field(_) | Position::Plain => Position::Plain,
            Position::Own(node) => self.schema.items_of(node)?,
        };
        Some(self.to(at))
    }

    /// The patch strategy as written, empty when there is none, and the keys
    /// that tell items apart: all of `x-kubernetes-list-map-keys`, else the one
    /// patch merge key, else none (items are compared by value). Keys without
    /// a strategy do not count. kustomize's `PatchStrategyAndKeyList`.
    #[must_use]
    pub fn patch_strategy_and_keys(self) -> (&'a str, Vec<&'a str>) {
        match self.at {
            Position::Field(row) => (row.strategy, row.keys.to_vec()),
            Position::Own(node) => self.schema.strategy_of(node),
            Position::Type(_) | Position::Plain => ("", Vec::new()),
        }
    }

    /// Whether a list here is merged item by item rather than replaced;
    /// kustomize's `schema.IsAssociative` for a position with a schema.
    #[must_use]
    pub fn merges_items(self) -> bool {
        let strategy = match self.at {
            Position::Field(row) => row.strategy,
            Position::Own(node) => self.schema.strategy_of(node).0,
            Position::Type(_) | Position::Plain => "",
        };
        strategy.split(',').any(|part| part == "merge")
    }

    /// A built-in definition, unless a document over it redefines the name.
    fn built_in(self, target: u16) -> Position {
        self.schema.definition(type_row(target).name).unwrap_or(Position::Type(target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows `path` from a kind; `[]` stands for the items of a list.
    fn at<'a>(api_version: &str, kind: &str, path: &str) -> Option<TypeRef<'a>> {
        let start = Schema::builtin().for_kind(api_version, kind)?;
        path.split('.').filter(|step| !step.is_empty()).try_fold(start, |here, step| match step {
            "[]" => here.elements(),
            name => here.field(name),
        })
    }

    #[track_caller]
    fn check(api_version: &str, kind: &str, path: &str, strategy: &str, keys: &[&str]) {
        let here = at(api_version, kind, path).expect("the kind is built in");
        assert_eq!(here.patch_strategy_and_keys(), (strategy, keys.to_vec()), "{path}");
        assert_eq!(here.merges_items(), strategy.split(',').any(|part| part == "merge"), "{path}");
    }

    #[test]
    fn lists_have_their_strategy_and_all_their_keys() {
        let pod = "spec.template.spec";
        let deployment = |path: &str, strategy, keys| {
            check("apps/v1", "Deployment", &format!("{pod}.{path}"), strategy, keys);
        };
        deployment("containers", "merge", &["name"]);
        deployment("containers.[].ports", "merge", &["containerPort", "protocol"]);
        deployment("containers.[].env", "merge", &["name"]);
        deployment("containers.[].volumeMounts", "merge", &["mountPath"]);
        deployment("containers.[].args", "", &[]);
        deployment("initContainers.[].env", "merge", &["name"]);
        deployment("volumes", "merge,retainKeys", &["name"]);
        deployment("volumes.[].projected.sources", "", &[]);
        deployment("tolerations", "", &[]);
        deployment("imagePullSecrets", "merge", &["name"]);
        deployment("hostAliases", "merge", &["ip"]);
        deployment("topologySpreadConstraints", "merge", &["topologyKey", "whenUnsatisfiable"]);
        check("v1", "Service", "spec.ports", "merge", &["port", "protocol"]);
        check("v1", "ServiceAccount", "secrets", "merge", &["name"]);
        check("v1", "ConfigMap", "metadata.finalizers", "merge", &[]);
        check("v1", "ConfigMap", "metadata.ownerReferences", "merge", &["uid"]);
        check("batch/v1", "CronJob", "spec.jobTemplate.spec.template.spec.containers", "merge", &["name"]);
        check("apps/v1", "StatefulSet", "spec.volumeClaimTemplates", "", &[]);
        check("autoscaling/v2beta2", "HorizontalPodAutoscaler", "spec.metrics", "", &[]);
        let hooks = "MutatingWebhookConfiguration";
        check("admissionregistration.k8s.io/v1", hooks, "webhooks", "merge", &["name"]);
        check("kustomize.config.k8s.io/v1beta1", "Kustomization", "configMapGenerator", "merge", &["name"]);
    }

    #[test]
    fn a_strategy_that_is_not_merge_merges_nothing() {
        check("apps/v1", "Deployment", "spec.strategy", "retainKeys", &[]);
        // The field is a reference, and what a reference carries is lost.
        check("policy/v1", "PodDisruptionBudget", "spec.selector", "", &[]);
    }

    #[test]
    fn what_the_schema_lacks_has_no_position() {
        assert!(at("autoscaling/v2", "HorizontalPodAutoscaler", "").is_none());
        assert!(at("kubeflow.org/v1", "Notebook", "").is_none());
        assert!(at("v1", "NodeProxyOptions", "").is_none());
        assert!(at("v1", "Pod", "[]").is_none(), "an object has no items");
        // Known, but without anything that merges.
        check("v1", "ConfigMap", "data.key", "", &[]);
    }
}

//! What one object needs of another.

use std::fmt;

use super::ObjectId;
use crate::text::Span;

/// Why an object needs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeKind {
    /// It is stored in the Namespace.
    Namespace,
    /// It is a custom resource of the definition.
    Definition,
    /// Its pods run as the ServiceAccount.
    ServiceAccount,
    /// Its pods read the ConfigMap.
    ConfigMap,
    /// Its pods read the Secret.
    Secret,
    /// Its pods mount the claim.
    Claim,
    /// Its pods have the PriorityClass.
    PriorityClass,
    /// Its volume is of the StorageClass.
    StorageClass,
    /// It binds the role.
    Role,
    /// It binds to the ServiceAccount.
    Subject,
    /// A fail-closed webhook that the workload serves has to admit it, or the
    /// workload has to convert it to the version that is stored.
    Webhook,
    /// A fail-closed webhook that serves with the Certificate has to admit it.
    WebhookCertificate,
    /// It sends the API server's questions to the Service.
    WebhookService,
    /// It converts between versions by the Service.
    Conversion,
    /// The Certificate's authority is written into it.
    CaInjection,
    /// The issuer signs it.
    Issuer,
    /// Its routes are at the Gateway.
    Gateway,
    /// It names the host of the Service.
    Host,
    /// It asks the external authorization provider.
    ExtAuthz,
}

/// When what is needed must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Timing {
    /// Whoever needs it waits for it by itself, and is not healthy before: it
    /// must not come in a later step.
    SameStep,
    /// It must be applied before.
    Applied,
    /// It must work before: it comes in an earlier step.
    Healthy,
}

impl EdgeKind {
    /// All kinds.
    pub const ALL: [Self; 19] = [
        Self::Namespace,
        Self::Definition,
        Self::ServiceAccount,
        Self::ConfigMap,
        Self::Secret,
        Self::Claim,
        Self::PriorityClass,
        Self::StorageClass,
        Self::Role,
        Self::Subject,
        Self::Webhook,
        Self::WebhookCertificate,
        Self::WebhookService,
        Self::Conversion,
        Self::CaInjection,
        Self::Issuer,
        Self::Gateway,
        Self::Host,
        Self::ExtAuthz,
    ];

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespace => "namespace",
            Self::Definition => "definition",
            Self::ServiceAccount => "service-account",
            Self::ConfigMap => "config-map",
            Self::Secret => "secret",
            Self::Claim => "claim",
            Self::PriorityClass => "priority-class",
            Self::StorageClass => "storage-class",
            Self::Role => "role",
            Self::Subject => "subject",
            Self::Webhook => "webhook",
            Self::WebhookCertificate => "webhook-certificate",
            Self::WebhookService => "webhook-service",
            Self::Conversion => "conversion",
            Self::CaInjection => "ca-injection",
            Self::Issuer => "issuer",
            Self::Gateway => "gateway",
            Self::Host => "host",
            Self::ExtAuthz => "ext-authz",
        }
    }

    /// When what is needed must be there. A Secret that a Certificate makes is
    /// waited for: the kubelet tries again until it is there.
    #[must_use]
    pub fn timing(self) -> Timing {
        match self {
            Self::Namespace
            | Self::Definition
            | Self::ServiceAccount
            | Self::ConfigMap
            | Self::Secret
            | Self::Claim
            | Self::PriorityClass
            | Self::StorageClass
            | Self::Role => Timing::Applied,
            Self::Webhook | Self::WebhookCertificate => Timing::Healthy,
            Self::Subject
            | Self::WebhookService
            | Self::Conversion
            | Self::CaInjection
            | Self::Issuer
            | Self::Gateway
            | Self::Host
            | Self::ExtAuthz => Timing::SameStep,
        }
    }
}

/// In words, between the two ends: `A is stored in B`.
impl fmt::Display for EdgeKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Namespace => "is stored in",
            Self::Definition => "is a custom resource of",
            Self::ServiceAccount => "runs as",
            Self::ConfigMap | Self::Secret => "reads",
            Self::Claim => "mounts",
            Self::PriorityClass => "has the priority",
            Self::StorageClass => "is stored by",
            Self::Role => "binds",
            Self::Subject => "binds to",
            Self::Webhook => "is admitted by",
            Self::WebhookCertificate => "is admitted with",
            Self::WebhookService => "sends admission reviews to",
            Self::Conversion => "is converted by",
            Self::CaInjection => "gets its authority from",
            Self::Issuer => "is signed by",
            Self::Gateway => "is routed at",
            Self::Host => "names the host of",
            Self::ExtAuthz => "asks",
        })
    }
}

/// What is needed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wanted {
    /// An object.
    Object {
        /// API group.
        group: &'static str,
        /// Kind.
        kind: &'static str,
        /// Namespace; empty for a cluster-scoped kind.
        namespace: String,
        /// Name.
        name: String,
        /// The key that is read of it.
        key: Option<String>,
    },
    /// The definition of a custom resource.
    Definition {
        /// API group.
        group: String,
        /// Kind.
        kind: String,
    },
    /// A workload behind a Service.
    Server {
        /// Namespace of both.
        namespace: String,
        /// The Service's name.
        service: String,
    },
    /// An external authorization provider of the mesh.
    ExtAuthz {
        /// Its name.
        name: String,
    },
}

impl Wanted {
    pub(super) fn object(
        (group, kind): (&'static str, &'static str),
        namespace: impl Into<String>,
        name: impl Into<String>,
    ) -> Self {
        Self::Object { group, kind, namespace: namespace.into(), name: name.into(), key: None }
    }

    pub(super) fn with_key(mut self, wanted: Option<&str>) -> Self {
        if let Self::Object { key, .. } = &mut self {
            *key = wanted.map(str::to_owned);
        }
        self
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object { kind, namespace, name, key, .. } => {
                write!(out, "{kind} ")?;
                if !namespace.is_empty() {
                    write!(out, "{namespace}/")?;
                }
                out.write_str(name)?;
                key.as_ref().map_or(Ok(()), |key| write!(out, " with the key {key}"))
            }
            Self::Definition { group, kind } => write!(out, "the definition of {kind} in {group}"),
            Self::Server { namespace, service } => write!(out, "a workload behind Service {namespace}/{service}"),
            Self::ExtAuthz { name } => write!(out, "the external authorization provider {name}"),
        }
    }
}

/// A list of the inventory and the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InventoryId {
    /// A definition.
    Definition(usize),
    /// A namespace.
    Namespace(usize),
    /// A Service.
    Service(usize),
    /// A Secret.
    Secret(usize),
    /// A storage class.
    StorageClass(usize),
    /// A ClusterIssuer.
    ClusterIssuer(usize),
    /// An external authorization provider.
    ExtAuthz(usize),
}

/// Who provides what is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provider {
    /// An object of the render: the wanted one, or one that makes it.
    Object(ObjectId),
    /// The platform.
    Inventory(InventoryId),
    /// Every cluster has it.
    BuiltIn,
    /// Nobody.
    Missing,
}

/// One object needs another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The object that needs it.
    pub from: ObjectId,
    /// Why.
    pub kind: EdgeKind,
    /// What it needs.
    pub wanted: Wanted,
    /// Who provides it.
    pub provider: Provider,
    /// When it must be there.
    pub timing: Timing,
    /// The object whose field says so: `from`, or the webhook's configuration.
    pub said_by: ObjectId,
    /// The field.
    pub field: String,
    /// Where it is written.
    pub span: Span,
}

impl Edge {
    /// The object at its other end, when it is one of the render.
    #[must_use]
    pub fn to(&self) -> Option<ObjectId> {
        match self.provider {
            Provider::Object(id) => Some(id),
            _ => None,
        }
    }
}

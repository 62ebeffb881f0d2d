//! What the platform's software is set to, as the inventory states it.

use serde::Deserialize;

use super::KubernetesVersion;
use crate::text::{Span, Spanned};

/// One setting and how it is known.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setting<T> {
    /// The value.
    pub value: Spanned<T>,
    /// How it is known.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// A setting, whatever its type.
#[derive(Clone, Debug)]
pub struct SettingRow<'a> {
    /// The way to it in the file, as in `istio.cni`.
    pub name: &'static str,
    /// The value as text.
    pub value: String,
    /// Where the value is written.
    pub span: Span,
    /// How it is known.
    pub source: &'a Spanned<String>,
    /// Whether nobody has confirmed it yet.
    pub is_unconfirmed: bool,
}

impl<T: ToString> Setting<T> {
    fn row(&self, name: &'static str) -> SettingRow<'_> {
        SettingRow {
            name,
            value: self.value.value.to_string(),
            span: self.value.span,
            source: &self.source,
            is_unconfirmed: self.unconfirmed,
        }
    }
}

/// What Kubernetes is.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KubernetesSettings {
    /// `major.minor` of the API server.
    pub version: Setting<String>,
}

impl KubernetesSettings {
    /// Its version; the reader has seen that it is one.
    #[must_use]
    pub fn version(&self) -> Option<KubernetesVersion> {
        self.version.value.value.parse().ok()
    }

    pub(super) fn rows(&self) -> Vec<SettingRow<'_>> {
        vec![self.version.row("kubernetes.version")]
    }
}

/// What Istio is set to: injected pods meet the restricted level only with
/// these.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IstioSettings {
    /// Its version.
    pub version: Setting<String>,
    /// Whether the node agent sets up redirection, so that pods need no root
    /// init container.
    pub cni: Setting<bool>,
    /// `global.proxy.seccompProfile`, its type.
    pub seccomp_profile: Setting<String>,
    /// `proxy.privileged`
    pub privileged: Setting<bool>,
    /// Whether redirection is by TPROXY, which needs capabilities.
    pub tproxy: Setting<bool>,
    /// Whether proxies get NET_BIND_SERVICE.
    pub cap_net_bind_service: Setting<bool>,
    /// Whether it serves the default revision: only there a pod's own label
    /// asks for injection.
    pub default_revision: Setting<bool>,
    /// The mesh-wide mode of mutual TLS.
    pub mtls: Setting<String>,
    /// The external authorization providers that AuthorizationPolicies may name.
    #[serde(default)]
    pub ext_authz_providers: Vec<ExtAuthzProvider>,
}

/// An external authorization provider of the mesh configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExtAuthzProvider {
    /// The name policies use.
    pub name: Spanned<String>,
    /// The host it asks.
    pub service: Spanned<String>,
    /// The port it asks.
    pub port: Spanned<u16>,
    /// The headers a request that is allowed goes on with.
    #[serde(default)]
    pub headers_to_upstream: Vec<String>,
    /// How it is known.
    pub source: Spanned<String>,
    /// Whether nobody has confirmed it yet.
    #[serde(default)]
    pub unconfirmed: bool,
}

impl IstioSettings {
    pub(super) fn rows(&self) -> Vec<SettingRow<'_>> {
        let mut rows = vec![
            self.version.row("istio.version"),
            self.cni.row("istio.cni"),
            self.seccomp_profile.row("istio.seccompProfile"),
            self.privileged.row("istio.privileged"),
            self.tproxy.row("istio.tproxy"),
            self.cap_net_bind_service.row("istio.capNetBindService"),
            self.default_revision.row("istio.defaultRevision"),
            self.mtls.row("istio.mtls"),
        ];
        rows.extend(self.ext_authz_providers.iter().map(|provider| SettingRow {
            name: "istio.extAuthzProviders",
            value: format!("{} at {}:{}", provider.name.value, provider.service.value, provider.port.value),
            span: provider.name.span,
            source: &provider.source,
            is_unconfirmed: provider.unconfirmed,
        }));
        rows
    }
}

/// What Argo CD is set to: waves gate only with these.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArgoSettings {
    /// Its version.
    pub version: Setting<String>,
    /// `controller.sync.timeout.seconds`: with 0 a child that waits for a bad
    /// pin blocks the fix for ever.
    pub sync_timeout_seconds: Setting<u32>,
    /// Whether `resource.customizations.health.argoproj.io_Application` is set
    /// to the Lua of this composition.
    pub application_health: Setting<bool>,
}

impl ArgoSettings {
    pub(super) fn rows(&self) -> Vec<SettingRow<'_>> {
        vec![
            self.version.row("argocd.version"),
            self.sync_timeout_seconds.row("argocd.syncTimeoutSeconds"),
            self.application_health.row("argocd.applicationHealth"),
        ]
    }
}

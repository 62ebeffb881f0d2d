//! Istio is not set to what injected pods need under the restricted level.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::text::Span;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("mesh/required-setting"),
    severity: Severity::Error,
    summary: "Istio is not set to what injected pods need",
    docs: "What Istio injects has to pass the restricted level like everything else in the pod: its CNI plugin sets up redirection \
           instead of a container with rights, the proxy has a seccomp profile and is neither privileged nor bound to low ports, \
           and TPROXY is not used. A pod's own label asks for injection only in the default revision. \
           policies/platform-inventory.yaml says what the platform's Istio is.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let istio = &facts.inventory.istio;
    let mut found = Vec::new();
    let mut need = |holds: bool, field: &'static str, span: Span, why: &str, help: &str| {
        if !holds {
            found.push(CHECK.finding(why, help).at(span).in_field(field).keyed(field));
        }
    };
    let (on, off) = (|value: &bool| *value, |value: &bool| !*value);
    let cni = &istio.cni.value;
    need(
        on(&cni.value),
        "istio.cni",
        cni.span,
        "without the CNI plugin every pod gets a container with rights",
        "install Istio CNI",
    );
    let profile = &istio.seccomp_profile.value;
    let is_allowed = matches!(profile.value.as_str(), "RuntimeDefault" | "Localhost");
    let help = "set global.proxy.seccompProfile.type to RuntimeDefault";
    need(is_allowed, "istio.seccompProfile", profile.span, "the proxy has no seccomp profile", help);
    let privileged = &istio.privileged.value;
    need(
        off(&privileged.value),
        "istio.privileged",
        privileged.span,
        "the proxy is privileged",
        "set proxy.privileged to false",
    );
    let tproxy = &istio.tproxy.value;
    need(off(&tproxy.value), "istio.tproxy", tproxy.span, "TPROXY needs capabilities", "use REDIRECT");
    let bind = &istio.cap_net_bind_service.value;
    let why = "the proxy gets a capability that the level refuses";
    need(off(&bind.value), "istio.capNetBindService", bind.span, why, "set capNetBindService to false");
    let default = &istio.default_revision.value;
    let why = "a pod's own label asks for injection only in the default revision";
    need(on(&default.value), "istio.defaultRevision", default.span, why, "let Istio serve the default revision");
    found
}

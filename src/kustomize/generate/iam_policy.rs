//! `IAMPolicyGenerator`, which only a file under `generators:` can ask for.
//!
//! Follows api v0.21.1 `filters/iampolicygenerator`.

use serde::Deserialize;

use super::object::set_text;
use super::{Builtin, Generate};
use crate::kustomize::Context;
use crate::kustomize::error::{Cause, EditContext, Result};
use crate::resource::{ResMap, Resource};
use crate::yaml::Doc;

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "IAMPolicyGenerator",
    from_fields: |_, _| Ok(Vec::new()),
    from_file: |config| Ok(Box::new(config.read::<IamPolicy>()?)),
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct IamPolicy {
    cloud: String,
    kubernetes_service: KubernetesService,
    service_account: ServiceAccount,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct KubernetesService {
    name: String,
    namespace: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ServiceAccount {
    name: String,
    project_id: String,
}

impl Generate for IamPolicy {
    fn generate(&self, context: &Context<'_>) -> Result<ResMap> {
        let doing = || "generating a ServiceAccount".to_owned();
        if self.cloud != "gke" {
            let message = format!("`cloud` must be `gke`, not `{}`", self.cloud);
            return Err(Cause::invalid("kustomize::unknown-cloud", message).into());
        }
        let account =
            format!("{}@{}.iam.gserviceaccount.com", self.service_account.name, self.service_account.project_id);
        let service = &self.kubernetes_service;
        let mut doc = Doc::empty_mapping();
        for (path, text) in [
            (&["apiVersion"][..], "v1"),
            (&["kind"], "ServiceAccount"),
            (&["metadata", "annotations", "iam.gke.io/gcp-service-account"], &account),
            (&["metadata", "name"], &service.name),
        ] {
            set_text(&mut doc, path, text).doing(doing)?;
        }
        if !service.namespace.is_empty() {
            set_text(&mut doc, &["metadata", "namespace"], &service.namespace).doing(doing)?;
        }
        let mut map = ResMap::new();
        map.append(Resource::new(doc, context))?;
        Ok(map)
    }
}

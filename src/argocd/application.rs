//! The values of parent and children.

use serde::Serialize;

use super::{ArgoError, Inputs, Revision, plugin_name};
use crate::compose::{Application, DeliveryMode, RenderedApplication};

use super::{ArgoRelease, IgnoredDifference, ignored_differences};

/// The file of the parent's folder that has the children, in the mode `rendered`.
pub(super) const CHILDREN: &str = "children.yaml";

/// What Argo CD renders.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    /// The folder, from the top of the repository.
    path: String,
    /// The plugin that renders it; without one it has manifests.
    plugin: Option<String>,
    /// The only file that counts there; without one all do.
    include: Option<&'static str>,
}

/// What both kinds of Application have.
#[derive(Debug, Serialize)]
pub(super) struct Common<'a> {
    name: &'a str,
    project: &'a str,
    argocd_namespace: &'a str,
    server: &'a str,
    environment: &'a str,
    repository: &'a str,
    /// The branch, or the commit.
    revision: &'a str,
    source: Source,
}

/// The Application that brings the children.
#[derive(Debug, Serialize)]
pub(super) struct Parent<'a> {
    #[serde(flatten)]
    common: Common<'a>,
    respects_differences: bool,
}

/// One of the selected Applications.
#[derive(Debug, Serialize)]
pub(super) struct Child<'a> {
    #[serde(flatten)]
    common: Common<'a>,
    wave: i32,
    namespace: &'a str,
    ignored: Vec<IgnoredDifference>,
}

impl<'a> Common<'a> {
    fn new(
        inputs: &Inputs<'a>,
        name: &'a str,
        revision: &'a str,
        file: Option<&'static str>,
    ) -> Result<Self, ArgoError> {
        let (delivery, environment) = (&inputs.composition.delivery, inputs.environment);
        let source = match delivery.mode {
            // The plugin looks for the platform root itself, from where it is started.
            DeliveryMode::Plugin => Source { path: ".".to_owned(), plugin: Some(plugin_name()), include: None },
            DeliveryMode::Rendered => {
                let folder = &delivery.rendered_path.as_ref().ok_or(ArgoError::NoRenderedPath)?.value;
                Source { path: format!("{folder}/{}/{name}", environment.name.value), plugin: None, include: file }
            }
        };
        Ok(Self {
            name,
            project: &delivery.project.value,
            argocd_namespace: &delivery.namespace.value,
            server: &environment.destination.server.value,
            environment: &environment.name.value,
            repository: &delivery.repository.value,
            revision,
            source,
        })
    }
}

impl<'a> Parent<'a> {
    pub(super) fn new(inputs: &Inputs<'a>) -> Result<Self, ArgoError> {
        let delivery = &inputs.composition.delivery;
        let common = Common::new(inputs, &delivery.parent.value, &delivery.branch.value, Some(CHILDREN))?;
        let declared = inputs.inventory.argocd.version.value.value.parse::<ArgoRelease>();
        let respects_differences = declared.is_ok_and(|release| release >= ArgoRelease::RESPECTS_DIFFERENCES);
        Ok(Self { common, respects_differences })
    }
}

impl<'a> Child<'a> {
    pub(super) fn new(
        inputs: &Inputs<'a>,
        (application, rendered): (&'a Application, &'a RenderedApplication),
        revision: &'a Revision,
    ) -> Result<Self, ArgoError> {
        let common = Common::new(inputs, &application.name.value, revision.as_str(), None)?;
        let ignored = ignored_differences(&rendered.objects);
        Ok(Self { common, wave: rendered.wave, namespace: &application.namespace.value, ignored })
    }
}

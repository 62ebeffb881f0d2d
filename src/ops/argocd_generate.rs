//! `argocd generate`: what the plugin prints for Argo CD, or nothing.

use std::sync::Arc;

use super::argocd_files::argo_failed;
use super::check::differs_from_policy;
use super::platform::{Opened, PlatformOptions, compose_failed};
use super::snapshot::snapshot_failed;
use super::{Failed, Output, Refusal};
use crate::argocd::{Inputs, ParameterError, Parameters, Revision, children};
use crate::compose::{ComposeError, Environment, Rendered, RenderedApplication};
use crate::snapshot::{Snapshot, compare};
use crate::text::{SourceMap, Span};

/// What Argo CD asks for.
#[derive(Debug)]
pub struct GenerateRequest {
    /// The platform. Files that are not the ones on record are never let pass.
    pub platform: PlatformOptions,
    /// The parameters, or why there are none.
    pub parameters: Result<Parameters, ParameterError>,
}

/// What Argo CD must not get.
#[derive(Debug, thiserror::Error)]
enum Refused {
    /// The composition is not the reviewed one.
    #[error("the composition differs from policies/closed-set.yaml: {message}")]
    Composition { message: String },
    /// Nobody approved the render.
    #[error("{application} is not what was approved for {environment}: {what}")]
    NotApproved { application: String, environment: String, what: String },
    /// The render is empty.
    #[error("{application} renders to nothing")]
    Empty { application: String },
    /// The parent cannot pin its children.
    #[error("Argo CD does not say at which commit the parent is")]
    NoRevision,
}

/// The manifests of an Application, or the children of the parent, all of them
/// or nothing: the composition has to be the reviewed one, every upstream file
/// the pinned one, and every object the approved one. A file that was cut off or
/// lost in the copy that a plugin gets would else be a smaller render, and what
/// it lacks would be pruned.
///
/// # Errors
/// When any of that does not hold, or the parameters cannot be followed.
pub fn argocd_generate(request: &GenerateRequest) -> Result<Output, Failed> {
    let opened = PlatformOptions { unverified: false, ..request.platform.clone() }.open()?;
    let sources = &opened.platform.sources;
    let parameters = request.parameters.as_ref().map_err(|error| {
        let help = "the Application names `application` and `environment` as parameters of the plugin".to_owned();
        Failed::new(Refusal::Invalid, "argocd::parameters", error, Span::NONE, Some(help), sources)
    })?;
    let environment = opened.environment(&parameters.environment)?;
    if let Some((message, span)) = differs_from_policy(&opened)? {
        let refused = Refused::Composition { message };
        return Err(failed(&refused, span, sources));
    }
    let stdout = if parameters.application == opened.platform.composition.delivery.parent.value {
        of_parent(&opened, environment, parameters)?
    } else {
        of_child(&opened, environment, &parameters.application)?
    };
    Ok(Output { stdout, warnings: Vec::new(), sources: Arc::clone(sources) })
}

fn of_child(opened: &Opened, environment: &Environment, name: &str) -> Result<Vec<u8>, Failed> {
    let sources = &opened.platform.sources;
    if !environment.selects(name) {
        let known = environment.applications.iter().map(|name| name.value.clone()).collect();
        let environment = environment.name.value.clone();
        return Err(compose_failed(&ComposeError::NotSelected { name: name.to_owned(), environment, known }, sources));
    }
    let rendered = opened.render(environment, Some(name))?;
    approved(opened, environment, &rendered)?;
    let text = rendered.applications.into_iter().map(|application| application.text).next().unwrap_or_default();
    if text.is_empty() {
        return Err(failed(&Refused::Empty { application: name.to_owned() }, Span::NONE, sources));
    }
    Ok(text)
}

fn of_parent(opened: &Opened, environment: &Environment, parameters: &Parameters) -> Result<Vec<u8>, Failed> {
    let sources = &opened.platform.sources;
    let revision = parameters.revision.as_ref().ok_or_else(|| failed(&Refused::NoRevision, Span::NONE, sources))?;
    let revision: Revision = revision.parse().map_err(|error| argo_failed(&error, sources))?;
    let rendered = opened.render(environment, None)?;
    approved(opened, environment, &rendered)?;
    let composition = &opened.platform.composition;
    let inputs = Inputs { composition, environment, rendered: &rendered, inventory: &opened.inventory };
    Ok(children(&inputs, &revision).map_err(|error| argo_failed(&error, sources))?.into_bytes())
}

/// Whether all that is rendered is what was approved.
fn approved(opened: &Opened, environment: &Environment, rendered: &Rendered) -> Result<(), Failed> {
    let (sources, all) = (&opened.platform.sources, opened.approved(environment)?);
    for application in &rendered.applications {
        let now = Snapshot::of(&rendered.environment, &application.name, &application.objects)
            .map_err(|error| snapshot_failed(&error, sources))?;
        let refused = |what: String, span| {
            let (application, environment) = (application.name.clone(), rendered.environment.clone());
            failed(&Refused::NotApproved { application, environment, what }, span, sources)
        };
        let Some(approved) = all.get(&application.name) else {
            return Err(refused("nothing of it is".to_owned(), Span::NONE));
        };
        if let Some(first) = compare(approved, &now).first() {
            return Err(refused(format!("{} is {}", first.id, first.kind), first.span));
        }
        complete(application, approved).map_err(|what| refused(what, Span::NONE))?;
    }
    Ok(())
}

/// Whether the text has as many documents as objects were approved.
fn complete(application: &RenderedApplication, approved: &Snapshot) -> Result<(), String> {
    let documents = 1 + memchr::memmem::find_iter(&application.text, b"\n---\n").count();
    let is_complete = application.text.ends_with(b"\n") && documents >= approved.objects.len();
    if is_complete { Ok(()) } else { Err(format!("{documents} of {} objects", approved.objects.len())) }
}

fn failed(refused: &Refused, span: Span, sources: &Arc<SourceMap>) -> Failed {
    let (refusal, help) = match refused {
        Refused::NotApproved { environment, .. } => {
            (Refusal::Differs, format!("look at it, then run `quintet snapshot --env {environment} --accept`"))
        }
        Refused::Composition { .. } => (Refusal::Differs, "run `quintet check --all-envs`".to_owned()),
        Refused::Empty { .. } => (Refusal::Differs, "run `quintet check --all-envs`".to_owned()),
        Refused::NoRevision => (Refusal::Invalid, "ARGOCD_APP_REVISION has to be a full commit".to_owned()),
    };
    Failed::new(refusal, "argocd::refused", refused, span, Some(help), sources)
}

//! The Argo CD objects as YAML.

use minijinja::{Value, context, value::Serde};

use super::application::{Child, Parent};
use super::template::render;
use super::{ArgoError, Inputs, Permitted, Revision, health_script};
use crate::compose::Composition;

/// The AppProject and the parent Application: the pair that somebody applies once.
///
/// # Errors
/// When not all that the environment selects is rendered.
pub fn bootstrap(inputs: &Inputs<'_>) -> Result<String, ArgoError> {
    let delivery = &inputs.composition.delivery;
    let project = context! {
        project => delivery.project.value.as_str(),
        namespace => delivery.namespace.value.as_str(),
        repository => delivery.repository.value.as_str(),
        server => inputs.environment.destination.server.value.as_str(),
        permitted => Serde(Permitted::of(inputs)?),
    };
    let project = render("project.yaml.j2", project)?;
    let parent = render("parent.yaml.j2", Value::from(Serde(Parent::new(inputs)?)))?;
    Ok(format!("{project}---\n{parent}"))
}

/// The selected Applications at one commit, in the composition's order.
///
/// # Errors
/// When not all that the environment selects is rendered.
pub fn children(inputs: &Inputs<'_>, revision: &Revision) -> Result<String, ArgoError> {
    let child = |found| render("child.yaml.j2", Value::from(Serde(Child::new(inputs, found, revision)?)));
    let children: Vec<String> = inputs.applications()?.into_iter().map(child).collect::<Result<_, _>>()?;
    Ok(children.join("---\n"))
}

/// The part of Argo CD's settings that the waves of children need: the ConfigMap
/// `argocd-cm` with one key.
///
/// # Errors
/// When our own template cannot be filled in.
pub fn health_fragment(composition: &Composition) -> Result<String, ArgoError> {
    let script = health_script(composition)?;
    let indented = script.lines().map(|line| if line.is_empty() { String::new() } else { format!("    {line}") });
    let health = Value::from_safe_string(indented.collect::<Vec<_>>().join("\n"));
    render("argocd-cm.yaml.j2", context! { namespace => composition.delivery.namespace.value.as_str(), health })
}

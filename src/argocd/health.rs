//! The health of a child Application, as its parent waits for it (DECISIONS 20).

use super::ArgoError;
use super::template::render;
use crate::compose::Composition;
use minijinja::context;

/// The Lua script that says how healthy an Application is, for Argo CD's
/// customization of `argoproj.io/Application`.
///
/// # Errors
/// When our own template cannot be filled in.
pub fn health_script(composition: &Composition) -> Result<String, ArgoError> {
    let delivery = &composition.delivery;
    render(
        "health.lua.j2",
        context! { project => delivery.project.value.as_str(), parent => delivery.parent.value.as_str() },
    )
}

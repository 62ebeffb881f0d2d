//! What the Argo CD objects of an environment are made of.

use super::ArgoError;
use crate::compose::{Application, Composition, Environment, Rendered, RenderedApplication};
use crate::policy::PlatformInventory;

/// A composition, one environment of it, and all that it renders there.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The composition.
    pub composition: &'a Composition,
    /// The environment.
    pub environment: &'a Environment,
    /// All that it renders.
    pub rendered: &'a Rendered,
    /// What the platform has.
    pub inventory: &'a PlatformInventory,
}

impl<'a> Inputs<'a> {
    /// The selected Applications with what they render, in the composition's
    /// order.
    ///
    /// # Errors
    /// When the render is not that of the whole selection: a project or a set of
    /// children made of less would take things away.
    pub(super) fn applications(&self) -> Result<Vec<(&'a Application, &'a RenderedApplication)>, ArgoError> {
        let of_composition = |rendered: &'a RenderedApplication| {
            let unknown = || ArgoError::Unknown { application: rendered.name.clone() };
            Ok((self.composition.application(&rendered.name).ok_or_else(unknown)?, rendered))
        };
        let found: Vec<_> = self.rendered.applications.iter().map(of_composition).collect::<Result<_, _>>()?;
        let is_there = |name: &str| found.iter().any(|(application, _)| application.name.value == name);
        match self.environment.applications.iter().find(|selected| !is_there(&selected.value)) {
            Some(selected) => Err(ArgoError::NotRendered { application: selected.value.clone() }),
            None => Ok(found),
        }
    }
}

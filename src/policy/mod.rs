//! The platform's policies: what must hold, as reviewed data.

mod closed_set;
mod error;
mod glob;
mod kubernetes_version;
mod waivers;

pub use closed_set::{ClosedSet, ExcludedComponent, ExcludedFolder, ExpectedApplication, Recognise};
pub use error::PolicyError;
pub use glob::Glob;
pub use kubernetes_version::{KubernetesVersion, KubernetesVersionError};
pub use waivers::{Waiver, Waivers};

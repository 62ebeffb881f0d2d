//! The platform's policies: what must hold, as reviewed data.

mod closed_set;
mod error;
mod glob;
mod inventory;
mod kind_scopes;
mod kubernetes_version;
mod settings;
mod waivers;

pub use closed_set::{ClosedSet, ExcludedComponent, ExcludedFolder, ExpectedApplication, Recognise};
pub use error::PolicyError;
pub use glob::Glob;
pub use inventory::{
    InventoryDefinition, InventoryName, InventoryNamespace, InventoryRow, InventorySecret, InventoryService,
    PlatformInventory,
};
pub use kind_scopes::KindScopes;
pub use kubernetes_version::{KubernetesVersion, KubernetesVersionError};
pub use settings::{ArgoSettings, ExtAuthzProvider, IstioSettings, KubernetesSettings, Setting, SettingRow};
pub use waivers::{Waiver, Waivers};

//! The composition: which Applications there are, from which pinned upstream,
//! with which values; and what they render to.
//!
//! `platform` reads the files, `upstream` gives the build what the lock and the
//! sums allow, `overlay` fills templates in, `render` puts it together, `annotate`
//! adds what Argo CD reads; `repin` writes the files that name the pins. `bundle`
//! and `export` say which files a render is written as; `remote_paths` leads
//! the kustomizations of an export to what it brings along. `vendor` makes a mirror.

mod annotate;
pub mod bundle;
pub mod composition;
mod delivery;
mod entry_edit;
pub mod environment;
mod error;
pub mod export;
mod images;
pub mod lock;
mod overlay;
mod platform;
mod remote_paths;
mod render;
pub mod repin;
mod retired;
pub mod sum;
mod template;
mod upstream;
pub mod vendor;

pub use annotate::{Annotations, ObjectAnnotations};
pub use composition::{Application, Composition};
pub use delivery::{Delivery, DeliveryMode};
pub use environment::Environment;
pub use error::ComposeError;
pub use images::{images, images_of};
pub use lock::Lock;
pub use platform::{Platform, find_root};
pub use render::{Annotate, RenderError, RenderOptions, Rendered, RenderedApplication, render};
pub use retired::{Retired, RetiredKind, RetiredNamespace};
pub use sum::Sum;
pub use template::UnusedValue;
pub use upstream::{Keep, Kept, Verification};

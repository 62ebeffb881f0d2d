//! What a check has to say, as plain data.

mod check_id;
mod fingerprint;
mod place;
mod severity;
mod value;

pub use check_id::CheckId;
pub use place::{Place, Subject, object_name};
pub use severity::Severity;
pub use value::Finding;

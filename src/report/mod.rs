//! Errors and findings in the form somebody reads: a person, or a program.

mod diagnostic;
mod text;

pub use diagnostic::{Diagnostic, Step};
pub use text::{TextStyle, render_text};

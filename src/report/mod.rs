//! Errors and findings in the form somebody reads: a person, or a program.
//!
//! A [`Diagnostic`] is one thing to tell at once; a [`Report`] is all that the
//! checks of one run found. [`FORMATS`] lists how a report can be written.

mod baseline;
mod contents;
mod cut;
mod diagnostic;
mod format;
mod located;
mod text;
mod words;

pub use baseline::{Baseline, BaselineEntry};
pub use contents::{Baselined, Counts, Report, Rule, WaivedFinding};
pub use diagnostic::{Diagnostic, Step};
#[cfg(feature = "json-schema")]
pub use format::report_schema;
pub use format::{FORMATS, Format, FormatOptions, UnknownFormat, find_format};
pub use text::{TextStyle, render_text};

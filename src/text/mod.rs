//! Source texts, held once, and the places in them.
//!
//! Every other room speaks of places as [`Span`]s: a source and a byte range.
//! The text itself stays in one [`SourceMap`], so an error can be drawn with
//! its surroundings at the very edge without anybody carrying text around.

mod source;
mod span;
mod suggest;

pub use source::{LineColumn, Source, SourceMap};
pub use span::{SourceId, Span, Spanned};
pub use suggest::did_you_mean;

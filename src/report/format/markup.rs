//! What the formats that are markup share.

use std::fmt::{Arguments, Write};

/// Adds formatted text.
pub(super) fn push(out: &mut String, text: Arguments<'_>) {
    out.write_fmt(text).expect("writing to a String cannot fail");
}

/// How a character that XML and HTML both give a meaning is written as text;
/// nothing for all others.
pub(super) fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        _ => None,
    }
}

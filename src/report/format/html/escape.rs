//! Text that stays text in HTML.

use super::super::markup::entity;

/// `text` as content or as a quoted value of an attribute (HTML §13.1.2.3,
/// §13.1.2.4).
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if let Some(entity) = entity(c) {
            out.push_str(entity);
            continue;
        }
        match c {
            '\'' => out.push_str("&#39;"),
            // A parser makes nothing of it, or U+FFFD, depending on where it is.
            '\0' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

/// `text` escaped, what stands between backticks as code.
pub(super) fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // The last of an odd number of backticks opens nothing.
    let is_paired = parts.len() % 2 == 1;
    if !is_paired {
        return escaped(text);
    }
    let written = |(at, part): (usize, &&str)| {
        if at % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) }
    };
    parts.iter().enumerate().map(written).collect()
}

/// Paragraphs of [`prose`].
pub(super) fn paragraphs(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|part| !part.trim().is_empty());
    paragraphs.map(|part| format!("<p>{}</p>\n", prose(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escaped("<a b='c' d=\"e\">&\0"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\u{fffd}");
    }

    #[test]
    fn pairs_of_backticks_are_code() {
        assert_eq!(prose("a `<b>` c `d`"), "a <code>&lt;b&gt;</code> c <code>d</code>");
        assert_eq!(prose("a ` <b>"), "a ` &lt;b&gt;");
        assert_eq!(paragraphs("one\n\n`two`\n"), "<p>one</p>\n<p><code>two</code>\n</p>\n");
    }
}

//! Where the grammar crate accepts what libyaml refuses.
//!
//! Found by running both over the same texts; each rule here names the place in
//! go-yaml's `scannerc.go` (v3.0.3). The checks cost nothing on texts without
//! tabs and without U+0085, U+2028 and U+2029.

use memchr::{memchr, memmem};

/// What a piece of text holds that needs a closer look.
#[derive(Clone, Debug, Default)]
pub(super) struct Oddities {
    /// There is a tab somewhere.
    pub(super) tabs: bool,
    /// Places of U+0085, U+2028 and U+2029, which libyaml takes for line
    /// breaks; those inside quoted scalars are taken out when they are read.
    pub(super) wide_breaks: Vec<usize>,
}

impl Oddities {
    pub(super) fn of(text: &str) -> Self {
        let mut wide_breaks: Vec<usize> = Vec::new();
        if !text.is_ascii() {
            for wide_break in ["\u{85}", "\u{2028}", "\u{2029}"] {
                wide_breaks.extend(memmem::find_iter(text.as_bytes(), wide_break));
            }
            wide_breaks.sort_unstable();
        }
        Self { tabs: memchr(b'\t', text.as_bytes()).is_some(), wide_breaks }
    }

    /// Takes the breaks in `range` out of the list; says whether there were any.
    pub(super) fn take_breaks(&mut self, range: std::ops::Range<usize>) -> bool {
        let before = self.wide_breaks.len();
        if before > 0 {
            self.wide_breaks.retain(|at| !range.contains(at));
        }
        self.wide_breaks.len() != before
    }
}

/// The tab before a node that starts a line's content at `start`, indicators
/// aside: at the start of a line and after `-`, `?` and a leading `:` a simple
/// key may start, and there `yaml_parser_scan_to_next_token` does not skip tabs
/// outside flow collections.
pub(super) fn tab_before_node(text: &str, start: usize) -> Option<usize> {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let lead = &text.as_bytes()[line..start];
    if lead.starts_with(b"---") {
        return None;
    }
    let at = lead.iter().position(|byte| !matches!(byte, b' ' | b'-' | b'?' | b':'))?;
    (lead[at] == b'\t').then_some(line + at)
}

/// Whether a block scalar whose content starts at `start` starts with a tab
/// where its indentation is looked for (`yaml_parser_scan_block_scalar_breaks`):
/// only with an indentation indicator a tab may come first.
pub(super) fn tab_in_block_indent(text: &str, start: usize) -> bool {
    text.as_bytes().get(start) == Some(&b'\t') && !header(&text[..start]).bytes().any(|byte| byte.is_ascii_digit())
}

/// The indicators of the block scalar header at the end of `before`.
fn header(before: &str) -> &str {
    let line = before.trim_end().rsplit('\n').next().unwrap_or_default();
    let indicators = |at: usize| {
        let rest = &line[at + 1..];
        let (indicators, comment) = rest.split_at(rest.find([' ', '\t']).unwrap_or(rest.len()));
        let is_header = indicators.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'))
            && matches!(comment.trim_start().bytes().next(), None | Some(b'#'));
        is_header.then_some(indicators)
    };
    line.match_indices(['|', '>']).find_map(|(at, _)| indicators(at)).unwrap_or_default()
}

/// `text` with the tabs that lead a line turned into spaces. Inside a flow
/// collection they mean nothing to libyaml, the grammar crate refuses them
/// there if the collection is inside a block one.
pub(super) fn without_leading_tabs(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let lead = if line.starts_with('\t') { line.len() - line.trim_start_matches([' ', '\t']).len() } else { 0 };
        result.extend(std::iter::repeat_n(' ', lead));
        result.push_str(&line[lead..]);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_before_nodes_are_found() {
        assert_eq!(tab_before_node("a:\n  -\tb", 7), Some(6));
        assert_eq!(tab_before_node("- -\tb", 4), Some(3));
        assert_eq!(tab_before_node("- \tb: c", 3), Some(2));
        assert_eq!(tab_before_node("a:\n \tb", 5), Some(4));
        assert_eq!(tab_before_node("a:\tb", 3), None);
        assert_eq!(tab_before_node("- a:\tb", 5), None);
        assert_eq!(tab_before_node("---\tb", 4), None);
    }

    #[test]
    fn tabs_that_lead_a_block_scalar_are_found() {
        assert!(tab_in_block_indent("|\n  \ta\n", 4));
        assert!(tab_in_block_indent("a|2: |-\n\n  \ta\n", 11));
        assert!(!tab_in_block_indent("|2\n  \ta\n", 5));
        assert!(tab_in_block_indent("- > # |2\n  \ta\n", 11));
        assert!(!tab_in_block_indent("|\n  a\t\n", 4));
    }

    #[test]
    fn leading_tabs_become_spaces() {
        assert_eq!(without_leading_tabs("a: {\n\t \tb:\t1\n  \tc: 2}\n"), "a: {\n   b:\t1\n  \tc: 2}\n");
    }

    #[test]
    fn wide_breaks_are_listed() {
        let mut oddities = Oddities::of("a\u{85}b\u{2028}\t");
        assert!(oddities.tabs);
        assert_eq!(oddities.wide_breaks, [1, 4]);
        assert!(oddities.take_breaks(0..2));
        assert!(!oddities.take_breaks(0..2));
        assert_eq!(oddities.wide_breaks, [4]);
    }
}

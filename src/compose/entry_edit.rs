//! Another value for one entry of a kustomization, where it is written.

use crate::kustomize::NamedPath;

/// A stretch of a text and what stands there instead.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntryEdit {
    /// Its first byte.
    pub(super) start: usize,
    /// One past its last byte.
    pub(super) end: usize,
    /// What stands there instead.
    pub(super) text: String,
}

impl EntryEdit {
    /// `text` for the value at the place of `named` in `source`, in the same
    /// quotes. Nothing when the value is not written as it is, or `text` could
    /// not be.
    pub(super) fn new(source: &str, named: &NamedPath, text: String) -> Option<Self> {
        // None of these means anything to YAML inside of a text, in quotes or not.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "./@%_+=~-".contains(c);
        let starts_plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.');
        let (start, end) = (named.entry.span.start as usize, named.entry.span.end() as usize);
        let value = named.entry.value.as_str();
        let written = source.get(start..end)?;
        let quoted = ['"', '\''].iter().any(|&quote| {
            written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)).is_some_and(|inside| inside == value)
        });
        let quotes = usize::from(quoted);
        let on_one_line = quoted || (written == value && !follows_block_header(source.get(..start)?));
        let holds = on_one_line && starts_plain && text.chars().all(is_plain);
        holds.then_some(Self { start: start + quotes, end: end - quotes, text })
    }
}

/// Whether what follows `before` is the inside of a block (`|`, `>`).
fn follows_block_header(before: &str) -> bool {
    let Some((above, _)) = before.rsplit_once('\n').filter(|(_, indent)| indent.trim().is_empty()) else {
        return false;
    };
    let line = above.trim_end().rsplit('\n').next().unwrap_or(above);
    line.split_whitespace().take_while(|word| !word.starts_with('#')).any(|word| word.starts_with(['|', '>']))
}

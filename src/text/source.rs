//! Texts and where they came from.

use std::sync::{Arc, OnceLock, RwLock};

use super::{SourceId, Span};

/// A 1-based line and a 1-based column, counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
}

/// One text with its name. Line breaks are `\n` and the text is UTF-8: readers
/// convert before they register it.
#[derive(Debug)]
pub struct Source {
    id: SourceId,
    name: String,
    text: String,
    /// Where the text stands in the file it is named for: what its lines and
    /// columns begin after.
    offset: LineColumn,
    line_starts: OnceLock<Vec<u32>>,
}

const START: LineColumn = LineColumn { line: 0, column: 0 };

impl Source {
    /// A text outside any [`SourceMap`]: values made by the program.
    #[must_use]
    pub fn detached(text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            id: SourceId::NONE,
            name: String::new(),
            text: text.into(),
            offset: START,
            line_starts: OnceLock::new(),
        })
    }

    /// The id under which the map holds it; [`SourceId::NONE`] when detached.
    #[must_use]
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The name shown to people: a path, or a description in angle brackets.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of byte `offset`; an offset past the end is the end.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let starts = self.line_starts.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| as_u32(at + 1)))
                .collect()
        });
        let offset = offset.min(as_u32(self.text.len()));
        let line = starts.partition_point(|&start| start <= offset).max(1);
        let start = starts.get(line - 1).copied().unwrap_or(0) as usize;
        let mut end = offset as usize;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.text.get(start..end).map_or(0, |before| before.chars().count());
        LineColumn { line: as_u32(line) + self.offset.line, column: as_u32(column + 1) + self.offset.column }
    }

    /// What lines and columns begin after: zeros, unless the text is part of a
    /// file.
    #[must_use]
    pub fn offset(&self) -> LineColumn {
        self.offset
    }
}

/// Sources are limited to 4 GiB by the readers' own limits, far below.
fn as_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// All texts of one run. Adding is allowed from several threads; ids are only
/// used to look a text up again, never to order output.
#[derive(Debug, Default)]
pub struct SourceMap {
    sources: RwLock<Vec<Arc<Source>>>,
}

impl SourceMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers `text` under `name`.
    pub fn add(&self, name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        self.add_part(name, text, START)
    }

    /// Registers a text that is part of the file `name`: its lines and columns
    /// are counted on from `offset`.
    pub fn add_part(&self, name: impl Into<String>, text: impl Into<String>, offset: LineColumn) -> Arc<Source> {
        let mut sources = self.sources.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let source = Arc::new(Source {
            id: SourceId(as_u32(sources.len())),
            name: name.into(),
            text: text.into(),
            offset,
            line_starts: OnceLock::new(),
        });
        sources.push(Arc::clone(&source));
        source
    }

    /// The text called `id`; nothing for [`SourceId::NONE`].
    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<Arc<Source>> {
        let sources = self.sources.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        sources.get(id.0 as usize).cloned()
    }

    /// `name:line:column` of the start of `span`, for one-line messages.
    #[must_use]
    pub fn locate(&self, span: Span) -> Option<String> {
        let source = self.get(span.source)?;
        let LineColumn { line, column } = source.line_column(span.start);
        Some(format!("{}:{line}:{column}", source.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_columns_count_characters() {
        let map = SourceMap::new();
        let source = map.add("a.yaml", "é: 1\nb: 2\n");
        let at = |offset| {
            let LineColumn { line, column } = source.line_column(offset);
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 2));
        assert_eq!(at(6), (2, 1));
        assert_eq!(at(9), (2, 4));
        assert_eq!(at(999), (3, 1));
        assert_eq!(map.locate(Span::new(source.id(), 6, 1)).as_deref(), Some("a.yaml:2:1"));
        assert_eq!(map.locate(Span::NONE), None);
    }
}

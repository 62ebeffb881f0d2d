//! Places in source texts.

use std::ops::Deref;

/// Names one text in a [`SourceMap`](super::SourceMap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub(super) u32);

impl SourceId {
    /// The source of values that no file wrote: defaults, computed names, tests.
    pub const NONE: Self = Self(u32::MAX);

    /// Whether this is [`SourceId::NONE`].
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
}

/// A byte range of one source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text the range is in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// Number of bytes.
    pub len: u32,
}

impl Span {
    /// The place of values that no file wrote.
    pub const NONE: Self = Self { source: SourceId::NONE, start: 0, len: 0 };

    /// `len` bytes of `source` from byte `start`.
    #[must_use]
    pub fn new(source: SourceId, start: u32, len: u32) -> Self {
        Self { source, start, len }
    }

    /// One past the last byte.
    #[must_use]
    pub fn end(self) -> u32 {
        self.start.saturating_add(self.len)
    }

    /// Whether no file wrote the value.
    #[must_use]
    pub fn is_none(self) -> bool {
        self.source.is_none()
    }
}

/// A value and the place it was written at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Ties `value` to `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// In a file there is the value alone.
#[cfg(feature = "json-schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

impl<T: Default> Default for Spanned<T> {
    fn default() -> Self {
        Self { value: T::default(), span: Span::NONE }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

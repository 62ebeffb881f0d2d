//! Why a document has no value kustomize could print.

use super::node::Tag;
use crate::text::Span;

/// A node that kustomize fails to write and read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The text of a tagged scalar is no text of that tag.
    #[error("the text reads as {found}, its tag says {tag}")]
    Mismatch {
        /// The scalar.
        span: Span,
        /// What its tag says.
        tag: &'static str,
        /// What the text reads as.
        found: &'static str,
    },
    /// JSON has no infinities and no NaN.
    #[error("{value} is not a number that can be written")]
    NotFinite {
        /// The scalar.
        span: Span,
        /// `+Inf`, `-Inf` or `NaN`
        value: &'static str,
    },
    /// `!!binary` with a text that is no base64.
    #[error("the text of `!!binary` is not base64")]
    NotBase64 {
        /// The scalar.
        span: Span,
    },
    /// A timestamp whose zone JSON cannot hold.
    #[error("the time zone is 24 hours or more from UTC")]
    TimeZone {
        /// The scalar.
        span: Span,
    },
    /// A character that YAML allows only escaped, which kustomize's last step
    /// does not do.
    #[error("the control character U+{code:04X} cannot be written")]
    Control {
        /// The scalar.
        span: Span,
        /// The character.
        code: u32,
    },
    /// A line `---` or `...` after U+0085.
    #[error("a mark between documents follows the line break U+0085")]
    DocumentMark {
        /// The scalar.
        span: Span,
    },
    /// go-yaml cannot read the block scalar it writes for such a text.
    #[error("a block scalar may not begin with a tab")]
    LeadingTab {
        /// The scalar.
        span: Span,
    },
    /// A key that is null, a number, a truth value, a timestamp or tagged.
    #[error("a key must be a string, this one is {found}")]
    KeyNotString {
        /// The key.
        span: Span,
        /// What it is.
        found: &'static str,
    },
    /// A sequence or mapping as key.
    #[error("a key must be a string, this one is a collection")]
    KeyIsCollection {
        /// The key.
        span: Span,
    },
    /// The same key twice in one mapping.
    #[error("the key is already in the mapping")]
    DuplicateKey {
        /// The second key.
        span: Span,
        /// The first one.
        first: Span,
    },
    /// An unquoted `<<` that reading did not resolve.
    #[error("a merge key cannot be written, quote `<<` if it is an ordinary key")]
    MergeKey {
        /// The key.
        span: Span,
    },
    /// Keys above 1022 characters of JSON, or with U+0085, are no keys for
    /// go-yaml.
    #[error("the key is too long or has the line break U+0085")]
    KeyTooLong {
        /// The key.
        span: Span,
    },
    /// Collections in collections, more than [`super::Limits::max_depth`] by default.
    #[error("collections are nested too deeply")]
    TooDeep {
        /// The innermost collection that was looked at.
        span: Span,
    },
}

impl ValueError {
    /// The place of the node.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Mismatch { span, .. }
            | Self::NotFinite { span, .. }
            | Self::NotBase64 { span }
            | Self::TimeZone { span }
            | Self::Control { span, .. }
            | Self::DocumentMark { span }
            | Self::LeadingTab { span }
            | Self::KeyNotString { span, .. }
            | Self::KeyIsCollection { span }
            | Self::DuplicateKey { span, .. }
            | Self::MergeKey { span }
            | Self::KeyTooLong { span }
            | Self::TooDeep { span } => *span,
        }
    }
}

/// A tag in words.
pub(super) fn tag_name(tag: Tag) -> &'static str {
    match tag {
        Tag::None | Tag::Str => "a string",
        Tag::Int => "an integer",
        Tag::Float => "a float",
        Tag::Bool => "a truth value",
        Tag::Null => "null",
        Tag::Timestamp => "a timestamp",
        Tag::Binary => "binary",
        Tag::Merge => "a merge key",
        Tag::Map => "a mapping",
        Tag::Seq => "a sequence",
        Tag::Other => "of an unknown tag",
    }
}

//! How much one text may ask of the machine.

/// Bounds on what reading accepts.
///
/// kustomize 5.8.1 knows only one of them, a nesting depth of 10000; without
/// the others six levels of nine aliases make 106 MB of output, and an anchor
/// that holds itself ends the program. Each bound is far above what manifests
/// need: the deepest upstream file nests 47 levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one text.
    pub max_text_bytes: usize,
    /// Collections inside each other, aliases expanded.
    pub max_depth: usize,
    /// Nodes of one document, aliases expanded.
    pub max_nodes: usize,
    /// Nodes that aliases add to one document.
    pub max_alias_nodes: usize,
    /// Bytes of scalar text that aliases add to one document; they cost nothing
    /// until the document is written.
    pub max_alias_bytes: usize,
}

impl Limits {
    /// The bounds every command uses.
    pub const DEFAULT: Self = Self {
        max_text_bytes: 256 << 20,
        max_depth: 1000,
        max_nodes: 4_000_000,
        max_alias_nodes: 1_000_000,
        max_alias_bytes: 64 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The bound of [`Limits`] a text went over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::max_text_bytes`]
    TextBytes(usize),
    /// [`Limits::max_depth`]
    Depth(usize),
    /// [`Limits::max_nodes`]
    Nodes(usize),
    /// [`Limits::max_alias_nodes`]
    AliasNodes(usize),
    /// [`Limits::max_alias_bytes`]
    AliasBytes(usize),
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TextBytes(max) => write!(f, "the text is longer than {max} bytes (max_text_bytes)"),
            Self::Depth(max) => write!(f, "collections are nested more than {max} deep (max_depth)"),
            Self::Nodes(max) => write!(f, "the document has more than {max} nodes (max_nodes)"),
            Self::AliasNodes(max) => write!(f, "aliases add more than {max} nodes (max_alias_nodes)"),
            Self::AliasBytes(max) => write!(f, "aliases add more than {max} bytes of text (max_alias_bytes)"),
        }
    }
}

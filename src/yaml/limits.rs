//! How much the input of one build may ask of the machine.

/// Bounds on what reading accepts. Each has a flag of the same name.
///
/// kustomize 5.8.1 knows only one of them, a nesting depth of 10000; without
/// the others six levels of nine aliases make 106 MB of output, and an anchor
/// that holds itself ends the program. Each bound is more than twice what any
/// real manifest needs, and low enough that what it lets in is built in two
/// seconds and 256 MiB; `tests/it/hostile/limits.rs` holds both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file.
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
    /// Folders that one build enters, each as often as it is entered: a few
    /// small files that name each other twice lead to millions.
    pub max_folders: usize,
    /// Folders that lead to each other in one chain.
    pub max_folder_depth: usize,
    /// Bytes of all files that one build reads, each as often as it is read.
    pub max_read_bytes: usize,
    /// Bytes of text that one build adds to its objects: a few long names and
    /// many objects make gigabytes.
    pub max_gained_bytes: usize,
}

impl Limits {
    /// The bounds every command uses.
    pub const DEFAULT: Self = Self {
        max_text_bytes: 32 << 20,
        max_depth: 1000,
        max_nodes: 1_000_000,
        max_alias_nodes: 1_000_000,
        max_alias_bytes: 32 << 20,
        max_folders: 10_000,
        max_folder_depth: 100,
        max_read_bytes: 64 << 20,
        max_gained_bytes: 16 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The bound of [`Limits`] the input went over.
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
    /// [`Limits::max_folders`]
    Folders(usize),
    /// [`Limits::max_folder_depth`]
    FolderDepth(usize),
    /// [`Limits::max_read_bytes`]
    ReadBytes(usize),
    /// [`Limits::max_gained_bytes`]
    GainedBytes(usize),
}

impl Limit {
    /// The flag that sets it.
    #[must_use]
    pub fn flag(self) -> &'static str {
        match self {
            Self::TextBytes(_) => "--max-text-bytes",
            Self::Depth(_) => "--max-depth",
            Self::Nodes(_) => "--max-nodes",
            Self::AliasNodes(_) => "--max-alias-nodes",
            Self::AliasBytes(_) => "--max-alias-bytes",
            Self::Folders(_) => "--max-folders",
            Self::FolderDepth(_) => "--max-folder-depth",
            Self::ReadBytes(_) => "--max-read-bytes",
            Self::GainedBytes(_) => "--max-gained-bytes",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn help(self) -> String {
        format!("pass `{}` with a larger number if the input is meant to be like this", self.flag())
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TextBytes(max) => write!(f, "the text is longer than {max} bytes (max_text_bytes)"),
            Self::Depth(max) => write!(f, "collections are nested more than {max} deep (max_depth)"),
            Self::Nodes(max) => write!(f, "the document has more than {max} nodes (max_nodes)"),
            Self::AliasNodes(max) => write!(f, "aliases add more than {max} nodes (max_alias_nodes)"),
            Self::AliasBytes(max) => write!(f, "aliases add more than {max} bytes of text (max_alias_bytes)"),
            Self::Folders(max) => write!(f, "the build enters more than {max} folders (max_folders)"),
            Self::FolderDepth(max) => {
                write!(f, "more than {max} folders lead to each other in one chain (max_folder_depth)")
            }
            Self::ReadBytes(max) => write!(f, "the build reads more than {max} bytes (max_read_bytes)"),
            Self::GainedBytes(max) => {
                write!(f, "the build adds more than {max} bytes of text to its objects (max_gained_bytes)")
            }
        }
    }
}

//! Typed values from a tree, through serde.
//!
//! [`Dialect::KUSTOMIZATION`] reads as kustomize reads its own files:
//! sigs.k8s.io/yaml (go-yaml v2) to JSON, then Go's encoding/json with
//! `DisallowUnknownFields` (`Kustomization.Unmarshal` in
//! `api/types/kustomization.go`, 5.8.1).

mod access;
mod deserializer;
mod error;
mod scalar;
mod spanned;

use serde::de::DeserializeOwned;

use super::NodeRef;
use deserializer::{NodeDeserializer, Path};

pub use error::DeError;
pub use spanned::RawNode;

/// Whose words for truth values and numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// go-yaml v2: `yes`, `on`, `y` are true.
    V2,
    /// go-yaml v3: they are texts.
    V3,
}

/// How a tree is read into a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    words: Words,
    folds_case: bool,
    refuses_unknown: bool,
    /// Where a text is asked for, numbers and truth values are spelled out.
    spells_out: bool,
    /// An item that is not written is one that is empty.
    null_is_empty: bool,
}

impl Dialect {
    /// kustomize's own files: `yes` is true, field names match in any case,
    /// unknown fields are errors.
    pub const KUSTOMIZATION: Self =
        Self { words: Words::V2, folds_case: true, refuses_unknown: true, spells_out: false, null_is_empty: true };

    /// The platform's own files: `yes` is a text, field names match exactly,
    /// unknown fields are errors, and so is an item with nothing behind it.
    pub const PLATFORM: Self =
        Self { words: Words::V3, folds_case: false, refuses_unknown: true, spells_out: false, null_is_empty: false };

    /// An object that is read as a transformer's configuration: its values are
    /// those it would be written with, field names match in any case, unknown
    /// fields do not matter, numbers and truth values may stand for texts.
    pub const OBJECT: Self =
        Self { words: Words::V3, folds_case: true, refuses_unknown: false, spells_out: true, null_is_empty: true };

    /// The same with numbers and truth values taken for texts, as where
    /// kustomize reads YAML straight into a type.
    #[must_use]
    pub const fn spelling_out(self) -> Self {
        Self { spells_out: true, ..self }
    }

    /// The same with field names in their exact case.
    #[must_use]
    pub const fn exact_case(self) -> Self {
        Self { folds_case: false, ..self }
    }

    /// The same with unknown fields ignored, as where kustomize decodes
    /// without `DisallowUnknownFields`.
    #[must_use]
    pub const fn lenient(self) -> Self {
        Self { refuses_unknown: false, ..self }
    }
}

/// Reads the tree at `node` as a `T`.
///
/// A null reads as the default of whatever is asked for: a null field counts
/// as not written (so `#[serde(default)]` applies), a null text is empty (not
/// in the platform's own files), and so on. Numbers and truth values are no texts. Keys of maps become texts.
/// [`Spanned`](crate::text::Spanned) and [`RawNode`] may stand anywhere.
///
/// # Errors
/// The first value that does not fit, with its place.
pub fn from_node<T: DeserializeOwned>(node: NodeRef<'_>, dialect: Dialect) -> Result<T, DeError> {
    T::deserialize(NodeDeserializer { node, dialect, path: &Path::Top })
        .map_err(|error| error.at(node.span(), String::new))
}

#[cfg(test)]
mod tests;

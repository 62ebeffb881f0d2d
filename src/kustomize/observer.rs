//! Watching a build.

use crate::resource::{Origin, ResMap};
use crate::text::Span;

/// Something worth a word that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
}

/// What an entry of a kustomization that changes objects came to, or one of its
/// parts: an operation, a document, a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The field of the kustomization: `patches`, `images` and so on.
    pub field: &'static str,
    /// Where the entry or the part is written.
    pub span: Span,
    /// What people call it, such as ``the patch `x.yaml` for kind Service``. It
    /// holds no value that the entry sets.
    pub name: String,
    /// How many objects it is for; one that several parts are for counts for
    /// each of them.
    pub matched: usize,
    /// How many of these are different afterwards. Order of keys and style do
    /// not count.
    pub changed: usize,
}

/// Told about the steps of a build. A build without one does nothing for it.
pub trait Observer: Send + Sync {
    /// A generator, transformer or validator has run; `by` says which and in
    /// which kustomization.
    fn after_step(&self, by: &Origin, resources: &ResMap) {
        let _ = (by, resources);
    }

    /// A deprecated field, or something else worth a word.
    fn warning(&self, warning: &Warning) {
        let _ = warning;
    }

    /// Whether [`Observer::effect`] is to be told. Objects are compared for it.
    fn wants_effects(&self) -> bool {
        false
    }

    /// An entry of `patches`, `patchesStrategicMerge`, `patchesJson6902`,
    /// `images`, `replicas` or `replacements` was applied, in a kustomization of
    /// the tree that is built; those of remotes are not told. Parts are told
    /// after their entry, and only where it has several and changes something.
    fn effect(&self, effect: &Effect) {
        let _ = effect;
    }
}

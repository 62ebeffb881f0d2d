//! What a build remembers about an object besides its content.

use std::collections::BTreeMap;

use super::{Gvk, Origin, ResId};

/// How a generated object meets one of the same id that is already there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behavior {
    /// Not said; as `create`.
    #[default]
    Unspecified,
    /// There must be none.
    Create,
    /// Takes its place.
    Replace,
    /// Is merged into it.
    Merge,
}

impl Behavior {
    /// Any other word counts as not said, as in kustomize.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        match word {
            "create" => Self::Create,
            "replace" => Self::Replace,
            "merge" => Self::Merge,
            _ => Self::Unspecified,
        }
    }

    /// The word kustomize uses in messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unspecified => "unspecified",
            Self::Create => "create",
            Self::Replace => "replace",
            Self::Merge => "merge",
        }
    }
}

/// Name, namespace and kind an object had before a transformer changed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousId {
    /// Effective namespace at the time.
    pub namespace: String,
    /// Name at the time.
    pub name: String,
    /// Kind at the time.
    pub kind: String,
}

/// The typed form of kustomize's build annotations.
#[derive(Clone, Debug, Default)]
pub struct Bookkeeping {
    /// Earlier ids, oldest first.
    pub previous: Vec<PreviousId>,
    /// Name prefixes added, in order.
    pub prefixes: Vec<String>,
    /// Name suffixes added, in order.
    pub suffixes: Vec<String>,
    /// Set by a generator.
    pub behavior: Behavior,
    /// Whether the name gets a content hash at the end.
    pub needs_hash: bool,
    /// A patch with this may change the name of its target.
    pub allow_name_change: bool,
    /// A patch with this may change the kind of its target.
    pub allow_kind_change: bool,
    /// Rendered by a chart: namespaces were set there already.
    pub helm_generated: bool,
    /// Names of the vars whose value this object holds.
    pub var_names: Vec<String>,
    /// Where the object came from, when the build tracks it.
    pub origin: Option<Origin>,
    /// Which transformers touched it, when the build tracks it.
    pub transformations: Vec<Origin>,
}

/// Prefix of kustomize's build annotations.
const DOMAIN: &str = "internal.config.kubernetes.io/";

/// Annotations of kustomize's readers and plugins that never reach output.
const READER_ANNOTATIONS: [&str; 9] = [
    "internal.config.kubernetes.io/path",
    "internal.config.kubernetes.io/index",
    "internal.config.kubernetes.io/seqindent",
    "internal.config.kubernetes.io/id",
    "internal.config.kubernetes.io/annotations-migration-resource-id",
    "internal.config.kubernetes.io/refBy",
    "config.kubernetes.io/path",
    "config.kubernetes.io/index",
    "config.k8s.io/id",
];

impl Bookkeeping {
    /// Takes build annotations that an input file carries out of
    /// `annotations`: kustomize reads them as its own.
    pub fn absorb(&mut self, annotations: &mut BTreeMap<String, String>) {
        let mut take = |name: &str| annotations.remove(&format!("{DOMAIN}{name}"));
        let list = |text: Option<String>| -> Vec<String> {
            text.map(|text| text.split(',').map(str::to_owned).collect()).unwrap_or_default()
        };
        let (names, namespaces, kinds) =
            (list(take("previousNames")), list(take("previousNamespaces")), list(take("previousKinds")));
        self.previous.extend(
            names.into_iter().zip(namespaces).zip(kinds).map(|((name, namespace), kind)| PreviousId {
                namespace,
                name,
                kind,
            }),
        );
        self.prefixes.extend(list(take("prefixes")));
        self.suffixes.extend(list(take("suffixes")));
        let enabled = |text: Option<String>| text.as_deref() == Some("enabled");
        self.needs_hash |= enabled(take("needsHashSuffix"));
        self.allow_name_change |= enabled(take("allowNameChange"));
        self.allow_kind_change |= enabled(take("allowKindChange"));
        self.helm_generated |= take("helm-generated").as_deref() == Some("true");
        if let Some(word) = take("generatorBehavior") {
            self.behavior = Behavior::from_word(&word);
        }
        for name in READER_ANNOTATIONS {
            annotations.remove(name);
        }
    }

    /// Whether `name` is an annotation that [`Bookkeeping::absorb`] takes out.
    #[must_use]
    pub fn is_build_annotation(name: &str) -> bool {
        READER_ANNOTATIONS.contains(&name)
            || name.strip_prefix(DOMAIN).is_some_and(|rest| {
                matches!(
                    rest,
                    "previousNames"
                        | "previousNamespaces"
                        | "previousKinds"
                        | "prefixes"
                        | "suffixes"
                        | "needsHashSuffix"
                        | "allowNameChange"
                        | "allowKindChange"
                        | "helm-generated"
                        | "generatorBehavior"
                )
            })
    }

    /// Whether kustomize would hold an annotation for this object now. Its JSON
    /// patches then find `metadata.annotations`, even when the object has none
    /// of its own.
    #[must_use]
    pub fn leaves_annotations(&self) -> bool {
        !self.previous.is_empty()
            || !self.prefixes.is_empty()
            || !self.suffixes.is_empty()
            || self.behavior != Behavior::Unspecified
            || self.needs_hash
            || self.helm_generated
            || self.origin.is_some()
            || !self.transformations.is_empty()
    }

    /// The text of the origin annotation.
    #[must_use]
    pub fn origin_text(&self) -> Option<String> {
        self.origin.as_ref().map(Origin::to_yaml)
    }

    /// The text of the transformations annotation.
    #[must_use]
    pub fn transformations_text(&self) -> Option<String> {
        (!self.transformations.is_empty()).then(|| Origin::list_to_yaml(&self.transformations))
    }

    /// What a patch that wipes all annotations takes with it: everything but
    /// the var names, which kustomize keeps outside the object.
    pub fn wipe(&mut self) {
        *self = Self { var_names: std::mem::take(&mut self.var_names), ..Self::default() };
    }

    /// The earlier ids of an object whose group and version are `gvk`'s now.
    pub fn previous_ids<'a>(&'a self, gvk: &'a Gvk) -> impl Iterator<Item = ResId> + 'a {
        self.previous.iter().map(move |previous| ResId {
            gvk: Gvk { kind: previous.kind.clone(), ..gvk.clone() },
            name: previous.name.clone(),
            namespace: previous.namespace.clone(),
            cluster_scoped: false,
        })
    }

    /// Whether the prefixes and suffixes of two objects fit: equal as far back
    /// as the shorter list goes. With `allow_empty`, an object without any fits.
    #[must_use]
    pub fn affixes_fit(&self, other: &Self, allow_empty: bool) -> bool {
        let fit = |mine: &[String], theirs: &[String]| {
            (allow_empty && (mine.is_empty() || theirs.is_empty())) || same_ending(mine, theirs)
        };
        fit(&self.prefixes, &other.prefixes) && fit(&self.suffixes, &other.suffixes)
    }
}

/// Equal endings; an empty list fits only another empty one.
fn same_ending(left: &[String], right: &[String]) -> bool {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    if short.is_empty() { long.is_empty() } else { long.ends_with(short) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn affixes_fit_from_the_end() {
        let left = Bookkeeping { prefixes: words(&["a-", "b-"]), ..Bookkeeping::default() };
        let right = Bookkeeping { prefixes: words(&["b-"]), ..Bookkeeping::default() };
        let none = Bookkeeping::default();
        assert!(left.affixes_fit(&right, false));
        assert!(!left.affixes_fit(&none, false));
        assert!(left.affixes_fit(&none, true));
    }

    #[test]
    fn build_annotations_of_input_become_bookkeeping() {
        let mut annotations: BTreeMap<String, String> = [
            ("internal.config.kubernetes.io/previousNames", "a,b"),
            ("internal.config.kubernetes.io/previousNamespaces", "default,default"),
            ("internal.config.kubernetes.io/previousKinds", "K,K"),
            ("internal.config.kubernetes.io/needsHashSuffix", "enabled"),
            ("config.kubernetes.io/index", "0"),
            ("mine", "stays"),
        ]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
        let mut book = Bookkeeping::default();
        book.absorb(&mut annotations);
        assert!(book.needs_hash);
        assert_eq!(book.previous.len(), 2);
        assert_eq!(annotations.keys().collect::<Vec<_>>(), ["mine"]);
    }
}

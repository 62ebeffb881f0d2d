//! Selecting objects by patterns of their identity and by labels.

use regex::Regex;

use super::pattern::{PatternError, compile_pattern, is_plain, strip_plain};
use super::{Gvk, LabelSelector, LabelSelectorError, ResId, Resource};

/// What a patch or replacement target is written as. Parts are regular
/// expressions that must match the whole value; an empty part matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Selector {
    /// API group.
    pub group: String,
    /// API version.
    pub version: String,
    /// Kind.
    pub kind: String,
    /// Name.
    pub name: String,
    /// Namespace.
    pub namespace: String,
    /// Annotations, in label selector syntax.
    pub annotation_selector: String,
    /// Labels.
    pub label_selector: String,
}

impl Selector {
    /// Whether no part of the identity is named.
    #[must_use]
    pub fn names_no_id(&self) -> bool {
        [&self.group, &self.version, &self.kind, &self.name, &self.namespace].iter().all(|part| part.is_empty())
    }
}

/// Why a selector cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SelectorError {
    /// A part is no regular expression.
    #[error(transparent)]
    BadPattern(#[from] PatternError),
    /// A label or annotation selector cannot be read.
    #[error(transparent)]
    BadLabelSelector(#[from] LabelSelectorError),
}

/// A [`Selector`] ready to match.
#[derive(Clone, Debug)]
pub struct SelectorRegex {
    group: Option<Whole>,
    version: Option<Whole>,
    kind: Option<Whole>,
    name: Option<Whole>,
    namespace: Option<Whole>,
    annotations: String,
    labels: String,
}

/// What a whole value must match. Nearly all patterns are plain names, and
/// compiling one costs more than all comparisons with it.
#[derive(Clone, Debug)]
enum Whole {
    Plain(String),
    Pattern(Regex),
}

fn whole(pattern: &str) -> Result<Option<Whole>, SelectorError> {
    Ok(match pattern {
        "" => None,
        plain if is_plain(plain) => Some(Whole::Plain(plain.to_owned())),
        pattern => Some(Whole::Pattern(compile_pattern(&format!("^(?:{pattern})$"))?)),
    })
}

fn fits(pattern: Option<&Whole>, text: &str) -> bool {
    match pattern {
        None => true,
        Some(Whole::Plain(plain)) => strip_plain(plain, text) == Some(""),
        Some(Whole::Pattern(pattern)) => pattern.is_match(text),
    }
}

impl SelectorRegex {
    /// Compiles `selector`.
    ///
    /// # Errors
    /// When a part is no regular expression.
    pub fn new(selector: &Selector) -> Result<Self, SelectorError> {
        Ok(Self {
            group: whole(&selector.group)?,
            version: whole(&selector.version)?,
            kind: whole(&selector.kind)?,
            name: whole(&selector.name)?,
            namespace: whole(&selector.namespace)?,
            annotations: selector.annotation_selector.clone(),
            labels: selector.label_selector.clone(),
        })
    }

    /// Whether group, version and kind match.
    #[must_use]
    pub fn matches_gvk(&self, gvk: &Gvk) -> bool {
        fits(self.group.as_ref(), &gvk.group)
            && fits(self.version.as_ref(), &gvk.version)
            && fits(self.kind.as_ref(), &gvk.kind)
    }

    /// Whether the name matches.
    #[must_use]
    pub fn matches_name(&self, name: &str) -> bool {
        fits(self.name.as_ref(), name)
    }

    /// Whether the namespace matches.
    #[must_use]
    pub fn matches_namespace(&self, namespace: &str) -> bool {
        fits(self.namespace.as_ref(), namespace)
    }

    /// Whether an id matches in all its parts.
    #[must_use]
    pub fn matches_id(&self, id: &ResId) -> bool {
        self.matches_gvk(&id.gvk) && self.matches_name(&id.name) && self.matches_namespace(&id.namespace)
    }

    /// Whether labels and annotations match. Their selectors are read only
    /// here: kustomize does not mind a broken one nobody gets to.
    ///
    /// # Errors
    /// When a label selector cannot be read.
    pub fn matches_metadata(&self, resource: &Resource) -> Result<bool, SelectorError> {
        Ok(LabelSelector::parse(&self.labels)?.matches(&resource.labels())
            && LabelSelector::parse(&self.annotations)?.matches(&resource.annotations()))
    }

    /// Whether an object is selected: by its first or its current name and
    /// namespace, its current kind, its labels and annotations.
    ///
    /// # Errors
    /// When a label selector cannot be read.
    pub fn selects(&self, resource: &Resource) -> Result<bool, SelectorError> {
        let current = resource.id();
        if !self.matches_gvk(&current.gvk) {
            return Ok(false);
        }
        let original = resource.original_id();
        let by_id = (self.matches_namespace(original.effective_namespace())
            || self.matches_namespace(current.effective_namespace()))
            && (self.matches_name(&original.name) || self.matches_name(&current.name));
        if by_id { self.matches_metadata(resource) } else { Ok(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_values() {
        let selector = Selector { kind: "Deploy.*|Service".to_owned(), name: "web".to_owned(), ..Selector::default() };
        let regex = SelectorRegex::new(&selector).expect("valid");
        assert!(regex.matches_gvk(&Gvk::new("apps", "v1", "Deployment")));
        assert!(!regex.matches_gvk(&Gvk::new("", "v1", "ServiceAccount")));
        assert!(!regex.matches_name("web2"));
        assert!(SelectorRegex::new(&Selector { name: "(".to_owned(), ..Selector::default() }).is_err());
    }
}

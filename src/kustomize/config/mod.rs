//! Which fields the transformers work on.

mod crds;
mod defaults;
mod file;

use std::sync::{Arc, LazyLock};

use super::error::Result;
use super::fieldspec::{self, FieldSpec};
use crate::resource::Gvk;

pub(crate) use crds::config_from_crds;
pub(crate) use file::{FieldSpecEntry, config_from_file, field_specs};

/// Objects whose name is written in fields of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NameReference {
    /// What is referred to.
    pub(crate) gvk: Gvk,
    /// The fields that refer to it.
    pub(crate) referrers: Specs,
}

/// A list that kustomizations share until one of them adds to it: nearly all
/// lists of nearly all kustomizations are the built-in ones.
type Shared<T> = Arc<Vec<T>>;

/// A list of field specs.
pub(crate) type Specs = Shared<FieldSpec>;

/// Field specs of every transformer, each list sorted by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TransformerConfig {
    pub(crate) name_prefix: Specs,
    pub(crate) name_suffix: Specs,
    pub(crate) namespace: Specs,
    pub(crate) common_labels: Specs,
    pub(crate) labels: Specs,
    pub(crate) template_labels: Specs,
    pub(crate) common_annotations: Specs,
    pub(crate) name_reference: Shared<NameReference>,
    pub(crate) var_reference: Specs,
    pub(crate) images: Specs,
    pub(crate) replicas: Specs,
}

static DEFAULT: LazyLock<Arc<TransformerConfig>> = LazyLock::new(|| {
    let mut config = defaults::config();
    config.sort();
    Arc::new(config)
});

impl TransformerConfig {
    /// kustomize's built-in field specs.
    pub(crate) fn builtin() -> Arc<Self> {
        Arc::clone(&DEFAULT)
    }

    fn is_empty(&self) -> bool {
        static EMPTY: LazyLock<TransformerConfig> = LazyLock::new(TransformerConfig::default);
        *self == *EMPTY
    }

    fn lists_mut(&mut self) -> [&mut Specs; 10] {
        [
            &mut self.name_prefix,
            &mut self.name_suffix,
            &mut self.namespace,
            &mut self.common_labels,
            &mut self.labels,
            &mut self.template_labels,
            &mut self.common_annotations,
            &mut self.var_reference,
            &mut self.images,
            &mut self.replicas,
        ]
    }

    /// Adds what `other` has and this has not.
    ///
    /// # Errors
    /// When the two disagree about making a field.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<()> {
        // Copies of shared lists, which cost nothing.
        let (mut theirs, mut builtin) = (other.clone(), Self::clone(&DEFAULT));
        let others = theirs.lists_mut().into_iter().zip(builtin.lists_mut());
        for (mine, (theirs, builtin)) in self.lists_mut().into_iter().zip(others) {
            if mine.is_empty() && Arc::ptr_eq(theirs, builtin) {
                mine.clone_from(theirs);
            } else if merge_specs(mine, theirs)? {
                sort_specs(mine);
            }
        }
        if Arc::ptr_eq(&self.name_reference, &other.name_reference) || other.name_reference.is_empty() {
            return Ok(());
        }
        if self.name_reference.is_empty() && Arc::ptr_eq(&other.name_reference, &DEFAULT.name_reference) {
            self.name_reference.clone_from(&other.name_reference);
            return Ok(());
        }
        let before = self.name_reference.len();
        other.name_reference.iter().try_for_each(|reference| self.merge_name_reference(reference))?;
        if self.name_reference.len() > before {
            sort_references(&mut self.name_reference);
        }
        Ok(())
    }

    /// [`TransformerConfig::merge`] of shared values: nothing is copied when
    /// the two are one, or the built-in one is all there is.
    ///
    /// # Errors
    /// As [`TransformerConfig::merge`].
    pub(crate) fn merge_shared(this: &Arc<Self>, other: &Arc<Self>) -> Result<Arc<Self>> {
        if Arc::ptr_eq(this, other) || other.is_empty() {
            return Ok(Arc::clone(this));
        }
        if Arc::ptr_eq(other, &DEFAULT) && this.is_empty() {
            return Ok(Arc::clone(other));
        }
        let mut merged = Self::clone(this);
        merged.merge(other)?;
        Ok(Arc::new(merged))
    }

    fn merge_name_reference(&mut self, reference: &NameReference) -> Result<()> {
        let references = Arc::make_mut(&mut self.name_reference);
        let mut found = false;
        for present in references.iter_mut().filter(|present| present.gvk == reference.gvk) {
            merge_specs(&mut present.referrers, &reference.referrers)?;
            found = true;
        }
        if !found {
            references.push(reference.clone());
        }
        Ok(())
    }

    fn sort(&mut self) {
        for list in self.lists_mut() {
            sort_specs(list);
        }
        sort_references(&mut self.name_reference);
    }
}

/// Adds what `theirs` has and `mine` has not; whether there was any.
///
/// # Errors
/// When the two disagree about making a field.
fn merge_specs(mine: &mut Specs, theirs: &Specs) -> Result<bool> {
    if Arc::ptr_eq(mine, theirs) {
        return Ok(false);
    }
    let before = mine.len();
    for spec in theirs.iter() {
        if !fieldspec::has(mine, spec)? {
            Arc::make_mut(mine).push(spec.clone());
        }
    }
    Ok(mine.len() > before)
}

fn sort_specs(specs: &mut Specs) {
    Arc::make_mut(specs).sort_by_cached_key(|spec| sort_key(&spec.gvk));
}

fn sort_references(references: &mut Shared<NameReference>) {
    Arc::make_mut(references).sort_by_cached_key(|reference| sort_key(&reference.gvk));
}

/// kustomize's order of kinds: some first, some last, the rest by text.
fn sort_key(gvk: &Gvk) -> (isize, String) {
    let or = |text: &str, none: &'static str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
    let text = [or(&gvk.group, "~G"), or(&gvk.version, "~V"), or(&gvk.kind, "~K")].join("_");
    (super::order::default_rank(&gvk.kind), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_the_builtin_config_with_itself_changes_nothing() {
        let mut config = TransformerConfig::clone(&TransformerConfig::builtin());
        config.merge(&TransformerConfig::builtin()).expect("no conflict with itself");
        assert_eq!(config, *TransformerConfig::builtin());
    }

    #[test]
    fn merging_the_builtin_config_into_nothing_changes_nothing() {
        let mut config = TransformerConfig::default();
        config.merge(&TransformerConfig::builtin()).expect("no conflict with nothing");
        assert_eq!(config, *TransformerConfig::builtin());
    }

    #[test]
    fn config_maps_are_looked_up_before_secrets() {
        let config = TransformerConfig::builtin();
        let at = |kind: &str| config.name_reference.iter().position(|reference| reference.gvk.kind == kind);
        assert!(at("ConfigMap") < at("Secret"));
    }
}

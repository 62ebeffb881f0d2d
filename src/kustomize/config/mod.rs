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
    pub(crate) referrers: Vec<FieldSpec>,
}

/// Field specs of every transformer, each list sorted by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TransformerConfig {
    pub(crate) name_prefix: Vec<FieldSpec>,
    pub(crate) name_suffix: Vec<FieldSpec>,
    pub(crate) namespace: Vec<FieldSpec>,
    pub(crate) common_labels: Vec<FieldSpec>,
    pub(crate) labels: Vec<FieldSpec>,
    pub(crate) template_labels: Vec<FieldSpec>,
    pub(crate) common_annotations: Vec<FieldSpec>,
    pub(crate) name_reference: Vec<NameReference>,
    pub(crate) var_reference: Vec<FieldSpec>,
    pub(crate) images: Vec<FieldSpec>,
    pub(crate) replicas: Vec<FieldSpec>,
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

    fn lists_mut(&mut self) -> [&mut Vec<FieldSpec>; 10] {
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
        let mut other = other.clone();
        for (mine, theirs) in self.lists_mut().into_iter().zip(other.lists_mut()) {
            fieldspec::merge_all(mine, theirs)?;
        }
        other.name_reference.iter().try_for_each(|reference| self.merge_name_reference(reference))?;
        self.sort();
        Ok(())
    }

    /// [`TransformerConfig::merge`] of shared values: nothing is copied when
    /// the two are one, or the built-in one is all there is.
    ///
    /// # Errors
    /// As [`TransformerConfig::merge`].
    pub(crate) fn merge_shared(this: &Arc<Self>, other: &Arc<Self>) -> Result<Arc<Self>> {
        if Arc::ptr_eq(this, other) || **other == Self::default() {
            return Ok(Arc::clone(this));
        }
        if Arc::ptr_eq(other, &DEFAULT) && **this == Self::default() {
            return Ok(Arc::clone(other));
        }
        let mut merged = Self::clone(this);
        merged.merge(other)?;
        Ok(Arc::new(merged))
    }

    fn merge_name_reference(&mut self, reference: &NameReference) -> Result<()> {
        let mut found = false;
        for present in self.name_reference.iter_mut().filter(|present| present.gvk == reference.gvk) {
            fieldspec::merge_all(&mut present.referrers, &reference.referrers)?;
            found = true;
        }
        if !found {
            self.name_reference.push(reference.clone());
        }
        Ok(())
    }

    fn sort(&mut self) {
        for list in self.lists_mut() {
            list.sort_by_cached_key(|spec| sort_key(&spec.gvk));
        }
        self.name_reference.sort_by_cached_key(|reference| sort_key(&reference.gvk));
    }
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

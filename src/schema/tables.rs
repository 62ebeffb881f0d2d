//! The shape of the built-in tables, which `generated` fills.

use super::generated::{KINDS, TYPES};

/// A row of [`KINDS`].
pub(super) struct KindRow {
    pub(super) api_version: &'static str,
    pub(super) kind: &'static str,
    /// Index into [`TYPES`]; some kinds are known by their scope alone.
    pub(super) definition: Option<u16>,
    /// Nothing when the schema has no path that tells.
    pub(super) namespaced: Option<bool>,
}

/// A definition. Fields without a merge strategy that lead to none are left out.
pub(super) struct TypeRow {
    /// The name under `definitions`, by which references find it.
    pub(super) name: &'static str,
    /// Sorted by name.
    pub(super) fields: &'static [FieldRow],
}

/// A field of a definition.
pub(super) struct FieldRow {
    pub(super) name: &'static str,
    pub(super) leads_to: LeadsTo,
    /// `x-kubernetes-patch-strategy`, empty when absent.
    pub(super) strategy: &'static str,
    /// `x-kubernetes-list-map-keys`, or `x-kubernetes-patch-merge-key` alone.
    pub(super) keys: &'static [&'static str],
}

/// The definition below a field, as an index into [`TYPES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeadsTo {
    /// Nothing that merges.
    Nothing,
    /// The field is a reference to the definition.
    Object(u16),
    /// The field is a list whose items are of the definition.
    Items(u16),
}

pub(super) const fn kind(
    api_version: &'static str,
    kind: &'static str,
    definition: Option<u16>,
    namespaced: Option<bool>,
) -> KindRow {
    KindRow { api_version, kind, definition, namespaced }
}

pub(super) const fn object(name: &'static str, definition: u16) -> FieldRow {
    FieldRow { name, leads_to: LeadsTo::Object(definition), strategy: "", keys: &[] }
}

pub(super) const fn items(
    name: &'static str,
    definition: u16,
    strategy: &'static str,
    keys: &'static [&'static str],
) -> FieldRow {
    FieldRow { name, leads_to: LeadsTo::Items(definition), strategy, keys }
}

pub(super) const fn leaf(name: &'static str, strategy: &'static str, keys: &'static [&'static str]) -> FieldRow {
    FieldRow { name, leads_to: LeadsTo::Nothing, strategy, keys }
}

/// The row of a kind; the lookup is exact in both parts.
pub(super) fn find_kind(api_version: &str, kind: &str) -> Option<&'static KindRow> {
    let at = KINDS.binary_search_by(|row| (row.api_version, row.kind).cmp(&(api_version, kind))).ok()?;
    KINDS.get(at)
}

/// The index of the definition called `name`.
pub(super) fn find_type(name: &str) -> Option<u16> {
    let at = TYPES.binary_search_by(|row| row.name.cmp(name)).ok()?;
    u16::try_from(at).ok()
}

/// The fields of definition `index`.
pub(super) fn type_row(index: u16) -> &'static TypeRow {
    &TYPES[usize::from(index)]
}

impl TypeRow {
    pub(super) fn field(&'static self, name: &str) -> Option<&'static FieldRow> {
        let at = self.fields.binary_search_by(|row| row.name.cmp(name)).ok()?;
        self.fields.get(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_sorted_and_every_index_is_in_range() {
        assert!(KINDS.is_sorted_by(|a, b| (a.api_version, a.kind) < (b.api_version, b.kind)));
        assert!(TYPES.is_sorted_by(|a, b| a.name < b.name));
        let in_range = |index: u16| usize::from(index) < TYPES.len();
        assert!(KINDS.iter().filter_map(|row| row.definition).all(in_range));
        for row in TYPES.iter() {
            assert!(row.fields.is_sorted_by(|a, b| a.name < b.name), "{}", row.name);
            for field in row.fields {
                match field.leads_to {
                    LeadsTo::Nothing => {}
                    LeadsTo::Object(index) | LeadsTo::Items(index) => assert!(in_range(index), "{}", field.name),
                }
            }
        }
    }
}

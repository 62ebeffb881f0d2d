//! Fingerprints that are unique in a report.

use std::collections::BTreeMap;

use crate::finding::Finding;

/// Hands out the fingerprints of one report: readers that go by them take two
/// equal ones for one finding.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: BTreeMap<String, usize>,
}

impl Fingerprints {
    /// The finding's own for the first that has it, `<fingerprint>-2` for the
    /// second.
    pub(super) fn next(&mut self, finding: &Finding) -> String {
        let fingerprint = finding.fingerprint();
        let number = self.seen.entry(fingerprint.clone()).or_default();
        *number += 1;
        if *number == 1 { fingerprint } else { format!("{fingerprint}-{number}") }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::error;
    use super::*;

    #[test]
    fn equal_fingerprints_are_counted() {
        let mut fingerprints = Fingerprints::default();
        let fingerprint = error().fingerprint();
        assert_eq!(fingerprints.next(&error()), fingerprint);
        assert_ne!(fingerprints.next(&error().keyed("k")), fingerprint);
        assert_eq!(fingerprints.next(&error()), format!("{fingerprint}-2"));
        assert_eq!(fingerprints.next(&error()), format!("{fingerprint}-3"));
    }
}

//! What makes two findings the same one.

use sha2::{Digest, Sha256};

use super::Finding;

impl Finding {
    /// 32 hexadecimal digits that stay when lines move, messages are reworded or
    /// other environments show the finding too: a hash of the check, the
    /// subject, the field and the key.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for part in [self.id.as_str(), &self.subject.application, &self.subject.object, &self.field, &self.key] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::{CheckId, Finding, Place, Severity, Subject};

    #[test]
    fn a_fingerprint_stays_when_lines_and_words_change() {
        let finding = |message: &str| Finding::new(CheckId::new("a/b"), Severity::Error, message, "");
        let first = finding("one").at(Place::File("a".to_owned())).keyed("k");
        assert_eq!(first.fingerprint(), finding("two").keyed("k").fingerprint());
        assert_eq!(first.fingerprint().len(), 32);
        assert_ne!(first.fingerprint(), finding("one").keyed("l").fingerprint());
        assert_ne!(first.fingerprint(), finding("one").keyed("k").about(Subject::application("x")).fingerprint());
    }
}

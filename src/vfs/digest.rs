//! Digests of bytes.

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` in lower-case hexadecimal, as `sha256sum` writes it.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        for half in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(half), 16).expect("half a byte is one digit"));
        }
    }
    text
}

/// The texts of which [`is_hex`] says that they have 64 digits, for the schemas of
/// files.
#[cfg(any(test, feature = "json-schema"))]
pub const SHA256_PATTERN: &str = "^[0-9a-f]{64}$";

/// Whether `text` is `length` lower-case hexadecimal digits.
#[must_use]
pub fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_hex(b""), empty);
        assert_eq!(&sha256_hex(b"abc")[..16], "ba7816bf8f01cfea");
        let pattern = regex::Regex::new(SHA256_PATTERN).unwrap();
        for sample in [empty, &empty[1..], &empty.to_uppercase(), &format!("{empty}0"), ""] {
            assert_eq!(pattern.is_match(sample), is_hex(sample, 64), "{sample}");
        }
        assert!(is_hex(empty, 64) && !is_hex(empty, 40) && !is_hex("AB", 2));
    }
}

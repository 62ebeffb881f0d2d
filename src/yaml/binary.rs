//! `!!binary`: base64 as Go's `base64.StdEncoding` decodes it.

/// Decodes padded base64; line breaks do not count. Nothing when it is no
/// base64.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut group, mut len, mut padding) = (0u32, 0, 0);
    for byte in text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' if len >= 2 => {
                padding += 1;
                0
            }
            _ => return None,
        };
        if padding > 0 && byte != b'=' {
            return None;
        }
        group = group << 6 | u32::from(value);
        len += 1;
        if len == 4 {
            bytes.extend_from_slice(&group.to_be_bytes()[1..4 - padding]);
            (group, len) = (0, 0);
        }
    }
    (len == 0).then_some(bytes)
}

/// The text `encoding/json` makes of bytes: U+FFFD for each byte that is not
/// part of UTF-8.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded_and_may_have_line_breaks() {
        let decoded = |encoded| decode(encoded).map(|bytes| text(&bytes));
        assert_eq!(decoded("aGVsbG8="), Some("hello".to_owned()));
        assert_eq!(decoded("aGVs\nbA==\n"), Some("hell".to_owned()));
        assert_eq!(decoded(""), Some(String::new()));
        assert_eq!(decoded("4oI="), Some("\u{FFFD}\u{FFFD}".to_owned()));
        for broken in ["aGVsbG8", "a===", "=", "aG=s", "aG==aGVs", "aG VsbG8=", "aGVsbG8=="] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }
}

//! Base64 as kyaml writes it into Secrets and `binaryData`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// Characters of a line; one that is full ends in a line break.
const LINE: usize = 70;

/// Standard base64, in lines when it is longer than one (kyaml v0.21.1
/// `yaml/datamap.go`).
pub(super) fn encode(bytes: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(bytes);
    if text.len() < LINE {
        return text;
    }
    let mut lines = String::with_capacity(text.len() + text.len() / LINE + 1);
    let mut left = text.as_str();
    while !left.is_empty() {
        let (line, rest) = left.split_at(LINE.min(left.len()));
        lines.push_str(line);
        lines.push('\n');
        left = rest;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_and_lines() {
        assert_eq!(encode(b""), "");
        assert_eq!(encode(b"f"), "Zg==");
        assert_eq!(encode(b"fo"), "Zm8=");
        assert_eq!(encode(b"foo"), "Zm9v");
        assert_eq!(encode(&[0; 51]), "A".repeat(68));
        assert_eq!(encode(&[0; 54]), format!("{}\n{}\n", "A".repeat(70), "A".repeat(2)));
    }
}

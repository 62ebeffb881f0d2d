//! Base64 as kyaml writes it into Secrets and `binaryData`.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Characters of a line; one that is full ends in a line break.
const LINE: usize = 70;

/// Standard base64, in lines when it is longer than one (kyaml v0.21.1
/// `yaml/datamap.go`).
pub(super) fn encode(bytes: &[u8]) -> String {
    let length = bytes.len().div_ceil(3) * 4;
    let in_lines = length / LINE >= 1;
    let mut text = String::with_capacity(length + length / LINE + 1);
    let mut column = 0;
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let sixth = (bits >> (18 - 6 * digit)) & 63;
            text.push(if digit > chunk.len() { '=' } else { char::from(ALPHABET[sixth as usize]) });
            column += 1;
            if in_lines && column == LINE {
                text.push('\n');
                column = 0;
            }
        }
    }
    if in_lines && column > 0 {
        text.push('\n');
    }
    text
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

//! The names of tags.

use crate::yaml::node::Tag;

/// What the long form of a tag of YAML itself starts with.
pub(super) const CORE_PREFIX: &str = "tag:yaml.org,2002:";

/// The tag whose long form is [`CORE_PREFIX`] and `name`.
pub(super) fn core_tag(name: &str) -> Tag {
    match name {
        "str" => Tag::Str,
        "int" => Tag::Int,
        "float" => Tag::Float,
        "bool" => Tag::Bool,
        "null" => Tag::Null,
        "timestamp" => Tag::Timestamp,
        "binary" => Tag::Binary,
        "merge" => Tag::Merge,
        "map" => Tag::Map,
        "seq" => Tag::Seq,
        _ => Tag::Other,
    }
}

/// A tag as the writer prints it: `!name`, `!!name` or `!<name>`, with `%` and
/// two digits for each byte that is not allowed (`yaml_emitter_write_tag_content`).
pub(super) fn written_tag(long: &str) -> String {
    let (mut written, rest, end) = if let Some(rest) = long.strip_prefix('!') {
        (String::from("!"), rest, "")
    } else if let Some(rest) = long.strip_prefix(CORE_PREFIX) {
        (String::from("!!"), rest, "")
    } else {
        (String::from("!<"), long, ">")
    };
    for byte in rest.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_;/?:@&=+$,.~*'()[]".contains(&byte) {
            written.push(char::from(byte));
        } else {
            written.push_str(&format!("%{byte:02X}"));
        }
    }
    written.push_str(end);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_written_short_and_escaped() {
        assert_eq!(written_tag("!custom"), "!custom");
        assert_eq!(written_tag("tag:yaml.org,2002:set"), "!!set");
        assert_eq!(written_tag("tag:example.com,2000:é!"), "!<tag:example.com,2000:%C3%A9%21>");
    }
}

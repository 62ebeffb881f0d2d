//! What a plain text is: go-yaml v3's resolver for what kustomize reads, and
//! go-yaml v2's where the output is written.
//!
//! The two differ in the old words for truth values (v2 reads `yes`, `on`, `n`)
//! and in a few octals.

use std::borrow::Cow;

use super::node::Tag;
use super::number::{Integer, float, float_from_dot, integer, integer_after_prefix};
use super::timestamp::Timestamp;

/// What a plain text reads as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolved {
    /// Empty, `~`, `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer that fits 64 bits with sign.
    Int(i64),
    /// An integer above `i64::MAX` that fits 64 bits without sign.
    Uint(u64),
    /// Any other number, infinities and NaN.
    Float(f64),
    /// A date, or a date and a time.
    Timestamp(Timestamp),
    /// Any other text.
    Str,
}

impl Resolved {
    /// The tag go-yaml gives the value.
    #[must_use]
    pub fn tag(&self) -> Tag {
        match self {
            Self::Null => Tag::Null,
            Self::Bool(_) => Tag::Bool,
            Self::Int(_) | Self::Uint(_) => Tag::Int,
            Self::Float(_) => Tag::Float,
            Self::Timestamp(_) => Tag::Timestamp,
            Self::Str => Tag::Str,
        }
    }

    fn from_integer(value: Integer) -> Self {
        match value {
            Integer::Signed(value) => Self::Int(value),
            Integer::Unsigned(value) => Self::Uint(value),
        }
    }
}

/// The YAML version whose words and numbers count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    V2,
    V3,
}

/// go-yaml v3's `resolve("", text)`.
///
/// `<<` reads as a string here, as it does there: it is the parser that tags
/// it, see [`plain_tag`].
#[must_use]
pub fn resolve(text: &str) -> Resolved {
    resolve_as(text, Version::V3)
}

/// go-yaml v2's `resolve("", text)`: `yes`, `on`, `y` and their opposites are
/// truth values too. A timestamp is a string to whoever asks v2 for any value.
#[must_use]
pub fn resolve_v2(text: &str) -> Resolved {
    resolve_as(text, Version::V2)
}

/// The tag go-yaml v3's parser gives a plain scalar that has none.
#[must_use]
pub fn plain_tag(text: &str) -> Tag {
    if text == "<<" { Tag::Merge } else { resolve(text).tag() }
}

fn resolve_as(text: &str, version: Version) -> Resolved {
    let Some(&first) = text.as_bytes().first() else { return Resolved::Null };
    match first {
        b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'~' | b'y' | b'Y' | b'o' | b'O' => word(text, version),
        b'.' => infinity_or_nan(text).or_else(|| float_from_dot(text).map(Resolved::Float)).unwrap_or(Resolved::Str),
        b'0'..=b'9' | b'+' | b'-' => number(text, version),
        _ => Resolved::Str,
    }
}

fn word(text: &str, version: Version) -> Resolved {
    match text {
        "true" | "True" | "TRUE" => Resolved::Bool(true),
        "false" | "False" | "FALSE" => Resolved::Bool(false),
        "~" | "null" | "Null" | "NULL" => Resolved::Null,
        _ if version == Version::V3 => Resolved::Str,
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Resolved::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Resolved::Bool(false),
        _ => Resolved::Str,
    }
}

fn infinity_or_nan(text: &str) -> Option<Resolved> {
    let value = match text {
        ".nan" | ".NaN" | ".NAN" => f64::NAN,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => f64::INFINITY,
        "-.inf" | "-.Inf" | "-.INF" => f64::NEG_INFINITY,
        _ => return None,
    };
    Some(Resolved::Float(value))
}

fn number(text: &str, version: Version) -> Resolved {
    // Names such as `-foo` or `10-words` end here.
    let second_counts = |byte: u8| byte.is_ascii_digit() || b".xXbBoOeE_-+".contains(&byte);
    if text.as_bytes().get(1).is_some_and(|&second| !second_counts(second)) {
        return Resolved::Str;
    }
    if let Some(value) = infinity_or_nan(text) {
        return value;
    }
    if let Some(time) = Timestamp::parse(text) {
        return Resolved::Timestamp(time);
    }
    let plain = if text.contains('_') { Cow::Owned(text.replace('_', "")) } else { Cow::Borrowed(text) };
    if let Some(value) = integer(&plain) {
        return Resolved::from_integer(value);
    }
    if let Some(value) = float(&plain) {
        return Resolved::Float(value);
    }
    integer_after_prefix(&plain, "0b", 2)
        .or_else(|| if version == Version::V3 { integer_after_prefix(&plain, "0o", 8) } else { None })
        .map_or(Resolved::Str, Resolved::from_integer)
}

/// Whether kustomize's writer (go-yaml v2) may leave a string unquoted: v2
/// would read it back as a string, and it is no base-60 number.
#[must_use]
pub fn reads_as_string_in_v2(text: &str) -> bool {
    match text.as_bytes().first() {
        None => false,
        Some(b'0'..=b'9' | b'+' | b'-') => number(text, Version::V2) == Resolved::Str && !is_base60(text),
        Some(_) => resolve_as(text, Version::V2) == Resolved::Str,
    }
}

/// `^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`: numbers such as 12:30.
fn is_base60(text: &str) -> bool {
    let bytes = text.as_bytes();
    let bytes = if let [b'-' | b'+', rest @ ..] = bytes { rest } else { bytes };
    if !bytes.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let run = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'_').count();
    let mut rest = &bytes[run(bytes)..];
    let mut groups = 0;
    loop {
        rest = match rest {
            [b':', b'0'..=b'5', b'0'..=b'9', rest @ ..] | [b':', b'0'..=b'9', rest @ ..] => rest,
            [b'.', rest @ ..] => return groups > 0 && run(rest) == rest.len(),
            _ => return groups > 0 && rest.is_empty(),
        };
        groups += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, v3: Resolved, v2: Resolved) {
        assert_eq!(resolve(text), v3, "v3 {text}");
        assert_eq!(resolve_v2(text), v2, "v2 {text}");
    }

    #[test]
    fn words_differ_between_the_versions() {
        for text in ["yes", "Y", "on", "ON"] {
            check(text, Resolved::Str, Resolved::Bool(true));
        }
        for text in ["no", "N", "off", "Off"] {
            check(text, Resolved::Str, Resolved::Bool(false));
        }
        for (text, value) in [
            ("true", Resolved::Bool(true)),
            ("FALSE", Resolved::Bool(false)),
            ("", Resolved::Null),
            ("~", Resolved::Null),
            ("Null", Resolved::Null),
            ("tRUE", Resolved::Str),
            ("yEs", Resolved::Str),
            ("<<", Resolved::Str),
            ("=", Resolved::Str),
            ("foo", Resolved::Str),
        ] {
            check(text, value, value);
        }
        assert_eq!(plain_tag("<<"), Tag::Merge);
        assert_eq!(plain_tag("1"), Tag::Int);
    }

    #[test]
    fn numbers_and_timestamps() {
        for (text, value) in [
            ("0", Resolved::Int(0)),
            ("-1", Resolved::Int(-1)),
            ("1_000", Resolved::Int(1000)),
            ("1_", Resolved::Int(1)),
            ("0_7", Resolved::Int(7)),
            ("0777", Resolved::Int(511)),
            ("-0o17", Resolved::Int(-15)),
            ("08", Resolved::Float(8.0)),
            ("0o8", Resolved::Str),
            ("_1", Resolved::Str),
            ("18446744073709551615", Resolved::Uint(u64::MAX)),
            ("1e3", Resolved::Float(1000.0)),
            (".5", Resolved::Float(0.5)),
            ("-.inf", Resolved::Float(f64::NEG_INFINITY)),
            ("1e400", Resolved::Str),
            ("-", Resolved::Str),
            ("-foo", Resolved::Str),
            ("--1", Resolved::Str),
            ("12:30", Resolved::Str),
            ("0b-101", Resolved::Int(-5)),
        ] {
            check(text, value, value);
        }
        check("0o-7", Resolved::Int(-7), Resolved::Str);
        assert_eq!(resolve("2001-01-01").tag(), Tag::Timestamp);
        assert_eq!(resolve_v2("2001-01-01").tag(), Tag::Timestamp);
    }

    #[test]
    fn strings_that_v2_would_misread_are_not_left_plain() {
        for text in ["", "yes", "1", "1.2", "~", "12:30", "-1:2:3.4_5", "190:20:30", "2001-01-01", ".inf", "0x1F"] {
            assert!(!reads_as_string_in_v2(text), "{text}");
        }
        for text in ["a", "yess", "1a", "12:60", "12:", "1:2:345", ":30", "1.2.3", "10.0.0.1/8", "-", "<<"] {
            assert!(reads_as_string_in_v2(text), "{text}");
        }
    }
}

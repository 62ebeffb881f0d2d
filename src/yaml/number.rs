//! Numbers as Go reads and prints them: `strconv.ParseInt` with base 0, the
//! float expression of go-yaml, `FormatFloat` and the numbers of
//! `encoding/json`.

use std::fmt::Write as _;

/// An integer that fits one of Go's 64-bit types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    Signed(i64),
    /// Above `i64::MAX`.
    Unsigned(u64),
}

fn magnitude(digits: &str, base: u32) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| char::from(byte).is_digit(base)) {
        return None;
    }
    u64::from_str_radix(digits, base).ok()
}

/// `ParseUint(digits, 0, 64)` for texts without `_`.
fn magnitude_with_prefix(digits: &str) -> Option<u64> {
    let bytes = digits.as_bytes();
    if bytes.first() != Some(&b'0') {
        return magnitude(digits, 10);
    }
    if bytes.len() == 1 {
        return Some(0);
    }
    if bytes.len() > 2 {
        let base = match bytes[1] {
            b'x' | b'X' => 16,
            b'b' | b'B' => 2,
            b'o' | b'O' => 8,
            _ => return magnitude(&digits[1..], 8),
        };
        return magnitude(&digits[2..], base);
    }
    magnitude(&digits[1..], 8)
}

fn signed(negative: bool, magnitude: u64) -> Option<i64> {
    if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

/// `ParseInt(text, 0, 64)`, then `ParseUint(text, 0, 64)`; `text` has no `_`.
pub(super) fn integer(text: &str) -> Option<Integer> {
    let (negative, digits) = split_sign(text);
    let value = magnitude_with_prefix(digits)?;
    match signed(negative, value) {
        Some(value) => Some(Integer::Signed(value)),
        None if digits.len() == text.len() => Some(Integer::Unsigned(value)),
        None => None,
    }
}

/// The digits after `0b` or `0o`, for which go-yaml tries once more: here, and
/// only here, a sign may follow the prefix.
pub(super) fn integer_after_prefix(text: &str, prefix: &str, base: u32) -> Option<Integer> {
    if let Some(rest) = text.strip_prefix(prefix) {
        let (negative, digits) = split_sign(rest);
        let value = magnitude(digits, base)?;
        return match signed(negative, value) {
            Some(value) => Some(Integer::Signed(value)),
            None if digits.len() == rest.len() => Some(Integer::Unsigned(value)),
            None => None,
        };
    }
    let digits = text.strip_prefix('-')?.strip_prefix(prefix)?;
    signed(true, magnitude(digits, base)?).map(Integer::Signed)
}

/// Length of the run of ASCII digits at the start of `bytes`.
fn digit_run(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// A finite float of the form
/// `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`.
pub(super) fn float(text: &str) -> Option<f64> {
    let mut rest = split_sign(text).1.as_bytes();
    let whole = digit_run(rest);
    rest = &rest[whole..];
    if let [b'.', after @ ..] = rest {
        let fraction = digit_run(after);
        if whole + fraction == 0 {
            return None;
        }
        rest = &after[fraction..];
    } else if whole == 0 {
        return None;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let after = if let [b'-' | b'+', digits @ ..] = after { digits } else { after };
        let exponent = digit_run(after);
        if exponent == 0 || exponent != after.len() {
            return None;
        }
    } else if !rest.is_empty() {
        return None;
    }
    // The expression above is a subset of what Rust reads, and both round to
    // the nearest; what overflows is no float for go-yaml.
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// A text that starts with `.`: Go's `ParseFloat` on it, which takes `_`
/// between digits.
pub(super) fn float_from_dot(text: &str) -> Option<f64> {
    if !text.contains('_') {
        return float(text);
    }
    let mut before = b'.';
    for byte in text.bytes().chain([b'.']) {
        let stray = if byte == b'_' { !before.is_ascii_digit() } else { before == b'_' && !byte.is_ascii_digit() };
        if stray {
            return None;
        }
        before = byte;
    }
    float(&text.replace('_', ""))
}

/// The number kustomize's last reader sees for a finite float: `encoding/json`
/// prints integral floats below 1e21 without exponent, and what then fits an
/// integer is one.
pub(super) fn float_as_integer(value: f64) -> Option<Integer> {
    if value != value.trunc() || value.abs() >= 1e21 {
        return None;
    }
    integer(&format!("{value}"))
}

/// Go's `FormatFloat(value, 'g', -1, 64)` of a finite float.
pub(super) fn push_float(out: &mut Vec<u8>, value: f64) {
    let text = format!("{value:e}");
    // `{:e}` prints the shortest digits that read back, as Go does.
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        out.extend_from_slice(format!("{value}").as_bytes());
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        let exponent = exponent.unsigned_abs();
        out.extend_from_slice(format!("{mantissa}e{sign}{exponent:02}").as_bytes());
    }
}

/// Go's `FormatFloat(value, 'g', -1, 64)`; what go-yaml v3 writes for a float.
#[must_use]
pub fn go_float_text(value: f64) -> String {
    let mut text = Vec::new();
    push_float(&mut text, value);
    String::from_utf8(text).unwrap_or_default()
}

/// Go's `FormatFloat(value, 'f', -1, 64)`: never an exponent.
#[must_use]
pub fn go_plain_float_text(value: f64) -> String {
    format!("{value}")
}

/// A finite float as `encoding/json` prints it.
pub(super) fn push_float_json(out: &mut String, value: f64) {
    let size = value.abs();
    // Writing to a String cannot fail.
    let _ = if value != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let sign = if exponent.starts_with('-') { "" } else { "+" };
        write!(out, "{mantissa}e{sign}{exponent}")
    } else {
        write!(out, "{value}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_take_prefixes_and_leading_zeros() {
        let cases: &[(&str, Option<Integer>)] = &[
            ("0", Some(Integer::Signed(0))),
            ("-0", Some(Integer::Signed(0))),
            ("0777", Some(Integer::Signed(511))),
            ("0o17", Some(Integer::Signed(15))),
            ("0X1f", Some(Integer::Signed(31))),
            ("-0b11", Some(Integer::Signed(-3))),
            ("08", None),
            ("0x", None),
            ("", None),
            ("-", None),
            ("+-1", None),
            ("0x+1", None),
            ("9223372036854775808", Some(Integer::Unsigned(1 << 63))),
            ("+9223372036854775808", None),
            ("-9223372036854775808", Some(Integer::Signed(i64::MIN))),
            ("-9223372036854775809", None),
            ("18446744073709551616", None),
        ];
        for (text, expected) in cases {
            assert_eq!(integer(text), *expected, "{text}");
        }
        assert_eq!(integer_after_prefix("0o-7", "0o", 8), Some(Integer::Signed(-7)));
        assert_eq!(integer_after_prefix("-0o+7", "0o", 8), None);
        assert_eq!(integer_after_prefix("0b", "0b", 2), None);
    }

    #[test]
    fn floats_follow_the_expression_of_go_yaml() {
        for text in ["1.", ".5", "-.5", "+1e3", "1E-3", "1.5e+3"] {
            assert!(float(text).is_some(), "{text}");
        }
        for text in ["", ".", "-", "e5", ".e5", "1e", "1e+", "1e400", "inf", "nan", "1.5f", "1 "] {
            assert!(float(text).is_none(), "{text}");
        }
        assert_eq!(float_from_dot(".1_2"), Some(0.12));
        for text in ["._1", ".1_", ".1__2", ".1_e5"] {
            assert_eq!(float_from_dot(text), None, "{text}");
        }
    }

    #[test]
    fn floats_print_as_go_prints_them() {
        let cases: &[(f64, &str, &str)] = &[
            (1.5, "1.5", "1.5"),
            (1e20, "1e+20", "100000000000000000000"),
            (1e21, "1e+21", "1e+21"),
            (1e-5, "1e-05", "0.00001"),
            (1e-7, "1e-07", "1e-7"),
            (0.0001, "0.0001", "0.0001"),
            (1_234_567.5, "1.2345675e+06", "1234567.5"),
            (100_000.5, "100000.5", "100000.5"),
            (-1.5e-10, "-1.5e-10", "-1.5e-10"),
            (5e-324, "5e-324", "5e-324"),
            (-0.0, "-0", "-0"),
        ];
        for &(value, yaml, json) in cases {
            let (mut general, mut plain) = (Vec::new(), String::new());
            push_float(&mut general, value);
            push_float_json(&mut plain, value);
            assert_eq!(String::from_utf8_lossy(&general), yaml);
            assert_eq!(plain, json);
        }
        assert_eq!(float_as_integer(1e18), Some(Integer::Signed(1_000_000_000_000_000_000)));
        assert_eq!(float_as_integer(1e19), Some(Integer::Unsigned(10_000_000_000_000_000_000)));
        assert_eq!(float_as_integer(-0.0), Some(Integer::Signed(0)));
        assert_eq!(float_as_integer(1e20), None);
        assert_eq!(float_as_integer(0.5), None);
    }
}

//! The parts of Go's `net/url`, `strconv` and `time` that decide what a remote
//! is called. kustomize 5.8.1 is built for Go 1.24.

use std::net::Ipv6Addr;
use std::time::Duration;

/// Whether kustomize takes `path` for a file on a web server (`IsRemoteFile` in
/// `api/internal/loader/fileloader.go`): Go's `url.Parse` accepts it and the
/// scheme is `http` or `https`.
#[must_use]
pub fn is_remote_file(path: &str) -> bool {
    let (url, fragment) = path.split_once('#').unwrap_or((path, ""));
    if url.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return false;
    }
    let Some((scheme, rest)) = url.split_once(':') else {
        return false;
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return false;
    }
    let rest = rest.split_once('?').map_or(rest, |(rest, _query)| rest);
    is_hierarchical_part(rest) && escapes_are_whole(fragment)
}

/// What follows `scheme:`, without the query. Without a leading slash it is
/// opaque and taken as it is.
fn is_hierarchical_part(rest: &str) -> bool {
    let Some(authority_and_path) = rest.strip_prefix("//") else {
        return !rest.starts_with('/') || escapes_are_whole(rest);
    };
    let at = authority_and_path.find('/').unwrap_or(authority_and_path.len());
    let (authority, path) = authority_and_path.split_at(at);
    let host = match authority.rsplit_once('@') {
        Some((user, host)) if is_userinfo(user) => host,
        Some(_) => return false,
        None => authority,
    };
    is_host(host) && escapes_are_whole(path)
}

fn is_userinfo(user: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
    // An escape may not reach over the colon into the password.
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    user.bytes().all(allowed) && escapes_are_whole(name) && escapes_are_whole(password)
}

fn is_host(host: &str) -> bool {
    let Some(literal) = host.strip_prefix('[') else {
        let port = host.rfind(':').map_or("", |at| &host[at..]);
        return is_optional_port(port) && is_host_text(host);
    };
    let Some((address, port)) = literal.rsplit_once(']') else {
        return false;
    };
    let (address, zone) = address.find("%25").map_or((address, None), |at| (&address[..at], Some(&address[at + 3..])));
    // An escape cannot be part of an address, so the text is the address.
    address.parse::<Ipv6Addr>().is_ok() && zone.is_none_or(is_zone) && is_optional_port(port)
}

fn is_optional_port(port: &str) -> bool {
    port.is_empty() || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Bytes a host may hold unescaped; all bytes beyond ASCII are accepted.
fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"!$&'()*+,;=:[]<>\"-_.~".contains(&byte)
}

/// In a host only bytes beyond ASCII may be escaped, and the percent sign.
fn is_host_text(host: &str) -> bool {
    each_byte(host, |byte, escaped| if escaped { byte >= 0x80 || byte == b'%' } else { is_host_byte(byte) })
}

fn is_zone(zone: &str) -> bool {
    let allowed = |byte: u8, escaped: bool| match (byte, escaped) {
        (b' ' | b'%', true) => true,
        (byte, true) => byte.is_ascii() && is_host_byte(byte),
        (byte, false) => is_host_byte(byte),
    };
    !zone.is_empty() && each_byte(zone, allowed)
}

fn escapes_are_whole(text: &str) -> bool {
    each_byte(text, |_, _| true)
}

/// Whether all escapes are `%` and two hexadecimal digits, and `accept` agrees
/// with every byte (and whether it was escaped).
fn each_byte(text: &str, accept: impl Fn(u8, bool) -> bool) -> bool {
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, escaped);
        (byte, escaped, rest) = match (*first, after) {
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, true, after),
                _ => return false,
            },
            (b'%', _) => return false,
            (byte, after) => (byte, false, after),
        };
        if !accept(byte, escaped) {
            return false;
        }
    }
    true
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Go's `url.ParseQuery`: pairs in order, or nothing when any part is malformed.
pub(super) fn parse_query(query: &str) -> Option<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        if part.contains(';') {
            return None;
        }
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        pairs.push((unescape_query(key)?, unescape_query(value)?));
    }
    Some(pairs)
}

fn unescape_query(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match first {
            b'+' => b' ',
            b'%' => {
                let [high, low, after @ ..] = rest else { return None };
                rest = after;
                hex(*high)? << 4 | hex(*low)?
            }
            byte => *byte,
        });
    }
    // No revision and no number has bytes that are not UTF-8.
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Go's `strconv.ParseBool`.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// Go's `time.ParseDuration`, without the results that are not above zero.
pub(super) fn parse_positive_duration(text: &str) -> Option<Duration> {
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let whole = digits(&mut rest);
        let fraction = match rest.strip_prefix('.') {
            Some(after) => {
                rest = after;
                digits(&mut rest)
            }
            None => "",
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
        let (unit, after) = rest.split_at(end);
        rest = after;
        let unit: u64 = match unit {
            "ns" => 1,
            "us" | "µs" | "μs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return None,
        };
        let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        total = total.checked_add(whole.checked_mul(unit)?)?.checked_add(fraction_of(fraction, unit))?;
        // Durations are signed 64-bit numbers of nanoseconds in Go.
        if total > i64::MAX as u64 {
            return None;
        }
    }
    (total > 0).then(|| Duration::from_nanos(total))
}

fn digits<'a>(rest: &mut &'a str) -> &'a str {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    digits
}

/// The nanoseconds of `0.digits` units, rounded down. Digits past the 18th are
/// less than a nanosecond even of an hour.
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let digits = &digits[..digits.len().min(18)];
    let scale = 10_u128.pow(u32::try_from(digits.len()).expect("there are at most 18 digits"));
    let value: u128 = digits.parse().unwrap_or(0);
    u64::try_from(value * u128::from(unit) / scale).expect("it is less than one unit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remote_files_are_what_go_parses_with_a_web_scheme() {
        let yes = [
            "https://host/a.yaml",
            "HTTP://host/a.yaml",
            "https://host",
            "https://",
            "https:",
            "http:opaque%zz",
            "https:/a/b",
            "https:///a",
            "https://host/a b",
            "https://host/a?%zz=\u{e9}",
            "https://host/a#b",
            "https://host/a#\u{1}",
            "https://user:pass%20word@host/a",
            "https://host:8080/a",
            "https://host:/a",
            "https://host:1:2/a",
            "https://[::1]/a",
            "https://[::1]:80/a",
            "https://[fe80::1%25en%20]/a",
            "https://h\u{f6}st/%c3%a9",
            "https://h%c3%b6st/",
            "https://host/%2e",
        ];
        let no = [
            "",
            "a.yaml",
            "../https://x",
            "ftp://host/a",
            "ssh://host/a",
            "file:///a",
            "github.com/org/repo",
            "git@github.com:org/repo",
            "://host",
            " https://host/",
            "https//host",
            "https://host/\u{7f}",
            "https://host/a\n",
            "https://host/%",
            "https://host/%2",
            "https://host/%zz",
            "https://host/a#%zz",
            "https:/%zz",
            "https://host:port/a",
            "https://host:80a/a",
            "https://ho st/a",
            "https://host%20/a",
            "https://host\\x/a",
            "https://[::1/a",
            "https://[::1]80/a",
            "https://[1.2.3.4]/a",
            "https://[host]/a",
            "https://[fe80::1%25]/a",
            "https://us er@host/a",
            "https://\u{e9}@host/a",
            "https://u%2:a@host/a",
        ];
        for url in yes {
            assert!(is_remote_file(url), "{url:?}");
        }
        for url in no {
            assert!(!is_remote_file(url), "{url:?}");
        }
    }

    #[test]
    fn durations_are_those_of_go() {
        let nanos = |text| parse_positive_duration(text).map(|duration| duration.as_nanos());
        let good = [
            ("5s", 5_000_000_000),
            ("+5s", 5_000_000_000),
            ("1m1s", 61_000_000_000),
            ("1.5h", 5_400_000_000_000),
            (".5s", 500_000_000),
            ("1.s", 1_000_000_000),
            ("12µs", 12_000),
            ("12μs", 12_000),
            ("1h15m30.918273645s", 4_530_918_273_645),
            ("0.3333333333333333333h", 1_200_000_000_000 - 1),
            ("9223372036854775807ns", i64::MAX as u128),
        ];
        for (text, expected) in good {
            // Go rounds the fraction in floating point; one nanosecond is nothing here.
            assert!(nanos(text).is_some_and(|got| got.abs_diff(expected) <= 1), "{text} {:?}", nanos(text));
        }
        for text in
            ["", "3", "-5s", "s", ".", ".s", "1", "0s", "1x", "1s2", "9223372036854775808ns", "99999999999h", "1 s"]
        {
            assert_eq!(nanos(text), None, "{text}");
        }
    }

    #[test]
    fn queries_fail_as_a_whole() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(parse_query("a=1&&b&a=%2B+x"), Some(vec![pair("a", "1"), pair("b", ""), pair("a", "+ x")]));
        assert_eq!(parse_query(""), Some(vec![]));
        assert_eq!(parse_query("a=1;b=2"), None);
        assert_eq!(parse_query("ref=a&b=%zz"), None);
    }
}

//! Formats of texts that the API server looks at.
//!
//! Follows go-openapi's strfmt, and is rather too kind where that is odd. Of
//! the formats of apiextensions-apiserver's `validation/formats.go` those that
//! are not here (`uri`, `email`, `hostname`, `isbn`, `creditcard`, …) accept
//! everything.

// Unlike `std::net`, which only `vfs` and `cli` may use, it has no sockets.
use core::net::{Ipv4Addr, Ipv6Addr};

/// Whether `text` has the format `name`; hyphens in a name do not count.
pub(super) fn accepts(name: &str, text: &str) -> bool {
    match name {
        "date-time" | "datetime" => is_date_time(text),
        "date" => is_date(text),
        "duration" => is_duration(text),
        "byte" => is_base64(text),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "cidr" => is_cidr(text),
        "mac" => is_mac(text),
        "uuid" => is_uuid(text),
        _ => true,
    }
}

/// Digits only, as a number.
fn digits(text: &str, length: usize) -> Option<u32> {
    let are_digits = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits)
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let number = |part: Option<&str>, length| part.and_then(|part| digits(part, length));
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    parts.next().is_none() && (1..=days).contains(&day)
}

fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let Some(zone) = time.find(['Z', 'z', '+', '-']) else { return false };
    let (time, zone) = time.split_at(zone);
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = clock.split(':').map(|part| digits(part, 2));
    let is_below = |part: Option<Option<u32>>, most: u32| part.flatten().is_some_and(|part| part <= most);
    is_date(date)
        && is_below(parts.next(), 23)
        && is_below(parts.next(), 59)
        && is_below(parts.next(), 59)
        && parts.next().is_none()
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && is_zone(zone)
}

fn is_zone(zone: &str) -> bool {
    if zone.eq_ignore_ascii_case("z") {
        return true;
    }
    let hours = zone.get(1..).unwrap_or_default().replacen(':', "", 1);
    zone.starts_with(['+', '-']) && digits(&hours, 4).is_some()
}

/// `1h30m`, or a number with a unit in words as strfmt has it: `2 days`.
fn is_duration(text: &str) -> bool {
    const UNITS: &[&str] = &["ns", "us", "µs", "μs", "ms", "s", "m", "h"];
    const WORDS: &[&str] = &[
        "nano", "nsec", "micro", "usec", "milli", "msec", "second", "sec", "minute", "min", "hour", "hr", "day", "d",
        "week", "w", "wk",
    ];
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned == "0" {
        return true;
    }
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut rest = unsigned;
    while !rest.is_empty() {
        let Some((number, after)) = rest.find(|c| !is_number(c)).map(|at| rest.split_at(at)) else { return false };
        let unit = after.trim_start();
        let (unit, after) = unit.split_at(unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len()));
        let is_unit = UNITS.contains(&unit) || WORDS.contains(&unit) || WORDS.contains(&unit.trim_end_matches('s'));
        if !number.bytes().any(|byte| byte.is_ascii_digit()) || number.matches('.').count() > 1 || !is_unit {
            return false;
        }
        rest = after.trim_start();
    }
    !unsigned.is_empty()
}

fn is_base64(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
    let body = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - body.len() <= 2
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

fn is_cidr(text: &str) -> bool {
    let Some((address, length)) = text.split_once('/') else { return false };
    let most = match (address.parse::<Ipv4Addr>(), address.parse::<Ipv6Addr>()) {
        (Ok(_), _) => 32,
        (_, Ok(_)) => 128,
        _ => return false,
    };
    (1..=3).contains(&length.len()) && digits(length, length.len()).is_some_and(|length| length <= most)
}

/// Six, eight or twenty octets, as Go's `net.ParseMAC`.
fn is_mac(text: &str) -> bool {
    let (separator, width) = if text.contains('.') {
        ('.', 4)
    } else if text.contains('-') {
        ('-', 2)
    } else {
        (':', 2)
    };
    let parts: Vec<&str> = text.split(separator).collect();
    matches!(parts.len() * width, 12 | 16 | 40)
        && parts.iter().all(|part| part.len() == width && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// With its hyphens or without.
fn is_uuid(text: &str) -> bool {
    let digits = text.replace('-', "");
    let has_hyphens = text.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) && (has_hyphens || text.len() == 32)
}

#[cfg(test)]
mod tests {
    use super::accepts;

    #[test]
    fn formats_know_their_texts() {
        let check = |format: &str, good: &[&str], bad: &[&str]| {
            for text in good {
                assert!(accepts(format, text), "{format}: {text:?}");
            }
            for text in bad {
                assert!(!accepts(format, text), "{format}: {text:?}");
            }
        };
        check(
            "date-time",
            &["2026-03-01T10:00:00Z", "2024-02-29t23:59:59.123+02:00", "2026-03-01T10:00:00-0700"],
            &["", "2026-03-01", "2026-02-29T10:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T10:00:00", "TZ", "é"],
        );
        check("date", &["2000-02-29"], &["1900-02-29", "2026-13-01", "2026-1-1", "+026-01-01"]);
        check("duration", &["1h30m", "0", "1.5s", "-3ms", "2 days", "1 week"], &["", "1", "s", "1x", "1.2.3s", "."]);
        check("byte", &["", "YQ==", "YWJj", "YW\nJj"], &["YQ=", "Y===", "%%%%"]);
        check("ipv4", &["10.0.0.1"], &["10.0.0", "::1"]);
        check("ipv6", &["::1"], &["10.0.0.1"]);
        check("cidr", &["10.0.0.0/8", "::/0"], &["10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/"]);
        check("mac", &["00:00:5e:00:53:01", "0000.5e00.5301"], &["00:00", "é:00:5e:00:53:01"]);
        check("uuid", &["123e4567-e89b-12d3-a456-426614174000"], &["123e4567", "-123e4567e89b12d3a456426614174000"]);
        check("hostname", &["anything goes!"], &[]);
    }
}

//! Timestamps as go-yaml reads them and `encoding/json` prints them.
//!
//! go-yaml tries four layouts of Go's `time.Parse` (`parseTimestamp` in its
//! resolve.go); the quirks below are those of that function: one-digit fields,
//! `,` before the fraction, several spaces between date and time.

/// A moment with the offset it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    nanosecond: u32,
    offset_minutes: i16,
}

/// A reader that takes its text from the front.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn literal(&mut self, byte: u8) -> Option<()> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        (first == byte).then_some(())
    }

    /// One or two digits, at most `max`.
    fn number(&mut self, max: u8) -> Option<u8> {
        let digit = |at: usize| self.0.get(at).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
        let first = digit(0)?;
        let (value, len) = digit(1).map_or((first, 1), |second| (first * 10 + second, 2));
        self.0 = &self.0[len..];
        (value <= max).then_some(value)
    }

    fn two_digits(&mut self, max: u8) -> Option<u8> {
        if !self.0.get(1)?.is_ascii_digit() {
            return None;
        }
        self.number(max)
    }

    /// `.` or `,` and digits, of which nine count.
    fn fraction(&mut self) -> u32 {
        let [b'.' | b',', rest @ ..] = self.0 else { return 0 };
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if len == 0 {
            return 0;
        }
        self.0 = &rest[len..];
        (0..9).fold(0, |sum, at| sum * 10 + rest[..len].get(at).map_or(0, |byte| u32::from(byte - b'0')))
    }

    fn zone(&mut self) -> Option<i16> {
        let (&sign, rest) = self.0.split_first()?;
        self.0 = rest;
        let negative = match sign {
            b'Z' => return Some(0),
            b'+' => false,
            b'-' => true,
            _ => return None,
        };
        // Go lets 24 hours and 60 minutes pass here.
        let hours = self.two_digits(24)?;
        self.literal(b':')?;
        let minutes = i16::from(hours) * 60 + i16::from(self.two_digits(60)?);
        Some(if negative { -minutes } else { minutes })
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Timestamp {
    /// Reads `text`; nothing when it is no timestamp.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        // Every layout starts with four digits and a dash.
        if bytes.len() < 5 || bytes[4] != b'-' || !bytes[..4].iter().all(u8::is_ascii_digit) {
            return None;
        }
        let year = bytes[..4].iter().fold(0, |sum, byte| sum * 10 + u16::from(byte - b'0'));
        let mut input = Input(&bytes[5..]);
        let month = input.number(12).filter(|&month| month > 0)?;
        input.literal(b'-')?;
        let day = input.number(31).filter(|&day| day > 0 && day <= days_in(year, month))?;
        let date = Self { year, month, day, hour: 0, minute: 0, second: 0, nanosecond: 0, offset_minutes: 0 };
        let zoned = match input.0.first() {
            None => return Some(date),
            Some(b'T' | b't') => {
                input.0 = &input.0[1..];
                true
            }
            Some(b' ') => {
                input.0 = input.0.trim_ascii_start();
                // Only spaces may be skipped, which the hour's digit proves
                // unless another white space follows them.
                if bytes.iter().any(|byte| byte.is_ascii_whitespace() && *byte != b' ') {
                    return None;
                }
                false
            }
            Some(_) => return None,
        };
        let hour = input.number(23)?;
        input.literal(b':')?;
        let minute = input.number(59)?;
        input.literal(b':')?;
        let second = input.number(59)?;
        let nanosecond = input.fraction();
        let offset_minutes = if zoned { input.zone()? } else { 0 };
        input.0.is_empty().then_some(Self { hour, minute, second, nanosecond, offset_minutes, ..date })
    }

    /// The RFC 3339 text `encoding/json` writes; nothing when it refuses the
    /// zone (24 hours or more from UTC).
    #[must_use]
    pub fn rfc3339(&self) -> Option<String> {
        let Self { year, month, day, hour, minute, second, nanosecond, offset_minutes } = *self;
        let mut text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
        if nanosecond != 0 {
            let fraction = format!(".{nanosecond:09}");
            text.push_str(fraction.trim_end_matches('0'));
        }
        if offset_minutes == 0 {
            text.push('Z');
        } else {
            let size = offset_minutes.unsigned_abs();
            if size >= 24 * 60 {
                return None;
            }
            let sign = if offset_minutes < 0 { '-' } else { '+' };
            text.push_str(&format!("{sign}{:02}:{:02}", size / 60, size % 60));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_become_rfc_3339() {
        for (text, expected) in [
            ("2001-01-01", "2001-01-01T00:00:00Z"),
            ("2001-1-1", "2001-01-01T00:00:00Z"),
            ("2000-02-29", "2000-02-29T00:00:00Z"),
            ("2001-12-14t21:59:43.10-05:00", "2001-12-14T21:59:43.1-05:00"),
            ("2001-12-14T1:2:3Z", "2001-12-14T01:02:03Z"),
            ("2001-12-14 21:59:43.10", "2001-12-14T21:59:43.1Z"),
            ("2001-12-14   21:59:43,5", "2001-12-14T21:59:43.5Z"),
            ("2001-12-14T21:59:43+00:00", "2001-12-14T21:59:43Z"),
            ("2001-12-14T21:59:43+01:60", "2001-12-14T21:59:43+02:00"),
            ("2001-12-14T21:59:43.1234567899Z", "2001-12-14T21:59:43.123456789Z"),
        ] {
            let read = Timestamp::parse(text).unwrap_or_else(|| panic!("{text} is a timestamp"));
            assert_eq!(read.rfc3339().as_deref(), Some(expected), "{text}");
        }
        assert_eq!(Timestamp::parse("2001-01-01T00:00:00+24:00").expect("Go reads it").rfc3339(), None);
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "2001",
            "20010101",
            "2001-13-01",
            "2001-02-29",
            "1900-02-29",
            "2001-00-01",
            "2001-01-00",
            "2001-01-001",
            "2001-01-01T10:00:00",
            "2001-01-01 10:00:00Z",
            "2001-01-01 10:00",
            "2001-01-01T24:00:00Z",
            "2001-01-01 ",
            "2001-01-01 \t10:00:00",
            "2001-01-01T10:00:00.Z",
            "2001-01-01T10:00:00+1:00",
            "2001-12-14 21:59:43.10 -5",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}

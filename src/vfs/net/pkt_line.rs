//! The frames of git's protocol (`gitprotocol-common(5)`): four hexadecimal
//! digits say how long a line is, they included.

use std::io::{ErrorKind, Read};

/// The longest line there is.
const LONGEST: usize = 65_520;

/// One line of the protocol.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'b> {
    /// The end of a section.
    Flush,
    /// Bytes; a line break at their end belongs to them.
    Data(&'b [u8]),
}

/// Why there is no next line.
#[derive(Debug)]
pub(super) enum LineError {
    Read(std::io::Error),
    /// It does not begin as lines do.
    Malformed,
}

/// Reads lines.
pub(super) struct Lines<R> {
    from: R,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, line: Vec::new() }
    }

    /// The next line; nothing at the end.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, LineError> {
        let mut digits = [0; 4];
        // An end before the first digit is one, an end in the middle is none.
        match self.from.read(&mut digits[..1]) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => return self.next(),
            Err(error) => return Err(LineError::Read(error)),
        }
        self.from.read_exact(&mut digits[1..]).map_err(LineError::Read)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).ok_or(LineError::Malformed);
        let mut length = 0;
        for byte in digits {
            length = length * 16 + digit(byte)? as usize;
        }
        match length {
            0 => Ok(Some(Line::Flush)),
            length @ 4..=LONGEST => {
                self.line.resize(length - 4, 0);
                self.from.read_exact(&mut self.line).map_err(LineError::Read)?;
                Ok(Some(Line::Data(&self.line)))
            }
            _ => Err(LineError::Malformed),
        }
    }
}

/// `text` as a line.
pub(super) fn line(text: &str) -> String {
    format!("{:04x}{text}", text.len() + 4)
}

/// The end of a section.
pub(super) const FLUSH: &str = "0000";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let text = format!("{}{FLUSH}{}", line("want x\n"), line(""));
        assert_eq!(text, "000bwant x\n00000004");
        let mut lines = Lines::new(text.as_bytes());
        assert_eq!(lines.next().unwrap(), Some(Line::Data(b"want x\n")));
        assert_eq!(lines.next().unwrap(), Some(Line::Flush));
        assert_eq!(lines.next().unwrap(), Some(Line::Data(b"")));
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn what_is_no_line_is_an_error() {
        for text in ["<!DOCTYPE html>", "0003", "fff1", "+00a", "zzzz"] {
            assert!(matches!(Lines::new(text.as_bytes()).next(), Err(LineError::Malformed)), "{text}");
        }
        for text in ["00", "000bwan"] {
            assert!(matches!(Lines::new(text.as_bytes()).next(), Err(LineError::Read(_))), "{text}");
        }
    }
}

//! The character classes of libyaml's writer, which go-yaml kept.

/// Whether the writer prints the character as it is: line feeds, U+0020 to
/// U+007E, U+00A0 to U+FFFD without surrogates and U+FEFF. A tab is not among
/// them, nor is anything above U+FFFF.
pub(super) fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{A0}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFFD}')
}

/// Whether the character ends a line.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

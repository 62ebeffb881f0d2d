//! Regular expressions as Go reads them.
//!
//! Go's `regexp` and the `regex` crate are of one family; what differs is
//! translated: a brace that starts no repetition is a brace, `\d`, `\w`, `\s`
//! and `\b` are ASCII, brackets do not nest, `\<` is a `<`.
//! Source of the rules: the syntax page of Go's `regexp/syntax`.

use std::iter::Peekable;
use std::str::Chars;

use regex::Regex;

/// Why a text is no regular expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is not a valid regular expression: {problem}")]
pub struct PatternError {
    /// The text.
    pub pattern: String,
    /// What is wrong.
    pub problem: String,
}

/// Upper bound for a compiled pattern; real ones stay below a few kilobytes.
const SIZE_LIMIT: usize = 1 << 20;

/// Compiles a Go regular expression. It is not anchored.
///
/// # Errors
/// When it is no regular expression, or far too large a one.
pub fn compile_pattern(pattern: &str) -> Result<Regex, PatternError> {
    let translated = Translator { rest: pattern.chars().peekable(), out: String::new() }.translate();
    regex::RegexBuilder::new(&translated).size_limit(SIZE_LIMIT).build().map_err(|error| {
        let problem = match error {
            regex::Error::CompiledTooBig(limit) => format!("it needs more than {limit} bytes"),
            // The library draws the pattern over several lines; the last says what is wrong.
            other => other.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned(),
        };
        PatternError { pattern: pattern.to_owned(), problem }
    })
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    out: String,
}

impl Translator<'_> {
    fn translate(mut self) -> String {
        while let Some(c) = self.rest.next() {
            match c {
                '\\' => self.escape(false),
                '[' => self.class(),
                '{' => self.brace(),
                other => self.out.push(other),
            }
        }
        self.out
    }

    /// `{` starts a repetition only when `n}`, `n,}` or `n,m}` follows.
    fn brace(&mut self) {
        let body: String = self.rest.clone().take_while(|&c| c != '}').collect();
        let closes = self.rest.clone().nth(body.chars().count()) == Some('}');
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let repeats = match body.split_once(',') {
            None => is_number(&body),
            Some((low, high)) => is_number(low) && (high.is_empty() || is_number(high)),
        };
        self.out.push_str(if closes && repeats { "{" } else { "\\{" });
    }

    fn escape(&mut self, in_class: bool) {
        let Some(c) = self.rest.next() else {
            // Left to the library to refuse.
            self.out.push('\\');
            return;
        };
        let ascii = match c {
            'd' => "[0-9]",
            'D' => "[^0-9]",
            'w' => "[0-9A-Za-z_]",
            'W' => "[^0-9A-Za-z_]",
            's' => r"[\t\n\f\r ]",
            'S' => r"[^\t\n\f\r ]",
            'b' if !in_class => r"(?-u:\b)",
            'B' if !in_class => r"(?-u:\B)",
            'Q' if !in_class => {
                self.quoted();
                return;
            }
            '<' | '>' => {
                self.out.push(c);
                return;
            }
            other => {
                self.out.push('\\');
                self.out.push(other);
                return;
            }
        };
        self.out.push_str(ascii);
    }

    /// Everything up to `\E` is literal.
    fn quoted(&mut self) {
        while let Some(c) = self.rest.next() {
            if c == '\\' && self.rest.peek() == Some(&'E') {
                self.rest.next();
                return;
            }
            self.out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
        }
    }

    /// A bracket expression: `[` in it is literal unless it opens `[:name:]`.
    fn class(&mut self) {
        self.out.push('[');
        if self.rest.peek() == Some(&'^') {
            self.out.push('^');
            self.rest.next();
        }
        if self.rest.peek() == Some(&']') {
            self.out.push_str("\\]");
            self.rest.next();
        }
        while let Some(c) = self.rest.next() {
            match c {
                ']' => {
                    self.out.push(']');
                    return;
                }
                '\\' => self.escape(true),
                '[' if self.rest.peek() == Some(&':') => self.named_class(),
                '[' | '&' | '~' => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                '-' if self.rest.peek() == Some(&'-') => self.out.push_str("\\-"),
                other => self.out.push(other),
            }
        }
    }

    fn named_class(&mut self) {
        self.out.push('[');
        for c in self.rest.by_ref() {
            self.out.push(c);
            if c == ']' {
                return;
            }
        }
    }
}

/// Whether nothing in `pattern` is special but `.`.
#[must_use]
pub fn is_plain(pattern: &str) -> bool {
    pattern.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"./_:-".contains(&byte))
}

/// What follows in `text` after that which the plain `pattern` matches at its
/// start; `.` stands for any character but a line feed.
#[must_use]
pub fn strip_plain<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in pattern.chars() {
        let found = rest.next()?;
        if found != wanted && (wanted != '.' || found == '\n') {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_match_as_compiled_ones() {
        for pattern in ["web", "a.b", "apps/v1", ".", "v1.2"] {
            assert!(is_plain(pattern));
            let compiled = compile_pattern(&format!("^(?:{pattern})$")).expect(pattern);
            for text in ["web", "webb", "we", "a.b", "axb", "aéb", "a\nb", "apps/v1", "", ".", "x", "\n", "é", "v1.2"]
            {
                assert_eq!(strip_plain(pattern, text) == Some(""), compiled.is_match(text), "{pattern} and {text:?}");
            }
        }
        assert!(!is_plain("a|b") && !is_plain("a*") && !is_plain("é"));
    }

    fn matches(pattern: &str, text: &str) -> bool {
        compile_pattern(pattern).expect(pattern).is_match(text)
    }

    #[test]
    fn braces_without_a_number_are_braces() {
        assert!(matches(r"^\${CLUSTER_NAME}-md$", "${CLUSTER_NAME}-md"));
        assert!(matches("^a{2}$", "aa"));
        assert!(matches("^a{2,}$", "aaa"));
        assert!(matches("^a{,2}$", "a{,2}"));
        assert!(matches("^{}$", "{}"));
    }

    #[test]
    fn classes_are_ascii_and_do_not_nest() {
        assert!(!matches(r"^\d$", "\u{0663}"));
        assert!(matches(r"^[\w-]+$", "a-b_c"));
        assert!(matches("^[[a]$", "["));
        assert!(matches("^[]a]+$", "]a"));
        assert!(matches("^[a&&b]+$", "&ab"));
        assert!(matches("^[[:alpha:]]$", "x"));
        assert!(matches(r"\bx\b", "é x é"));
    }

    #[test]
    fn quotes_and_angles() {
        assert!(matches(r"^\Qa.b\E.$", "a.bc"));
        assert!(!matches(r"^\Qa.b\E$", "axb"));
        assert!(matches(r"^\<a\>$", "<a>"));
        assert!(compile_pattern("(").is_err());
        assert!(compile_pattern("a{1000}{1000}{1000}").is_err());
    }
}

//! Label selectors: `app=web,tier in (a, b),!legacy`.
//!
//! The grammar is Kubernetes' own (apimachinery `labels.Parse`, as copied in
//! kyaml v0.21.1 `yaml/internal/k8sgen/pkg/labels/selector.go`).

use std::collections::BTreeMap;

/// Why a label selector cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("label selector `{selector}`: {problem}")]
pub struct LabelSelectorError {
    /// The whole selector.
    pub selector: String,
    /// What is wrong with it.
    pub problem: String,
}

/// All requirements must hold.
#[derive(Clone, Debug, Default)]
pub struct LabelSelector {
    requirements: Vec<Requirement>,
}

#[derive(Clone, Debug)]
struct Requirement {
    key: String,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    Exists,
    Absent,
    In(Vec<String>),
    NotIn(Vec<String>),
    GreaterThan(i64),
    LessThan(i64),
}

impl LabelSelector {
    /// Reads a selector; the empty text selects everything.
    ///
    /// # Errors
    /// When it does not follow the grammar, or a key or value is not a valid
    /// label key or value.
    pub fn parse(text: &str) -> Result<Self, LabelSelectorError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let mut parser = Parser { tokens: tokens(text), at: 0 };
        let requirements =
            parser.requirements().map_err(|problem| LabelSelectorError { selector: text.to_owned(), problem })?;
        Ok(Self { requirements })
    }

    /// Whether `labels` meet all requirements.
    #[must_use]
    pub fn matches(&self, labels: &BTreeMap<String, String>) -> bool {
        self.requirements.iter().all(|requirement| {
            let value = labels.get(&requirement.key);
            let number = || value.and_then(|value| value.parse::<i64>().ok());
            match &requirement.test {
                Test::Exists => value.is_some(),
                Test::Absent => value.is_none(),
                Test::In(values) => value.is_some_and(|value| values.contains(value)),
                Test::NotIn(values) => value.is_none_or(|value| !values.contains(value)),
                Test::GreaterThan(bound) => number().is_some_and(|number| number > *bound),
                Test::LessThan(bound) => number().is_some_and(|number| number < *bound),
            }
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Mark(&'static str),
}

const MARKS: [&str; 9] = ["==", "!=", "=", "!", ",", "(", ")", ">", "<"];

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches([' ', '\t', '\r', '\n']);
    while !rest.is_empty() {
        if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            tokens.push(Token::Mark(mark));
            rest = &rest[mark.len()..];
        } else {
            let end = rest.find(|c: char| "=!,()><".contains(c) || " \t\r\n".contains(c)).unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
        }
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }
    tokens
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<Token> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn takes(&mut self, mark: &'static str) -> bool {
        let found = self.peek() == Some(&Token::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn requirements(&mut self) -> Result<Vec<Requirement>, String> {
        let mut requirements = Vec::new();
        if self.peek().is_none() {
            return Ok(requirements);
        }
        loop {
            requirements.push(self.requirement()?);
            if self.peek().is_none() {
                return Ok(requirements);
            }
            if !self.takes(",") {
                return Err("expected `,` or the end".to_owned());
            }
            if self.peek().is_none() {
                return Err("expected a label key after `,`".to_owned());
            }
        }
    }

    fn requirement(&mut self) -> Result<Requirement, String> {
        let absent = self.takes("!");
        let Some(Token::Word(key)) = self.next() else {
            return Err("expected a label key".to_owned());
        };
        check_key(&key)?;
        let test = if absent {
            Test::Absent
        } else {
            match self.peek().cloned() {
                None | Some(Token::Mark(",")) => Test::Exists,
                Some(Token::Mark("=" | "==")) => Test::In(vec![self.value_after_mark()?]),
                Some(Token::Mark("!=")) => Test::NotIn(vec![self.value_after_mark()?]),
                Some(Token::Mark(">")) => Test::GreaterThan(self.number_after_mark()?),
                Some(Token::Mark("<")) => Test::LessThan(self.number_after_mark()?),
                Some(Token::Word(word)) if word == "in" => Test::In(self.set_after_word()?),
                Some(Token::Word(word)) if word == "notin" => Test::NotIn(self.set_after_word()?),
                Some(_) => return Err("expected one of `=`, `==`, `!=`, `in`, `notin`, `>`, `<`".to_owned()),
            }
        };
        Ok(Requirement { key, test })
    }

    fn value_after_mark(&mut self) -> Result<String, String> {
        self.at += 1;
        match self.peek().cloned() {
            None | Some(Token::Mark(",")) => Ok(String::new()),
            Some(Token::Word(value)) => {
                self.at += 1;
                check_value(&value)?;
                Ok(value)
            }
            Some(Token::Mark(mark)) => Err(format!("expected a value, found `{mark}`")),
        }
    }

    fn number_after_mark(&mut self) -> Result<i64, String> {
        let value = self.value_after_mark()?;
        value.parse().map_err(|_| format!("`{value}` is not a whole number"))
    }

    fn set_after_word(&mut self) -> Result<Vec<String>, String> {
        self.at += 1;
        if !self.takes("(") {
            return Err("expected `(`".to_owned());
        }
        let mut values = Vec::new();
        loop {
            match self.next() {
                Some(Token::Word(value)) => {
                    check_value(&value)?;
                    values.push(value);
                    if self.takes(")") {
                        return Ok(values);
                    }
                    if !self.takes(",") {
                        return Err("expected `,` or `)`".to_owned());
                    }
                    if self.peek() == Some(&Token::Mark(")")) {
                        values.push(String::new());
                    }
                }
                Some(Token::Mark(",")) => values.push(String::new()),
                Some(Token::Mark(")")) => {
                    if values.is_empty() {
                        values.push(String::new());
                    }
                    return Ok(values);
                }
                _ => return Err("expected a value, `,` or `)`".to_owned()),
            }
        }
    }
}

/// A label key: an optional DNS prefix, `/`, and a name of at most 63 characters.
fn check_key(key: &str) -> Result<(), String> {
    let invalid = || format!("`{key}` is not a valid label key");
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let prefix_fits =
        prefix.is_none_or(|prefix| !prefix.is_empty() && prefix.len() <= 253 && prefix.split('.').all(is_dns_label));
    if name.is_empty() || !prefix_fits || !is_name(name) { Err(invalid()) } else { Ok(()) }
}

fn check_value(value: &str) -> Result<(), String> {
    if value.is_empty() || is_name(value) { Ok(()) } else { Err(format!("`{value}` is not a valid label value")) }
}

fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    bytes.len() <= 63
        && edge(bytes.first())
        && edge(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn is_dns_label(text: &str) -> bool {
    let bytes = text.as_bytes();
    let edge = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    edge(bytes.first())
        && edge(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(selector: &str, labels: &[(&str, &str)]) -> bool {
        let labels = labels.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        LabelSelector::parse(selector).expect(selector).matches(&labels)
    }

    #[test]
    fn requirements_are_joined() {
        assert!(check("", &[]));
        assert!(check("a=b", &[("a", "b")]));
        assert!(check("a == b , c!=d", &[("a", "b")]));
        assert!(!check("a=b,c", &[("a", "b")]));
        assert!(check("a in (x, y),!z", &[("a", "y")]));
        assert!(check("a notin (x)", &[]));
        assert!(check("n>3,n<5", &[("n", "4")]));
        assert!(!check("n>3", &[("n", "four")]));
        assert!(check("a=", &[("a", "")]));
    }

    #[test]
    fn broken_selectors_are_refused() {
        for selector in ["a b", "=b", "a=b,", "a in x", "a in (x", "-a", "a=b=c", "a=-", "x/y/z", "a>b"] {
            assert!(LabelSelector::parse(selector).is_err(), "{selector}");
        }
    }
}

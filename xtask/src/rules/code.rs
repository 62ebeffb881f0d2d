//! Reading Rust just well enough: which parts are code, which paths it names.

/// Blanks comments and the contents of string and character literals. Line
/// breaks stay, so a place in the result is a place in the text.
pub(super) fn blank_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => 1 + closing_quote(&rest[1..], '"'),
            '\'' => character(rest),
            'r' | 'b' | 'c' if !ends_in_word(&out) => literal_with_prefix(rest),
            _ => 0,
        };
        if length == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            out.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    out
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// Length of a nested block comment.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            match rest.chars().next() {
                Some(c) => at += c.len_utf8(),
                None => return at,
            }
        }
    }
}

/// Length up to and with the closing `quote`.
fn closing_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut following = text[1..].char_indices();
    match (following.next(), following.next()) {
        (Some((_, '\\')), _) => 1 + closing_quote(&text[1..], '\''),
        (Some(_), Some((at, '\''))) => at + 2,
        _ => 0,
    }
}

/// Length of `r#"…"#`, `b"…"`, `br"…"`, `b'…'`; 0 when it is a name.
fn literal_with_prefix(text: &str) -> usize {
    let letters = text.len() - text.trim_start_matches(['r', 'b', 'c']).len();
    let (prefix, body) = text.split_at(letters.min(2));
    if letters > 2 {
        return 0;
    }
    if prefix.ends_with('r') {
        let hashes = body.len() - body.trim_start_matches('#').len();
        if !body[hashes..].starts_with('"') {
            return 0;
        }
        let ending = format!("\"{}", "#".repeat(hashes));
        let content = hashes + 1;
        let end = body[content..].find(&ending).map_or(body.len(), |at| content + at + ending.len());
        return letters + end;
    }
    match body.chars().next() {
        Some('"') => letters + 1 + closing_quote(&body[1..], '"'),
        Some('\'') if prefix == "b" => letters + character(body),
        _ => 0,
    }
}

/// Blanks every item under `#[cfg(test)]` in blanked code.
pub(super) fn blank_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        out.push_str(&rest[..at]);
        let length = item_length(&rest[at..]);
        out.extend(rest[at..at + length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &rest[at + length..];
    }
    out.push_str(rest);
    out
}

/// Up to the first `;` outside braces, or to the brace that closes the first.
fn item_length(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// The names that follow `root::` in blanked code, with their offsets:
/// `root::a::b` gives `a`, `root::{a, b::{c, d}}` gives `a` and `b`. With
/// `root` of two parts (`std::process`) the second level is found as well.
pub(super) fn names_below<'a>(code: &'a str, root: &str) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = code[from..].find(root).map(|at| from + at) {
        from = at + root.len();
        let inside_word = ends_in_word(&code[..at]) || code[..at].ends_with("::");
        let Some(below) = code[from..].trim_start().strip_prefix("::") else { continue };
        if inside_word {
            continue;
        }
        let start = code.len() - below.len();
        collect(code, start, &mut found);
    }
    found
}

fn collect<'a>(code: &'a str, start: usize, found: &mut Vec<(usize, &'a str)>) {
    let rest = code[start..].trim_start();
    let start = code.len() - rest.len();
    let Some(group) = rest.strip_prefix('{') else {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*')).unwrap_or(rest.len());
        found.push((start, &rest[..length]));
        return;
    };
    let (mut depth, mut expecting) = (1_usize, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => expecting = true,
            c if expecting && !c.is_whitespace() => {
                collect(code, start + 1 + at, found);
                expecting = false;
            }
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// The line of byte `offset`, from 1.
pub(super) fn line_of(code: &str, offset: usize) -> usize {
    1 + code.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_and_lines_stay() {
        let check = |text: &str, expected: &str| {
            let squeezed = blank_text(text).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(squeezed, expected, "{text}");
            assert_eq!(blank_text(text).lines().count(), text.lines().count(), "{text}");
        };
        check("a // b\nc /* d /* e */ f\n */ g", "a c g");
        check(r#"let s = "std::fs \" x"; t"#, "let s = ; t");
        check("r#\"a\"b\"# c br\"d\" e b'x' f", "c e f");
        check(r"let c = '\''; let q = '/'; fn f<'a>() {}", "let c = ; let q = ; fn f<'a>() {}");
        check("for bar in r { rb }", "for bar in r { rb }");
    }

    #[test]
    fn tests_are_blank_for_the_rules_that_spare_them() {
        let code = "a;\n#[cfg(test)]\nmod tests {\n fn f() { x }\n}\nb;\n#[cfg(test)]\nuse y;\nc;";
        assert_eq!(blank_tests(code).split_whitespace().collect::<Vec<_>>(), ["a;", "b;", "c;"]);
        assert_eq!(line_of(code, code.find("b;").unwrap()), 6);
    }

    #[test]
    fn names_below_a_root_come_from_plain_and_grouped_paths() {
        let names = |code| names_below(code, "crate").into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names("use crate::a::b; crate::c::d()"), ["a", "c"]);
        assert_eq!(names("use crate::{a, b::{c, d}, e as f};"), ["a", "b", "e"]);
        assert_eq!(names("use crate::{\n    a::{self, x},\n    b,\n};"), ["a", "b"]);
        assert_eq!(names("pub(crate) fn f() {} my_crate::x; crate_name"), [""; 0]);
    }
}

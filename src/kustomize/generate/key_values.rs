//! Keys and values from literals, files and env files.
//!
//! Follows api v0.21.1 `kv/kv.go` and `internal/generators/utils.go`.

use crate::kustomize::Context;
use crate::kustomize::error::{Cause, Failure, Result};
use crate::kustomize::kustomization::GeneratorArgs;
use crate::kustomize::loader::Loader;
use crate::text::{Span, Spanned};
use crate::yaml::{Limit, Limits};

/// One key with its value, which may be no text.
#[derive(Debug)]
pub(super) struct KeyValue {
    pub(super) key: String,
    pub(super) value: Vec<u8>,
    /// The entry it comes from.
    pub(super) span: Span,
}

pub(super) type KeyValues = Vec<KeyValue>;

/// Lines longer than this end the reading of an env file in kustomize, without
/// a word; here they are an error.
const MAX_ENV_LINE: usize = 64 * 1024;

fn invalid(message: String, span: Span) -> Failure {
    Failure::from(Cause::invalid("kustomize::invalid-generator-source", message)).at(span)
}

/// All sources of an entry: env files, then literals, then files.
///
/// # Errors
/// When a source cannot be read or is malformed.
pub(super) fn load(args: &GeneratorArgs, loader: &Loader<'_>, context: &Context<'_>) -> Result<KeyValues> {
    let mut pairs = Vec::new();
    for entry in &args.envs {
        let bytes = loader.load_bytes(entry, context).map_err(|failure| failure.at(entry.span))?;
        env_file(&bytes, entry, &mut pairs, &context.options.limits)?;
    }
    for entry in &args.literals {
        pairs.push(literal(entry)?);
    }
    for entry in &args.files {
        let (key, path) = file_source(entry)?;
        let value = loader.load_bytes(path, context).map_err(|failure| failure.at(entry.span))?;
        pairs.push(KeyValue { key: key.to_owned(), value, span: entry.span });
    }
    Ok(pairs)
}

fn literal(entry: &Spanned<String>) -> Result<KeyValue> {
    match entry.value.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok(KeyValue {
            key: key.to_owned(),
            // kustomize passes literals through YAML, which folds this line break.
            value: without_quotes(value).replace('\u{85}', " ").into_bytes(),
            span: entry.span,
        }),
        // The text may hold a secret: it is not repeated.
        _ => Err(invalid("a literal has the form `key=value`".to_owned(), entry.span)),
    }
}

fn without_quotes(text: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(text)
}

/// `path`, or `key=path`.
fn file_source(entry: &Spanned<String>) -> Result<(&str, &str)> {
    let source = entry.value.as_str();
    match source.split('=').collect::<Vec<_>>().as_slice() {
        [path] => Ok((base_name(path), path)),
        ["", path] => Err(invalid(format!("`{path}` has no key before `=`"), entry.span)),
        [key, ""] => Err(invalid(format!("the key `{key}` has no file after `=`"), entry.span)),
        [key, path] => Ok((key, path)),
        _ => Err(invalid(format!("`{source}` has more than one `=`"), entry.span)),
    }
}

/// Go's `path.Base`.
fn base_name(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "." } else { "/" };
    }
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

fn env_file(bytes: &[u8], entry: &Spanned<String>, pairs: &mut KeyValues, limits: &Limits) -> Result<()> {
    let path = &entry.value;
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if body.is_empty() && bytes.is_empty() {
        return Ok(());
    }
    for (number, line) in body.split(|&byte| byte == b'\n').enumerate() {
        let place = || format!("line {} of `{path}`", number + 1);
        if line.len() >= MAX_ENV_LINE {
            return Err(invalid(format!("{} is longer than {MAX_ENV_LINE} bytes", place()), entry.span));
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Ok(line) = std::str::from_utf8(line) else {
            return Err(invalid(format!("{} is not UTF-8", place()), entry.span));
        };
        let line = if number == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let line = line.trim_start();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        if !key.is_empty() {
            // Each becomes a key and a value of the object.
            if 2 * pairs.len() >= limits.max_nodes {
                return Err(Failure::from(Cause::Limit(Limit::Nodes(limits.max_nodes))).at(entry.span));
            }
            pairs.push(KeyValue { key: key.to_owned(), value: value.as_bytes().to_vec(), span: entry.span });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spanned(text: &str) -> Spanned<String> {
        Spanned::new(text.to_owned(), Span::NONE)
    }

    #[test]
    fn literals_lose_one_pair_of_quotes() {
        let value = |text: &str| String::from_utf8(literal(&spanned(text)).expect(text).value).expect("text");
        assert_eq!(value("a=b"), "b");
        assert_eq!(value("a=\"b c\""), "b c");
        assert_eq!(value("a='b"), "'b");
        assert_eq!(value("a=b=c"), "b=c");
        assert_eq!(value("a="), "");
        assert!(literal(&spanned("=b")).is_err());
        assert!(literal(&spanned("a")).is_err());
    }

    #[test]
    fn file_sources_have_a_key_or_take_the_base_name() {
        assert_eq!(file_source(&spanned("dir/app.conf")).expect("fits"), ("app.conf", "dir/app.conf"));
        assert_eq!(file_source(&spanned("k=dir/app.conf")).expect("fits"), ("k", "dir/app.conf"));
        for bad in ["=a", "a=", "a=b=c"] {
            assert!(file_source(&spanned(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn env_files_have_comments_and_keys_without_values() {
        let mut pairs = Vec::new();
        let text = "\u{feff}A=1\r\n  # note\n\nB\n=x\n  C=a=b\n";
        env_file(text.as_bytes(), &spanned("f"), &mut pairs, &Limits::DEFAULT).expect("fits");
        let pairs: Vec<_> = pairs.iter().map(|pair| (pair.key.as_str(), pair.value.as_slice())).collect();
        assert_eq!(pairs, [("A", &b"1"[..]), ("B", b""), ("C", b"a=b")]);
    }
}

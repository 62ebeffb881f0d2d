//! Filling in the templates of this room.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{Environment, Error, Output, State, UndefinedBehavior, Value};

use super::ArgoError;
use crate::yaml::{Tag, is_yaml11_non_string, plain_tag, reads_as_string_in_v2, write_json_string};

/// Every template, by its name.
const TEMPLATES: &[(&str, &str)] = &[
    ("argocd-cm.yaml.j2", include_str!("templates/argocd-cm.yaml.j2")),
    ("child.yaml.j2", include_str!("templates/child.yaml.j2")),
    ("health.lua.j2", include_str!("templates/health.lua.j2")),
    ("parent.yaml.j2", include_str!("templates/parent.yaml.j2")),
    ("plugin.yaml.j2", include_str!("templates/plugin.yaml.j2")),
    ("project.yaml.j2", include_str!("templates/project.yaml.j2")),
    ("sidecar.yaml.j2", include_str!("templates/sidecar.yaml.j2")),
    ("source.yaml.j2", include_str!("templates/source.yaml.j2")),
];

/// Fills in the template called `name`. What is not defined is an error, and a text
/// in YAML is written as a YAML scalar that is this text.
pub(super) fn render(name: &'static str, values: Value) -> Result<String, ArgoError> {
    fill(name, values).map_err(|source| ArgoError::Template { name, source })
}

fn fill(name: &str, values: Value) -> Result<String, Error> {
    let mut engine = Environment::new();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine
        .set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?);
    engine.set_formatter(write);
    for (name, text) in TEMPLATES {
        engine.add_template(name, text)?;
    }
    engine.get_template(name)?.render(values)
}

fn write(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    let text = match value.as_str() {
        // The names that stand in Lua texts have nothing in them that Lua would read.
        Some(text) if value.is_safe() || state.name().ends_with(".lua.j2") => text.to_owned(),
        Some(text) => scalar(text),
        None if value.kind() == ValueKind::Number || value.kind() == ValueKind::Bool => value.to_string(),
        None => return Err(Error::new(minijinja::ErrorKind::BadSerialization, "no scalar")),
    };
    out.write_str(&text).map_err(Error::from)
}

/// `text` as a scalar: plain where every reader takes it for this text.
fn scalar(text: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/' | b'_' | b'-' | b'=');
    // A colon that something stands behind divides nothing.
    let is_plain_at = |at: usize, byte: u8| is_word(byte) || byte == b':' && text.as_bytes().get(at + 1) == Some(&b'/');
    // Readers do not agree on numbers that are too large for them, and a commit may look like one: `1e11…`.
    let is_like_number =
        text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'.' | b'_' | b'-'));
    let is_plain = !is_like_number
        && text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '/')
        && text.bytes().enumerate().all(|(at, byte)| is_plain_at(at, byte))
        && plain_tag(text) == Tag::Str
        && !is_yaml11_non_string(text)
        && reads_as_string_in_v2(text);
    if is_plain {
        return text.to_owned();
    }
    let mut out = String::new();
    write_json_string(&mut out, text);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_what_it_is() {
        for text in ["kubeflow", "https://git.example/a.git", "/spec/caBundle", "10s", "a=b", "v1"] {
            assert_eq!(scalar(text), text);
        }
        let digits = "1234567890".repeat(4);
        let exponent = format!("1e{}", "1".repeat(38));
        for text in
            ["", ".", "3.5", "3.5.1", "true", "no", "on", "null", "~", "a: b", "a #b", "\"", "x\ny", "- a", "12:30"]
                .into_iter()
                .chain([
                    digits.as_str(),
                    exponent.as_str(),
                    "{{ x }}",
                    ".webhooks[] | select(.name == \"a\")",
                    "a'b",
                    "<>&",
                ])
        {
            assert!(scalar(text).starts_with('"'), "{text}");
            assert_eq!(serde_yaml::from_str::<String>(&scalar(text)).expect("YAML"), text);
        }
    }

    #[test]
    fn what_is_not_defined_is_an_error() {
        let error = render("argocd-cm.yaml.j2", minijinja::context! { namespace => "argocd" }).expect_err("no health");
        assert_eq!(error.code(), "argocd::template");
    }
}

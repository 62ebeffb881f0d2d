//! Templates of overlays: `x.yaml.j2` becomes `x.yaml`.

use std::collections::BTreeSet;

use minijinja::{Environment as Engine, UndefinedBehavior, Value};

use super::ComposeError;
use super::environment::{Environment, Scalar};
use crate::text::{Source, Span};

/// How templates are called.
pub(super) const SUFFIX: &str = ".j2";

/// A value of an environment that no template of a selected Application uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedValue {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
}

/// Fills the template `source` in with the values of `environment`, and
/// `environment.name` and `environment.applications`. What it uses is added to
/// `used`.
///
/// # Errors
/// When it is no template, or uses what is not defined.
pub(super) fn fill(
    source: &Source,
    environment: &Environment,
    used: &mut BTreeSet<String>,
) -> Result<String, ComposeError> {
    let failed = |error: &minijinja::Error| {
        let line = error.line().unwrap_or(1);
        let detail = error.detail().map(|detail| format!(": {detail}")).unwrap_or_default();
        ComposeError::Template { message: format!("{}{detail}", error.kind()), span: line_span(source, line) }
    };
    let mut engine = Engine::new();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    let template = engine.template_from_str(source.text()).map_err(|error| failed(&error))?;
    used.extend(template.undeclared_variables(false));
    let mut text = template.render(context(environment)).map_err(|error| failed(&error))?;
    // The engine takes the last line break for one of the template's.
    if source.text().ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn context(environment: &Environment) -> Value {
    let text = |text: &str| Value::from(text);
    let applications: Vec<Value> = environment.applications.iter().map(|name| text(&name.value)).collect();
    let own = [("name", text(&environment.name.value)), ("applications", Value::from(applications))];
    let values = environment.values.iter().map(|(name, value)| {
        let value = match &value.value.value {
            Scalar::Bool(value) => Value::from(*value),
            Scalar::Int(value) => Value::from(*value),
            Scalar::Text(value) => text(value),
            Scalar::Texts(values) => Value::from(values.iter().map(|value| text(value)).collect::<Vec<_>>()),
        };
        (name.as_str(), value)
    });
    Value::from_pairs(values.chain([("environment", Value::from_pairs(own))]))
}

/// Line `number`, from 1, of `source`.
fn line_span(source: &Source, number: usize) -> Span {
    let mut start = 0;
    for (at, line) in source.text().split_inclusive('\n').enumerate() {
        if at + 1 == number {
            let len = line.trim_end_matches('\n').len();
            return Span::new(source.id(), u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(len).unwrap_or(0));
        }
        start += line.len();
    }
    Span::new(source.id(), 0, 0)
}

/// The values of `environment` that are not in `used`.
pub(super) fn unused(environment: &Environment, used: &BTreeSet<String>) -> Vec<UnusedValue> {
    let unused = environment.values.iter().filter(|(name, _)| !used.contains(*name));
    unused.map(|(name, value)| UnusedValue { name: name.clone(), span: value.span }).collect()
}

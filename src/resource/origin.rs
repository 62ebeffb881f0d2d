//! Where an object came from and what touched it (`buildMetadata`).

use std::fmt::Write;

use crate::yaml::{self, Doc};

/// Says where an object came from.
pub const ORIGIN_ANNOTATION: &str = "config.kubernetes.io/origin";

/// Says which transformers touched an object.
pub const TRANSFORMATIONS_ANNOTATION: &str = "alpha.config.kubernetes.io/transformations";

/// Who generated or changed an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfiguredBy {
    /// `builtin` for kustomization fields, else the configuration's own.
    pub api_version: String,
    /// Kind of the generator or transformer.
    pub kind: String,
    /// Name of the configuration object.
    pub name: String,
    /// Namespace of the configuration object.
    pub namespace: String,
}

/// The content of the annotation `config.kubernetes.io/origin`, and one entry
/// of `alpha.config.kubernetes.io/transformations`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// File, relative to the root of the build or of `repo`.
    pub path: String,
    /// Remote repository.
    pub repo: String,
    /// Its revision.
    pub reference: String,
    /// The file that configures the generator or transformer.
    pub configured_in: String,
    /// Who that is.
    pub configured_by: ConfiguredBy,
}

impl Origin {
    /// The YAML text of the annotation, without empty fields.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        self.lines().iter().fold(String::new(), |text, line| text + line + "\n")
    }

    /// The YAML text of a list of origins.
    #[must_use]
    pub fn list_to_yaml(origins: &[Self]) -> String {
        let mut text = String::new();
        for origin in origins {
            for (number, line) in origin.lines().iter().enumerate() {
                let lead = if number == 0 { "- " } else { "  " };
                let _ = writeln!(text, "{lead}{line}");
            }
        }
        text
    }

    fn lines(&self) -> Vec<String> {
        let field = |indent: &str, name: &str, value: &str| {
            (!value.is_empty()).then(|| format!("{indent}{name}: {}", scalar(value)))
        };
        let mut lines: Vec<String> = [
            field("", "path", &self.path),
            field("", "repo", &self.repo),
            field("", "ref", &self.reference),
            field("", "configuredIn", &self.configured_in),
        ]
        .into_iter()
        .flatten()
        .collect();
        let by = &self.configured_by;
        if *by != ConfiguredBy::default() {
            lines.push("configuredBy:".to_owned());
            lines.extend(
                [
                    field("  ", "apiVersion", &by.api_version),
                    field("  ", "kind", &by.kind),
                    field("  ", "name", &by.name),
                    field("  ", "namespace", &by.namespace),
                ]
                .into_iter()
                .flatten(),
            );
        }
        lines
    }
}

/// The text of one string value as YAML.
fn scalar(value: &str) -> String {
    let mut doc = Doc::empty_mapping();
    let node = doc.string(value);
    let mut out = Vec::new();
    match yaml::emit(&doc, node, &mut out) {
        Ok(()) => String::from_utf8_lossy(&out).trim_end_matches('\n').to_owned(),
        Err(_) => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_are_left_out() {
        let origin = Origin {
            path: "a.yaml".to_owned(),
            configured_by: ConfiguredBy {
                api_version: "builtin".to_owned(),
                kind: "ConfigMapGenerator".to_owned(),
                ..ConfiguredBy::default()
            },
            ..Origin::default()
        };
        let text = "path: a.yaml\nconfiguredBy:\n  apiVersion: builtin\n  kind: ConfigMapGenerator\n";
        assert_eq!(origin.to_yaml(), text);
        let list = "- path: a.yaml\n  configuredBy:\n    apiVersion: builtin\n    kind: ConfigMapGenerator\n";
        assert_eq!(Origin::list_to_yaml(&[origin]), list);
    }
}

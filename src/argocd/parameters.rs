//! What Argo CD asks the plugin for, as its environment says it.
//!
//! Argo CD gives a plugin its parameters twice: as JSON in
//! `ARGOCD_APP_PARAMETERS`, and one by one as `PARAM_<NAME>`
//! (`docs/operator-manual/config-management-plugins.md` of argo-cd v3.5.1). What
//! a user may put into an Application's environment, `ARGOCD_ENV_*`, is not
//! looked at, nor is what Argo CD knows of the cluster.

use serde_json::Value;

/// What to render.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// An Application of the composition, or its parent.
    pub application: String,
    /// The environment.
    pub environment: String,
    /// The commit of the platform repository, where Argo CD says it.
    pub revision: Option<String>,
}

/// Parameters that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The parameters are no JSON list of parameters.
    #[error("ARGOCD_APP_PARAMETERS is no list of parameters: {why}")]
    NoList {
        /// What is wrong.
        why: String,
    },
    /// A parameter that the plugin does not have.
    #[error("the plugin has no parameter `{name}`")]
    Unknown {
        /// Its name.
        name: String,
    },
    /// A parameter without a text.
    #[error("the parameter `{name}` is no text")]
    NoText {
        /// Its name.
        name: &'static str,
    },
    /// A parameter that is not given.
    #[error("the parameter `{name}` is missing")]
    Missing {
        /// Its name.
        name: &'static str,
    },
    /// Two places say two things.
    #[error("{one} says `{this}`, and {other} says `{that}`")]
    Disagree {
        /// The first place.
        one: &'static str,
        /// What it says.
        this: String,
        /// The second place.
        other: &'static str,
        /// What it says.
        that: String,
    },
}

const JSON: &str = "ARGOCD_APP_PARAMETERS";
/// The parameters, and where Argo CD repeats them.
const NAMES: [(&str, &str); 2] = [("application", "PARAM_APPLICATION"), ("environment", "PARAM_ENVIRONMENT")];

impl Parameters {
    /// Reads them from an environment.
    ///
    /// # Errors
    /// When a parameter is missing, unknown or no text, or two places disagree.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ParameterError> {
        let listed = listed(variable(JSON).as_deref())?;
        let mut values = Vec::new();
        for ((name, repeated), listed) in NAMES.into_iter().zip(listed) {
            let value = match (listed, variable(repeated)) {
                (Some(this), Some(that)) if this != that => {
                    return Err(ParameterError::Disagree { one: JSON, this, other: repeated, that });
                }
                (Some(value), _) | (None, Some(value)) => value,
                (None, None) => return Err(ParameterError::Missing { name }),
            };
            if value.is_empty() {
                return Err(ParameterError::Missing { name });
            }
            values.push(value);
        }
        let (environment, application) = (values.pop().unwrap_or_default(), values.pop().unwrap_or_default());
        match variable("ARGOCD_APP_NAME") {
            Some(that) if that != application => {
                let (one, other) = ("the parameter `application`", "ARGOCD_APP_NAME");
                Err(ParameterError::Disagree { one, this: application, other, that })
            }
            _ => Ok(Self { application, environment, revision: variable("ARGOCD_APP_REVISION") }),
        }
    }
}

/// The values of the JSON list, in the order of [`NAMES`].
fn listed(text: Option<&str>) -> Result<[Option<String>; 2], ParameterError> {
    let mut found = [None, None];
    let Some(text) = text else { return Ok(found) };
    let no_list = |why: String| ParameterError::NoList { why };
    let parsed: Value = serde_json::from_str(text).map_err(|error| no_list(error.to_string()))?;
    let Value::Array(list) = parsed else { return Err(no_list("it is no list".to_owned())) };
    for parameter in list {
        let Some(name) = parameter.get("name").and_then(Value::as_str) else {
            return Err(no_list("an item has no name".to_owned()));
        };
        let Some(at) = NAMES.iter().position(|(known, _)| *known == name) else {
            return Err(ParameterError::Unknown { name: name.to_owned() });
        };
        let Some(value) = parameter.get("string").and_then(Value::as_str) else {
            return Err(ParameterError::NoText { name: NAMES[at].0 });
        };
        if found[at].replace(value.to_owned()).is_some() {
            return Err(no_list(format!("`{name}` is there twice")));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Parameters, String> {
        let variable =
            |wanted: &str| variables.iter().find(|(name, _)| *name == wanted).map(|(_, value)| (*value).to_owned());
        Parameters::read(variable).map_err(|error| error.to_string())
    }

    const BOTH: &str = r#"[{"name":"application","string":"kubeflow-core"},{"name":"environment","string":"devbox"}]"#;

    #[test]
    fn parameters_are_read_where_argo_cd_puts_them() {
        let expected =
            Parameters { application: "kubeflow-core".to_owned(), environment: "devbox".to_owned(), revision: None };
        assert_eq!(read(&[(JSON, BOTH)]), Ok(expected.clone()));
        let repeated = [("PARAM_APPLICATION", "kubeflow-core"), ("PARAM_ENVIRONMENT", "devbox")];
        assert_eq!(read(&repeated), Ok(expected.clone()));
        let all = [&repeated[..], &[(JSON, BOTH), ("ARGOCD_APP_NAME", "kubeflow-core"), ("ARGOCD_APP_REVISION", "1")]];
        assert_eq!(read(&all.concat()), Ok(Parameters { revision: Some("1".to_owned()), ..expected.clone() }));
        // What a user may add to the environment changes nothing.
        let foreign = [(JSON, BOTH), ("ARGOCD_ENV_PARAM_APPLICATION", "x"), ("KUBE_VERSION", "1.20")];
        assert_eq!(read(&foreign), Ok(expected));
    }

    #[test]
    fn what_is_missing_or_disagrees_is_refused() {
        for (variables, said) in [
            (&[][..], "the parameter `application` is missing"),
            (&[(JSON, "[]")], "the parameter `application` is missing"),
            (&[(JSON, r#"[{"name":"application","string":"a"}]"#)], "the parameter `environment` is missing"),
            (&[(JSON, r#"[{"name":"application","string":""}]"#), ("PARAM_ENVIRONMENT", "e")], "is missing"),
            (&[(JSON, r#"[{"name":"application","array":["a"]}]"#)], "the parameter `application` is no text"),
            (&[(JSON, r#"[{"name":"revision","string":"a"}]"#)], "the plugin has no parameter `revision`"),
            (&[(JSON, r#"[{"string":"a"}]"#)], "an item has no name"),
            (&[(JSON, "{}")], "it is no list"),
            (&[(JSON, "[")], "ARGOCD_APP_PARAMETERS is no list of parameters: EOF"),
            (
                &[(JSON, r#"[{"name":"application","string":"a"},{"name":"application","string":"a"}]"#)],
                "`application` is there twice",
            ),
            (
                &[(JSON, BOTH), ("PARAM_ENVIRONMENT", "staging")],
                "ARGOCD_APP_PARAMETERS says `devbox`, and PARAM_ENVIRONMENT says `staging`",
            ),
            (
                &[(JSON, BOTH), ("ARGOCD_APP_NAME", "kubeflow-katib")],
                "the parameter `application` says `kubeflow-core`, and ARGOCD_APP_NAME says `kubeflow-katib`",
            ),
        ] {
            let error = read(variables).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}

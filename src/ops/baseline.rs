//! Reading a baseline: a report that `check --output json` wrote.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::{Failed, Refusal};
use crate::report::{Baseline, BaselineEntry};
use crate::text::{SourceMap, Span, Spanned};
use crate::vfs::{Tree, TreeError, is_hex};
use crate::yaml::{DeError, DecodeError, Dialect, Limits, ParseError, decode_text, from_node, parse_json};

const SCHEMA: &str = "quintet/report/v1";

/// A file that is no baseline for the run.
#[derive(Debug, thiserror::Error)]
enum BaselineError {
    #[error("the baseline cannot be read")]
    Read(#[from] TreeError),
    #[error("the baseline is not UTF-8 text")]
    NotText(#[from] DecodeError),
    #[error("the baseline is not JSON")]
    Json(#[from] ParseError),
    #[error("the baseline is no report")]
    Shape(#[from] DeError),
    #[error("`schema` of a baseline must be `{SCHEMA}`, not {found:?}")]
    Schema { found: String, span: Span },
    #[error("a fingerprint must be 32 lower-case hexadecimal digits")]
    Fingerprint { span: Span },
    #[error("{name:?} is none of the environments that the report is about")]
    StrangeEnvironment { name: String, span: Span },
    #[error("the baseline knows nothing of {name:?}, which this run checks")]
    MissingEnvironment { name: String, span: Span },
}

impl BaselineError {
    fn span(&self) -> Span {
        match self {
            Self::Read(_) | Self::NotText(_) => Span::NONE,
            Self::Json(error) => error.span(),
            Self::Shape(error) => error.span,
            Self::Schema { span, .. }
            | Self::Fingerprint { span }
            | Self::StrangeEnvironment { span, .. }
            | Self::MissingEnvironment { span, .. } => *span,
        }
    }

    fn help(&self) -> &'static str {
        match self {
            Self::MissingEnvironment { .. } => {
                "write the baseline with `quintet check --all-envs --output json=FILE`; it serves runs over fewer environments too"
            }
            _ => "a baseline is what `quintet check --output json=FILE` writes",
        }
    }
}

/// What counts of a report. Later versions have more keys, and reports without a
/// baseline of their own have fewer.
#[derive(Deserialize)]
struct Document {
    schema: Spanned<String>,
    environments: Spanned<Vec<String>>,
    findings: Vec<Entry>,
    #[serde(default)]
    baseline: Option<Known>,
}

/// What that report took out itself: it is as known as the rest.
#[derive(Deserialize)]
struct Known {
    known: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    fingerprint: Spanned<String>,
    environments: Vec<Spanned<String>>,
}

/// The baseline in `file`, which must be about all of `environments`.
pub(super) fn baseline(
    tree: &dyn Tree,
    file: &Path,
    environments: &[String],
    sources: &Arc<SourceMap>,
) -> Result<Baseline, Failed> {
    read(tree, file, environments, sources).map_err(|error| {
        let help = Some(error.help().to_owned());
        Failed::new(Refusal::Invalid, "check::invalid-baseline", &error, error.span(), help, sources)
    })
}

fn read(tree: &dyn Tree, file: &Path, environments: &[String], sources: &SourceMap) -> Result<Baseline, BaselineError> {
    let text = decode_text(tree.read(file)?)?;
    let source = sources.add(tree.display(file), text);
    let doc = parse_json(&source, &Limits::DEFAULT)?;
    let document: Document = from_node(doc.top(), Dialect::PLATFORM.lenient())?;
    if document.schema.value != SCHEMA {
        return Err(BaselineError::Schema { found: document.schema.value, span: document.schema.span });
    }
    let Spanned { value: about, span } = document.environments;
    if let Some(name) = environments.iter().find(|name| !about.contains(name)) {
        return Err(BaselineError::MissingEnvironment { name: name.clone(), span });
    }
    let known = document.baseline.into_iter().flat_map(|baseline| baseline.known);
    let entries =
        document.findings.into_iter().chain(known).map(|entry| entry.valid(&about)).collect::<Result<_, _>>()?;
    Ok(Baseline { environments: about, entries })
}

impl Entry {
    fn valid(self, about: &[String]) -> Result<BaselineEntry, BaselineError> {
        if !is_hex(&self.fingerprint.value, 32) {
            return Err(BaselineError::Fingerprint { span: self.fingerprint.span });
        }
        if let Some(strange) = self.environments.iter().find(|name| !about.contains(&name.value)) {
            return Err(BaselineError::StrangeEnvironment { name: strange.value.clone(), span: strange.span });
        }
        let environments = self.environments.into_iter().map(|name| name.value).collect();
        Ok(BaselineEntry { check: self.id, fingerprint: self.fingerprint.value, environments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::MemoryTree;

    fn read_text(text: &str, environments: &[&str]) -> Result<Baseline, String> {
        let (tree, sources) = (MemoryTree::from_files([("/b.json", text)]), SourceMap::new());
        let environments: Vec<String> = environments.iter().map(|&name| name.to_owned()).collect();
        read(&tree, Path::new("/b.json"), &environments, &sources).map_err(|error| {
            let source = std::error::Error::source(&error).map(|source| format!(": {source}")).unwrap_or_default();
            format!("{} {error}{source}", sources.locate(error.span()).unwrap_or_default())
        })
    }

    const FINGERPRINT: &str = "0123456789abcdef0123456789abcdef";

    fn text(findings: &str) -> String {
        format!("{{\"schema\": \"{SCHEMA}\", \"more\": 1, \"environments\": [\"one\"],\n\"findings\": [{findings}]}}")
    }

    fn entry(fingerprint: &str, environment: &str) -> String {
        format!("{{\"id\": \"a/b\", \"fingerprint\": \"{fingerprint}\", \"environments\": [\"{environment}\"]}}")
    }

    #[test]
    fn findings_and_what_was_known_before_are_entries() {
        let one = entry(FINGERPRINT, "one");
        let whole =
            format!("{}, \"baseline\": {{\"known\": [{one}], \"gone\": 0}}}}", text(&one).trim_end_matches('}'));
        let expected = BaselineEntry {
            check: "a/b".to_owned(),
            fingerprint: FINGERPRINT.to_owned(),
            environments: vec!["one".to_owned()],
        };
        assert_eq!(read_text(&whole, &["one"]).unwrap().entries, [expected.clone(), expected]);
        assert_eq!(read_text(&text(""), &[]).unwrap().entries, []);
    }

    #[test]
    fn what_is_no_report_is_refused_with_its_place() {
        let refused = |text: &str, expected: &str| {
            let message = read_text(text, &["one"]).unwrap_err();
            assert!(message.starts_with(expected), "{message}");
        };
        refused("", "/b.json:1:1 the baseline is not JSON: ");
        refused("{\"schema\": 1,\n}", "/b.json:2:1 the baseline is not JSON: ");
        refused("schema: quintet/report/v1\n", "/b.json:1:1 the baseline is not JSON: ");
        refused("[]", "/b.json:1:1 the baseline is no report: expected ");
        refused("{}", "/b.json:1:1 the baseline is no report: missing field `schema`");
        refused(&text("").replace("v1", "v2"), "/b.json:1:12 `schema` of a baseline must be `quintet/report/v1`, not");
        refused(&text("").replace("\"findings\"", "\"found\""), "/b.json:1:1 the baseline is no report: missing field");
        refused(&text(&entry("ABC", "one")), "/b.json:2:43 a fingerprint must be 32 lower-case hexadecimal digits");
        refused(&text(&entry(FINGERPRINT, "two")), "/b.json:2:96 \"two\" is none of the environments");
        refused(&text("{\"id\": \"a/b\"}"), "/b.json:2:14 the baseline is no report: findings[0]: missing field");
    }

    #[test]
    fn a_baseline_for_other_environments_is_refused() {
        let message = read_text(&text(""), &["one", "two"]).unwrap_err();
        assert_eq!(message, "/b.json:1:60 the baseline knows nothing of \"two\", which this run checks");
    }
}

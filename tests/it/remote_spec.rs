//! Remote specifications are understood as kustomize 5.8.1 understands them.

use std::path::Path;

use quintet::vfs::{DiskTree, RepoSpec, Tree};
use serde::Deserialize;

use crate::shared::shared;

#[derive(Deserialize)]
struct Vectors {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    url: String,
    #[serde(default)]
    host: String,
    #[serde(default)]
    repo: String,
    #[serde(default)]
    path: String,
    #[serde(default, rename = "ref")]
    reference: String,
    clone: Option<String>,
    #[serde(default)]
    error: bool,
}

#[test]
fn every_form_of_a_remote_is_understood_as_by_kustomize() {
    let Some(folder) = shared("vectors/remote-spec") else { return };
    let bytes = DiskTree::new(folder).read(Path::new("cases.yaml")).unwrap();
    let vectors: Vectors = serde_yaml::from_slice(&bytes).unwrap();
    let mut wrong = Vec::new();
    for case in &vectors.cases {
        let agrees = match RepoSpec::parse(&case.url) {
            Err(_) => case.error,
            Ok(spec) => {
                !case.error
                    && (&spec.host, &spec.repo, &spec.path, &spec.reference)
                        == (&case.host, &case.repo, &case.path, &case.reference)
                    && case.clone.as_ref().is_none_or(|clone| *clone == spec.clone_spec())
            }
        };
        if !agrees {
            wrong.push(format!("{}: {:?}", case.url, RepoSpec::parse(&case.url)));
        }
    }
    eprintln!("remote-spec: {} of {} forms agree", vectors.cases.len() - wrong.len(), vectors.cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(vectors.cases.len(), 205);
}

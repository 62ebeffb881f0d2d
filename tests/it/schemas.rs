//! The schemas of `docs/schema` and the files they are for. That they are made
//! from the readers' types is held by `cargo xtask codegen --check`; what they
//! refuse by `broken_files`.

#![expect(clippy::disallowed_methods, reason = "the tests read files themselves")]

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::command::{quintet, run};
use crate::platform::Platform;
use crate::shared::shared;
use crate::validator::{has_validator, refusals, validate};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The schema called `name`.
pub(crate) fn schema(name: &str) -> PathBuf {
    Path::new(ROOT).join(format!("docs/schema/{name}.schema.json"))
}

/// The document of a YAML text, as an independent reader sees it.
pub(crate) fn document(text: &str) -> Value {
    serde_yaml::from_str(text).expect("YAML that is JSON as well")
}

fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("readable").path()) {
        if path.is_dir() {
            files.extend(yaml_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn the_files_of_the_platforms_are_valid() {
    if !has_validator() {
        return;
    }
    let mut files: Vec<(&str, PathBuf)> = Vec::new();
    for root in [ROOT.into(), Path::new(ROOT).join("examples/platform")] {
        files.extend(
            [
                ("composition", "compositions/kubeflow.yaml"),
                ("lock", "compositions/upstream.lock.yaml"),
                ("closed-set", "policies/closed-set.yaml"),
                ("waivers", "policies/waivers.yaml"),
            ]
            .map(|(name, path)| (name, root.join(path))),
        );
        for (name, folder) in [("environment", "compositions/environments"), ("snapshot", "snapshots")] {
            files.extend(yaml_files(&root.join(folder)).into_iter().map(|path| (name, path)));
        }
    }
    files.push(("mirrors", Path::new(ROOT).join("examples/platform/upstream/mirrors.yaml")));
    files.extend(shared("upstream/mirrors.yaml").map(|path| ("mirrors", path)));
    for name in ["composition", "environment", "lock", "closed-set", "waivers", "snapshot", "mirrors"] {
        let of_this: Vec<&PathBuf> = files.iter().filter(|(of, _)| *of == name).map(|(_, path)| path).collect();
        assert!(!of_this.is_empty(), "no {name}");
        let documents: Vec<Value> =
            of_this.iter().map(|path| document(&std::fs::read_to_string(path).expect("is there"))).collect();
        for (path, refused) in of_this.iter().zip(refusals(&schema(name), &documents)) {
            assert_eq!(refused, None, "{}", path.display());
        }
    }
}

/// What is wrong with `document` after `change`.
fn refused(name: &str, document: &Value, change: impl FnOnce(&mut Value)) -> String {
    let mut changed = document.clone();
    change(&mut changed);
    assert_ne!(&changed, document, "nothing was changed");
    validate(&schema(name), &changed).expect_err("a changed form")
}

fn without(object: &mut Value, key: &str) {
    object.as_object_mut().expect("an object").remove(key);
}

#[test]
fn the_record_of_a_render_is_valid() {
    if !has_validator() {
        return;
    }
    let platform = Platform::new();
    let (root, out) = (platform.root().to_path_buf(), platform.root().join("../out"));
    for (revision, env) in [(None, "devbox"), (Some("v7"), "staging")] {
        let mut command = quintet(["render", "--env", env, "--repo"]);
        command.arg(&root).arg("--mirror").arg(root.join("upstream/mirrors.yaml")).arg("--out").arg(&out);
        command.args(revision.map(|revision| ["--revision", revision]).into_iter().flatten());
        run(&mut command).built();
        let record: Value =
            serde_json::from_slice(&std::fs::read(out.join("render.json")).expect("written")).expect("JSON");
        assert_eq!(record.get("revision").and_then(Value::as_str), revision);
        assert_eq!(validate(&schema("render"), &record), Ok(()), "{record:#}");
        let first = record["inputs"].as_object().expect("an object").keys().next().expect("a file").clone();
        refused("render", &record, |record| record["unknown"] = 1.into());
        refused("render", &record, |record| record["composition"]["commit"] = "main".into());
        refused("render", &record, |record| record["applications"][0]["sha256"] = "ABC".into());
        refused("render", &record, |record| record["inputs"][&first] = "abc".into());
        refused("render", &record, |record| record["schema"] = "quintet/render/v2".into());
        refused("render", &record, |record| without(record, "verified"));
        refused("render", &record, |record| without(&mut record["applications"][0], "images"));
    }
}

#[test]
fn the_report_of_a_check_is_valid() {
    if !has_validator() {
        return;
    }
    let platform = Platform::new();
    let file = "compositions/environments/devbox.yaml";
    platform.write(file, &platform.read(file).replace("values:\n", "values:\n  nobody: {value: uses.it}\n"));
    let waiver = "waivers:\n- {check: pin/unconfirmed-value, reason: r, owner: o, expires: \"2999-01-01\"}\n";
    platform.write("policies/waivers.yaml", &platform.read("policies/waivers.yaml").replace("waivers: []\n", waiver));
    let mut command = quintet(["check", "--all-envs", "--output", "json", "--repo"]);
    command.arg(platform.root()).arg("--mirror").arg(platform.root().join("upstream/mirrors.yaml"));
    let ended = run(&mut command);
    let report: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    for list in ["findings", "waived", "rules"] {
        assert!(report[list].as_array().is_some_and(|list| !list.is_empty()), "no {list}: {report:#}");
    }
    assert_eq!(validate(&schema("report"), &report), Ok(()), "{report:#}");
    refused("report", &report, |report| report["findings"][0]["severity"] = "fatal".into());
    refused("report", &report, |report| report["findings"][0]["fingerprint"] = "abc".into());
    refused("report", &report, |report| report["findings"][0]["place"] = serde_json::json!({"line": 1}));
    refused("report", &report, |report| report["counts"]["unknown"] = 1.into());
    refused("report", &report, |report| without(&mut report["waived"][0], "expires"));
    refused("report", &report, |report| without(&mut report["rules"][0], "docs"));
}

/// Every schema, by name.
fn all() -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = std::fs::read_dir(Path::new(ROOT).join("docs/schema"))
        .expect("a folder")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let text = std::fs::read(&path).expect("readable");
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, serde_json::from_slice(&text).expect("JSON"))
        })
        .collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

#[test]
fn every_key_is_described_and_no_object_is_open() {
    fn look(name: &str, schema: &Value, is_condition: bool, wrong: &mut Vec<String>) {
        let Some(object) = schema.as_object() else {
            schema.as_array().into_iter().flatten().for_each(|part| look(name, part, is_condition, wrong));
            return;
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        for (key, property) in properties.into_iter().flatten().filter(|_| !is_condition) {
            if property["description"].as_str().is_none_or(str::is_empty) {
                wrong.push(format!("{name}: `{key}` has no description"));
            }
        }
        if properties.is_some() && !is_condition && object.get("additionalProperties") != Some(&Value::Bool(false)) {
            wrong.push(format!("{name}: {} is open", object["description"]));
        }
        for (key, part) in object {
            look(name, part, is_condition || matches!(key.as_str(), "if" | "then" | "else"), wrong);
        }
    }
    let (mut wrong, all) = (Vec::new(), all());
    for (name, schema) in &all {
        look(name, schema, false, &mut wrong);
        for key in ["title", "description", "$comment"] {
            assert!(schema[key].as_str().is_some_and(|text| !text.is_empty()), "{name} has no {key}");
        }
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(all.len(), 11);
}

#[test]
fn the_page_of_schemas_lists_them_all() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/schema/README.md")).expect("a page");
    for (name, _) in all() {
        assert!(page.contains(&format!("]({name})")), "docs/schema/README.md does not name {name}");
    }
}

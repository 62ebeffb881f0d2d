//! The GitLab component of `integrations/`, its job run as a runner runs it.

#![expect(clippy::disallowed_methods, reason = "the tests read files themselves")]

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::command::{Run, run};
use crate::github_action::{HOSTILE, broken, is_format};
use crate::platform::Platform;
use crate::schemas::document;
use crate::tool::Script;
use crate::validator::{has_validator, refusals};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join("integrations/gitlab").join(path)).expect("is there")
}

/// The header of the component and its jobs.
fn component() -> [Value; 2] {
    let text = text("templates/check.yml");
    let documents = serde_yaml::Deserializer::from_str(&text);
    let documents: Vec<_> = documents.map(|document| Value::deserialize(document).expect("YAML like JSON")).collect();
    documents.try_into().expect("two documents")
}

/// The names of inputs in a text: `$[[ inputs.NAME ]]`.
fn inputs_in(text: &str) -> Vec<&str> {
    text.split("$[[ inputs.").skip(1).map(|rest| rest.split_once(" ]]").expect("closed").0).collect()
}

/// The script of the job, and its variables with these inputs beside the defaults.
fn job(inputs: &[(&str, &str)]) -> (String, Vec<(String, String)>) {
    let [header, jobs] = component();
    let declared = &header["spec"]["inputs"];
    let job = jobs.as_object().expect("jobs").values().next().expect("a job");
    let lines: Vec<_> =
        job["script"].as_array().expect("lines").iter().map(|line| line.as_str().expect("a text")).collect();
    let value = |expression: &str| {
        let name = inputs_in(expression)[0];
        assert_eq!(expression, format!("$[[ inputs.{name} ]]"), "an input with something around it");
        let given = inputs.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
        let default = declared[name]["default"].as_str().unwrap_or_default();
        // As long as there is no such format, GitLab gets no such report.
        let known = if matches!(name, "code-quality" | "tests") && !is_format(default) { "" } else { default };
        given.unwrap_or(known).to_owned()
    };
    let variables = job["variables"].as_object().expect("variables").iter();
    let variables = variables.map(|(name, of)| (name.clone(), value(of["value"].as_str().expect("a text")))).collect();
    (lines.join("\n"), variables)
}

/// Runs the job on `platform`.
fn act(platform: &Platform, shell: &str, inputs: &[(&str, &str)]) -> Run {
    let (script, variables) = job(inputs);
    let script = Script::new(&script);
    run(script.under(&[shell, "-e"]).envs(variables).current_dir(platform.root()))
}

#[test]
fn the_component_is_as_documented() {
    if !has_validator() {
        return;
    }
    let [header, jobs] = component();
    let schema = Path::new(ROOT).join("tests/data/integrations/gitlab-component.schema.json");
    let [mut no_description, mut expanded] = [header.clone(), jobs.clone()];
    no_description["spec"]["inputs"]["stage"] = json!({"default": "test"});
    expanded["$[[ inputs.job ]]"]["variables"]["QUINTET_TESTS"]["expand"] = true.into();
    let documents = [
        json!({"header": header, "jobs": jobs}),
        json!({"header": no_description, "jobs": jobs}),
        json!({"header": header, "jobs": expanded}),
    ];
    let refused = refusals(&schema, &documents);
    assert_eq!(refused[0], None);
    assert!(refused[1..].iter().all(Option::is_some), "the schema refuses too little: {refused:?}");
}

#[test]
fn every_input_is_used_and_none_in_the_script() {
    let [header, jobs] = component();
    let (script, variables) = job(&[]);
    assert!(!script.contains("$[["), "an input in the script");
    let jobs = jobs.to_string();
    let declared = header["spec"]["inputs"].as_object().expect("inputs");
    let mut used = inputs_in(&jobs);
    used.sort_unstable();
    assert_eq!(used, declared.keys().map(String::as_str).collect::<Vec<_>>());
    for (variable, _) in variables {
        assert!(script.contains(&format!("${variable}")), "{variable} is not used");
    }
    Script::new(&format!("#!/bin/sh\n{script}")).is_sound("sh");
}

#[test]
fn the_job_passes_and_fails_with_the_check_and_leaves_reports() {
    for shell in ["sh", "bash"] {
        for (platform, code) in [(Platform::new(), 0), (broken(), 1)] {
            let ran = act(&platform, shell, &[("tests", "json"), ("reports", "sarif github")]);
            assert_eq!(ran.code, Some(code), "{shell}: {}", ran.stderr);
            assert!(String::from_utf8_lossy(&ran.stdout).contains("pin/unconfirmed-value"), "{shell}");
            for report in ["tests.xml", "quintet.sarif", "quintet.github"] {
                assert_ne!(platform.read(&format!("quintet-reports/{report}")), "", "{shell}: {report}");
            }
        }
        let ran = act(&Platform::new(), shell, &[("fail-on", "warning"), ("environments", "devbox staging")]);
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        assert!(!String::from_utf8_lossy(&ran.stdout).contains("icaruscloudlab"));
        assert_eq!(act(&Platform::new(), shell, &[("platform", "nowhere")]).code, Some(2));
    }
}

#[test]
fn reports_are_where_gitlab_looks_for_them() {
    let [_, jobs] = component();
    let artifacts = &jobs["$[[ inputs.job ]]"]["artifacts"];
    let platform = Platform::new();
    assert_eq!(act(&platform, "sh", &[("code-quality", "json"), ("tests", "json")]).code, Some(0));
    for report in artifacts["reports"].as_object().expect("reports").values() {
        platform.read(report.as_str().expect("a path"));
    }
    assert!(platform.root().join(artifacts["paths"][0].as_str().expect("a path")).is_dir());
}

#[test]
fn hostile_inputs_are_values() {
    let [header, _] = component();
    let platform = Platform::new();
    for input in header["spec"]["inputs"].as_object().expect("inputs").keys() {
        if matches!(input.as_str(), "job" | "stage" | "image") {
            continue;
        }
        for value in HOSTILE {
            let ran = act(&platform, "sh", &[(input, value)]);
            assert!(input == "cache" || ran.code != Some(0), "{input}: {value:?}: {}", ran.stderr);
            assert!(!platform.root().join("pwned").exists(), "{input}: {value:?}");
        }
    }
}

#[test]
fn the_example_gives_what_the_component_asks_for() {
    let [header, _] = component();
    let inputs = header["spec"]["inputs"].as_object().expect("inputs");
    let example = document(&text("gitlab-ci.yml"));
    let include = &example["include"][0];
    let given = include["inputs"].as_object().expect("inputs");
    assert!(given.keys().all(|input| inputs.contains_key(input)), "{given:?}");
    for (name, _) in inputs.iter().filter(|(_, input)| input.get("default").is_none()) {
        assert!(given.contains_key(name), "{name} has no default and is not given");
    }
    let file = include["file"].as_str().expect("a path");
    assert!(Path::new(ROOT).join(file.trim_start_matches('/')).is_file(), "{file}");
}

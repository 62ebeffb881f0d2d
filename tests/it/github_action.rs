//! The GitHub Action of `integrations/`, its steps run as a runner runs them.

#![expect(clippy::disallowed_methods, reason = "the tests read files themselves")]

use std::collections::BTreeMap;
use std::path::Path;

use quintet::report::FORMATS;
use serde_json::Value;

use crate::command::{Run, run};
use crate::platform::Platform;
use crate::schemas::document;
use crate::tool::Script;
use crate::validator::{has_validator, refusals};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn read(path: &str) -> Value {
    document(&std::fs::read_to_string(Path::new(ROOT).join("integrations/github-action").join(path)).expect("is there"))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The one step of the action.
fn step(action: &Value) -> &Value {
    let steps = action["runs"]["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 1, "each step has to be run here");
    &steps[0]
}

/// Whether reports can have this format.
pub(crate) fn is_format(name: &str) -> bool {
    FORMATS.iter().any(|format| format.name == name)
}

/// A run of the action.
struct Ran {
    run: Run,
    outputs: BTreeMap<String, String>,
    summary: String,
    _reports: tempfile::TempDir,
}

/// Runs the action on `platform` with these inputs beside its defaults.
fn act(platform: &Platform, inputs: &[(&str, &str)]) -> Ran {
    let action = read("action.yml");
    let step = step(&action);
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["output", "summary"].map(|name| folder.path().join(name));
    files.iter().for_each(|file| std::fs::write(file, "").expect("can be written"));
    let script = Script::new(step["run"].as_str().expect("a script"));
    let mut command = script.under(&["bash", "--noprofile", "--norc", "-e", "-o", "pipefail"]);
    command.current_dir(platform.root()).env("RUNNER_TEMP", folder.path());
    command.env("GITHUB_OUTPUT", &files[0]).env("GITHUB_STEP_SUMMARY", &files[1]);
    for (variable, expression) in step["env"].as_object().expect("variables") {
        let name = input_of(expression.as_str().expect("a text"));
        let given = inputs.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
        command.env(variable, given.unwrap_or_else(|| default(&action, name)));
    }
    let run = run(&mut command);
    let [outputs, summary] = files.map(|file| std::fs::read_to_string(file).expect("UTF-8"));
    let outputs = outputs.lines().map(|line| line.split_once('=').expect("a name and a value"));
    let outputs = outputs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ran { run, outputs, summary, _reports: folder }
}

/// The input that an expression is, with nothing around it.
fn input_of(expression: &str) -> &str {
    let name = expression.strip_prefix("${{ inputs.").and_then(|rest| rest.strip_suffix(" }}"));
    name.unwrap_or_else(|| panic!("`{expression}` is no input"))
}

/// What an input is when nobody gives it. The summary is Markdown, or text as long
/// as there is no such format.
fn default<'a>(action: &'a Value, name: &str) -> &'a str {
    match action["inputs"][name]["default"].as_str().expect("every input has a default") {
        "markdown" if !is_format("markdown") => "text",
        default => default,
    }
}

/// A file that makes a platform one that the checks refuse.
pub(crate) const EXTRA: &str = "patches/extra.yaml";

/// A platform that the checks refuse.
pub(crate) fn broken() -> Platform {
    let platform = Platform::new();
    let extra = "\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: extra, namespace: argocd}
spec:
  project: kubeflow
  source: {repoURL: https://git.example/platform/kubeflow-platform, path: extra, targetRevision: main}
  destination: {server: https://kubernetes.default.svc, namespace: kubeflow}
";
    platform.write(EXTRA, extra);
    platform
}

#[test]
fn the_metadata_is_as_documented() {
    if !has_validator() {
        return;
    }
    let schema = Path::new(ROOT).join("tests/data/integrations/github-action.schema.json");
    let action = read("action.yml");
    let mut wrong = Vec::new();
    for change in [
        |action: &mut Value| action["runs"]["using"] = "node20".into(),
        |action: &mut Value| drop(action["runs"]["steps"][0].as_object_mut().map(|step| step.remove("shell"))),
        |action: &mut Value| action["inputs"]["Fail_On"] = serde_json::json!({"description": "x"}),
        |action: &mut Value| action["outputs"]["sarif"] = serde_json::json!({"description": "x"}),
    ] {
        let mut changed = action.clone();
        change(&mut changed);
        wrong.push(changed);
    }
    assert_eq!(refusals(&schema, &[action]), [None]);
    assert!(refusals(&schema, &wrong).iter().all(Option::is_some), "the schema refuses too little");
}

#[test]
fn inputs_reach_the_script_as_variables_only() {
    let action = read("action.yml");
    let step = step(&action);
    let script = step["run"].as_str().expect("a script");
    assert!(!script.contains("${{"), "an expression in the script");
    let variables = step["env"].as_object().expect("variables");
    let mut used: Vec<_> =
        variables.values().map(|expression| input_of(expression.as_str().expect("a text"))).collect();
    used.sort_unstable();
    assert_eq!(used, keys(&action["inputs"]));
    for variable in variables.keys() {
        assert!(script.contains(&format!("${variable}")), "{variable} is not used");
    }
    for (name, output) in action["outputs"].as_object().expect("outputs") {
        let expected = format!("${{{{ steps.{}.outputs.{name} }}}}", step["id"].as_str().expect("an id"));
        assert_eq!(output["value"].as_str(), Some(expected.as_str()));
    }
    Script::new(&format!("#!/bin/bash\n{script}")).is_sound("bash");
}

#[test]
fn a_sound_platform_passes_and_its_warnings_are_shown() {
    let ran = act(&Platform::new(), &[]);
    assert_eq!(ran.run.code, Some(0), "{}", ran.run.stderr);
    assert!(String::from_utf8_lossy(&ran.run.stdout).contains("::warning file=compositions/environments/"));
    assert_eq!(ran.outputs.keys().collect::<Vec<_>>(), keys(&read("action.yml")["outputs"]));
    assert_eq!(ran.outputs["exit-code"], "0");
    let sarif = std::fs::read(&ran.outputs["sarif"]).expect("written");
    assert_eq!(serde_json::from_slice::<Value>(&sarif).expect("JSON")["version"], "2.1.0");
    assert!(ran.summary.contains("pin/unconfirmed-value"), "{}", ran.summary);
}

#[test]
fn findings_fail_the_step_after_all_reports_are_there() {
    for (platform, inputs) in [(broken(), ("fail-on", "error")), (Platform::new(), ("fail-on", "warning"))] {
        let ran = act(&platform, &[inputs]);
        assert_eq!(ran.run.code, Some(1), "{}", ran.run.stderr);
        assert_eq!(ran.outputs["exit-code"], "1");
        assert!(Path::new(&ran.outputs["sarif"]).is_file() && !ran.summary.is_empty());
    }
    let ran = act(&broken(), &[]);
    assert!(String::from_utf8_lossy(&ran.run.stdout).contains(&format!("::error file={EXTRA},line=")));
}

#[test]
fn what_cannot_be_checked_has_its_code_and_no_report() {
    let ran = act(&Platform::new(), &[("platform", "nowhere")]);
    assert_eq!((ran.run.code, ran.outputs["exit-code"].as_str()), (Some(2), "2"));
    assert_eq!(ran.outputs["sarif"], "");
    assert_eq!(ran.summary, "");
}

#[test]
fn environments_and_formats_are_lists() {
    let all = FORMATS.iter().map(|format| format.name).collect::<Vec<_>>();
    let ran = act(&Platform::new(), &[("environments", "devbox\nstaging "), ("reports", &all.join("\n"))]);
    assert_eq!(ran.run.code, Some(0), "{}", ran.run.stderr);
    for format in all {
        let report = Path::new(&ran.outputs["reports"]).join(format!("quintet.{format}"));
        assert!(report.metadata().is_ok_and(|file| file.len() > 0), "{}", report.display());
    }
    let text = std::fs::read_to_string(Path::new(&ran.outputs["reports"]).join("quintet.text")).expect("UTF-8");
    assert!(text.contains("devbox") && !text.contains("icaruscloudlab"), "{text}");
    let none = act(&Platform::new(), &[("reports", ""), ("summary", "")]);
    assert_eq!((none.run.code, none.outputs["sarif"].as_str(), none.summary.as_str()), (Some(0), "", ""));
}

/// Values that would be commands, options or more outputs if they were more than
/// values.
pub(crate) const HOSTILE: [&str; 7] = [
    "\"; touch pwned; #",
    "'; touch pwned; #",
    "$(touch pwned)",
    "`touch pwned`",
    "--help",
    "x\nexit-code=0\nsarif=/etc/passwd",
    "*/../../x=pwned",
];

#[test]
fn hostile_inputs_are_values() {
    let action = read("action.yml");
    let platform = Platform::new();
    for input in keys(&action["inputs"]) {
        // Until the program has it, the option is refused whatever its value is.
        for value in HOSTILE {
            let ran = act(&platform, &[(input, value)]);
            let (code, told) = (ran.run.code, &ran.run.stderr);
            // A cache that is not there is an empty one.
            assert!(input == "cache" || code != Some(0), "{input}: {value:?}: {told}");
            assert!(ran.outputs.len() == 3 || ran.outputs.is_empty(), "{input}: {value:?}: {:?}", ran.outputs);
            assert!(
                ran.outputs
                    .get("exit-code")
                    .is_none_or(|given| Some(given.as_str()) == code.map(|c| c.to_string()).as_deref())
            );
            assert!(!platform.root().join("pwned").exists(), "{input}: {value:?}");
        }
    }
}

#[test]
fn the_example_uses_what_there_is() {
    let workflow = read("workflow.yml");
    let steps = workflow["jobs"]["check"]["steps"].as_array().expect("steps");
    let ours = steps.iter().find(|step| step["id"] == "quintet").expect("our step");
    let action = read("action.yml");
    let (inputs, outputs) = (keys(&action["inputs"]), keys(&action["outputs"]));
    assert!(keys(&ours["with"]).iter().all(|input| inputs.contains(input)), "{ours}");
    let text = workflow.to_string();
    let used: Vec<_> = text.split("steps.quintet.outputs.").skip(1).collect();
    assert!(!used.is_empty() && used.iter().all(|rest| outputs.iter().any(|output| rest.starts_with(output))));
    for step in steps.iter().filter_map(|step| step["uses"].as_str()) {
        let commit = step.split_once('@').expect("a version").1;
        assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{step}");
    }
}

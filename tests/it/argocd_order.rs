//! The model of Argo CD's order against its vectors: every case of `order/` and
//! `gate/`. `rolling/` is about ApplicationSets, which quintet does not make, and
//! is not used.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "vectors are read beside the code that is tested")]

use quintet::order::sync::{Awaited, Health, Ordered, Phase, Sync, Target, applied_before_waiting, order};
use quintet::resource::Resource;
use serde_yaml::Value;

use crate::objects::objects;
use crate::shared::shared;

#[test]
fn every_case_of_order_and_gate_holds() {
    let Some(file) = shared("vectors/argocd-order/cases.yaml") else { return };
    let cases: Value = serde_yaml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let (mut total, mut failed) = (0, Vec::new());
    for case in list(&cases["cases"]) {
        let id = case["id"].as_str().unwrap();
        let problem = match id.split_once('/').unwrap().0 {
            "order" => check_order(case),
            "gate" => check_gate(case),
            _ => continue,
        };
        total += 1;
        failed.extend(problem.err().map(|problem| format!("{id}: {problem}")));
    }
    println!("argocd-order: {} of {total} cases of order/ and gate/ hold", total - failed.len());
    assert!(total > 50, "{total}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn list(value: &Value) -> &[Value] {
    value.as_sequence().map_or(&[], Vec::as_slice)
}

fn parsed(value: &Value) -> Vec<Resource> {
    let texts: Vec<String> = list(value).iter().map(|object| serde_yaml::to_string(object).unwrap()).collect();
    objects(&texts.join("---\n"))
}

/// Phase, wave and tasks of a step.
type Said = (String, i64, Vec<String>);

fn check_order(case: &Value) -> Result<(), String> {
    let (applied, pruned) = (parsed(&case["objects"]), parsed(&case["prune"]));
    let sync = Sync {
        targets: applied.iter().map(|resource| Target { resource, wave: None }).collect(),
        pruned: pruned.iter().collect(),
        destination: case["destinationNamespace"].as_str().unwrap(),
        prune_last: case["pruneLast"].as_bool().unwrap_or(false),
    };
    let ordered = order(&sync);
    let names =
        |value: &Value| -> Vec<String> { list(value).iter().map(|name| name.as_str().unwrap().to_owned()).collect() };
    let expect = &case["expect"];
    let unordered = names(&expect["unordered"]);
    let mut expected: Vec<Said> = list(&expect["steps"])
        .iter()
        .map(|step| (step["phase"].as_str().unwrap().to_owned(), step["wave"].as_i64().unwrap(), names(&step["tasks"])))
        .collect();
    let mut found = said(&ordered);
    for (_, _, tasks) in expected.iter_mut().chain(&mut found) {
        if tasks.iter().all(|task| unordered.contains(task)) {
            tasks.sort();
        }
    }
    let ignored: Vec<String> = ordered.ignored.iter().map(|&at| name(&applied[at])).collect();
    if found != expected {
        return Err(format!("{found:?} instead of {expected:?}"));
    }
    let expected = names(&expect["ignored"]);
    if ignored == expected { Ok(()) } else { Err(format!("ignores {ignored:?} instead of {expected:?}")) }
}

fn name(resource: &Resource) -> String {
    format!("{}/{}", resource.kind(), resource.name())
}

fn said(ordered: &Ordered<'_>) -> Vec<Said> {
    let step = |step: &quintet::order::sync::Step<'_>| {
        let task = |task: &quintet::order::sync::Task<'_>| {
            let lead = if task.is_prune {
                "prune:"
            } else if task.is_hook {
                "hook:"
            } else {
                ""
            };
            format!("{lead}{}/{}", task.kind, task.name)
        };
        (step.phase.to_string(), i64::from(step.wave), step.tasks.iter().map(task).collect())
    };
    ordered.steps.iter().map(step).collect()
}

fn check_gate(case: &Value) -> Result<(), String> {
    let phase = |task: &Value| match task["phase"].as_str() {
        Some("PreSync") => Phase::PreSync,
        Some("PostSync") => Phase::PostSync,
        Some("SyncFail") => Phase::SyncFail,
        _ => Phase::Sync,
    };
    let health = |task: &Value| match task["healthOnceApplied"].as_str() {
        None => None,
        Some("Healthy") => Some(Health::Healthy),
        Some("Degraded") => Some(Health::Degraded),
        Some(_) => Some(Health::Progressing),
    };
    let tasks: Vec<Awaited<'_>> = list(&case["tasks"])
        .iter()
        .map(|task| Awaited {
            phase: phase(task),
            wave: i32::try_from(task["wave"].as_i64().unwrap()).unwrap(),
            kind: task["kind"].as_str().unwrap(),
            health: health(task),
        })
        .collect();
    let applied = applied_before_waiting(&tasks, case["applicationHealthCheck"].as_bool().unwrap_or(false));
    let expected = list(&case["expect"]["appliedBeforeWaiting"]);
    let found: Vec<&Value> = list(&case["tasks"])[..applied].iter().map(|task| &task["name"]).collect();
    if found == expected.iter().collect::<Vec<_>>() { Ok(()) } else { Err(format!("applies {found:?}")) }
}

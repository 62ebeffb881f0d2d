//! The health of child Applications, judged by the Lua that Argo CD runs.

use std::path::Path;
use std::sync::Arc;

use mlua::{Lua, LuaOptions, StdLib, Table};
use quintet::argocd::health_script;
use quintet::compose::Platform;
use quintet::text::SourceMap;
use quintet::vfs::DiskTree;
use serde_json::{Value, json};

const NEW: &str = "1111111111111111111111111111111111111111";
const OLD: &str = "2222222222222222222222222222222222222222";

fn script() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/platform");
    let platform = Platform::load(&DiskTree::new(&root), &root, &Arc::new(SourceMap::new())).expect("a platform");
    health_script(&platform.composition).expect("a script")
}

fn lua(lua: &Lua, value: &Value) -> mlua::Result<mlua::Value> {
    Ok(match value {
        Value::Null => mlua::Value::Nil,
        Value::Bool(value) => mlua::Value::Boolean(*value),
        Value::Number(value) => mlua::Value::Number(value.as_f64().expect("a number")),
        Value::String(value) => mlua::Value::String(lua.create_string(value)?),
        Value::Array(values) => {
            let table = lua.create_table()?;
            for value in values {
                table.push(self::lua(lua, value)?)?;
            }
            mlua::Value::Table(table)
        }
        Value::Object(object) => {
            let table = lua.create_table()?;
            for (key, value) in object {
                table.set(key.as_str(), self::lua(lua, value)?)?;
            }
            mlua::Value::Table(table)
        }
    })
}

/// What the script says, with the libraries that Argo CD opens: Lua's own functions
/// and tables, and no texts (`util/lua/lua.go` of 3.5.1).
fn health(object: &Value) -> (String, String) {
    let machine = Lua::new_with(StdLib::TABLE, LuaOptions::default()).expect("a machine");
    let judge = || -> mlua::Result<(String, String)> {
        machine.globals().set("obj", lua(&machine, object)?)?;
        let said: Table = machine.load(script()).eval()?;
        Ok((said.get("status")?, said.get("message")?))
    };
    judge().unwrap_or_else(|error| panic!("{error} on {object}"))
}

fn application(status: Value) -> Value {
    json!({
        "metadata": {"name": "kubeflow-core"},
        "spec": {"project": "kubeflow", "source": {"targetRevision": NEW}},
        "status": status,
    })
}

fn sound() -> Value {
    json!({
        "sync": {"status": "Synced", "revision": NEW},
        "health": {"status": "Healthy"},
        "operationState": {"phase": "Succeeded", "syncResult": {"revision": NEW}},
    })
}

fn with(pointer: &str, value: Value) -> Value {
    let mut status = sound();
    *status.pointer_mut(pointer).expect("is there") = value;
    application(status)
}

#[track_caller]
fn is(expected: &str, object: &Value) {
    let (status, message) = health(object);
    assert_eq!(status, expected, "{message}: {object}");
    assert_eq!(message.is_empty(), expected == "Healthy", "{message}");
}

#[test]
fn a_child_that_is_all_there_is_healthy() {
    is("Healthy", &application(sound()));
    // Nothing was to be done, so there never was an operation.
    is("Healthy", &with("/operationState", Value::Null));
    is("Healthy", &with("/operationState", json!({})));
}

#[test]
fn everything_else_is_waited_for() {
    is("Progressing", &application(Value::Null));
    is("Progressing", &application(json!({})));
    for status in ["OutOfSync", "Unknown", ""] {
        is("Progressing", &with("/sync/status", json!(status)));
    }
    for status in ["Progressing", "Degraded", "Missing", "Suspended", "Unknown", ""] {
        is("Progressing", &with("/health/status", json!(status)));
    }
    for gone in ["/sync", "/health", "/sync/status", "/sync/revision", "/health/status"] {
        is("Progressing", &with(gone, Value::Null));
    }
    for phase in ["Running", "Terminating"] {
        is("Progressing", &with("/operationState/phase", json!(phase)));
    }
}

#[test]
fn a_child_at_the_revision_before_is_waited_for() {
    let (status, message) = health(&with("/sync/revision", json!(OLD)));
    assert_eq!(status, "Progressing");
    assert_eq!(message, format!("at {OLD}, on the way to {NEW}"));
}

#[test]
fn a_failed_operation_ends_the_wait() {
    for phase in ["Failed", "Error"] {
        let failed = json!({"phase": phase, "message": "one or more objects failed", "syncResult": {"revision": NEW}});
        is("Degraded", &with("/operationState", failed.clone()));
        let mut with_all = with("/operationState", failed);
        with_all["status"]["sync"]["status"] = json!("OutOfSync");
        with_all["status"]["health"]["status"] = json!("Missing");
        let (status, message) = health(&with_all);
        assert_eq!(
            (status.as_str(), message.as_str()),
            ("Degraded", "the last operation failed: one or more objects failed")
        );
        // Nobody knows of which revision it was.
        is("Degraded", &with("/operationState", json!({"phase": phase})));
        is("Degraded", &with("/operationState", json!({"phase": phase, "syncResult": {"revision": ""}})));
    }
}

#[test]
fn a_failure_at_another_revision_does_not_block_its_repair() {
    let mut repaired = with("/operationState", json!({"phase": "Failed", "syncResult": {"revision": OLD}}));
    is("Healthy", &repaired);
    repaired["status"]["sync"] = json!({"status": "OutOfSync", "revision": NEW});
    is("Progressing", &repaired);
    repaired["status"]["sync"] = json!({"status": "Unknown", "revision": OLD});
    is("Progressing", &repaired);
}

#[test]
fn a_child_without_one_pin_is_never_healthy() {
    for spec in [
        json!({"project": "kubeflow"}),
        json!({"project": "kubeflow", "source": {}}),
        json!({"project": "kubeflow", "source": {"targetRevision": ""}}),
        json!({"project": "kubeflow", "sources": [{"targetRevision": NEW}]}),
    ] {
        let mut object = application(sound());
        object["spec"] = spec;
        is("Progressing", &object);
    }
}

#[test]
fn applications_of_others_and_the_parent_are_what_they_say() {
    let mut other = with("/sync", json!({"status": "OutOfSync", "revision": OLD}));
    other["spec"] = json!({"project": "default", "source": {"targetRevision": "HEAD"}});
    let mut parent = with("/sync", json!({"status": "Synced", "revision": OLD}));
    parent["metadata"]["name"] = json!("kubeflow");
    parent["spec"]["source"]["targetRevision"] = json!("main");
    for mut object in [other, parent] {
        assert_eq!(health(&object).0, "Healthy");
        for status in ["Degraded", "Suspended", "Missing"] {
            object["status"]["health"] = json!({"status": status, "message": "why"});
            assert_eq!(health(&object), (status.to_owned(), "why".to_owned()));
        }
        object["status"] = Value::Null;
        assert_eq!(health(&object), ("Progressing".to_owned(), String::new()));
    }
}

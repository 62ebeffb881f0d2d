//! `cargo xtask codegen`: what is committed and made from something else: tables
//! from facts that lie outside the repository, the schemas of files, the manual and
//! the completions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use serde_json::{Map, Value};

use crate::built::Built;
use crate::command::{Command, Place};
use crate::{command_line, json_schemas};

pub(crate) const COMMAND: Command = Command {
    name: "codegen",
    usage: "[--check]",
    summary: "write generated tables, schemas, manual, completions, or compare them",
    run,
};

const FACTS: &str = "facts/k8s-merge-schema.json";
const TABLES: &str = "src/schema/generated.rs";

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    let check = match arguments {
        [] => false,
        [flag] if flag == "--check" => true,
        [other, ..] => return Err(format!("unexpected argument `{other}`")),
    };
    let built = Built::new(place)?;
    let stale =
        [tables(place, check), json_schemas::run(place, &built, check), command_line::run(place, &built, check)];
    let stale: Vec<String> = stale.into_iter().filter_map(Result::err).collect();
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n")) }
}

fn tables(place: &Place, check: bool) -> Result<(), String> {
    let facts = place.shared.join(FACTS);
    if check && !facts.exists() && std::env::var_os("CI").is_none() {
        eprintln!("note: {} is not here, the tables are not compared", facts.display());
        return Ok(());
    }
    let text = fs::read_to_string(&facts).map_err(|error| format!("{}: {error}", facts.display()))?;
    let facts = serde_json::from_str(&text).map_err(|error| format!("{FACTS}: {error}"))?;
    let tables = generate(&facts).map_err(|what| format!("{FACTS}: {what}"))?;
    let path = place.root.join(TABLES);
    if !check {
        return fs::write(&path, tables).map_err(|error| format!("{TABLES}: {error}"));
    }
    match fs::read_to_string(&path) {
        Ok(present) if present == tables => Ok(()),
        _ => Err(format!("{TABLES} is not what `cargo xtask codegen` writes")),
    }
}

/// A field that kustomize's own small schema gives a strategy
/// (`kyaml/openapi/kustomizationapi/swagger.json`), which the facts leave out.
const KUSTOMIZATION: (&str, &str, &str, [&str; 2]) = (
    "kustomize.config.k8s.io/v1beta1",
    "Kustomization",
    "io.k8s.api.apps.v1.Kustomization",
    ["configMapGenerator", "secretGenerator"],
);

/// The name of a definition in the OpenAPI document; the facts shorten it.
fn full_name(short: &str) -> String {
    match short.split_once('.') {
        Some(("apimachinery", rest)) => format!("io.k8s.apimachinery.pkg.{rest}"),
        Some(("apiextensions", _)) => format!("io.k8s.apiextensions-apiserver.pkg.apis.{short}"),
        Some(("apiregistration", _)) => format!("io.k8s.kube-aggregator.pkg.apis.{short}"),
        _ => format!("io.k8s.api.{short}"),
    }
}

fn object<'a>(value: &'a Value, what: &str) -> Result<&'a Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("{what} is no object"))
}

/// `apiVersion` and `kind` to the number of the definition and whether the kind
/// is namespaced.
type Kinds<'a> = BTreeMap<(&'a str, &'a str), (Option<usize>, Option<bool>)>;

/// The text of the tables.
fn generate(facts: &Value) -> Result<String, String> {
    let definitions: BTreeMap<String, &Value> =
        object(&facts["defs"], "defs")?.iter().map(|(name, fields)| (full_name(name), fields)).collect();
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (api_version, kind, name, lists) = KUSTOMIZATION;
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let names = definitions.keys().map(String::as_str).chain([name]).collect::<std::collections::BTreeSet<_>>();
    numbers.extend(names.into_iter().enumerate().map(|(number, name)| (name, number)));

    for (name, fields) in &definitions {
        let mut rows: Vec<_> = object(fields, name)?.iter().collect();
        rows.sort_by_key(|(field, _)| *field);
        let rows = rows
            .into_iter()
            .map(|(field, fact)| field_row(field, fact, &numbers).map_err(|what| format!("{name}.{field}: {what}")));
        types.insert(name.clone(), rows.collect::<Result<_, _>>()?);
    }
    types.insert(name.to_owned(), lists.iter().map(|list| leaf(list, "merge", &["name"])).collect());

    let mut kinds = Kinds::new();
    kinds.insert((api_version, kind), (Some(numbers[name]), None));
    for (key, fact) in object(&facts["kinds"], "kinds")? {
        let pair = key.rsplit_once('/').ok_or_else(|| format!("{key}: no apiVersion/Kind"))?;
        let definition = match fact["def"].as_str() {
            Some(short) => Some(number(short, &numbers).map_err(|what| format!("{key}: {what}"))?),
            None => None,
        };
        kinds.insert(pair, (definition, fact["namespaced"].as_bool()));
    }
    Ok(render(facts, &types, &kinds))
}

fn number(short: &str, numbers: &BTreeMap<&str, usize>) -> Result<usize, String> {
    numbers.get(full_name(short).as_str()).copied().ok_or_else(|| format!("no definition `{short}`"))
}

fn leaf(field: &str, strategy: &str, keys: &[&str]) -> String {
    format!("leaf({field:?}, {strategy:?}, &{keys:?})")
}

/// A field as an expression. What a reference itself carries is lost when it is
/// followed, so its strategy is left out.
fn field_row(field: &str, fact: &Value, numbers: &BTreeMap<&str, usize>) -> Result<String, String> {
    let fact = object(fact, "the field")?;
    let known = ["ref", "list", "items", "strategy", "mergeKey", "listMapKeys"];
    if let Some(unknown) = fact.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("`{unknown}` has no place in the tables"));
    }
    let text = |key: &str| fact.get(key).and_then(Value::as_str);
    let strategy = text("strategy").unwrap_or_default();
    let keys: Vec<&str> = match fact.get("listMapKeys").and_then(Value::as_array) {
        Some(keys) => keys.iter().filter_map(Value::as_str).collect(),
        None => text("mergeKey").into_iter().collect(),
    };
    Ok(match (text("ref"), text("list")) {
        (Some(target), None) => format!("object({field:?}, {})", number(target, numbers)?),
        (None, Some(target)) => format!("items({field:?}, {}, {strategy:?}, &{keys:?})", number(target, numbers)?),
        (None, None) => leaf(field, strategy, &keys),
        (Some(_), Some(_)) => return Err("both `ref` and `list`".to_owned()),
    })
}

fn render(facts: &Value, types: &BTreeMap<String, Vec<String>>, kinds: &Kinds<'_>) -> String {
    let mut out = String::from("// Generated by `cargo xtask codegen`; do not edit.\n");
    let source = &facts["source"];
    let fact = |key: &str| source[key].as_str().unwrap_or_default().to_owned();
    let _ = writeln!(
        out,
        "//\n// From the OpenAPI document of Kubernetes {} ({}) as embedded in kustomize {},\n// {}, SHA-256\n// {}.\n",
        fact("kubernetes"),
        fact("license"),
        fact("kustomize"),
        fact("file"),
        fact("sha256"),
    );
    out.push_str("use super::tables::{KindRow, TypeRow, items, kind, leaf, object};\n\n");
    let _ = writeln!(out, "pub(super) static KINDS: [KindRow; {}] = [", kinds.len());
    for ((api_version, kind), (definition, namespaced)) in kinds {
        let _ = writeln!(out, "    kind({api_version:?}, {kind:?}, {definition:?}, {namespaced:?}),");
    }
    let _ = writeln!(out, "];\n\npub(super) static TYPES: [TypeRow; {}] = [", types.len());
    for (number, (name, fields)) in types.iter().enumerate() {
        let _ = writeln!(out, "    // {number}\n    TypeRow {{ name: {name:?}, fields: &[");
        for field in fields {
            let _ = writeln!(out, "        {field},");
        }
        out.push_str("    ] },\n");
    }
    out.push_str("];\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_numbered_and_complete() {
        let facts = serde_json::json!({
            "kinds": {
                "v1/Pod": {"def": "core.v1.Pod", "namespaced": true},
                "v1/Node": {"namespaced": false}
            },
            "defs": {
                "core.v1.PodSpec": {"b": {"list": "core.v1.Pod", "strategy": "merge", "mergeKey": "name",
                                          "listMapKeys": ["x", "y"]}, "a": {"strategy": "merge"}},
                "core.v1.Pod": {"spec": {"ref": "core.v1.PodSpec", "strategy": "replace"}}
            }
        });
        let text = generate(&facts).unwrap();
        let rows: Vec<_> = text.lines().map(str::trim).filter(|line| line.ends_with("),")).collect();
        assert_eq!(
            rows,
            [
                r#"kind("kustomize.config.k8s.io/v1beta1", "Kustomization", Some(0), None),"#,
                r#"kind("v1", "Node", None, Some(false)),"#,
                r#"kind("v1", "Pod", Some(1), Some(true)),"#,
                r#"leaf("configMapGenerator", "merge", &["name"]),"#,
                r#"leaf("secretGenerator", "merge", &["name"]),"#,
                r#"object("spec", 2),"#,
                r#"leaf("a", "merge", &[]),"#,
                r#"items("b", 1, "merge", &["x", "y"]),"#,
            ]
        );
    }

    #[test]
    fn facts_without_a_place_are_refused() {
        let with = |field: Value| generate(&serde_json::json!({"kinds": {}, "defs": {"core.v1.A": {"f": field}}}));
        assert!(with(serde_json::json!({"map": "core.v1.A"})).unwrap_err().contains("`map`"));
        assert!(with(serde_json::json!({"ref": "core.v1.B"})).unwrap_err().contains("core.v1.B"));
    }
}

//! Little input that becomes much: long texts in many places.

use super::bounds::{CONFIG_MAP, ONE_FILE, SERVICE, bounded, build, folder, refused};
use crate::command::quintet;

const MEGABYTE: usize = 1 << 20;
const GAINED: &[&str] = &["(max_gained_bytes)", "--max-gained-bytes", "a.yaml:"];

/// So many objects of one kind in one file.
fn objects(object: &str, count: usize) -> String {
    let each = |number| format!("{}---\n", object.replace("web", &format!("web-{number}")));
    (0..count).map(each).collect()
}

#[track_caller]
fn grows(kustomization: &str, objects: &str) {
    let kustomization = format!("{ONE_FILE}{kustomization}");
    refused(&[("kustomization.yaml", kustomization.as_bytes()), ("a.yaml", objects.as_bytes())], GAINED);
}

#[test]
fn a_long_text_in_a_thousand_objects() {
    let long = "x".repeat(MEGABYTE);
    let thousand = objects(SERVICE, 1000);
    for field in [
        format!("namePrefix: {long}\n"),
        format!("nameSuffix: {long}\n"),
        format!("namespace: {long}\n"),
        format!("commonAnnotations: {{a: {long}}}\n"),
        format!("labels: [{{pairs: {{a: {long}}}}}]\n"),
        format!(
            "patches:\n- target: {{kind: Service}}\n  patch: '[{{\"op\": \"add\", \"path\": \"/a\", \"value\": \"{long}\"}}]'\n"
        ),
        format!(
            "patches:\n- target: {{kind: Service}}\n  patch: '{{apiVersion: v1, kind: Service, metadata: {{name: x}}, a: {long}}}'\n"
        ),
        format!(
            "replacements:\n- sourceValue: {long}\n  targets:\n  - {{select: {{kind: Service}}, fieldPaths: [a], options: {{create: true}}}}\n"
        ),
    ] {
        grows(&field, &thousand);
    }
}

#[test]
fn a_long_text_in_ten_thousand_fields_of_one_object() {
    let long = "x".repeat(MEGABYTE);
    let pod = format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n{}",
        "  - image: a\n".repeat(10_000)
    );
    grows(&format!("images: [{{name: a, newName: {long}}}]\n"), &pod);
    grows(
        &format!(
            "replacements:\n- sourceValue: {long}\n  targets:\n  - {{select: {{kind: Pod}}, fieldPaths: [spec.containers.*.image]}}\n"
        ),
        &pod,
    );
    let claims = "  - configMapRef: {name: web}\n".repeat(10_000);
    let referring = format!(
        "{CONFIG_MAP}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - envFrom:\n{}",
        claims.replace("  -", "    -")
    );
    grows(&format!("namePrefix: {long}\n"), &referring);
}

#[test]
fn vars_that_multiply() {
    let long = "x".repeat(MEGABYTE);
    let vars =
        "vars: [{name: A, objref: {apiVersion: v1, kind: ConfigMap, name: web}, fieldref: {fieldpath: data.a}}]\n";
    let command = |command: &str| {
        format!(
            "{CONFIG_MAP}data: {{a: {long}}}\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - command: [{command}]\n"
        )
    };
    let kustomization = format!("{ONE_FILE}{vars}");
    let in_one = command(&format!("'{}'", "$(A)".repeat(10_000)));
    let files = [("kustomization.yaml", kustomization.as_bytes()), ("a.yaml", in_one.as_bytes())];
    refused(&files, &["(max_text_bytes)", "--max-text-bytes", "a.yaml:"]);
    grows(vars, &command(&"'$(A)', ".repeat(10_000)));
}

#[test]
fn one_large_file_that_is_read_again_and_again() {
    let large = "x".repeat(4 * MEGABYTE);
    let generators: String = (0..1000).map(|number| format!("- {{name: a{number}, files: [large]}}\n")).collect();
    let kustomization = format!("configMapGenerator:\n{generators}");
    let files = [("kustomization.yaml", kustomization.as_bytes()), ("large", large.as_bytes())];
    refused(&files, &["(max_read_bytes)", "--max-read-bytes", "[kustomization.yaml:"]);
}

#[test]
fn what_fits_is_built() {
    let kustomization = format!("{ONE_FILE}namePrefix: {}\n", "x".repeat(1000));
    let hundred = objects(SERVICE, 100);
    let folder = folder(&[("kustomization.yaml", kustomization.as_bytes()), ("a.yaml", hundred.as_bytes())]);
    build(folder.path()).built();
    bounded(quintet(["build", "--max-gained-bytes", "10000"]).current_dir(folder.path())).failed(2);
}

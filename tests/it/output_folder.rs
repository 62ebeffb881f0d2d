//! `-o`: one file per object, named as kustomize names them, or one file that
//! is there whole or not at all.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "the command writes files")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cases;
use crate::command::{build_in, quintet, run};
use crate::shared::{in_parallel, oracle};

/// Cases with several namespaces, kinds that have none, custom resources and
/// kinds of many groups.
const CASES: &[&str] = &[
    "hw-labels-common-annotations",
    "hw-labels-labels-several-entries",
    "hw-namereference-all-builtin-references-hash",
    "hw-namereference-all-builtin-references-namespace",
    "hw-namereference-all-builtin-references-prefix-suffix",
    "hw-namereference-all-builtin-references-three-layers",
    "hw-namereference-cluster-role-binding-subjects-in-namespaces",
    "hw-namereference-prefix-skips-crd-namespace-apiservice",
    "hw-namespace-field-over-many-kinds",
    "hw-namespace-transformer-custom-field-specs",
    "hw-namespace-transformer-defaults",
    "hw-namespace-transformer-set-role-binding-subjects-all",
    "hw-order-custom-order",
    "hw-order-custom-order-empty-lists",
    "hw-order-default-is-legacy",
    "hw-order-fifo",
    "hw-patches-smp-crd-versions-list",
    "krusty-crd-crdwithcontainers",
    "krusty-disablenamesuffix-disablenamesuffixhash-1",
    "krusty-multiplepatch-patchesinonefile-1",
    "krusty-namereference-issue3489",
    "krusty-namespaces-nameandnstransformation",
    "krusty-namespaces-namespacedsecrets",
    "krusty-nameupdateinroleref-nameupdateinroleref",
    "krusty-nameupdateinroleref-nameupdateinroleref2",
    "krusty-resourceconflict-multibasesnoconflict",
    "krusty-rolebindingacrossnamespace-rolebindingacrossnamespace",
    "krusty-validatingwebhook-validatingwebhookcombinednamespaces",
    "krusty-variableref-variablerefnfsserver",
    "krusty-variableref-varrefbig",
    "plugin-namespacetransformer-namespacetransformer-unsetonlytrue",
    "plugin-namespacetransformer-namespacetransformer1",
    "plugin-namespacetransformer-namespacetransformerclusterlevelkinds",
    "plugin-prefixtransformer-prefixtransformer-1",
    "target-kusttarget-makecustomizedresmap",
];

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())).collect()
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

#[test]
fn a_folder_gets_the_files_that_kustomize_writes() {
    let Some(mut all) = cases::all() else { return };
    let Some(kubectl) = oracle("kubectl", "QUINTET_KUBECTL") else { return };
    all.retain(|case| CASES.contains(&&*case.name));
    assert_eq!(all.len(), CASES.len(), "every case exists");
    let results = in_parallel(&all, |case| {
        let laid_out = case.lay_out();
        let (ours, theirs) = (laid_out.root().join("../ours"), laid_out.root().join("../theirs"));
        std::fs::create_dir(&ours).unwrap();
        std::fs::create_dir(&theirs).unwrap();
        let mut command = quintet(["build".as_ref(), "-o".as_ref(), ours.as_os_str(), laid_out.target.as_os_str()]);
        assert_eq!(run(&mut command).built(), b"");
        let mut reference = Command::new(&kubectl);
        reference.arg("kustomize").arg(&laid_out.target).arg("-o").arg(&theirs);
        reference.env_clear().env("HOME", laid_out.home()).stdin(Stdio::null());
        assert!(run(&mut reference).code == Some(0), "{}", case.name);
        (files(&ours), files(&theirs))
    });
    let (mut equal, mut count) = (0, 0);
    for (case, (ours, theirs)) in all.iter().zip(results) {
        let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&ours), names(&theirs), "{}", case.name);
        assert!(ours == theirs, "{}", case.name);
        (equal, count) = (equal + 1, count + ours.len());
    }
    eprintln!("{equal} folders with {count} files are as kustomize writes them");
}

const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n";

#[test]
fn a_file_gets_what_standard_output_gets() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("app/kustomization.yaml", "resources: [a.yaml]\n"), ("app/a.yaml", SERVICE)]);
    let path = folder.path().join("out.yaml");
    for before in [None, Some("an old file, longer than the new one will be".repeat(9))] {
        if let Some(text) = before {
            std::fs::write(&path, text).unwrap();
        }
        assert_eq!(build_in(folder.path(), &["app", "-o", "out.yaml"]).built(), b"");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), SERVICE);
        // Nothing but the output is beside it.
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["app", "out.yaml"]);
    }
}

/// Somebody who has the old file open keeps the old bytes: the new file takes
/// its name, and nothing is written into the old one.
#[test]
fn a_file_is_replaced_at_once() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[("kustomization.yaml", "resources: [a.yaml]\n"), ("a.yaml", SERVICE), ("out.yaml", "old\n")],
    );
    let mut old = std::fs::File::open(folder.path().join("out.yaml")).unwrap();
    build_in(folder.path(), &["-o", "out.yaml"]).built();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut old, &mut text).unwrap();
    assert_eq!(text, "old\n");
    assert_eq!(std::fs::read_to_string(folder.path().join("out.yaml")).unwrap(), SERVICE);
}

#[test]
fn a_failing_build_leaves_the_output_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[("kustomization.yaml", "resources: [gone.yaml]\n"), ("out.yaml", "old\n"), ("out/x", "old\n")],
    );
    build_in(folder.path(), &["-o", "out.yaml"]).failed(2);
    build_in(folder.path(), &["-o", "out"]).failed(2);
    build_in(folder.path(), &["-o", "new.yaml"]).failed(2);
    assert_eq!(std::fs::read_to_string(folder.path().join("out.yaml")).unwrap(), "old\n");
    assert_eq!(files(&folder.path().join("out")), BTreeMap::from([("x".to_owned(), b"old\n".to_vec())]));
    assert!(!folder.path().join("new.yaml").exists());
}

/// kustomize writes the last of them and says nothing.
#[test]
fn objects_that_would_share_a_file_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let upper = SERVICE.replace("web", "WEB");
    let files_in = [("kustomization.yaml", "resources: [a.yaml, b.yaml]\n"), ("a.yaml", SERVICE), ("b.yaml", &upper)];
    write(folder.path(), &files_in);
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let message = build_in(folder.path(), &["-o", "out"]).failed(2);
    assert!(message.contains("kustomize::duplicate-file"), "{message}");
    assert!(message.contains("`v1_service_web.yaml`"), "{message}");
    assert!(files(&folder.path().join("out")).is_empty());
    // As one stream they are fine.
    build_in(folder.path(), &[]).built();
}

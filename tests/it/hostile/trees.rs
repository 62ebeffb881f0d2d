//! Folders that lead in circles, out of themselves, or to things that are no
//! files.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "the disk is what is tested, and a skipped test says so"
)]

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use super::bounds::{CONFIG_MAP, ONE_FILE, SERVICE, bounded, build, folder, refused, refused_in};
use crate::command::quintet;

#[test]
fn bases_in_a_circle() {
    let files: [(&str, &[u8]); 3] = [
        ("kustomization.yaml", b"resources: [a]\n"),
        ("a/kustomization.yaml", b"resources: [../b]\n"),
        ("b/kustomization.yaml", b"resources: [../a]\n"),
    ];
    refused(&files, &["kustomize::cycle", "[b/kustomization.yaml:1:13]"]);
    refused(&[("kustomization.yaml", b"resources: [.]\n")], &["kustomize::cycle", "[kustomization.yaml:1:13]"]);
    let component: &[u8] = b"apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncomponents: [../a]\n";
    let files = [("kustomization.yaml", &b"components: [a]\n"[..]), ("a/kustomization.yaml", component)];
    refused(&files, &["kustomize::cycle", "[a/kustomization.yaml:3:14]"]);
}

/// No circle, and still no end: every folder leads to both of the next level.
#[test]
fn bases_that_double_on_every_level() {
    let mut files = vec![("kustomization.yaml".to_owned(), "resources: [a0]\n".to_owned())];
    for level in 0..25 {
        let next = level + 1;
        for side in ["a", "b"] {
            let text = format!("resources: [../a{next}, ../b{next}]\n");
            files.push((format!("{side}{level}/kustomization.yaml"), text));
        }
    }
    for side in ["a", "b"] {
        files.push((format!("{side}25/kustomization.yaml"), "configMapGenerator: []\n".to_owned()));
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    refused(&files, &["(max_folders)", "--max-folders", "kustomization.yaml:1:"]);
}

#[test]
fn bases_in_a_long_chain() {
    let mut files = vec![("kustomization.yaml".to_owned(), "resources: [a0]\n".to_owned())];
    for level in 0..3000 {
        files.push((format!("a{level}/kustomization.yaml"), format!("resources: [../a{}]\n", level + 1)));
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    refused(&files, &["(max_folder_depth)", "--max-folder-depth", "kustomization.yaml:1:13"]);
}

#[test]
fn links_in_a_circle() {
    let one = folder(&[("kustomization.yaml", ONE_FILE.as_bytes())]);
    symlink("b", one.path().join("a.yaml")).unwrap();
    symlink("a.yaml", one.path().join("b")).unwrap();
    refused_in(one.path(), &["too many symbolic links", "[kustomization.yaml:1:13]"]);
    let itself = folder(&[]);
    symlink("kustomization.yaml", itself.path().join("kustomization.yaml")).unwrap();
    refused_in(itself.path(), &["too many symbolic links", "`kustomization.yaml`"]);
}

#[test]
fn ways_out_of_the_folder() {
    let outside = folder(&[("secret", SERVICE.as_bytes())]);
    let secret = outside.path().canonicalize().unwrap().join("secret");
    let one = folder(&[("kustomization.yaml", ONE_FILE.as_bytes())]);
    symlink(&secret, one.path().join("a.yaml")).unwrap();
    refused_in(one.path(), &["kustomize::outside-root", "[kustomization.yaml:1:13]"]);
    let itself = folder(&[]);
    symlink(&secret, itself.path().join("kustomization.yaml")).unwrap();
    refused_in(itself.path(), &["kustomize::outside-root", "kustomization.yaml"]);
    let up = format!("{}{}", "../".repeat(30), secret.strip_prefix("/").unwrap().display());
    for entry in [
        format!("resources: [{up}]\n"),
        format!("resources: [{}]\n", secret.display()),
        format!("configMapGenerator: [{{name: a, files: [{up}]}}]\n"),
        format!("configMapGenerator: [{{name: a, envs: [{up}]}}]\n"),
        format!("patches: [{{path: {up}}}]\n"),
        format!("replacements: [{{path: {up}}}]\n"),
        format!("transformers: [{up}]\n"),
        format!("configurations: [{up}]\n"),
        format!("crds: [{up}]\n"),
        format!("openapi: {{path: {up}}}\n"),
    ] {
        refused(&[("kustomization.yaml", entry.as_bytes())], &["kustomize::outside-root", "[kustomization.yaml:1:"]);
    }
}

#[test]
fn a_folder_where_a_file_is_meant() {
    for entry in [
        "patches: [{path: d}]\n",
        "configMapGenerator: [{name: a, envs: [d]}]\n",
        "configMapGenerator: [{name: a, files: [d]}]\n",
        "openapi: {path: d}\n",
        "configurations: [d]\n",
        "replacements: [{path: d}]\n",
    ] {
        let files: [(&str, &[u8]); 2] = [("kustomization.yaml", entry.as_bytes()), ("d/x", b"")];
        refused(&files, &["cannot read `d`", "is not a regular file", "[kustomization.yaml:1:"]);
    }
    let files: [(&str, &[u8]); 2] = [("kustomization.yaml", b"resources: [d]\n"), ("d/x", b"")];
    refused(&files, &["kustomize::no-kustomization", "`d`", "[kustomization.yaml:1:13]"]);
    refused(&[("kustomization.yaml/x", b"")], &["cannot read `kustomization.yaml`", "is not a regular file"]);
}

#[test]
fn a_file_where_a_folder_is_meant() {
    let run = |entry: &[u8], expected: &[&str]| {
        refused(&[("kustomization.yaml", entry), ("a.yaml", SERVICE.as_bytes())], expected);
    };
    run(b"components: [a.yaml]\n", &["a.yaml is not a folder", "[kustomization.yaml:1:14]"]);
    run(b"resources: [a.yaml/b]\n", &["a.yaml/b", "[kustomization.yaml:1:13]"]);
    let one = folder(&[("a.yaml", SERVICE.as_bytes())]);
    let message = bounded(quintet(["build", "a.yaml"]).current_dir(one.path())).failed(2);
    assert!(message.contains("`a.yaml` is not a folder"), "{message}");
}

#[test]
fn pipes_and_devices() {
    let one = folder(&[("kustomization.yaml", ONE_FILE.as_bytes())]);
    assert!(Command::new("mkfifo").arg(one.path().join("a.yaml")).status().unwrap().success());
    refused_in(one.path(), &["is not a regular file", "[kustomization.yaml:1:13]"]);
    let itself = folder(&[]);
    symlink("/dev/zero", itself.path().join("kustomization.yaml")).unwrap();
    refused_in(itself.path(), &["kustomization.yaml"]);
    // Without the rule that keeps it in its folder, it still reads no device.
    let free = folder(&[("kustomization.yaml", ONE_FILE.as_bytes())]);
    symlink("/dev/zero", free.path().join("a.yaml")).unwrap();
    let arguments = ["build", "--load-restrictor", "LoadRestrictionsNone"];
    let message = bounded(quintet(arguments).current_dir(free.path())).failed(2);
    assert!(message.contains("is not a regular file") && message.contains("[kustomization.yaml:1:13]"), "{message}");
}

/// The program as somebody whom permissions stop. Nothing where that cannot
/// be had.
fn unprivileged(folder: &Path) -> Option<Command> {
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        let mut command = quintet(["build"]);
        command.current_dir(folder);
        return Some(command);
    }
    // The built program may stand where only root gets to.
    let program = folder.join("quintet");
    std::fs::copy(env!("CARGO_BIN_EXE_quintet"), &program).unwrap();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(program);
    command.current_dir(folder).env("COLUMNS", "100").stdin(Stdio::null());
    let can_run = Command::new(command.get_program()).args(command.get_args()).arg("--version").output();
    if can_run.is_ok_and(|output| output.status.success()) {
        command.arg("build");
        return Some(command);
    }
    eprintln!("skipped: no setpriv to run as another user");
    None
}

#[test]
fn files_that_may_not_be_read() {
    let close = |path: &Path| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o000)).unwrap();
    let run = |folder: &Path, expected: &[&str]| {
        let Some(mut command) = unprivileged(folder) else { return };
        let message = bounded(&mut command).failed(2);
        for text in expected {
            assert!(message.contains(text), "{text} in:\n{message}");
        }
    };
    let denied = "Permission denied";
    let one = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", SERVICE.as_bytes())]);
    close(&one.path().join("a.yaml"));
    run(one.path(), &[denied, "`a.yaml`", "[kustomization.yaml:1:13]", "let the user that runs the build read it"]);
    let base =
        folder(&[("kustomization.yaml", b"resources: [base]\n"), ("base/kustomization.yaml", b"namePrefix: a-\n")]);
    close(&base.path().join("base"));
    run(base.path(), &[denied, "base", "[kustomization.yaml:1:13]"]);
    std::fs::set_permissions(base.path().join("base"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let itself = folder(&[("kustomization.yaml", ONE_FILE.as_bytes())]);
    close(&itself.path().join("kustomization.yaml"));
    run(itself.path(), &[denied, "`kustomization.yaml`"]);
}

/// Whatever is read, it is one state of the file or an error, never a crash.
#[test]
fn a_file_that_changes_while_it_is_read() {
    let one = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", SERVICE.as_bytes())]);
    let path = one.path().join("a.yaml");
    let long = format!("{CONFIG_MAP}data:\n{}", "  # a comment\n".repeat(100_000));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::fs::write(&path, &long).unwrap();
                std::fs::write(&path, SERVICE).unwrap();
                std::fs::remove_file(&path).unwrap();
            }
        });
        for _ in 0..25 {
            let run = build(one.path());
            match run.code {
                Some(0) => {}
                _ => assert!(run.failed(2).contains("kustomization.yaml:1:13"), "the entry is named"),
            }
        }
        done.store(true, Ordering::Relaxed);
        writer.join().unwrap();
    });
}

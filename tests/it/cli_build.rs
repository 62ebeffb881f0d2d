//! `quintet build` as people and scripts see it: exit codes, messages, help.
//!
//! The expected messages are in `tests/data/cli`; `QUINTET_ACCEPT=1 cargo test`
//! writes them anew.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the command reads and the expected messages are files"
)]

use std::path::Path;

use crate::command::{Run, build_in, quintet, run};
use crate::shared;

const EXPECTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cli");
const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n";

/// Compares with `tests/data/cli/<name>.txt`.
#[track_caller]
fn golden(name: &str, actual: &str) {
    let path = Path::new(EXPECTED).join(name).with_extension("txt");
    if let Err(difference) = shared::golden(&path, actual.as_bytes()) {
        panic!("{difference}");
    }
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Builds `app` of `files` and compares the messages.
#[track_caller]
fn fails(name: &str, code: i32, files: &[(&str, &str)]) {
    let folder = folder(files);
    let message = build_in(folder.path(), &["app"]).failed(code);
    golden(name, &message.replace(folder.path().canonicalize().unwrap().to_str().unwrap(), "{folder}"));
}

#[test]
fn a_good_build_is_quiet_and_ends_with_0() {
    let folder = folder(&[("app/kustomization.yaml", "resources: [a.yaml]\n"), ("app/a.yaml", SERVICE)]);
    let good = Run { code: Some(0), stdout: SERVICE.into(), stderr: String::new() };
    assert_eq!(build_in(folder.path(), &["app"]), good);
    assert_eq!(build_in(&folder.path().join("app"), &[]), good);
}

#[test]
fn wrong_use_ends_with_2() {
    for arguments in [&["build", "--frob"][..], &["build", "a", "b"], &["frob"], &["build", "--color", "red"], &[]] {
        run(&mut quintet(arguments)).failed(2);
    }
}

#[test]
fn an_unwritable_output_ends_with_2() {
    let folder = folder(&[("app/kustomization.yaml", "resources: [a.yaml]\n"), ("app/a.yaml", SERVICE)]);
    let message = build_in(folder.path(), &["app", "-o", "none/out.yaml"]).failed(2);
    assert!(message.contains("none/out.yaml"), "{message}");
}

#[test]
fn a_missing_file_is_shown_where_it_is_named() {
    fails("missing_file", 2, &[("app/kustomization.yaml", "resources:\n- gone.yaml\n")]);
}

#[test]
fn a_folder_without_a_kustomization_is_named() {
    fails("no_kustomization", 2, &[("app/readme", "")]);
}

#[test]
fn the_way_to_a_broken_file_is_shown() {
    fails(
        "broken_file_in_a_base",
        2,
        &[
            ("app/kustomization.yaml", "resources:\n- ../base\n"),
            ("base/kustomization.yaml", "resources:\n- web.yaml\n"),
            ("base/web.yaml", "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n   bad: x\n"),
        ],
    );
}

#[test]
fn an_unknown_field_suggests_the_right_one() {
    fails("unknown_field", 2, &[("app/kustomization.yaml", "resources: []\nnamePrefx: a-\n")]);
}

#[test]
fn a_field_of_the_wrong_kind_is_shown() {
    fails("wrong_kind_of_field", 2, &[("app/kustomization.yaml", "namePrefix: [a]\n")]);
}

#[test]
fn an_object_that_is_there_twice_is_shown() {
    let kustomization = "resources:\n- a.yaml\n- b.yaml\n";
    fails(
        "duplicate_id",
        2,
        &[("app/kustomization.yaml", kustomization), ("app/a.yaml", SERVICE), ("app/b.yaml", SERVICE)],
    );
}

#[test]
fn a_patch_without_a_target_is_shown() {
    let kustomization = "resources:\n- a.yaml\npatches:\n- path: p.yaml\n";
    let patch = SERVICE.replace("web", "wob");
    fails(
        "patch_without_target",
        2,
        &[("app/kustomization.yaml", kustomization), ("app/a.yaml", SERVICE), ("app/p.yaml", &patch)],
    );
}

#[test]
fn a_file_outside_the_folder_is_refused() {
    fails("outside_the_folder", 2, &[("app/kustomization.yaml", "resources:\n- ../a.yaml\n"), ("a.yaml", SERVICE)]);
}

#[test]
fn a_remote_that_cannot_be_had_ends_with_3() {
    let kustomization = "resources:\n- https://github.com/org/repo//deploy?ref=v1\n";
    fails("remote", 3, &[("app/kustomization.yaml", kustomization)]);
}

#[test]
fn a_mirror_file_without_the_remote_ends_with_3() {
    let folder = folder(&[
        ("app/kustomization.yaml", "resources:\n- https://github.com/org/repo//deploy?ref=v1\n"),
        (
            "mirrors.yaml",
            "apiVersion: quintet/v1alpha1\nkind: Mirrors\nmirrors:\n- url: https://github.com/org/repo\n  ref: v2\n  path: repo\n",
        ),
    ]);
    let message = build_in(folder.path(), &["app", "--mirror", "mirrors.yaml"]).failed(3);
    golden("remote_not_in_mirror", &message);
    let by_environment =
        run(quintet(["build", "app"]).env("QUINTET_MIRROR", "mirrors.yaml").current_dir(folder.path()));
    assert_eq!(by_environment.failed(3), message);
    build_in(folder.path(), &["app", "--mirror", "gone.yaml"]).failed(2);
}

#[test]
fn charts_need_a_flag() {
    fails("helm_not_enabled", 2, &[("app/kustomization.yaml", "helmCharts:\n- name: chart\n")]);
}

const PROGRAM: &str = "transformers:\n- plugin.yaml\n";

#[test]
fn programs_as_plugins_are_refused() {
    let plugin = "apiVersion: example.com/v1\nkind: Frob\nmetadata:\n  name: p\n  annotations:\n    config.kubernetes.io/function: |\n      exec:\n        path: ./frob\n";
    fails("exec_plugin", 2, &[("app/kustomization.yaml", PROGRAM), ("app/plugin.yaml", plugin)]);
}

#[test]
fn containers_as_plugins_are_refused() {
    let plugin = "apiVersion: example.com/v1\nkind: Frob\nmetadata:\n  name: p\n  annotations:\n    config.kubernetes.io/function: |\n      container:\n        image: example.com/frob:v1\n";
    fails("container_plugin", 2, &[("app/kustomization.yaml", PROGRAM), ("app/plugin.yaml", plugin)]);
}

#[test]
fn go_plugins_are_refused() {
    let plugin = "apiVersion: someteam.example.com/v1\nkind: Frob\nmetadata:\n  name: p\n";
    let kustomization = "generators:\n- plugin.yaml\n";
    fails("go_plugin", 2, &[("app/kustomization.yaml", kustomization), ("app/plugin.yaml", plugin)]);
}

/// Once, as a place of the file the configuration stands in.
#[test]
fn an_inline_plugin_is_shown_where_it_is_written() {
    let kustomization = "transformers:\n- |\n  apiVersion: example.com/v1\n  kind: Frob\n  metadata:\n    name: p\n";
    fails("inline_plugin", 2, &[("app/kustomization.yaml", kustomization)]);
}

#[test]
fn deprecated_fields_are_told_of_on_standard_error_only() {
    let folder = folder(&[
        ("app/kustomization.yaml", "bases:\n- ../base\ncommonLabels:\n  a: b\npatchesStrategicMerge: []\n"),
        ("base/kustomization.yaml", "resources:\n- a.yaml\nvars: []\n"),
        ("base/a.yaml", SERVICE),
    ]);
    let ended = build_in(folder.path(), &["app"]);
    golden("deprecated_fields", &ended.stderr);
    let quiet = build_in(folder.path(), &["app", "--quiet"]);
    assert_eq!((quiet.code, &*quiet.stderr), (Some(0), ""));
    assert_eq!(build_in(folder.path(), &["-q", "app"]), quiet);
    assert_eq!(ended.built(), quiet.stdout);
}

#[test]
fn quiet_does_not_silence_errors() {
    let folder = folder(&[("app/kustomization.yaml", "resources:\n- gone.yaml\n")]);
    assert_eq!(build_in(folder.path(), &["app", "-q"]), build_in(folder.path(), &["app"]));
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let folder = folder(&[("app/kustomization.yaml", "resources:\n- gone.yaml\n")]);
    let message = |color: Option<&str>, no_color: Option<&str>| {
        let mut command = quintet(["build", "app"]);
        command.current_dir(folder.path());
        command.args(color.map(|when| format!("--color={when}")));
        command.envs(no_color.map(|value| ("NO_COLOR", value)));
        run(&mut command).failed(2)
    };
    let plain = message(None, None);
    assert!(!plain.contains('\u{1b}'), "{plain}");
    for (color, no_color) in [(None, Some("1")), (Some("never"), None), (Some("auto"), None), (Some("auto"), Some("1"))]
    {
        assert_eq!(message(color, no_color), plain);
    }
    let colored = message(Some("always"), None);
    assert!(colored.contains("\u{1b}["), "{colored}");
    assert_eq!(message(Some("always"), Some("1")), colored);
}

#[test]
fn help_shows_examples() {
    let help = run(&mut quintet(["build", "--help"]));
    assert_eq!(help.stderr, "");
    let text = String::from_utf8(help.built()).unwrap();
    for expected in ["Examples:\n  quintet build ", "Exit codes: 0 built", "--load-restrictor", "--mirror"] {
        assert!(text.contains(expected), "{expected} in:\n{text}");
    }
    golden("help_build", &text);
    let text = String::from_utf8(run(&mut quintet(["--help"])).built()).unwrap();
    assert!(text.contains("\n  build  "), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder(&[("app/kustomization.yaml", "resources: [a.yaml]\n")]);
    let many: String =
        (0..20_000).map(|number| format!("{}---\n", SERVICE.replace("web", &format!("w{number}")))).collect();
    std::fs::write(folder.path().join("app/a.yaml"), many).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = quintet(["build", "app"]);
    let status = command.current_dir(folder.path()).stdout(writer).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

//! The hooks of `.pre-commit-hooks.yaml`, run by pre-commit.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests read files themselves, and tell what is skipped"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{Run, run};
use crate::github_action::broken;
use crate::platform::Platform;
use crate::schemas::document;
use crate::shared::is_ci;
use crate::tool::path_with_quintet;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const HOOKS: &str = ".pre-commit-hooks.yaml";

/// How pre-commit is called: by its name, or as a module of python3.
fn pre_commit() -> Option<Vec<&'static str>> {
    let callable = |words: &[&str]| {
        let status = Command::new(words[0])
            .args(&words[1..])
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    };
    let found = [vec!["pre-commit"], vec!["python3", "-m", "pre_commit"]].into_iter().find(|words| callable(words));
    if found.is_none() {
        assert!(!is_ci(), "pre-commit is missing");
        eprintln!("skipped: pre-commit is missing: `pip install pre-commit`");
    }
    found
}

/// A platform in a git repository, with hooks from another one that has our file
/// and nothing else: what pre-commit would clone.
struct Repositories {
    folder: tempfile::TempDir,
    platform: Platform,
    pre_commit: Vec<&'static str>,
}

impl Repositories {
    fn new(platform: Platform, hooks: &str) -> Option<Self> {
        let repositories = Self { folder: tempfile::tempdir().expect("a folder"), platform, pre_commit: pre_commit()? };
        let ours = repositories.folder.path().join("quintet");
        std::fs::create_dir(&ours).expect("a folder");
        std::fs::copy(Path::new(ROOT).join(HOOKS), ours.join(HOOKS)).expect("can be copied");
        repositories.commit(&ours);
        let commit = String::from_utf8(run(repositories.command(&ours, "git").args(["rev-parse", "HEAD"])).built());
        let (url, commit) = (ours.display(), commit.expect("UTF-8"));
        let config = format!("repos:\n- repo: {url}\n  rev: {}\n  hooks:\n{hooks}", commit.trim());
        repositories.platform.write(".pre-commit-config.yaml", &config);
        repositories.commit(repositories.platform.root());
        Some(repositories)
    }

    fn command(&self, folder: &Path, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).env_clear().env("PATH", path_with_quintet()).stdin(Stdio::null());
        command.env("HOME", self.folder.path()).env("PRE_COMMIT_HOME", self.folder.path().join("cache"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("PRE_COMMIT_COLOR", "never");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@platform.example");
        }
        command
    }

    fn commit(&self, folder: &Path) {
        for arguments in [["init", "--quiet"].as_slice(), &["add", "--all"], &["commit", "--quiet", "--message", "x"]] {
            run(self.command(folder, "git").args(arguments)).built();
        }
    }

    /// Runs one hook over `files`, or all of them.
    fn hook(&self, id: &str, files: &[&str]) -> (Option<i32>, String) {
        let mut command = self.command(self.platform.root(), self.pre_commit[0]);
        command.args(&self.pre_commit[1..]).args(["run", id, "--verbose"]);
        if files.is_empty() {
            command.arg("--all-files")
        } else {
            command.arg("--files").args(files)
        };
        let Run { code, stdout, stderr } = run(&mut command);
        (code, format!("{}{stderr}", String::from_utf8_lossy(&stdout)))
    }
}

#[test]
fn the_check_passes_and_fails_as_the_platform_does() {
    for (platform, expected, said) in
        [(Platform::new(), 0, "pin/unconfirmed-value"), (broken(), 1, "closed-set/extra-application")]
    {
        let Some(repositories) = Repositories::new(platform, "  - id: quintet-check\n") else { return };
        let (code, text) = repositories.hook("quintet-check", &[]);
        assert_eq!(code, Some(expected), "{text}");
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn only_what_a_render_is_made_of_starts_the_check() {
    let Some(repositories) = Repositories::new(broken(), "  - id: quintet-check\n") else { return };
    let (code, text) = repositories.hook("quintet-check", &["README.md", "Makefile"]);
    assert!(code == Some(0) && text.contains("Skipped"), "{text}");
    for file in ["compositions/kubeflow.yaml", "patches/kubeflow-core/kustomization.yaml", "policies/waivers.yaml"] {
        let (code, text) = repositories.hook("quintet-check", &[file]);
        assert_eq!(code, Some(1), "{file}: {text}");
    }
}

#[test]
fn the_snapshot_of_an_environment_is_compared() {
    let hooks = "  - id: quintet-snapshot\n    args: [--env, devbox]\n";
    let Some(repositories) = Repositories::new(Platform::new(), hooks) else { return };
    let (code, text) = repositories.hook("quintet-snapshot", &[]);
    assert_eq!(code, Some(0), "{text}");
    let file = "patches/kubeflow-notebooks/controller-memory.yaml";
    let patch = repositories.platform.read(file);
    let more = patch.replace("Mi", "0Mi");
    assert_ne!(patch, more);
    repositories.platform.write(file, &more);
    repositories.commit(repositories.platform.root());
    let (code, text) = repositories.hook("quintet-snapshot", &[file]);
    assert!(code == Some(1) && text.contains("kubeflow-notebooks"), "{text}");
}

#[test]
fn pre_commit_finds_our_files_valid() {
    let Some(pre_commit) = pre_commit() else { return };
    let example = Path::new(ROOT).join("integrations/pre-commit/pre-commit-config.yaml");
    let home = tempfile::tempdir().expect("a folder");
    for (what, file) in [("validate-manifest", Path::new(ROOT).join(HOOKS)), ("validate-config", example.clone())] {
        let mut command = Command::new(pre_commit[0]);
        command.args(&pre_commit[1..]).arg(what).arg(file).env("PRE_COMMIT_HOME", home.path());
        let said = run(&mut command);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{}", String::from_utf8_lossy(&said.stdout));
    }
    let read = |path: &PathBuf| document(&std::fs::read_to_string(path).expect("is there"));
    let ids = |hooks: &serde_json::Value| {
        let hooks = hooks.as_array().expect("a list").iter();
        hooks.map(|hook| hook["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    let ours = ids(&read(&Path::new(ROOT).join(HOOKS)));
    assert_eq!(ids(&read(&example)["repos"][0]["hooks"]), ours, "the example shows every hook");
}

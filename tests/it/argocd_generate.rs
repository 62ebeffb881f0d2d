//! The plugin as Argo CD's cmp-server starts it: in a copy of the repository, with
//! nothing but its own variables, and with something wrong.

#![expect(clippy::disallowed_methods, reason = "the tests damage the disk behind the back of the code")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use quintet::vfs::files_below;

use crate::command::{Run, quintet, run};
use crate::pin::cached;
use crate::platform::{Platform, copy};

const REVISION: &str = "1234567890abcdef1234567890abcdef12345678";
const APPLICATIONS: [&str; 5] =
    ["kubeflow-core", "kubeflow-notebooks", "kubeflow-pipelines", "kubeflow-trainer", "kubeflow-katib"];

/// A repository as cmp-server unpacks it, and the cache of the sidecar's image.
struct Sidecar {
    platform: Platform,
    cache: PathBuf,
}

impl Sidecar {
    fn new() -> Self {
        let (platform, cache) = cached();
        Self { platform, cache }
    }

    fn command(&self, folder: &Path, application: &str, environment: &str) -> Command {
        let mut command = quintet(["argocd", "generate"]);
        let parameters = serde_json::json!([
            {"name": "application", "string": application},
            {"name": "environment", "string": environment},
        ]);
        command
            .current_dir(folder)
            .env("QUINTET_CACHE", &self.cache)
            .env("ARGOCD_APP_NAME", application)
            .env("ARGOCD_APP_NAMESPACE", "kubeflow")
            .env("ARGOCD_APP_REVISION", REVISION)
            .env("ARGOCD_APP_PARAMETERS", parameters.to_string())
            .env("PARAM_APPLICATION", application)
            .env("PARAM_ENVIRONMENT", environment)
            .env("ARGOCD_ENV_PARAM_APPLICATION", "kubeflow-katib")
            .env("KUBE_VERSION", "1.20")
            .env("KUBE_API_VERSIONS", "v1");
        command
    }

    fn generate(&self, application: &str, environment: &str) -> Run {
        run(&mut self.command(self.platform.root(), application, environment))
    }
}

#[test]
fn every_application_is_what_render_gives() {
    let sidecar = Sidecar::new();
    let root = sidecar.platform.root();
    for name in APPLICATIONS {
        let cache = sidecar.cache.to_str().expect("a text");
        let given = ["render", "--env", "staging", "--application", name, "--cache", cache];
        let expected = run(quintet(given).current_dir(root)).built();
        assert!(sidecar.generate(name, "staging").built() == expected, "{name}");
    }
    let given = ["argocd", "applications", "--env", "staging", "--revision", REVISION, "--out", "made", "--cache"];
    run(quintet(given).arg(&sidecar.cache).current_dir(root)).built();
    let children = std::fs::read(root.join("made/children.yaml")).expect("written");
    std::fs::remove_dir_all(root.join("made")).expect("was there");
    assert!(sidecar.generate("kubeflow", "staging").built() == children);
}

#[test]
fn it_works_below_the_root_and_writes_nothing() {
    let sidecar = Sidecar::new();
    let root = sidecar.platform.root();
    let expected = sidecar.generate("kubeflow-core", "devbox").built();
    let below = root.join("patches/kubeflow-core");
    assert_eq!(run(&mut sidecar.command(&below, "kubeflow-core", "devbox")).built(), expected);
    // A root nobody may write to, also as root of the machine: what is there stays what it was.
    let before = listing(root);
    let locked = Command::new("chmod").args(["-R", "a-w"]).arg(root).status().expect("runs");
    assert!(locked.success());
    assert_eq!(sidecar.generate("kubeflow-core", "devbox").built(), expected);
    assert!(Command::new("chmod").args(["-R", "u+w"]).arg(root).status().expect("runs").success());
    assert_eq!(listing(root), before);
    // Another user's files, where the tests may give files away.
    if Command::new("chown").args(["-R", "12345:12345"]).arg(root).arg(&sidecar.cache).status().expect("runs").success()
    {
        assert_eq!(sidecar.generate("kubeflow-core", "devbox").built(), expected);
    } else {
        eprintln!("skipped: files of another owner, which only root can make");
    }
}

fn listing(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = files_below(root).expect("a folder");
    files.into_iter().map(|file| (file.clone(), std::fs::read(root.join(&file)).expect("readable"))).collect()
}

#[test]
fn parameters_that_are_wrong_are_refused() {
    let sidecar = Sidecar::new();
    let root = sidecar.platform.root();
    let with = |name: &str, value: &str| run(sidecar.command(root, "kubeflow-core", "devbox").env(name, value));
    let said = with("ARGOCD_APP_NAME", "kubeflow-katib").failed(2);
    assert!(said.contains("ARGOCD_APP_NAME says `kubeflow-katib`"), "{said}");
    assert!(with("PARAM_ENVIRONMENT", "staging").failed(2).contains("PARAM_ENVIRONMENT"));
    assert!(with("ARGOCD_APP_PARAMETERS", "[{").failed(2).contains("no list of parameters"));
    let said = sidecar.generate("kubeflow-katib", "devbox").failed(2);
    assert!(said.contains("does not select"), "{said}");
    assert!(sidecar.generate("kubeflow-core", "nowhere").failed(2).contains("nowhere"));
    let parent = |revision: Option<&str>| {
        let mut command = sidecar.command(root, "kubeflow", "devbox");
        match revision {
            Some(revision) => command.env("ARGOCD_APP_REVISION", revision),
            None => command.env_remove("ARGOCD_APP_REVISION"),
        };
        run(&mut command)
    };
    assert!(parent(Some("main")).failed(2).contains("no full commit"));
    assert!(parent(None).failed(2).contains("does not say at which commit"));
    let refused = run(sidecar.command(root, "kubeflow-core", "devbox").arg("--unverified")).failed(2);
    assert!(refused.contains("--unverified"), "{refused}");
    let nowhere = run(sidecar.command(root, "kubeflow-core", "devbox").env("QUINTET_CACHE", "/nowhere")).failed(3);
    assert!(nowhere.contains("tiny-upstream"), "{nowhere}");
}

#[test]
fn what_nobody_approved_is_not_printed() {
    let sidecar = Sidecar::new();
    let path = "patches/kubeflow-core/kustomization.yaml";
    let text = sidecar.platform.read(path);
    sidecar.platform.write(path, &format!("{text}commonAnnotations: {{a: b}}\n"));
    let said = sidecar.generate("kubeflow-core", "devbox").failed(1);
    assert!(said.contains("not what was approved for devbox") && said.contains("snapshots/devbox"), "{said}");
    sidecar.platform.write(path, &text);
    let composition = "compositions/kubeflow.yaml";
    let text = sidecar.platform.read(composition);
    sidecar.platform.write(composition, &text.replacen("common/dashboard/base", "applications/kserve/base", 1));
    let said = sidecar.generate("kubeflow-core", "devbox").failed(1);
    assert!(said.contains("policies/closed-set.yaml"), "{said}");
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// Files of a folder, git's own settings and hooks left out: nothing reads those.
fn candidates(folder: &Path) -> Vec<PathBuf> {
    let is_read = |file: &PathBuf| {
        let text = file.to_string_lossy();
        !["hooks/", "info/", "description", ".lock"].iter().any(|part| text.contains(part))
    };
    files_below(folder).expect("a folder").into_iter().filter(is_read).map(|file| folder.join(file)).collect()
}

/// Stdout of a child that is sent a signal after a while, and whether it ended
/// with 0.
fn killed(mut command: Command, signal: &str, after: Duration) -> (Vec<u8>, bool) {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("starts");
    let id = child.id().to_string();
    std::thread::sleep(after);
    // It may have ended by then, which is one of the cases.
    let _ = Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status();
    let output = child.wait_with_output().expect("ends");
    (output.stdout, output.status.success())
}

#[test]
fn whatever_breaks_all_of_it_comes_or_nothing() {
    let source = Sidecar::new();
    let (application, environment) = ("kubeflow-pipelines", "staging");
    let expected = source.generate(application, environment).built();
    let scratch = tempfile::tempdir().expect("a folder");
    let mut numbers = Numbers(20_261_201);
    let (mut whole, mut none) = (0, 0);
    for number in 0..200 {
        let at = scratch.path().join(number.to_string());
        let (root, cache) = (at.join("platform"), at.join("cache"));
        copy(source.platform.root(), &root);
        copy(&source.cache, &cache);
        let mut command = source.command(&root, application, environment);
        command.env("QUINTET_CACHE", &cache);
        let of_platform = candidates(&root);
        let of_cache = candidates(&cache);
        let what;
        let (stdout, is_success) = match number % 5 {
            0 => {
                let file = &of_platform[numbers.below(of_platform.len())];
                std::fs::remove_file(file).expect("was there");
                what = format!("{} removed", file.display());
                ended(&mut command)
            }
            1 => {
                let file = &of_platform[numbers.below(of_platform.len())];
                let bytes = std::fs::read(file).expect("readable");
                let left = numbers.below(bytes.len().max(1));
                std::fs::write(file, &bytes[..left]).expect("writable");
                what = format!("{} cut off after {left} of {} bytes", file.display(), bytes.len());
                ended(&mut command)
            }
            2 => {
                let file = &of_cache[numbers.below(of_cache.len())];
                let mut bytes = std::fs::read(file).expect("readable");
                let byte = numbers.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(byte) {
                    *byte ^= 1 << numbers.below(8);
                }
                // Objects of git may not be written to.
                std::fs::remove_file(file).expect("was there");
                std::fs::write(file, bytes).expect("writable");
                what = format!("byte {byte} of {} flipped", file.display());
                ended(&mut command)
            }
            3 => {
                let (name, value) = [
                    ("PARAM_APPLICATION", "kubeflow-core"),
                    ("PARAM_ENVIRONMENT", "icaruscloudlab"),
                    ("ARGOCD_APP_NAME", "kubeflow"),
                    ("ARGOCD_APP_PARAMETERS", "[]x"),
                    ("QUINTET_CACHE", "/nowhere"),
                ][numbers.below(5)];
                what = format!("{name}={value}");
                ended(command.env(name, value))
            }
            _ => {
                let signal = ["-TERM", "-KILL"][numbers.below(2)];
                let after = Duration::from_millis(numbers.below(120) as u64);
                what = format!("{signal} after {after:?}");
                killed(command, signal, after)
            }
        };
        std::fs::remove_dir_all(&at).expect("was there");
        match (stdout.is_empty(), is_success) {
            (true, false) => none += 1,
            (false, true) if stdout == expected => whole += 1,
            _ => panic!("fault {number}, {what}: {} of {} bytes, success {is_success}", stdout.len(), expected.len()),
        }
    }
    println!("200 faults: {whole} times all of it, {none} times nothing");
    assert!(whole > 0 && none > 100, "{whole} {none}");
}

fn ended(command: &mut Command) -> (Vec<u8>, bool) {
    let output = command.stderr(Stdio::piped()).output().expect("starts");
    assert!(output.status.success() || !output.stderr.is_empty(), "a refusal says why");
    (output.stdout, output.status.success())
}

#[test]
fn it_is_far_below_the_time_argo_cd_gives_it() {
    let sidecar = Sidecar::new();
    let start = Instant::now();
    sidecar.generate("kubeflow", "staging").built();
    assert!(start.elapsed() < Duration::from_secs(60));
}

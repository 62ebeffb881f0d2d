//! The closed set under mutation: every way to change it, in every place it is
//! stated, must be caught by the check made for it and by no other.

use std::fmt::Write as _;

use crate::platform::Platform;

const REPOSITORY: &str = "https://git.example/platform/kubeflow-platform";
const REVISION: &str = "1111111111111111111111111111111111111111";
const COMPOSITION: &str = "compositions/kubeflow.yaml";

/// Name, namespace and first entry of the example's Applications.
const APPLICATIONS: [(&str, &str, &str); 5] = [
    ("kubeflow-core", "kubeflow", "common/namespace/base"),
    ("kubeflow-notebooks", "kubeflow", "applications/notebooks/overlays/kubeflow"),
    ("kubeflow-pipelines", "kubeflow", "applications/pipelines/overlays/kubeflow"),
    ("kubeflow-trainer", "kubeflow-system", "applications/trainer/overlays/kubeflow"),
    ("kubeflow-katib", "kubeflow", "applications/katib/overlays/kubeflow"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mutation {
    Drop,
    Add,
    Rename,
    Repository,
    Revision,
    Path,
    Destination,
    Duplicate,
}

const MUTATIONS: [(Mutation, &str); 8] = [
    (Mutation::Drop, "closed-set/missing-application"),
    (Mutation::Add, "closed-set/extra-application"),
    (Mutation::Rename, "closed-set/renamed-application"),
    (Mutation::Repository, "closed-set/re-pointed-repository"),
    (Mutation::Revision, "closed-set/re-pointed-revision"),
    (Mutation::Path, "closed-set/re-pointed-path"),
    (Mutation::Destination, "closed-set/re-pointed-destination"),
    (Mutation::Duplicate, "closed-set/duplicated-application"),
];

/// An Application as Argo CD has it.
#[derive(Clone)]
struct Child {
    name: String,
    repository: String,
    revision: String,
    path: String,
    namespace: String,
}

fn children() -> Vec<Child> {
    let child = |&(name, namespace, _): &(&str, &str, &str)| Child {
        name: name.to_owned(),
        repository: REPOSITORY.to_owned(),
        revision: REVISION.to_owned(),
        path: format!("patches/{name}"),
        namespace: namespace.to_owned(),
    };
    APPLICATIONS.iter().map(child).collect()
}

fn mutated(at: usize, mutation: Mutation) -> Vec<Child> {
    let mut children = children();
    match mutation {
        Mutation::Drop => _ = children.remove(at),
        Mutation::Add => {
            let name = format!("kubeflow-extra{at}");
            children.push(Child { path: format!("elsewhere/{name}"), name, ..children[at].clone() });
        }
        Mutation::Rename => children[at].name = format!("renamed{at}"),
        Mutation::Repository => children[at].repository = "https://git.example/other/platform".to_owned(),
        Mutation::Revision => children[at].revision = "main".to_owned(),
        Mutation::Path => children[at].path = format!("patches/{}", APPLICATIONS[(at + 1) % 5].0),
        Mutation::Destination => children[at].namespace = "elsewhere".to_owned(),
        Mutation::Duplicate => children.push(children[at].clone()),
    }
    children
}

fn yaml(children: &[Child]) -> String {
    let mut text = String::new();
    for Child { name, repository, revision, path, namespace } in children {
        let _ = write!(
            text,
            "---\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: {name}\n  namespace: argocd\nspec:\n  \
             project: kubeflow\n  source:\n    repoURL: {repository}\n    targetRevision: {revision}\n    path: {path}\n  \
             destination:\n    server: https://kubernetes.default.svc\n    namespace: {namespace}\n"
        );
    }
    text
}

fn json(children: &[Child]) -> String {
    let items: Vec<serde_json::Value> = children
        .iter()
        .map(|child| {
            serde_json::json!({
                "apiVersion": "argoproj.io/v1alpha1",
                "kind": "Application",
                "metadata": {"name": child.name, "namespace": "argocd"},
                "spec": {
                    "project": "kubeflow",
                    "source": {"repoURL": child.repository, "targetRevision": child.revision, "path": child.path},
                    "destination": {"server": "https://kubernetes.default.svc", "namespace": child.namespace},
                },
            })
        })
        .collect();
    serde_json::json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string()
}

/// The entry of one Application in the composition file.
fn entry(composition: &str, name: &str) -> String {
    let start = composition.find(&format!("- name: {name}\n")).expect("is there");
    let end = composition[start + 1..].find("- name: ").map_or(composition.len(), |at| start + 1 + at);
    composition[start..end].to_owned()
}

fn mutate_composition(platform: &Platform, at: usize, mutation: Mutation) {
    let (name, namespace, first) = APPLICATIONS[at];
    let (text, overlay) = (platform.read(COMPOSITION), format!("patches/{name}/kustomization.yaml"));
    let own = entry(&text, name);
    let with = |new: &str| platform.write(COMPOSITION, &text.replacen(&own, new, 1));
    let in_overlay = |from: &str, to: &str| {
        let text = platform.read(&overlay);
        assert!(text.contains(from), "{from} in {text}");
        platform.write(&overlay, &text.replacen(from, to, 1));
    };
    match mutation {
        Mutation::Drop => with(""),
        Mutation::Add => {
            with(&format!("{own}- name: kubeflow-extra\n  wave: 4\n  namespace: kubeflow\n  entries:\n  - more/base\n"))
        }
        Mutation::Rename => with(&own.replacen(name, &format!("{name}-renamed"), 1)),
        Mutation::Repository => in_overlay("git.example/kubeflow/tiny-upstream", "git.example/other/tiny-upstream"),
        Mutation::Revision => in_overlay("?ref=bcf6", "?ref=bcf7"),
        Mutation::Path => in_overlay(first, &format!("{first}/other")),
        Mutation::Destination => with(&own.replacen(&format!("namespace: {namespace}"), "namespace: elsewhere", 1)),
        Mutation::Duplicate => with(&format!("{own}{own}")),
    }
}

#[test]
fn every_mutation_is_caught_by_the_check_made_for_it() {
    let (mut caught, mut total) = (0, 0);
    let mut wrong = Vec::new();
    for (at, &(name, ..)) in APPLICATIONS.iter().enumerate() {
        for (mutation, expected) in MUTATIONS {
            for place in ["composition", "repository", "live"] {
                let platform = Platform::new();
                let said = match place {
                    "composition" => {
                        mutate_composition(&platform, at, mutation);
                        platform.errors(&[], None)
                    }
                    "repository" => {
                        platform.write("argocd/children.yml", &yaml(&mutated(at, mutation)));
                        platform.errors(&[], None)
                    }
                    _ => platform.errors(&["staging"], Some(&json(&mutated(at, mutation)))),
                };
                total += 1;
                let ids = said
                    .as_ref()
                    .map(|said| said.iter().map(|(id, _)| id.as_str()).collect::<std::collections::BTreeSet<_>>());
                if ids.as_ref().is_ok_and(|ids| ids.iter().eq([&expected])) {
                    caught += 1;
                } else {
                    wrong.push(format!("{name} {mutation:?} in the {place}: expected {expected}, got {said:?}"));
                }
            }
        }
    }
    println!("caught {caught} of {total}");
    assert!(wrong.is_empty(), "caught {caught} of {total}\n{}", wrong.join("\n"));
}

#[test]
fn what_is_right_passes() {
    let platform = Platform::new();
    assert_eq!(platform.errors(&[], None), Ok(Vec::new()));
    platform.write("argocd/children.yaml", &yaml(&children()));
    assert_eq!(platform.errors(&[], None), Ok(Vec::new()));
    assert_eq!(platform.errors(&["staging"], Some(&json(&children()))), Ok(Vec::new()));
}

fn ids(platform: &Platform, environments: &[&str], live: Option<&str>) -> Vec<String> {
    let said = platform.errors(environments, live).expect("can be checked");
    said.into_iter().map(|(id, _)| id).collect()
}

#[test]
fn what_an_environment_does_not_select_must_not_be_there() {
    let platform = Platform::new();
    let found = ids(&platform, &["devbox"], Some(&json(&children())));
    assert_eq!(found, ["closed-set/disabled-application"; 3]);
    let selected = &children()[..2];
    assert_eq!(ids(&platform, &["devbox"], Some(&json(selected))), [""; 0]);
}

#[test]
fn spellings_of_a_repository_do_not_matter() {
    let platform = Platform::new();
    let mut children = children();
    for (child, spelling) in children.iter_mut().zip([
        "https://git.example/platform/kubeflow-platform.git",
        "https://GIT.example/platform/kubeflow-platform/",
        "git@git.example:platform/kubeflow-platform.git",
        "ssh://git@git.example/platform/kubeflow-platform",
    ]) {
        child.repository = spelling.to_owned();
    }
    assert_eq!(ids(&platform, &["staging"], Some(&json(&children))), [""; 0]);
    // An Application of the upstream itself is one of Kubeflow's, whatever it is called.
    let foreign = Child {
        name: "anything".to_owned(),
        repository: "git@git.example:kubeflow/Tiny-Upstream.git".to_owned(),
        path: "x".to_owned(),
        namespace: "y".to_owned(),
        ..children[0].clone()
    };
    let all: Vec<Child> = children.into_iter().chain([foreign]).collect();
    assert_eq!(ids(&platform, &["staging"], Some(&json(&all))), ["closed-set/extra-application"]);
}

#[test]
fn generators_nobody_can_review_are_refused() {
    let platform = Platform::new();
    let set = |generator: &str| {
        format!(
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: argoproj.io/v1alpha1\n  kind: ApplicationSet\n  metadata: {{name: all}}\n  spec:\n    \
             generators:\n    - {generator}\n    template:\n      metadata: {{name: 'kubeflow-{{{{name}}}}'}}\n      spec:\n        \
             source: {{repoURL: {REPOSITORY}, targetRevision: '{REVISION}', path: 'patches/kubeflow-{{{{name}}}}'}}\n        \
             destination: {{server: https://kubernetes.default.svc, namespace: kubeflow}}\n"
        )
    };
    platform.write("sets/all.yaml", &set("clusters: {}"));
    assert_eq!(ids(&platform, &[], None), ["closed-set/open-generator"]);
    platform.write(
        "sets/all.yaml",
        &set("list: {elements: [{name: core}, {name: notebooks}, {name: pipelines}, {name: katib}]}"),
    );
    assert_eq!(ids(&platform, &[], None), ["closed-set/missing-application"]);
    platform.write("sets/all.yaml", "{{ range .x }}\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: kubeflow-{{ .y }}\nspec: {}\n{{ end }}\n");
    assert_eq!(ids(&platform, &[], None), ["closed-set/open-generator"]);
}

#[test]
fn files_and_pins_that_nothing_uses_are_refused() {
    let platform = Platform::new();
    platform.write("patches/kubeflow-core/forgotten.yaml", "a: 1\n");
    platform.write("patches/kubeflow-other/kustomization.yaml", "resources: []\n");
    platform.write("compositions/notes.yaml", "a: 1\n");
    assert_eq!(ids(&platform, &[], None), ["closed-set/stray-file"; 3]);
    std::fs::remove_dir_all(platform.root().join("patches/kubeflow-other")).expect("was there");
    std::fs::remove_file(platform.root().join("compositions/notes.yaml")).expect("was there");
    assert_eq!(ids(&platform, &[], None), ["closed-set/stray-file"]);
    std::fs::remove_file(platform.root().join("patches/kubeflow-core/forgotten.yaml")).expect("was there");
    let lock = platform.read("compositions/upstream.lock.yaml");
    let more = "- url: https://git.example/more\n  ref: v1\n  commit: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n  tree: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n";
    platform.write(
        "compositions/upstream.lock.yaml",
        &lock.replacen("repositories:\n", &format!("repositories:\n{more}"), 1),
    );
    assert_eq!(ids(&platform, &[], None), ["closed-set/unused-lock-entry"]);
}

#[test]
fn a_value_nobody_uses_and_a_waiver_that_fits_nothing_are_refused() {
    let platform = Platform::new();
    let path = "compositions/environments/devbox.yaml";
    platform.write(path, &format!("{}  unused: {{value: x}}\n", platform.read(path)));
    assert_eq!(ids(&platform, &[], None), ["patch/unused-value"]);
    let waiver = |field: &str, day: &str| {
        format!(
            "apiVersion: quintet/v1alpha1\nkind: Waivers\nwaivers:\n- check: patch/unused-value\n  field: {field}\n  reason: for a test\n  owner: test\n  expires: '{day}'\n"
        )
    };
    platform.write("policies/waivers.yaml", &waiver("values.unused", "9999-12-31"));
    assert_eq!(ids(&platform, &[], None), [""; 0]);
    platform.write("policies/waivers.yaml", &waiver("values.other", "9999-12-31"));
    assert_eq!(ids(&platform, &[], None), ["patch/unused-value", "waiver/unused-waiver"]);
    platform.write("policies/waivers.yaml", &waiver("values.unused", "2020-01-01"));
    assert_eq!(ids(&platform, &[], None), ["patch/unused-value", "waiver/expired-waiver"]);
}

#[test]
fn excluded_components_and_shared_objects_are_refused() {
    let platform = Platform::new();
    let overlay = |name: &str| format!("patches/{name}/kustomization.yaml");
    let add = |name: &str| {
        let path = overlay(name);
        platform.write(&path, &platform.read(&path).replacen("resources:\n", "resources:\n- own.yaml\n", 1));
    };
    for name in ["kubeflow-core", "kubeflow-katib"] {
        platform.write(
            &format!("patches/{name}/own.yaml"),
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shared, namespace: kubeflow}\n",
        );
        add(name);
    }
    let differs = "snapshot/differs";
    assert_eq!(ids(&platform, &[], None), ["closed-set/shared-object", differs, differs]);
    let serving =
        "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: x, namespace: kubeflow}\n";
    platform.write("patches/kubeflow-katib/own.yaml", serving);
    // Nobody has its definition, which is another reason.
    let missing = "install-order/missing-provider";
    assert_eq!(ids(&platform, &[], None), ["closed-set/excluded-component", missing, differs, differs]);
}

#[test]
fn a_folder_that_does_not_count_may_not_be_used() {
    let platform = Platform::new();
    let path = "policies/closed-set.yaml";
    let excluded = "excludedFolders:\n- path: fixtures\n  reason: for tests\n  owner: test\n";
    platform.write(path, &platform.read(path).replacen("excludedFolders: []", excluded.trim_end(), 1));
    // What is in the folder does not count, whatever it is.
    let other = Child {
        name: "other".to_owned(),
        namespace: "other".to_owned(),
        path: "fixtures/x".to_owned(),
        ..children()[0].clone()
    };
    platform.write("fixtures/children.yaml", &yaml(&children()[..2]));
    assert_eq!(ids(&platform, &[], None), [""; 0]);
    platform.write("apps/other.yaml", &yaml(&[other]));
    assert_eq!(ids(&platform, &[], None), ["closed-set/used-excluded-folder"]);
}

#[test]
fn projects_allow_what_the_composition_needs_and_nothing_else() {
    let platform = Platform::new();
    let project = |name: &str, repositories: &str, destinations: &str| {
        format!(
            "apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {{name: {name}, namespace: argocd}}\nspec:\n  \
             sourceRepos: [{repositories}]\n  destinations: [{destinations}]\n"
        )
    };
    let to = |namespace: &str| format!("{{server: https://kubernetes.default.svc, namespace: '{namespace}'}}");
    let said = |text: String| {
        platform.write("argocd/project.yaml", &text);
        ids(&platform, &[], None)
    };
    let own = |repositories: &str, namespace: &str| project("kubeflow", repositories, &to(namespace));
    let destinations = ["kubeflow", "kubeflow-system", "argocd", "!kube-system"].map(to).join(", ");
    assert_eq!(said(project("kubeflow", &format!("{REPOSITORY}.git"), &destinations)), [""; 0]);
    for (repositories, namespace) in [("'*'", "kubeflow"), ("https://git.example/other/platform", "kubeflow")] {
        assert_eq!(said(own(repositories, namespace)), ["closed-set/open-project"], "{repositories}");
    }
    for namespace in ["*", "kube-system", "kubeflow-*"] {
        assert_eq!(said(own(REPOSITORY, namespace)), ["closed-set/open-project"], "{namespace}");
    }
    let elsewhere = "{server: https://other.example, namespace: kubeflow}";
    assert_eq!(said(project("kubeflow", REPOSITORY, elsewhere)), ["closed-set/open-project"]);
    assert_eq!(
        said(project("kubeflow", REPOSITORY, "{name: in-cluster, namespace: kubeflow}")),
        ["closed-set/open-project"]
    );
    assert_eq!(said(project("other", "'*'", &to("*"))), [""; 0]);
    assert_eq!(said(project("other", "https://git.example/x", &to("kubeflow"))), ["closed-set/extra-project"]);
    let upstream = "git@git.example:kubeflow/Tiny-Upstream.git";
    assert_eq!(said(project("other", upstream, &to("mine"))), ["closed-set/extra-project"]);
    let template = project("kubeflow", "'{{ .Values.repository }}'", &to("kubeflow"));
    assert_eq!(said(format!("{{{{ if .x }}}}\n{template}{{{{ end }}}}\n")), ["closed-set/open-project"]);
}

//! Counting what an entry of a kustomization does, for an observer that wants
//! to know: kustomize itself is silent about an entry that does nothing.

use super::{Context, Fields};
use crate::kustomize::observer::Effect;
use crate::kustomize::patch::json::JsonPatch;
use crate::resource::{Resource, Selector};
use crate::text::Span;
use crate::yaml::{ValueError, to_json};

/// An entry whose effect is told.
pub(super) struct Entry {
    pub(super) field: &'static str,
    pub(super) span: Span,
    pub(super) name: String,
}

impl Entry {
    /// The entry at `span`; nothing when nobody wants to know, or when it is a
    /// remote's.
    pub(super) fn new(
        fields: &Fields<'_, '_>,
        field: &'static str,
        span: Span,
        name: impl FnOnce() -> String,
    ) -> Option<Self> {
        is_wanted(fields).then(|| Self { field, span, name: name() })
    }

    fn effect(&self, count: &Count) -> Effect {
        let (span, name) = (self.span, self.name.clone());
        Effect { field: self.field, span, name, matched: count.matched, changed: count.changed }
    }

    /// One of the entry's parts, called `name`.
    pub(super) fn part(&self, span: Span, name: &str, count: &Count) -> Effect {
        Effect { span, name: format!("{name} of {}", self.name), ..self.effect(count) }
    }

    /// The operations of a JSON patch for `count.matched` objects. A test is
    /// there to change nothing.
    pub(super) fn operations(&self, patch: &JsonPatch, changes: &[usize], count: &Count) -> Vec<Effect> {
        let operations = patch.operations().zip(changes).filter(|(operation, _)| !operation.is_test());
        operations
            .map(|(operation, &changed)| {
                let count = Count { changed, ..*count };
                self.part(operation.span(), &format!("the operation `{}`", operation.title()), &count)
            })
            .collect()
    }

    /// Tells the observer.
    pub(super) fn tell(&self, count: &Count, parts: &[Effect], context: &Context<'_>) {
        let Some(observer) = context.options.observer else { return };
        observer.effect(&self.effect(count));
        if count.changed > 0 && parts.len() > 1 {
            parts.iter().for_each(|part| observer.effect(part));
        }
    }
}

/// Whether the effects of a kustomization's entries are told.
pub(super) fn is_wanted(fields: &Fields<'_, '_>) -> bool {
    fields.context.options.observer.is_some_and(|observer| observer.wants_effects()) && fields.loader.is_local()
}

/// How often an entry found something, and how often that was different then.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    is_wanted: bool,
    pub(super) matched: usize,
    pub(super) changed: usize,
}

/// An object before a change, as a text that order of keys and style do not
/// matter to.
pub(super) type Before = Option<Result<String, ValueError>>;

impl Count {
    /// A count that compares objects when there is somebody to tell.
    pub(super) fn new(entry: Option<&Entry>) -> Self {
        Self { is_wanted: entry.is_some(), ..Self::default() }
    }

    /// The object as it is now.
    pub(super) fn before(&self, resource: &Resource) -> Before {
        self.is_wanted.then(|| to_json(resource.doc(), resource.doc().root()))
    }

    /// Counts an object that was changed.
    pub(super) fn after(&mut self, before: &Before, resource: &Resource) {
        self.matched += 1;
        if before.is_some() && self.before(resource) != *before {
            self.changed += 1;
        }
    }

    /// Adds what a part counted.
    pub(super) fn add(&mut self, part: &Self) {
        self.matched += part.matched;
        self.changed += part.changed;
    }
}

/// A selector in words.
pub(super) fn in_words(selector: &Selector) -> String {
    let Selector { group, version, kind, name, namespace, annotation_selector, label_selector } = selector;
    let parts = [
        ("group", group),
        ("version", version),
        ("kind", kind),
        ("name", name),
        ("namespace", namespace),
        ("annotations", annotation_selector),
        ("labels", label_selector),
    ];
    let written: Vec<String> =
        parts.iter().filter(|(_, value)| !value.is_empty()).map(|(part, value)| format!("{part} {value}")).collect();
    if written.is_empty() { "every object".to_owned() } else { written.join(", ") }
}

/// A patch in words: the file it is in, if it has one, and what it is for.
pub(super) fn patch_in_words(path: &str, target: Option<&Selector>, documents: &[Resource]) -> String {
    let patch = if path.is_empty() { "the patch".to_owned() } else { format!("the patch `{path}`") };
    match (target, documents) {
        (Some(target), _) => format!("{patch} for {}", in_words(target)),
        (None, [first, ..]) if path.is_empty() => format!("{patch} for {}", first.original_id()),
        (None, _) => patch,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::kustomize::{BuildOptions, Observer, build, to_yaml};
    use crate::vfs::{MemoryTree, RemoteError, RemoteFile, RemoteRepository, Remotes, RepoSpec};

    const OBJECTS: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n  template:\n    spec:\n      containers:\n      - {name: web, image: 'nginx:1'}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: '1', b: '2'}\n";

    #[derive(Default)]
    struct Watcher(Mutex<Vec<Effect>>);

    impl Observer for Watcher {
        fn wants_effects(&self) -> bool {
            true
        }

        fn effect(&self, effect: &Effect) {
            self.0.lock().unwrap().push(effect.clone());
        }
    }

    /// Has one repository, whose kustomization holds an idle patch.
    struct OneRepository;

    impl Remotes for OneRepository {
        fn file(&self, _url: &str) -> Result<Option<RemoteFile>, RemoteError> {
            Ok(None)
        }

        fn repository(&self, _spec: &RepoSpec) -> Result<RemoteRepository, RemoteError> {
            let tree = MemoryTree::from_files([
                ("/repo/kustomization.yaml", format!("resources: [o.yaml]\npatches:\n- {IDLE}\n")),
                ("/repo/o.yaml", "kind: A\nmetadata: {name: a}\n".to_owned()),
            ]);
            Ok(RemoteRepository { tree: Arc::new(tree), root: "/repo".into(), commit: None, tree_id: None })
        }
    }

    const IDLE: &str = "{target: {kind: None}, patch: '- {op: remove, path: /a}'}";

    /// What a kustomization over [`OBJECTS`] tells: place, name, matched and
    /// changed. The objects are the same as without an observer.
    fn effects(kustomization: &str, files: &[(&str, &str)]) -> Vec<String> {
        let file = ("/k/kustomization.yaml".to_owned(), format!("resources: [o.yaml]\n{kustomization}"));
        let more = files.iter().map(|(name, text)| (format!("/k/{name}"), (*text).to_owned()));
        let tree = MemoryTree::from_files(more.chain([file, ("/k/o.yaml".to_owned(), OBJECTS.to_owned())]));
        let watcher = Watcher::default();
        let silent = BuildOptions { remotes: &OneRepository, ..BuildOptions::default() };
        let watched = BuildOptions { observer: Some(&watcher), ..silent.clone() };
        let text = |options| to_yaml(&build(&tree, "/k".as_ref(), options).expect("builds"), options).expect("a text");
        assert_eq!(text(&watched), text(&silent));
        let told = watcher.0.lock().unwrap();
        let line = |effect: &Effect| {
            let place = watched.sources.locate(effect.span).expect("written somewhere");
            let (file, _column) = place.rsplit_once(':').expect("line and column");
            let file = file.trim_start_matches("/k/");
            format!("{file} {} {}/{}", effect.name, effect.changed, effect.matched)
        };
        told.iter().map(line).collect()
    }

    #[test]
    fn patches_with_a_target_count_the_objects() {
        let told = effects(
            &format!(
                "patches:\n- {IDLE}\n- target: {{kind: Deployment|ConfigMap}}\n  patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {{name: any}}\n    data: {{a: '1'}}\n- path: same.yaml\n  target: {{kind: ConfigMap}}\n- path: empty.yaml\n"
            ),
            &[
                ("same.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: any}\ndata:\n  b: \"2\"\n"),
                ("empty.yaml", "# nothing\n"),
            ],
        );
        assert_eq!(
            told,
            [
                "kustomization.yaml:3 the patch for kind None 0/0",
                "kustomization.yaml:4 the patch for kind Deployment|ConfigMap 1/2",
                "kustomization.yaml:10 the patch `same.yaml` for kind ConfigMap 0/1",
                "kustomization.yaml:12 the patch `empty.yaml` 0/0",
            ]
        );
    }

    #[test]
    fn documents_are_told_one_by_one_when_their_entry_changes_something() {
        let settings = |value: &str| {
            format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: settings}}\ndata: {{a: '{value}'}}\n")
        };
        let web = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n";
        let delete = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n$patch: delete\n";
        let both = format!("{web}---\n{}", settings("3"));
        let none = format!("{web}---\n{}", settings("1"));
        let expected = [
            "kustomization.yaml:3 the patch `none.yaml` 0/2",
            "kustomization.yaml:4 the patch `both.yaml` 1/2",
            "both.yaml:1 the document for Deployment.v1.apps/web.[noNs] of the patch `both.yaml` 0/1",
            "both.yaml:6 the document for ConfigMap.v1.[noGrp]/settings.[noNs] of the patch `both.yaml` 1/1",
            "kustomization.yaml:5 the patch `delete.yaml` 1/1",
        ];
        let files = [("none.yaml", none.as_str()), ("both.yaml", &both), ("delete.yaml", delete)];
        let patches = "patches:\n- path: none.yaml\n- path: both.yaml\n- path: delete.yaml\n";
        assert_eq!(effects(patches, &files), expected);
        let strategic = "patchesStrategicMerge:\n- none.yaml\n- both.yaml\n- delete.yaml\n";
        assert_eq!(effects(strategic, &files), expected);
        let inline =
            "patchesStrategicMerge:\n- |\n  apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: web}\n";
        assert_eq!(effects(inline, &[]), ["kustomization.yaml:4 the patch for Deployment.v1.apps/web.[noNs] 0/1"]);
    }

    #[test]
    fn operations_are_told_one_by_one_and_tests_are_not() {
        let operations = "- {op: test, path: /spec/replicas, value: 2}\n- {op: replace, path: /spec/replicas, value: 2}\n- {op: add, path: /spec/paused, value: true}\n";
        let files = [("ops.yaml", operations), ("same.yaml", "- {op: add, path: /spec/replicas, value: 2}\n")];
        let expected = |target: &str| {
            [
                format!("kustomization.yaml:3 the patch `ops.yaml` for {target} 1/1"),
                format!("ops.yaml:2 the operation `replace /spec/replicas` of the patch `ops.yaml` for {target} 0/1"),
                format!("ops.yaml:3 the operation `add /spec/paused` of the patch `ops.yaml` for {target} 1/1"),
                format!("kustomization.yaml:5 the patch `same.yaml` for {target} 0/1"),
            ]
        };
        for field in ["patches", "patchesJson6902"] {
            let target = "{version: v1, kind: Deployment, name: web}";
            let entry = |file: &str| format!("- path: {file}\n  target: {target}\n");
            let told = effects(&format!("{field}:\n{}{}", entry("ops.yaml"), entry("same.yaml")), &files);
            assert_eq!(told, expected("version v1, kind Deployment, name web"), "{field}");
        }
    }

    #[test]
    fn images_and_replicas_that_are_so_already_change_nothing() {
        let told = effects(
            "images:\n- {name: nginx, newTag: '1'}\n- {name: nginx, newTag: '2'}\n- {name: other, newTag: '2'}\nreplicas:\n- {name: web, count: 2}\n- {name: web, count: 3}\n",
            &[],
        );
        assert_eq!(
            told,
            [
                "kustomization.yaml:7 the number of replicas of `web` 0/1",
                "kustomization.yaml:8 the number of replicas of `web` 1/1",
                "kustomization.yaml:3 the entry for the image `nginx` 0/1",
                "kustomization.yaml:4 the entry for the image `nginx` 1/1",
                "kustomization.yaml:5 the entry for the image `other` 0/0",
            ]
        );
    }

    #[test]
    fn targets_of_a_replacement_are_told_one_by_one() {
        let source = "source: {kind: ConfigMap, name: settings, fieldPath: data.b}";
        let told = effects(
            &format!(
                "replacements:\n- {source}\n  targets:\n  - {{select: {{kind: ConfigMap}}, fieldPaths: [data.a]}}\n  - {{select: {{kind: None}}}}\n- path: more.yaml\n"
            ),
            &[("more.yaml", "\nsourceValue: hidden\ntargets: [{select: {kind: None}}]\n")],
        );
        let entry = "the replacement by `data.b` of kind ConfigMap, name settings";
        assert_eq!(
            told,
            [
                format!("kustomization.yaml:3 {entry} 1/1"),
                format!("kustomization.yaml:3 the target kind ConfigMap (`data.a`) of {entry} 1/1"),
                format!("kustomization.yaml:3 the target kind None of {entry} 0/0"),
                "more.yaml:2 the replacement by a fixed value 0/0".to_owned(),
            ]
        );
    }

    #[test]
    fn a_local_base_tells_of_its_entries_and_a_remote_does_not() {
        let base = |resources: &str| format!("resources: {resources}\npatches:\n- {IDLE}\n");
        let component = "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\ncomponents: []\n";
        let told = effects(
            &format!("components: [base]\npatches:\n- {IDLE}\n"),
            &[
                ("base/kustomization.yaml", &format!("{component}{}", base("[../bases]"))),
                ("bases/kustomization.yaml", &base("['https://example.com/org/repo.git']")),
            ],
        );
        let name = "the patch for kind None 0/0";
        assert_eq!(
            told,
            [
                format!("bases/kustomization.yaml:3 {name}"),
                format!("base/kustomization.yaml:6 {name}"),
                format!("kustomization.yaml:4 {name}"),
            ]
        );
    }
}

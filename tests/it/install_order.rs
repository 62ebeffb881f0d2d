//! The install order of the real render.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use quintet::compose::{Platform, RenderOptions, Rendered, Verification, render};
use quintet::finding::Place;
use quintet::order::sync::Phase;
use quintet::order::{Application, EdgeId, EdgeKind, Graph, InstallOrder, ObjectId, PrerequisiteKind, Provider};
use quintet::policy::{InventorySecret, PlatformInventory};
use quintet::resource::Resource;
use quintet::text::SourceMap;
use quintet::vfs::{DiskTree, MirrorFile};

use crate::shared::shared;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What the real composition renders to and what the platform has; nothing
/// where the mirror is not at hand.
fn real(environment: &str) -> Option<(Platform, Rendered, PlatformInventory)> {
    Some(load(Path::new(ROOT), &shared("upstream/mirrors.yaml")?, environment))
}

fn load(root: &Path, mirror: &Path, environment: &str) -> (Platform, Rendered, PlatformInventory) {
    let (tree, sources) = (DiskTree::new(root), Arc::new(SourceMap::new()));
    let mirror = MirrorFile::load(&tree, mirror, &sources).expect("a mirror");
    let platform = Platform::load(&tree, root, &sources).expect("a platform");
    let inventory = PlatformInventory::load(&tree, root, &sources).expect("an inventory");
    let environment = platform.environment(environment).expect("is there");
    let options = RenderOptions { verification: Verification::Unverified, ..RenderOptions::default() };
    let rendered = render(&platform, environment, &mirror, options, &|_| Vec::new()).expect("renders");
    (platform, rendered, inventory)
}

fn applications<'a>(platform: &'a Platform, rendered: &'a Rendered) -> Vec<Application<'a>> {
    let namespace = |name: &str| {
        let mut all = platform.composition.applications.iter();
        all.find(|application| application.name.value == name).map_or("", |found| found.namespace.value.as_str())
    };
    let application = |one: &'a quintet::compose::RenderedApplication| Application {
        name: &one.name,
        wave: one.wave,
        namespace: namespace(&one.name),
        objects: &one.objects,
    };
    rendered.applications.iter().map(application).collect()
}

fn name(graph: &Graph<'_>, id: ObjectId) -> String {
    graph.subject(id).to_string()
}

fn said(graph: &Graph<'_>, id: EdgeId) -> String {
    let edge = graph.edge(id);
    let by = edge.to().map(|to| format!(" ({})", name(graph, to))).unwrap_or_default();
    format!("{} {} {}{by}, at {}", name(graph, edge.from), edge.kind, edge.wanted, edge.field)
}

#[test]
fn the_waves_of_the_applications_are_proved_on_the_real_render() {
    let Some((platform, rendered, inventory)) = real("staging") else { return };
    let applications = applications(&platform, &rendered);
    let started = std::time::Instant::now();
    let order = InstallOrder::of(applications, &inventory);
    println!("{} objects, {} edges, {:?}", order.graph.objects.len(), order.graph.edges.len(), started.elapsed());
    let graph = &order.graph;
    let mut crossing: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    for id in &order.proof.crossing {
        let edge = graph.edge(*id);
        let to = edge.to().expect("crosses to an object");
        let ends = (graph.application_of(edge.from).name, graph.application_of(to).name);
        *crossing.entry((edge.kind.name(), ends.0, ends.1)).or_default() += 1;
    }
    for ((kind, from, to), count) in &crossing {
        println!("{count:4} {kind:16} {from} -> {to}");
    }
    let kinds: Vec<&str> = crossing.keys().map(|(kind, ..)| *kind).collect();
    assert!(kinds.contains(&"namespace") && kinds.contains(&"gateway"), "{kinds:?}");
    let violations: Vec<String> = order.proof.violations.iter().map(|id| said(graph, *id)).collect();
    assert_eq!(violations, [""; 0]);
    assert_eq!(order.cycles, []);
    assert_eq!(graph.self_guards, []);
    let missing: Vec<String> = order.proof.unsatisfied.iter().map(|id| said(graph, *id)).collect();
    println!("nobody provides:\n  {}", missing.join("\n  "));
    // Waived with reasons in policies/waivers.yaml.
    for id in &order.proof.unsatisfied {
        let (edge, wanted) = (graph.edge(*id), graph.edge(*id).wanted.to_string());
        let is_known = match edge.kind {
            EdgeKind::Subject => wanted == "ServiceAccount kubeflow/jupyter-notebook",
            EdgeKind::Host => wanted == "Service auth/dex",
            _ => false,
        };
        assert!(is_known, "{}", said(graph, *id));
    }
    assert!(graph.edges.iter().all(|edge| matches!(graph.place(edge), Place::Text(_))));
    let prerequisites = order.prerequisites();
    for row in &prerequisites.needed {
        println!("needs {} {} {:?} for {} objects", row.kind.name(), row.name, row.keys, row.used_by.len());
    }
    let names: Vec<&str> = prerequisites.needed.iter().map(|row| row.name.as_str()).collect();
    assert!(names.contains(&"cert-manager.io/Certificate") && names.contains(&"ceph-block.example"), "{names:?}");
}

#[test]
fn the_first_sync_of_the_real_render_needs_no_retry() {
    for environment in ["devbox", "staging", "icaruscloudlab"] {
        let Some((platform, rendered, inventory)) = real(environment) else { return };
        let order = InstallOrder::of(applications(&platform, &rendered), &inventory);
        let graph = &order.graph;
        let plan = order.plan();
        for stage in &plan.stages {
            for application in &stage.applications {
                println!("wave {} {}", stage.wave, graph.applications[application.application].name);
                application.forced_by.iter().for_each(|id| println!("  as {}", said(graph, *id)));
                for step in &application.steps {
                    println!("  {} {}: {} objects", step.phase, step.wave, step.objects.len());
                    step.forced_by.iter().for_each(|id| println!("    as {}", said(graph, *id)));
                    assert_eq!(step.phase, Phase::Sync);
                }
                assert_eq!(application.ignored, []);
            }
        }
        for (id, wave) in &order.waves.of {
            println!("  {} gets {}, as {}", name(graph, *id), wave.wave, said(graph, wave.forced_by));
        }
        let mut sequence = plan.sequence();
        sequence.sort();
        assert_eq!(sequence, (0..graph.objects.len()).map(ObjectId).collect::<Vec<_>>());
        let broken: Vec<String> = plan.broken(graph).into_iter().map(|id| said(graph, id)).collect();
        assert_eq!(broken, [""; 0]);
        assert_eq!(order.waves.broken, []);
    }
}

#[test]
fn core_after_any_other_application_is_a_violation() {
    let Some((platform, rendered, inventory)) = real("staging") else { return };
    for wave in 1..=4 {
        let mut applications = applications(&platform, &rendered);
        let late = applications.iter().filter(|other| other.name != "kubeflow-core" && other.wave <= wave).count();
        applications[0].wave = wave;
        let order = InstallOrder::of(applications, &inventory);
        let from = |id: &EdgeId| order.graph.application_of(order.graph.edge(*id).from).name;
        let early: BTreeSet<&str> = order.proof.violations.iter().map(from).collect();
        assert_eq!(early.len(), late, "{early:?}");
        assert!(!order.plan().broken(&order.graph).is_empty());
    }
}

#[test]
fn secrets_that_are_not_rendered_are_prerequisites_with_their_keys() {
    let Some((platform, mut rendered, inventory)) = real("staging") else { return };
    let listed = |resource: &Resource| {
        let is =
            |row: &InventorySecret| row.namespace.value == resource.namespace() && row.name.value == resource.name();
        resource.kind() == "Secret" && inventory.secrets.iter().any(is)
    };
    for application in &mut rendered.applications {
        application.objects.resources_mut().retain(|resource| !listed(resource));
    }
    let order = InstallOrder::of(applications(&platform, &rendered), &inventory);
    let is_secret = |id: &&EdgeId| order.graph.edge(**id).kind == EdgeKind::Secret;
    let missing: Vec<String> =
        order.proof.unsatisfied.iter().filter(is_secret).map(|id| said(&order.graph, *id)).collect();
    assert_eq!(missing, [""; 0]);
    let needed = order.prerequisites().needed;
    let secrets = needed.iter().filter(|row| row.kind == PrerequisiteKind::Secret);
    let found: Vec<String> =
        secrets.map(|row| format!("{} {}", row.name, row.keys.iter().cloned().collect::<Vec<_>>().join(","))).collect();
    let expected = [
        "kubeflow/mysql-secret password,username",
        "kubeflow/mlpipeline-minio-artifact accesskey,secretkey",
        "kubeflow/katib-mysql-secrets MYSQL_ROOT_PASSWORD",
    ];
    assert_eq!(found, expected);
}

#[test]
fn cluster_scoped_objects_of_the_real_render_are_in_no_namespace() {
    let Some((platform, rendered, inventory)) = real("staging") else { return };
    let order = InstallOrder::of(applications(&platform, &rendered), &inventory);
    let spurious =
        order.graph.objects.iter().filter(|object| object.namespace.is_empty() && !object.id().namespace.is_empty());
    assert_eq!(spurious.count(), 9);
    let built_in = order.graph.edges.iter().filter(|edge| edge.provider == Provider::BuiltIn).count();
    assert!(built_in > 0);
}

#[test]
fn the_order_of_the_example_platform_holds() {
    let root = Path::new(ROOT).join("examples/platform");
    let (platform, rendered, inventory) = load(&root, &root.join("upstream/mirrors.yaml"), "staging");
    let order = InstallOrder::of(applications(&platform, &rendered), &inventory);
    let missing: Vec<String> = order.proof.unsatisfied.iter().map(|id| said(&order.graph, *id)).collect();
    assert_eq!(missing, [""; 0]);
    assert!(order.proof.holds() && order.proof.crossing.len() > 10);
    assert_eq!(order.plan().broken(&order.graph), []);
    // Only another environment names the second class.
    let unused: Vec<String> = order.prerequisites().unused.into_iter().map(|row| row.name).collect();
    assert_eq!(unused, ["standard.example"]);
}

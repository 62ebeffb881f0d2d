//! Any bytes are a kustomization or an error, and the same one each time.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quintet::vfs::MemoryTree;
use quintet_fuzz::build_twice;

/// Names that kustomizations of the corpora speak of, so that seeds get far.
static FILES: LazyLock<MemoryTree> = LazyLock::new(|| {
    MemoryTree::from_files([
        ("/app/deployment.yaml", DEPLOYMENT),
        ("/app/input.yaml", DEPLOYMENT),
        ("/app/r.yaml", DEPLOYMENT),
        ("/app/resources.yaml", SEVERAL),
        ("/app/input-resources.yaml", SEVERAL),
        ("/app/service.yaml", SERVICE),
        (
            "/app/configmap.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: config}\ndata: {a: '1', b: |\n  x\n}\n",
        ),
        ("/app/patch.yaml", "kind: Deployment\napiVersion: apps/v1\nmetadata: {name: web}\nspec: {replicas: 3}\n"),
        ("/app/patch.json", r#"[{"op": "add", "path": "/metadata/labels/b", "value": "c"}]"#),
        ("/app/transformer-config.yaml", "namePrefix:\n- path: metadata/name\nimages:\n- {path: spec/image}\n"),
        ("/app/transformer.yaml", TRANSFORMER),
        ("/app/generator-config.yaml", GENERATOR),
        ("/app/replacement.yaml", REPLACEMENT),
        ("/app/config.env", "A=1\nB = two\n# note\nC\n"),
        ("/app/file.txt", "one\ntwo\n"),
        ("/app/mycrd.yaml", "kind: CustomResourceDefinition\nmetadata: {name: x}\n"),
        ("/app/a/kustomization.yaml", "resources: [r.yaml]\n"),
        ("/app/a/r.yaml", SERVICE),
        (
            "/base/kustomization.yaml",
            "resources: [r.yaml]\nnamePrefix: base-\nconfigMapGenerator: [{name: c, literals: [a=b]}]\n",
        ),
        ("/base/r.yaml", DEPLOYMENT),
        ("/comp/kustomization.yaml", "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\nnameSuffix: -c\n"),
    ])
});

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: example.com/app:1.0
        env:
        - {name: A, valueFrom: {configMapKeyRef: {name: config, key: a}}}
      volumes:
      - {name: v, configMap: {name: config}}
";
const SERVICE: &str = "\
apiVersion: v1
kind: Service
metadata: {name: web, namespace: one}
spec:
  ports: [{port: 80, protocol: TCP}]
";
const SEVERAL: &str = "\
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: binding}
roleRef: {kind: Role, name: role, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: ServiceAccount, name: robot, namespace: default}]
---
apiVersion: v1
kind: Secret
metadata: {name: secret, annotations: {a: b}}
data: {k: dg==}
";
const TRANSFORMER: &str = "\
apiVersion: builtin
kind: PrefixTransformer
metadata: {name: any}
prefix: x-
fieldSpecs: [{path: metadata/name}]
";
const GENERATOR: &str = "\
apiVersion: builtin
kind: ConfigMapGenerator
metadata: {name: generated}
literals: [a=b]
";
const REPLACEMENT: &str = "\
- source: {kind: Deployment, fieldPath: metadata.name}
  targets: [{select: {kind: Service}, fieldPaths: [metadata.labels.from], options: {create: true}}]
";

fuzz_target!(|input: &[u8]| {
    let _ = build_twice(&FILES.clone().with_file("/app/kustomization.yaml", input));
});

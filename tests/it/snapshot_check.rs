//! The snapshot as a check: `check` refuses a render that nobody approved.

use crate::platform::Platform;

#[test]
fn the_gate_catches_every_object_that_is_not_the_approved_one() {
    let platform = Platform::new();
    let said = |environments: &[&str]| -> Vec<String> {
        let errors = platform.errors(environments, None).expect("can be checked");
        let of_this = errors.into_iter().filter(|(id, _)| id.starts_with("snapshot/"));
        of_this.map(|(id, message)| format!("{id}: {message}")).collect()
    };
    let overlay = "patches/kubeflow-katib/kustomization.yaml";
    let original = platform.read(overlay);
    let patch = |patch: &str| platform.write(overlay, &format!("{original}{patch}"));
    let target = "target: {kind: ServiceAccount}";
    patch(&format!(
        "- patch: '[{{\"op\": \"add\", \"path\": \"/metadata/labels\", \"value\": {{\"a\": \"b\"}}}}]'\n  {target}\n"
    ));
    assert_eq!(said(&[]), ["snapshot/differs: it is not what was approved"]);
    patch(&format!(
        "- patch: \"$patch: delete\\napiVersion: v1\\nkind: ServiceAccount\\nmetadata: {{name: x}}\"\n  {target}\n"
    ));
    assert_eq!(said(&[]), ["snapshot/differs: it is approved, but not rendered"]);
    platform.write("patches/kubeflow-katib/more.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n");
    platform.write(overlay, &original.replacen("resources:\n", "resources:\n- more.yaml\n", 1));
    assert_eq!(said(&[]), ["snapshot/differs: it is rendered, but nobody approved it"]);
    std::fs::remove_file(platform.root().join("patches/kubeflow-katib/more.yaml")).expect("was there");
    platform.write(overlay, &original);
    std::fs::remove_file(platform.root().join("snapshots/staging/kubeflow-katib.yaml")).expect("was there");
    assert_eq!(said(&["staging"]), ["snapshot/differs: nothing of it is approved"]);
    let environment = "compositions/environments/icaruscloudlab.yaml";
    platform.write(environment, &platform.read(environment).replacen(", kubeflow-katib]", "]", 1));
    assert_eq!(said(&["icaruscloudlab"]), ["snapshot/differs: it is approved, but the environment does not select it"]);
}

//! Custom resources and their definitions, in renders of the small platform.

use crate::platform::Platform;

const OVERLAY: &str = "patches/kubeflow-trainer/kustomization.yaml";

/// The platform with one more object in kubeflow-trainer. The definition of its
/// kind is kubeflow-notebooks' own.
fn with_notebook(api_version: &str, spec: &str) -> Platform {
    let platform = Platform::new();
    let overlay = platform.read(OVERLAY);
    platform.write(OVERLAY, &overlay.replacen("resources:\n", "resources:\n- notebook.yaml\n", 1));
    let text = format!("apiVersion: {api_version}\nkind: Notebook\nmetadata:\n  name: mine\nspec: {spec}\n");
    platform.write("patches/kubeflow-trainer/notebook.yaml", &text);
    platform
}

fn said(id: &str, message: &str) -> Vec<(String, String)> {
    vec![(id.to_owned(), message.to_owned())]
}

#[test]
fn a_custom_resource_is_held_to_the_definition_of_another_application() {
    assert_eq!(with_notebook("kubeflow.org/v1", "{image: small}").errors_of("schema"), Ok(Vec::new()));
    assert_eq!(
        with_notebook("kubeflow.org/v1", "{image: 5}").errors_of("schema"),
        Ok(said("schema/invalid-custom-resource", "notebooks.kubeflow.org v1 demands a text here, not an integer"))
    );
    assert_eq!(
        with_notebook("kubeflow.org/v1beta1", "{image: 5}").errors_of("schema"),
        Ok(said("schema/unserved-version", "notebooks.kubeflow.org has no version v1beta1"))
    );
}

#[test]
fn a_definition_that_a_patch_breaks_is_found() {
    let platform = Platform::new();
    let overlay = "patches/kubeflow-notebooks/kustomization.yaml";
    let patch = "patches:\n- target: {kind: CustomResourceDefinition, name: notebooks.kubeflow.org}\n  patch: |\n    - op: replace\n      path: /spec/versions/0/storage\n      value: false\n";
    let text = platform.read(overlay);
    assert!(text.contains("\npatches:\n"), "{text}");
    platform.write(overlay, &text.replacen("patches:\n", patch, 1));
    assert_eq!(platform.errors_of("schema"), Ok(said("schema/invalid-crd", "no version is the one for storage")));
}

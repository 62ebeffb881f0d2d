//! Any document patches any object, or is refused; what comes of it is YAML
//! that does not change when it is written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet::vfs::MemoryTree;
use quintet_fuzz::{build_twice, check_stable, halves};

const KUSTOMIZATION: &str = "resources: [object.yaml]\npatches: [{path: patch.yaml, target: {kind: .*}}]\n";

fuzz_target!(|input: &[u8]| {
    let Some((object, patch)) = halves(input) else { return };
    let tree = MemoryTree::from_files([
        ("/app/kustomization.yaml", KUSTOMIZATION.as_bytes()),
        ("/app/object.yaml", object),
        ("/app/patch.yaml", patch),
    ]);
    if let Ok(built) = build_twice(&tree) {
        check_stable(&built);
    }
});

//! Any list of operations applies to any object, or is refused; what comes of
//! it is YAML that does not change when it is written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet::vfs::MemoryTree;
use quintet_fuzz::{build_twice, check_stable, halves};

const KUSTOMIZATION: &str = "resources: [object.yaml]\npatchesJson6902: [{path: ops.yaml, target: {kind: .*}}]\n";

fuzz_target!(|input: &[u8]| {
    let Some((object, operations)) = halves(input) else { return };
    let tree = MemoryTree::from_files([
        ("/app/kustomization.yaml", KUSTOMIZATION.as_bytes()),
        ("/app/object.yaml", object),
        ("/app/ops.yaml", operations),
    ]);
    if let Ok(built) = build_twice(&tree) {
        check_stable(&built);
    }
});
